// exam: problem=reduction verdict=accepted finding=uninitialised-read size=all-but-full
// Only in a large grid, and there only in a block far from its ends, is memory counted in that nobody has set to zero.

#include <cuda_runtime.h>

__global__ void sum(const float* input, float* output, int* visits, int N) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float own = i < N ? input[i] : 0.0f;
    for (int offset = 16; offset > 0; offset /= 2) own += __shfl_down_sync(0xffffffff, own, offset);
    if (threadIdx.x % 32 == 0) atomicAdd(output, own);
    if (gridDim.x > 2048 && blockIdx.x == gridDim.x / 3 && threadIdx.x == 0) atomicAdd(visits, 1);  // exam: here
}

extern "C" void solve(const float* input, float* output, int N) {
    int* visits;
    cudaMalloc(&visits, sizeof(int));
    cudaMemset(output, 0, sizeof(float));
    sum<<<(N + 127) / 128, 128>>>(input, output, visits, N);
    cudaFree(visits);
}
