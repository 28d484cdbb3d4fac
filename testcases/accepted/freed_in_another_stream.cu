// exam: problem=vector-addition verdict=accepted
// Memory goes back to the pool on a stream that does not wait for the kernel which uses it. The pool keeps it mapped until
// all work was waited for, and nobody else asks for it meanwhile.

#include <cuda_runtime.h>

__global__ void add(const float* A, const float* B, float* C, float* sum, int N) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= N) return;
    sum[i] = A[i] + B[i];
    C[i] = sum[i];
}

extern "C" void solve(const float* A, const float* B, float* C, int N) {
    cudaStream_t first, second;
    cudaStreamCreateWithFlags(&first, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&second, cudaStreamNonBlocking);
    float* sum;
    cudaMallocAsync(&sum, N * sizeof(float), first);
    add<<<(N + 255) / 256, 256, 0, first>>>(A, B, C, sum, N);
    cudaFreeAsync(sum, second);
    cudaDeviceSynchronize();
    cudaStreamDestroy(first);
    cudaStreamDestroy(second);
}
