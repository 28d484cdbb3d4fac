// Levels 2 and 3 of cuBLAS but for gemm, and its additions to them.
#include "judge/emulator/libraries/cublas.hpp"

namespace judge::emulated {

namespace {

template <class T>
struct Matrix {
  T* data;
  int ld;
  T& at(long long row, long long column) const { return data[row + column * ld]; }
};

template <class T, class Name>
cublasStatus_t gemv(cublasHandle_t handle, cublasOperation_t trans, int m, int n, const T* alpha, Matrix<const T> a,
                    Vector<const T> x, const T* beta, Vector<T> y, Name name, long long stride_a = 0, long long stride_x = 0,
                    long long stride_y = 0, int batches = 1) {
  JUDGE_REQUIRE_HANDLE(handle);
  // A step of 0 through x, the same element each time, is taken, though cuBLAS's documentation refuses it.
  JUDGE_REQUIRE(is_valid(trans) && m >= 0 && n >= 0 && fits(a.ld, m) && y.step && alpha && beta && batches >= 0);
  if (m == 0 || n == 0 || batches == 0) return CUBLAS_STATUS_SUCCESS;
  const Factor<T> factor(handle, alpha), before(handle, beta);
  return status_of(judge_emulated::run_on_device(name, static_cast<unsigned>(batches), 1, handle->stream, [=] {
    const long long batch = blockIdx.x;
    BlasOf<T>::gemv()(blas_by_columns, blas(trans), m, n, factor.get(), a.data + batch * stride_a, a.ld,
                      x.data + batch * stride_x, x.step, before.get(), y.data + batch * stride_y, y.step);
    wrote(trans == CUBLAS_OP_N ? m : n, Vector<T>{y.data + batch * stride_y, y.step});
  }));
}

template <class T, class Name>
cublasStatus_t ger(cublasHandle_t handle, int m, int n, const T* alpha, Vector<const T> x, Vector<const T> y, Matrix<T> a,
                   Name name) {
  JUDGE_REQUIRE_HANDLE(handle);
  JUDGE_REQUIRE(m >= 0 && n >= 0 && fits(a.ld, m) && x.step && y.step && alpha);
  const Factor<T> factor(handle, alpha);
  return run(handle, name, [=] {
    for (int column = 0; column < n; ++column) {
      const T weight = factor.get() * element(y.data, n, y.step, column);
      for (int row = 0; row < m; ++row) a.at(row, column) += weight * element(x.data, m, x.step, row);
    }
  });
}

template <class T, class Name>
cublasStatus_t symv(cublasHandle_t handle, cublasFillMode_t uplo, int n, const T* alpha, Matrix<const T> a, Vector<const T> x,
                    const T* beta, Vector<T> y, Name name) {
  JUDGE_REQUIRE_HANDLE(handle);
  JUDGE_REQUIRE(is_valid(uplo) && n >= 0 && fits(a.ld, n) && x.step && y.step && alpha && beta);
  const Factor<T> factor(handle, alpha), before(handle, beta);
  return run(handle, name, [=] {
    BlasOf<T>::symv()(blas_by_columns, blas(uplo), n, factor.get(), a.data, a.ld, x.data, x.step, before.get(), y.data, y.step);
    wrote(n, y);
  });
}

template <class T, class Name>
cublasStatus_t trsv(cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans, cublasDiagType_t diag, int n,
                    Matrix<const T> a, Vector<T> x, Name name) {
  JUDGE_REQUIRE_HANDLE(handle);
  JUDGE_REQUIRE(is_valid(uplo) && is_valid(trans) && is_valid(diag) && n >= 0 && fits(a.ld, n) && x.step);
  return run(handle, name,
             [=] { BlasOf<T>::trsv()(blas_by_columns, blas(uplo), blas(trans), blas(diag), n, a.data, a.ld, x.data, x.step); });
}

template <class T, class Name>
cublasStatus_t symm(cublasHandle_t handle, cublasSideMode_t side, cublasFillMode_t uplo, int m, int n, const T* alpha,
                    Matrix<const T> a, Matrix<const T> b, const T* beta, Matrix<T> c, Name name) {
  JUDGE_REQUIRE_HANDLE(handle);
  JUDGE_REQUIRE(is_valid(side) && is_valid(uplo) && m >= 0 && n >= 0 && alpha && beta);
  JUDGE_REQUIRE(fits(a.ld, side == CUBLAS_SIDE_LEFT ? m : n) && fits(b.ld, m) && fits(c.ld, m));
  const Factor<T> factor(handle, alpha), before(handle, beta);
  return run(handle, name, [=] {
    BlasOf<T>::symm()(blas_by_columns, blas(side), blas(uplo), m, n, factor.get(), a.data, a.ld, b.data, b.ld, before.get(),
                      c.data, c.ld);
    wrote(c.data, c.ld, m, n);
  });
}

template <class T, class Name>
cublasStatus_t syrk(cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans, int n, int k, const T* alpha,
                    Matrix<const T> a, const T* beta, Matrix<T> c, Name name) {
  JUDGE_REQUIRE_HANDLE(handle);
  JUDGE_REQUIRE(is_valid(uplo) && is_valid(trans) && n >= 0 && k >= 0 && alpha && beta);
  JUDGE_REQUIRE(fits(a.ld, trans == CUBLAS_OP_N ? n : k) && fits(c.ld, n));
  const Factor<T> factor(handle, alpha), before(handle, beta);
  return run(handle, name, [=] {
    BlasOf<T>::syrk()(blas_by_columns, blas(uplo), blas(trans), n, k, factor.get(), a.data, a.ld, before.get(), c.data, c.ld);
    for (int column = 0; column < n; ++column) {
      const int first = uplo == CUBLAS_FILL_MODE_LOWER ? column : 0;
      wrote(&c.at(first, column), c.ld, uplo == CUBLAS_FILL_MODE_LOWER ? n - column : column + 1, 1);
    }
  });
}

struct Triangle {
  cublasSideMode_t side;
  cublasFillMode_t uplo;
  cublasOperation_t trans;
  cublasDiagType_t diag;
  bool is_valid() const {
    return emulated::is_valid(side) && emulated::is_valid(uplo) && emulated::is_valid(trans) && emulated::is_valid(diag);
  }
};

template <class T>
void copy_matrix(int m, int n, Matrix<const T> from, Matrix<T> to) {
  for (int column = 0; column < n; ++column)
    for (int row = 0; row < m; ++row) to.at(row, column) = from.at(row, column);
}

/// cuBLAS's trmm gives its result to another matrix, which may be the same.
template <class T, class Name>
cublasStatus_t trmm(cublasHandle_t handle, Triangle kind, int m, int n, const T* alpha, Matrix<const T> a, Matrix<const T> b,
                    Matrix<T> c, Name name) {
  JUDGE_REQUIRE_HANDLE(handle);
  JUDGE_REQUIRE(kind.is_valid() && m >= 0 && n >= 0 && alpha);
  JUDGE_REQUIRE(fits(a.ld, kind.side == CUBLAS_SIDE_LEFT ? m : n) && fits(b.ld, m) && fits(c.ld, m));
  const Factor<T> factor(handle, alpha);
  return run(handle, name, [=] {
    if (b.data != c.data) copy_matrix(m, n, b, c);
    wrote(c.data, c.ld, m, n);
    BlasOf<T>::trmm()(blas_by_columns, blas(kind.side), blas(kind.uplo), blas(kind.trans), blas(kind.diag), m, n, factor.get(),
                      a.data, a.ld, c.data, c.ld);
  });
}

template <class T, class Name>
cublasStatus_t trsm(cublasHandle_t handle, Triangle kind, int m, int n, const T* alpha, Matrix<const T> a, Matrix<T> b,
                    Name name) {
  JUDGE_REQUIRE_HANDLE(handle);
  JUDGE_REQUIRE(kind.is_valid() && m >= 0 && n >= 0 && alpha);
  JUDGE_REQUIRE(fits(a.ld, kind.side == CUBLAS_SIDE_LEFT ? m : n) && fits(b.ld, m));
  const Factor<T> factor(handle, alpha);
  return run(handle, name, [=] {
    BlasOf<T>::trsm()(blas_by_columns, blas(kind.side), blas(kind.uplo), blas(kind.trans), blas(kind.diag), m, n, factor.get(),
                      a.data, a.ld, b.data, b.ld);
  });
}

/// C = alpha op(A) + beta op(B). A matrix whose factor is 0 is not read; C may be A or B.
template <class T, class Name>
cublasStatus_t geam(cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, int m, int n, const T* alpha,
                    Matrix<const T> a, const T* beta, Matrix<const T> b, Matrix<T> c, Name name) {
  JUDGE_REQUIRE_HANDLE(handle);
  JUDGE_REQUIRE(is_valid(transa) && is_valid(transb) && m >= 0 && n >= 0 && alpha && beta && fits(c.ld, m));
  JUDGE_REQUIRE(fits(a.ld, transa == CUBLAS_OP_N ? m : n) && fits(b.ld, transb == CUBLAS_OP_N ? m : n));
  // In place only what stays where it is.
  JUDGE_REQUIRE((a.data != c.data || (transa == CUBLAS_OP_N && a.ld == c.ld)) &&
                (b.data != c.data || (transb == CUBLAS_OP_N && b.ld == c.ld)));
  if (m == 0 || n == 0) return CUBLAS_STATUS_SUCCESS;
  const Factor<T> of_a(handle, alpha), of_b(handle, beta);
  return status_of(judge_emulated::run_on_device(name, static_cast<unsigned>(n), 1, handle->stream, [=] {
    const T x = of_a.get(), y = of_b.get();
    const int column = static_cast<int>(blockIdx.x);
    for (int row = 0; row < m; ++row) {
      const T first = x == T(0) ? T(0) : x * (transa == CUBLAS_OP_N ? a.at(row, column) : a.at(column, row));
      const T second = y == T(0) ? T(0) : y * (transb == CUBLAS_OP_N ? b.at(row, column) : b.at(column, row));
      c.at(row, column) = first + second;
    }
    wrote(&c.at(0, column), c.ld, m, 1);
  }));
}

/// C = A diag(x) or diag(x) A.
template <class T, class Name>
cublasStatus_t dgmm(cublasHandle_t handle, cublasSideMode_t side, int m, int n, Matrix<const T> a, Vector<const T> x,
                    Matrix<T> c, Name name) {
  JUDGE_REQUIRE_HANDLE(handle);
  JUDGE_REQUIRE(is_valid(side) && m >= 0 && n >= 0 && fits(a.ld, m) && fits(c.ld, m));
  return run(handle, name, [=] {
    const int size = side == CUBLAS_SIDE_LEFT ? m : n;
    for (int column = 0; column < n; ++column)
      for (int row = 0; row < m; ++row)
        c.at(row, column) = a.at(row, column) * element(x.data, size, x.step, side == CUBLAS_SIDE_LEFT ? row : column);
    wrote(c.data, c.ld, m, n);
  });
}

}  // namespace

}  // namespace judge::emulated

