// exam: problem=gemm-f32 verdict=accepted
// judge: link cublas
// cuBLAS in a class that owns the handle; row-major by swapping the operands.
#include <cublas_v2.h>
#include <cuda_runtime.h>

#include <memory>
#include <type_traits>

class Blas {
 public:
  Blas() {
    cublasHandle_t raw = nullptr;
    if (cublasCreate(&raw) == CUBLAS_STATUS_SUCCESS) handle_.reset(raw);
    cublasSetMathMode(raw, CUBLAS_PEDANTIC_MATH);
  }
  // C (m x n) = A (m x k) * B (k x n), all stored by rows
  bool product(const float* a, const float* b, float* c, int m, int n, int k) const {
    constexpr float one = 1, zero = 0;
    return cublasSgemm(handle_.get(), CUBLAS_OP_N, CUBLAS_OP_N, n, m, k, &one, b, n, a, k, &zero, c, n) ==
           CUBLAS_STATUS_SUCCESS;
  }

 private:
  struct Destroy {
    void operator()(cublasHandle_t h) const { cublasDestroy(h); }
  };
  std::unique_ptr<std::remove_pointer_t<cublasHandle_t>, Destroy> handle_;
};

extern "C" void solve(const float* A, const float* B, float* C, int M, int N, int K) {
  static auto* blas = new Blas;  // lives as long as the process: nothing to destroy after the driver has gone
  blas->product(A, B, C, M, N, K);
}
