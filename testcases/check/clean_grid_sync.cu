// exam: problem=vector-addition verdict=accepted finding=none
// Two phases of one cooperative launch: the second reads what other blocks wrote in the first.

#include <cooperative_groups.h>
#include <cuda_runtime.h>

__global__ void add(const float* A, const float* B, float* C, float* copy, int N) {
    int stride = gridDim.x * blockDim.x, first = blockIdx.x * blockDim.x + threadIdx.x;
    for (int i = first; i < N; i += stride) copy[i] = A[i] + B[i];
    cooperative_groups::this_grid().sync();
    for (int i = first; i < N; i += stride) C[N - 1 - i] = copy[N - 1 - i];
}

extern "C" void solve(const float* A, const float* B, float* C, int N) {
    float* copy;
    cudaMalloc(&copy, N * sizeof(float));
    void* arguments[] = {&A, &B, &C, &copy, &N};
    cudaLaunchCooperativeKernel((void*)add, dim3(4), dim3(128), arguments, 0, nullptr);
    cudaDeviceSynchronize();
    cudaFree(copy);
}