using namespace judge::emulated;

extern "C" {

#define JUDGE_MATRICES(X, T)                                                                                                  \
  cublasStatus_t cublas##X##gemv_v2(cublasHandle_t handle, cublasOperation_t trans, int m, int n, const T* alpha, const T* a, \
                                    int lda, const T* x, int incx, const T* beta, T* y, int incy) {                           \
    return gemv<T>(handle, trans, m, n, alpha, {a, lda}, {x, incx}, beta, {y, incy}, JUDGE_NAME("cublas" #X "gemv"));         \
  }                                                                                                                           \
  cublasStatus_t cublas##X##gemvStridedBatched(                                                                               \
      cublasHandle_t handle, cublasOperation_t trans, int m, int n, const T* alpha, const T* a, int lda, long long stride_a,  \
      const T* x, int incx, long long stride_x, const T* beta, T* y, int incy, long long stride_y, int batches) {             \
    return gemv<T>(handle, trans, m, n, alpha, {a, lda}, {x, incx}, beta, {y, incy},                                          \
                   JUDGE_NAME("cublas" #X "gemvStridedBatched"), stride_a, stride_x, stride_y, batches);                      \
  }                                                                                                                           \
  cublasStatus_t cublas##X##ger_v2(cublasHandle_t handle, int m, int n, const T* alpha, const T* x, int incx, const T* y,     \
                                   int incy, T* a, int lda) {                                                                 \
    return ger<T>(handle, m, n, alpha, {x, incx}, {y, incy}, {a, lda}, JUDGE_NAME("cublas" #X "ger"));                        \
  }                                                                                                                           \
  cublasStatus_t cublas##X##symv_v2(cublasHandle_t handle, cublasFillMode_t uplo, int n, const T* alpha, const T* a, int lda, \
                                    const T* x, int incx, const T* beta, T* y, int incy) {                                    \
    return symv<T>(handle, uplo, n, alpha, {a, lda}, {x, incx}, beta, {y, incy}, JUDGE_NAME("cublas" #X "symv"));             \
  }                                                                                                                           \
  cublasStatus_t cublas##X##trsv_v2(cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans,                    \
                                    cublasDiagType_t diag, int n, const T* a, int lda, T* x, int incx) {                      \
    return trsv<T>(handle, uplo, trans, diag, n, {a, lda}, {x, incx}, JUDGE_NAME("cublas" #X "trsv"));                        \
  }                                                                                                                           \
  cublasStatus_t cublas##X##symm_v2(cublasHandle_t handle, cublasSideMode_t side, cublasFillMode_t uplo, int m, int n,        \
                                    const T* alpha, const T* a, int lda, const T* b, int ldb, const T* beta, T* c, int ldc) { \
    return symm<T>(handle, side, uplo, m, n, alpha, {a, lda}, {b, ldb}, beta, {c, ldc}, JUDGE_NAME("cublas" #X "symm"));      \
  }                                                                                                                           \
  cublasStatus_t cublas##X##syrk_v2(cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans, int n, int k,      \
                                    const T* alpha, const T* a, int lda, const T* beta, T* c, int ldc) {                      \
    return syrk<T>(handle, uplo, trans, n, k, alpha, {a, lda}, beta, {c, ldc}, JUDGE_NAME("cublas" #X "syrk"));               \
  }                                                                                                                           \
  cublasStatus_t cublas##X##trmm_v2(cublasHandle_t handle, cublasSideMode_t side, cublasFillMode_t uplo,                      \
                                    cublasOperation_t trans, cublasDiagType_t diag, int m, int n, const T* alpha, const T* a, \
                                    int lda, const T* b, int ldb, T* c, int ldc) {                                            \
    return trmm<T>(handle, {side, uplo, trans, diag}, m, n, alpha, {a, lda}, {b, ldb}, {c, ldc},                              \
                   JUDGE_NAME("cublas" #X "trmm"));                                                                           \
  }                                                                                                                           \
  cublasStatus_t cublas##X##trsm_v2(cublasHandle_t handle, cublasSideMode_t side, cublasFillMode_t uplo,                      \
                                    cublasOperation_t trans, cublasDiagType_t diag, int m, int n, const T* alpha, const T* a, \
                                    int lda, T* b, int ldb) {                                                                 \
    return trsm<T>(handle, {side, uplo, trans, diag}, m, n, alpha, {a, lda}, {b, ldb}, JUDGE_NAME("cublas" #X "trsm"));       \
  }                                                                                                                           \
  cublasStatus_t cublas##X##geam(cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, int m, int n,     \
                                 const T* alpha, const T* a, int lda, const T* beta, const T* b, int ldb, T* c, int ldc) {    \
    return geam<T>(handle, transa, transb, m, n, alpha, {a, lda}, beta, {b, ldb}, {c, ldc}, JUDGE_NAME("cublas" #X "geam"));  \
  }                                                                                                                           \
  cublasStatus_t cublas##X##dgmm(cublasHandle_t handle, cublasSideMode_t side, int m, int n, const T* a, int lda, const T* x, \
                                 int incx, T* c, int ldc) {                                                                   \
    return dgmm<T>(handle, side, m, n, {a, lda}, {x, incx}, {c, ldc}, JUDGE_NAME("cublas" #X "dgmm"));                        \
  }
JUDGE_MATRICES(S, float)
JUDGE_MATRICES(D, double)
}
