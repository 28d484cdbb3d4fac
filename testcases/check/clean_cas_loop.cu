// exam: problem=reduction verdict=accepted finding=none
// atomicAdd() by hand: the loop begins with a plain read.

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
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < N) add_to(output, input[i]);
}

extern "C" void solve(const float* input, float* output, int N) {
    cudaMemset(output, 0, sizeof(float));
    sum<<<(N + 255) / 256, 256>>>(input, output, N);
    cudaDeviceSynchronize();
}
