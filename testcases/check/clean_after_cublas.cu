// exam: problem=vector-addition verdict=accepted finding=none only=emulated
// What cuBLAS has written is initialised: a product into memory of its own, and a copy.

#include <cublas_v2.h>
#include <cuda_runtime.h>

__global__ void add(const float* A, const float* B, float* C, int N) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < N) C[i] = A[i] + B[i];
}

extern "C" void solve(const float* A, const float* B, float* C, int N) {
    float *a, *b;
    cudaMalloc(&a, N * sizeof(float));
    cudaMalloc(&b, N * sizeof(float));
    cublasHandle_t handle;
    cublasCreate(&handle);
    const float one = 1, zero = 0;
    float* unit;
    cudaMalloc(&unit, sizeof(float));
    cudaMemcpy(unit, &one, sizeof(float), cudaMemcpyHostToDevice);
    cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, N, 1, 1, &one, A, N, unit, 1, &zero, a, N);
    cublasScopy(handle, N, B, 1, b, 1);
    add<<<(N + 255) / 256, 256>>>(a, b, C, N);
    cudaDeviceSynchronize();
    cublasDestroy(handle);
    cudaFree(unit);
    cudaFree(b);
    cudaFree(a);
}
