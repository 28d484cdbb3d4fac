// exam: problem=matrix-multiplication verdict=accepted
// cuBLAS as public solutions use it: a header, a handle, and no word about linking.
#include <cublas_v2.h>
#include <cuda_runtime.h>

extern "C" void solve(const float* A, const float* B, float* C, int M, int N, int K) {
    cublasHandle_t handle;
    cublasCreate(&handle);
    const float alpha = 1.0f;
    const float beta = 0.0f;
    cublasGemmEx(handle, CUBLAS_OP_N, CUBLAS_OP_N, K, M, N, &alpha, B, CUDA_R_32F, K, A, CUDA_R_32F, N, &beta, C, CUDA_R_32F, K,
                 CUBLAS_COMPUTE_32F_PEDANTIC, CUBLAS_GEMM_DEFAULT);
    cublasDestroy(handle);
}
