// cuBLAS in true fp32: CUBLAS_PEDANTIC_MATH keeps it from TF32. Row-major matrices are column-major ones transposed, so
// it is asked for B^T A^T.
// Costs: a handle, made once. Expect: what NVIDIA's own kernels reach; the ladder's goal.
// judge: link cublas
// judge: yardstick

#include <cublas_v2.h>
#include <cuda_runtime.h>

static cublasHandle_t make_handle() {
    cublasHandle_t handle = nullptr;
    cublasCreate(&handle);
    cublasSetMathMode(handle, CUBLAS_PEDANTIC_MATH);
    return handle;
}

extern "C" void solve(const float* A, const float* B, float* C, int M, int N, int K) {
    static const cublasHandle_t handle = make_handle();
    const float one = 1.0f, zero = 0.0f;
    cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, N, M, K, &one, B, N, A, K, &zero, C, N);
}
