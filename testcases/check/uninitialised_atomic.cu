// exam: problem=reduction verdict=wrong-answer,accepted finding=uninitialised-read
// atomicAdd() to an output that nobody has set to zero.

#include <cuda_runtime.h>

__global__ void sum(const float* input, float* output, int N) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < N) atomicAdd(output, input[i]);  // exam: here
}

extern "C" void solve(const float* input, float* output, int N) {
    sum<<<(N + 255) / 256, 256>>>(input, output, N);
    cudaDeviceSynchronize();
}
