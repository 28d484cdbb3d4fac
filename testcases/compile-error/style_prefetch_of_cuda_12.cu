// exam: problem=vector-addition verdict=compile-error only=cuda
// cudaMemPrefetchAsync() took a device's number until CUDA 12; now it takes a cudaMemLocation.
#include <cuda_runtime.h>

__global__ void add(const float* A, const float* B, float* C, int N) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < N) C[i] = A[i] + B[i];
}

extern "C" void solve(const float* A, const float* B, float* C, int N) {
    float* p; cudaMallocManaged(&p, 4); cudaMemPrefetchAsync(p, 4, 0, 0); cudaFree(p);
    add<<<(N + 255) / 256, 256>>>(A, B, C, N);
}
