#pragma once

#include <cstddef>

namespace judge::emulated {

/// The functions of CBLAS that cuBLAS is made of here. Enumerations are CBLAS's numbers (blas_values below).
struct Blas {
#define JUDGE_BLAS(x, T)                                                                                                     \
  T (*x##dot)(int n, const T* x, int incx, const T* y, int incy);                                                            \
  T (*x##nrm2)(int n, const T* x, int incx);                                                                                 \
  T (*x##asum)(int n, const T* x, int incx);                                                                                 \
  std::size_t (*i##x##amax)(int n, const T* x, int incx);                                                                    \
  void (*x##gemv)(int order, int trans, int m, int n, T alpha, const T* a, int lda, const T* x, int incx, T beta, T* y,      \
                  int incy);                                                                                                 \
  void (*x##symv)(int order, int uplo, int n, T alpha, const T* a, int lda, const T* x, int incx, T beta, T* y, int incy);   \
  void (*x##trsv)(int order, int uplo, int trans, int diag, int n, const T* a, int lda, T* x, int incx);                     \
  void (*x##gemm)(int order, int transa, int transb, int m, int n, int k, T alpha, const T* a, int lda, const T* b, int ldb, \
                  T beta, T* c, int ldc);                                                                                    \
  void (*x##symm)(int order, int side, int uplo, int m, int n, T alpha, const T* a, int lda, const T* b, int ldb, T beta,    \
                  T* c, int ldc);                                                                                            \
  void (*x##syrk)(int order, int uplo, int trans, int n, int k, T alpha, const T* a, int lda, T beta, T* c, int ldc);        \
  void (*x##trmm)(int order, int side, int uplo, int trans, int diag, int m, int n, T alpha, const T* a, int lda, T* b,      \
                  int ldb);                                                                                                  \
  void (*x##trsm)(int order, int side, int uplo, int trans, int diag, int m, int n, T alpha, const T* a, int lda, T* b,      \
                  int ldb);
  JUDGE_BLAS(s, float)
  JUDGE_BLAS(d, double)
#undef JUDGE_BLAS
};

constexpr int blas_by_columns = 102, blas_no_trans = 111, blas_trans = 112;
constexpr int blas_upper = 121, blas_lower = 122, blas_non_unit = 131, blas_unit = 132, blas_left = 141, blas_right = 142;

/// OpenBLAS, loaded once, to run on the calling thread alone; null where the host has none.
const Blas* find_blas();

}  // namespace judge::emulated
