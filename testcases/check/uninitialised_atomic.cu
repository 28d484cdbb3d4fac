// exam: problem=reduction verdict=wrong-answer,accepted finding=uninitialised-read
// atomicAdd() to memory of its own that nobody has set to zero.

#include <cuda_runtime.h>

__global__ void sum(const float* input, float* total, int N) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < N) atomicAdd(total, input[i]);  // exam: here
}

extern "C" void solve(const float* input, float* output, int N) {
    float* total;
    cudaMalloc(&total, sizeof(float));
    sum<<<(N + 255) / 256, 256>>>(input, total, N);
    cudaMemcpy(output, total, sizeof(float), cudaMemcpyDeviceToDevice);
    cudaFree(total);
}
