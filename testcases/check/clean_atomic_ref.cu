// exam: problem=reduction verdict=accepted finding=none
// Each block waits for the one before it, by a flag that cuda::atomic_ref releases and acquires, and passes the sum on.

#include <cuda/atomic>
#include <cuda_runtime.h>

__global__ void sum(const float* input, float* output, float* sums, int* flags, int N) {
    __shared__ float part[256];
    int i = blockIdx.x * blockDim.x + threadIdx.x, t = threadIdx.x;
    part[t] = i < N ? input[i] : 0.0f;
    __syncthreads();
    for (int step = 128; step > 0; step /= 2) {
        if (t < step) part[t] += part[t + step];
        __syncthreads();
    }
    if (t != 0) return;
    float total = part[0];
    if (blockIdx.x > 0) {
        cuda::atomic_ref<int, cuda::thread_scope_device> before(flags[blockIdx.x - 1]);
        while (before.load(cuda::memory_order_acquire) == 0) {}
        total += sums[blockIdx.x - 1];
    }
    sums[blockIdx.x] = total;
    cuda::atomic_ref<int, cuda::thread_scope_device>(flags[blockIdx.x]).store(1, cuda::memory_order_release);
    if (blockIdx.x == gridDim.x - 1) *output = total;
}

extern "C" void solve(const float* input, float* output, int N) {
    int blocks = (N + 255) / 256;
    float* sums;
    int* flags;
    cudaMalloc(&sums, blocks * sizeof(float));
    cudaMalloc(&flags, blocks * sizeof(int));
    cudaMemset(flags, 0, blocks * sizeof(int));
    sum<<<blocks, 256>>>(input, output, sums, flags, N);
    cudaDeviceSynchronize();
    cudaFree(sums);
    cudaFree(flags);
}
