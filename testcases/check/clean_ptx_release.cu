// exam: problem=reduction verdict=accepted finding=none
// Flags and a counter by inline PTX: the accesses themselves release and acquire, there is no fence.

#include <cuda_runtime.h>

__device__ int load_acquire(const int* p) {
    int value;
    asm volatile("ld.acquire.gpu.global.s32 %0, [%1];" : "=r"(value) : "l"(p) : "memory");
    return value;
}

__device__ void store_release(int* p, int value) {
    asm volatile("st.release.gpu.global.s32 [%0], %1;" ::"l"(p), "r"(value) : "memory");
}

__device__ unsigned add(unsigned* p, unsigned value) {
    unsigned old;
    asm volatile("atom.add.acq_rel.gpu.global.u32 %0, [%1], %2;" : "=r"(old) : "l"(p), "r"(value) : "memory");
    return old;
}

// Each block waits for the one before it; the last one to come takes what the last block wrote.
__global__ void sum(const float* input, float* output, float* sums, int* flags, unsigned* done, int N) {
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
        while (load_acquire(&flags[blockIdx.x - 1]) == 0) {}
        total += sums[blockIdx.x - 1];
    }
    sums[blockIdx.x] = total;
    store_release(&flags[blockIdx.x], 1);
    if (add(done, 1) == gridDim.x - 1) *output = sums[gridDim.x - 1];
}

extern "C" void solve(const float* input, float* output, int N) {
    int blocks = (N + 255) / 256;
    float* sums;
    int* flags;
    cudaMalloc(&sums, blocks * sizeof(float));
    cudaMalloc(&flags, (blocks + 1) * sizeof(int));
    cudaMemset(flags, 0, (blocks + 1) * sizeof(int));
    sum<<<blocks, 256>>>(input, output, sums, flags, reinterpret_cast<unsigned*>(flags + blocks), N);
    cudaDeviceSynchronize();
    cudaFree(sums);
    cudaFree(flags);
}
