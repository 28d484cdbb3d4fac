// exam: problem=reduction verdict=accepted finding=none
// atomicAdd() by hand: the loop begins with a plain read. One thread of a block adds for all, and blocks stride, so that few wait.

#include <cuda_runtime.h>

__device__ void add_to(float* address, float value) {
    int* bits = reinterpret_cast<int*>(address);
    int old = *bits, assumed;
    do {
        assumed = old;
        old = atomicCAS(bits, assumed, __float_as_int(__int_as_float(assumed) + value));
    } while (old != assumed);
}

__global__ void sum(const float* input, float* output, int N) {
    __shared__ float part[256];
    int t = threadIdx.x;
    part[t] = 0.0f;
    for (size_t i = blockIdx.x * blockDim.x + t; i < N; i += gridDim.x * blockDim.x) part[t] += input[i];
    __syncthreads();
    for (int step = 128; step > 0; step /= 2) {
        if (t < step) part[t] += part[t + step];
        __syncthreads();
    }
    if (t == 0) add_to(output, part[0]);
}

extern "C" void solve(const float* input, float* output, int N) {
    int blocks = (N + 255) / 256;
    cudaMemset(output, 0, sizeof(float));
    sum<<<blocks < 256 ? blocks : 256, 256>>>(input, output, N);
    cudaDeviceSynchronize();
}
