// judge: link cublas
// cuBLAS against plain loops: vectors, matrices, gemm in all types and forms, pointer modes, streams, refused arguments.
#include <cublas_v2.h>
#include <cuda_bf16.h>
#include <cuda_fp16.h>

#include <cmath>
#include <cstdint>

#include "check.h"

#define CHECK_NEAR(got, expected, tolerance)                                                             \
  do {                                                                                                   \
    const double got_ = static_cast<double>(got), expected_ = static_cast<double>(expected);             \
    if (!(std::fabs(got_ - expected_) <= (tolerance))) {                                                 \
      if (++failures <= 10)                                                                              \
        std::printf("%s:%d: %s is %.9g, not %.9g\n", __FILE__, __LINE__, #got, got_, expected_);         \
    }                                                                                                    \
  } while (false)

cublasHandle_t handle;

// Small whole numbers and quarters: products are exact in every type.
template <class T>
std::vector<T> numbers(std::size_t size, unsigned seed) {
  std::vector<T> values(size);
  for (T& value : values) {
    seed = seed * 1664525u + 1013904223u;
    value = static_cast<T>(static_cast<float>(static_cast<int>(seed >> 28) - 8) / 4.0f);
  }
  return values;
}

struct Shape {
  cublasOperation_t transa, transb;
  int m, n, k, lda, ldb, ldc;
};

template <class T>
double at(const std::vector<T>& x, cublasOperation_t trans, int ld, int row, int column) {
  return static_cast<double>(static_cast<float>(trans == CUBLAS_OP_N ? x[row + static_cast<std::size_t>(column) * ld]
                                                                    : x[column + static_cast<std::size_t>(row) * ld]));
}

template <class T, class C>
void check_product(const Shape& s, const std::vector<T>& a, const std::vector<T>& b, const std::vector<C>& before,
                   const std::vector<C>& after, double alpha, double beta, double tolerance) {
  for (int column = 0; column < s.n; ++column)
    for (int row = 0; row < s.m; ++row) {
      double sum = 0;
      for (int l = 0; l < s.k; ++l) sum += at(a, s.transa, s.lda, row, l) * at(b, s.transb, s.ldb, l, column);
      const double old = beta == 0 ? 0 : at(before, CUBLAS_OP_N, s.ldc, row, column);
      const double expected = alpha * sum + beta * old;
      CHECK_NEAR(static_cast<float>(after[row + static_cast<std::size_t>(column) * s.ldc]), expected,
                 tolerance * (1 + std::fabs(expected)));
    }
}

Shape shape_of(int i) {
  Shape s{i & 1 ? CUBLAS_OP_T : CUBLAS_OP_N, i & 2 ? CUBLAS_OP_T : CUBLAS_OP_N, 37, 21, 19, 0, 0, 48};
  s.lda = (s.transa == CUBLAS_OP_N ? s.m : s.k) + 3;
  s.ldb = (s.transb == CUBLAS_OP_N ? s.k : s.n) + 5;
  return s;
}

void check_gemm() {
  for (int i = 0; i < 4; ++i) {
    const Shape s = shape_of(i);
    const auto a = numbers<float>(64 * 48, 1), b = numbers<float>(64 * 48, 2), c = numbers<float>(48 * 21, 3);
    DeviceArray<float> da(a), db(b), dc(c);
    const float alpha = 1.5f, beta = -0.5f, zero = 0.0f;
    CHECK(cublasSgemm(handle, s.transa, s.transb, s.m, s.n, s.k, &alpha, da, s.lda, db, s.ldb, &beta, dc, s.ldc) ==
          CUBLAS_STATUS_SUCCESS);
    check_product(s, a, b, c, dc.get(), alpha, beta, 1e-6);
    // With beta 0 what was in C does not count.
    DeviceArray<float> nan(std::vector<float>(48 * 21, NAN));
    CHECK(cublasSgemm(handle, s.transa, s.transb, s.m, s.n, s.k, &alpha, da, s.lda, db, s.ldb, &zero, nan, s.ldc) ==
          CUBLAS_STATUS_SUCCESS);
    check_product(s, a, b, c, nan.get(), alpha, 0, 1e-6);
    const auto a2 = numbers<double>(64 * 48, 4), b2 = numbers<double>(64 * 48, 5), c2 = numbers<double>(48 * 21, 6);
    DeviceArray<double> da2(a2), db2(b2), dc2(c2);
    const double alpha2 = 0.25, beta2 = 2;
    CHECK(cublasDgemm(handle, s.transa, s.transb, s.m, s.n, s.k, &alpha2, da2, s.lda, db2, s.ldb, &beta2, dc2, s.ldc) ==
          CUBLAS_STATUS_SUCCESS);
    check_product(s, a2, b2, c2, dc2.get(), alpha2, beta2, 1e-12);
  }
}

template <class T, class C>
void check_typed(cudaDataType in, cudaDataType out, cublasComputeType_t compute, double tolerance) {
  for (int i = 0; i < 4; ++i) {
    const Shape s = shape_of(i);
    const auto a = numbers<T>(64 * 48, 7), b = numbers<T>(64 * 48, 8);
    const auto c = numbers<C>(48 * 21, 9);
    DeviceArray<T> da(a), db(b);
    DeviceArray<C> dc(c);
    const float alpha = 0.5f, beta = 1.0f;
    CHECK(cublasGemmEx(handle, s.transa, s.transb, s.m, s.n, s.k, &alpha, da.data(), in, s.lda, db.data(), in, s.ldb,
                       &beta, dc.data(), out, s.ldc, compute, CUBLAS_GEMM_DEFAULT) == CUBLAS_STATUS_SUCCESS);
    check_product(s, a, b, c, dc.get(), alpha, beta, tolerance);
  }
}

void check_types() {
  check_typed<half, half>(CUDA_R_16F, CUDA_R_16F, CUBLAS_COMPUTE_32F, 1e-3);
  check_typed<half, float>(CUDA_R_16F, CUDA_R_32F, CUBLAS_COMPUTE_32F, 1e-5);
  check_typed<__nv_bfloat16, __nv_bfloat16>(CUDA_R_16BF, CUDA_R_16BF, CUBLAS_COMPUTE_32F, 1e-2);
  check_typed<__nv_bfloat16, float>(CUDA_R_16BF, CUDA_R_32F, CUBLAS_COMPUTE_32F, 1e-5);
  check_typed<float, float>(CUDA_R_32F, CUDA_R_32F, CUBLAS_COMPUTE_32F, 1e-6);
  check_typed<float, float>(CUDA_R_32F, CUDA_R_32F, CUBLAS_COMPUTE_32F_FAST_TF32, 1e-5);
  const auto a = numbers<half>(16 * 16, 1), b = numbers<half>(16 * 16, 2), c = numbers<half>(16 * 16, 3);
  DeviceArray<half> da(a), db(b), dc(c);
  const half one = __float2half(1.0f), zero = __float2half(0.0f);
  CHECK(cublasHgemm(handle, CUBLAS_OP_N, CUBLAS_OP_T, 16, 16, 16, &one, da, 16, db, 16, &zero, dc, 16) ==
        CUBLAS_STATUS_SUCCESS);
  check_product({CUBLAS_OP_N, CUBLAS_OP_T, 16, 16, 16, 16, 16, 16}, a, b, c, dc.get(), 1, 0, 2e-2);
}

void check_integers() {
  const int n = 32;
  std::vector<std::int8_t> a(n * n), b(n * n);
  for (int i = 0; i < n * n; ++i) a[i] = static_cast<std::int8_t>(i * 7 - 90), b[i] = static_cast<std::int8_t>(i * 5 + 3);
  DeviceArray<std::int8_t> da(a), db(b);
  DeviceArray<int> dc(n * n);
  const int one = 1, zero = 0;
  CHECK(cublasGemmEx(handle, CUBLAS_OP_T, CUBLAS_OP_N, n, n, n, &one, da.data(), CUDA_R_8I, n, db.data(), CUDA_R_8I, n,
                     &zero, dc.data(), CUDA_R_32I, n, CUBLAS_COMPUTE_32I, CUBLAS_GEMM_DEFAULT) == CUBLAS_STATUS_SUCCESS);
  const auto got = dc.get();
  for (int column = 0; column < n; ++column)
    for (int row = 0; row < n; ++row) {
      int sum = 0;
      for (int l = 0; l < n; ++l) sum += a[l + row * n] * b[l + column * n];
      CHECK_EQUAL(got[row + column * n], sum);
    }
}

void check_batches() {
  const int n = 12, batches = 5, size = n * n;
  const auto a = numbers<float>(size * batches, 1), b = numbers<float>(size * batches, 2);
  DeviceArray<float> da(a), db(b), dc(size * batches), dd(size * batches);
  const float one = 1, zero = 0;
  CHECK(cublasSgemmStridedBatched(handle, CUBLAS_OP_N, CUBLAS_OP_N, n, n, n, &one, da, n, size, db, n, size, &zero, dc, n,
                                  size, batches) == CUBLAS_STATUS_SUCCESS);
  std::vector<const float*> pa, pb;
  std::vector<float*> pd;
  for (int i = 0; i < batches; ++i) {
    pa.push_back(da.data() + i * size), pb.push_back(db.data() + (batches - 1 - i) * size);
    pd.push_back(dd.data() + i * size);
  }
  DeviceArray<const float*> dpa(pa), dpb(pb);
  DeviceArray<float*> dpd(pd);
  CHECK(cublasSgemmBatched(handle, CUBLAS_OP_N, CUBLAS_OP_N, n, n, n, &one, dpa.data(), n, dpb.data(), n, &zero,
                           dpd.data(), n, batches) == CUBLAS_STATUS_SUCCESS);
  const auto strided = dc.get(), pointers = dd.get();
  const Shape s{CUBLAS_OP_N, CUBLAS_OP_N, n, n, n, n, n, n};
  for (int i = 0; i < batches; ++i) {
    const auto part = [&](const std::vector<float>& all, int index) {
      return std::vector<float>(all.begin() + index * size, all.begin() + (index + 1) * size);
    };
    check_product(s, part(a, i), part(b, i), part(strided, i), part(strided, i), 1, 0, 1e-6);
    check_product(s, part(a, i), part(b, batches - 1 - i), part(pointers, i), part(pointers, i), 1, 0, 1e-6);
  }
}

void check_vectors() {
  const int n = 1000;
  const auto x = numbers<float>(2 * n, 1), y = numbers<float>(2 * n, 2);
  DeviceArray<float> dx(x), dy(y);
  float dot = 0, norm = 0, sum = 0;
  int largest = 0, smallest = 0;
  CHECK(cublasSdot(handle, n, dx, 2, dy, 1, &dot) == CUBLAS_STATUS_SUCCESS);
  CHECK(cublasSnrm2(handle, n, dx, 1, &norm) == CUBLAS_STATUS_SUCCESS);
  CHECK(cublasSasum(handle, n, dx, 2, &sum) == CUBLAS_STATUS_SUCCESS);
  CHECK(cublasIsamax(handle, n, dx, 1, &largest) == CUBLAS_STATUS_SUCCESS);
  CHECK(cublasIsamin(handle, n, dx, 1, &smallest) == CUBLAS_STATUS_SUCCESS);
  double expected_dot = 0, squares = 0, magnitudes = 0;
  int max_at = 0, min_at = 0;
  for (int i = 0; i < n; ++i) {
    expected_dot += x[2 * i] * y[i], squares += x[i] * x[i], magnitudes += std::fabs(x[2 * i]);
    if (std::fabs(x[i]) > std::fabs(x[max_at])) max_at = i;
    if (std::fabs(x[i]) < std::fabs(x[min_at])) min_at = i;
  }
  CHECK_NEAR(dot, expected_dot, 1e-2);
  CHECK_NEAR(norm, std::sqrt(squares), 1e-3);
  CHECK_NEAR(sum, magnitudes, 1e-2);
  CHECK_EQUAL(largest, max_at + 1);
  CHECK_EQUAL(smallest, min_at + 1);
  const float alpha = -0.5f;
  CHECK(cublasSaxpy(handle, n, &alpha, dx, 1, dy, -1) == CUBLAS_STATUS_SUCCESS);
  CHECK(cublasSscal(handle, n, &alpha, dx, 2) == CUBLAS_STATUS_SUCCESS);
  const auto scaled = dx.get(), added = dy.get();
  for (int i = 0; i < n; ++i) {
    CHECK_EQUAL(added[n - 1 - i], y[n - 1 - i] + alpha * x[i]);
    CHECK_EQUAL(scaled[2 * i], alpha * x[2 * i]);
    CHECK_EQUAL(scaled[2 * i + 1], x[2 * i + 1]);
  }
  CHECK(cublasSswap(handle, n, dx, 1, dy, 1) == CUBLAS_STATUS_SUCCESS);
  CHECK(dx.get()[3] == added[3] && dy.get()[3] == scaled[3]);
  CHECK(cublasScopy(handle, n, dx, 1, dy, 1) == CUBLAS_STATUS_SUCCESS);
  CHECK(dy.get()[7] == added[7]);
}

void check_matrices() {
  const int m = 23, n = 17;
  const auto a = numbers<float>(m * n, 1), x = numbers<float>(m, 2), y = numbers<float>(m, 3);
  DeviceArray<float> da(a), dx(x), dy(y), dt(m * n), dg(a);
  const float alpha = 2, beta = 0.5f, zero = 0, one = 1;
  CHECK(cublasSgemv(handle, CUBLAS_OP_N, m, n, &alpha, da, m, dx, 1, &beta, dy, 1) == CUBLAS_STATUS_SUCCESS);
  const auto product = dy.get();
  for (int row = 0; row < m; ++row) {
    double sum = 0;
    for (int column = 0; column < n; ++column) sum += a[row + column * m] * x[column];
    CHECK_NEAR(product[row], alpha * sum + beta * y[row], 1e-4);
  }
  CHECK(cublasSgemv(handle, CUBLAS_OP_T, m, n, &one, da, m, dx, 1, &zero, dy, 1) == CUBLAS_STATUS_SUCCESS);
  const auto transposed = dy.get();
  for (int column = 0; column < n; ++column) {
    double sum = 0;
    for (int row = 0; row < m; ++row) sum += a[row + column * m] * x[row];
    CHECK_NEAR(transposed[column], sum, 1e-4);
  }
  // A transpose, the way people write it.
  CHECK(cublasSgeam(handle, CUBLAS_OP_T, CUBLAS_OP_T, n, m, &one, da, m, &zero, da, m, dt, n) == CUBLAS_STATUS_SUCCESS);
  const auto turned = dt.get();
  for (int row = 0; row < m; ++row)
    for (int column = 0; column < n; ++column) CHECK_EQUAL(turned[column + row * n], a[row + column * m]);
  CHECK(cublasSger(handle, m, n, &alpha, dx, 1, dx, 1, dg, m) == CUBLAS_STATUS_SUCCESS);
  const auto updated = dg.get();
  for (int row = 0; row < m; ++row)
    for (int column = 0; column < n; ++column)
      CHECK_NEAR(updated[row + column * m], a[row + column * m] + alpha * x[row] * x[column], 1e-5);
  CHECK(cublasSdgmm(handle, CUBLAS_SIDE_LEFT, m, n, da, m, dx, 1, dg, m) == CUBLAS_STATUS_SUCCESS);
  CHECK_EQUAL(dg.get()[4 + 5 * m], a[4 + 5 * m] * x[4]);
}

void check_triangles() {
  const int n = 15, columns = 6;
  auto a = numbers<double>(n * n, 1);
  for (int i = 0; i < n; ++i) a[i + i * n] = 4 + i;
  const auto b = numbers<double>(n * columns, 2);
  DeviceArray<double> da(a), db(b), dc(n * columns);
  const double one = 1;
  CHECK(cublasDtrsm(handle, CUBLAS_SIDE_LEFT, CUBLAS_FILL_MODE_LOWER, CUBLAS_OP_N, CUBLAS_DIAG_NON_UNIT, n, columns, &one,
                    da, n, db, n) == CUBLAS_STATUS_SUCCESS);
  // And back.
  CHECK(cublasDtrmm(handle, CUBLAS_SIDE_LEFT, CUBLAS_FILL_MODE_LOWER, CUBLAS_OP_N, CUBLAS_DIAG_NON_UNIT, n, columns, &one,
                    da, n, db, n, dc, n) == CUBLAS_STATUS_SUCCESS);
  const auto again = dc.get();
  for (int i = 0; i < n * columns; ++i) CHECK_NEAR(again[i], b[i], 1e-12);
  DeviceArray<double> dk(n * n);
  const double zero = 0;
  CHECK(cublasDsyrk(handle, CUBLAS_FILL_MODE_UPPER, CUBLAS_OP_T, n, n, &one, da, n, &zero, dk, n) == CUBLAS_STATUS_SUCCESS);
  const auto squares = dk.get();
  double sum = 0;
  for (int l = 0; l < n; ++l) sum += a[l + 2 * n] * a[l + 9 * n];
  CHECK_NEAR(squares[2 + 9 * n], sum, 1e-12);
  CHECK_EQUAL(squares[9 + 2 * n], 0);
}

void check_pointer_modes_and_streams() {
  cudaStream_t stream, current;
  CHECK(cudaStreamCreate(&stream) == cudaSuccess);
  CHECK(cublasSetStream(handle, stream) == CUBLAS_STATUS_SUCCESS);
  CHECK(cublasGetStream(handle, &current) == CUBLAS_STATUS_SUCCESS && current == stream);
  CHECK(cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_DEVICE) == CUBLAS_STATUS_SUCCESS);
  const auto x = numbers<float>(256, 1);
  DeviceArray<float> dx(x), result(1), factor(std::vector<float>{3.0f});
  CHECK(cublasSscal(handle, 256, factor, dx, 1) == CUBLAS_STATUS_SUCCESS);
  CHECK(cublasSdot(handle, 256, dx, 1, dx, 1, result) == CUBLAS_STATUS_SUCCESS);
  CHECK(cudaStreamSynchronize(stream) == cudaSuccess);
  double sum = 0;
  for (const float value : x) sum += 9.0 * value * value;
  CHECK_NEAR(result.get()[0], sum, 1e-2);
  CHECK(cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_HOST) == CUBLAS_STATUS_SUCCESS);
  CHECK(cublasSetStream(handle, nullptr) == CUBLAS_STATUS_SUCCESS);
  CHECK(cudaStreamDestroy(stream) == cudaSuccess);
  cublasMath_t math;
  CHECK(cublasSetMathMode(handle, CUBLAS_TF32_TENSOR_OP_MATH) == CUBLAS_STATUS_SUCCESS);
  CHECK(cublasGetMathMode(handle, &math) == CUBLAS_STATUS_SUCCESS && math == CUBLAS_TF32_TENSOR_OP_MATH);
  CHECK(cublasSetMathMode(handle, CUBLAS_DEFAULT_MATH) == CUBLAS_STATUS_SUCCESS);
}

void check_refusals() {
  DeviceArray<float> d(64);
  const float one = 1;
  const auto gemm = [&](int m, int n, int k, int lda, int ldb, int ldc) {
    return cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, m, n, k, &one, d, lda, d, ldb, &one, d, ldc);
  };
  CHECK_EQUAL(gemm(-1, 4, 4, 4, 4, 4), CUBLAS_STATUS_INVALID_VALUE);
  CHECK_EQUAL(gemm(4, 4, 4, 3, 4, 4), CUBLAS_STATUS_INVALID_VALUE);
  CHECK_EQUAL(gemm(4, 4, 4, 4, 3, 4), CUBLAS_STATUS_INVALID_VALUE);
  CHECK_EQUAL(gemm(4, 4, 4, 4, 4, 3), CUBLAS_STATUS_INVALID_VALUE);
  CHECK_EQUAL(gemm(0, 4, 4, 4, 4, 4), CUBLAS_STATUS_SUCCESS);
  CHECK_EQUAL(cublasSgemv(handle, CUBLAS_OP_N, 4, 4, &one, d, 4, d, 0, &one, d + 32, 1), CUBLAS_STATUS_SUCCESS);
  CHECK_EQUAL(cublasSgemm(nullptr, CUBLAS_OP_N, CUBLAS_OP_N, 4, 4, 4, &one, d, 4, d, 4, &one, d, 4),
              CUBLAS_STATUS_NOT_INITIALIZED);
  CHECK_EQUAL(cublasGemmEx(handle, CUBLAS_OP_N, CUBLAS_OP_N, 4, 4, 4, &one, d.data(), CUDA_R_32F, 4, d.data(), CUDA_R_16F, 4,
                           &one, d.data(), CUDA_R_32F, 4, CUBLAS_COMPUTE_32F, CUBLAS_GEMM_DEFAULT),
              CUBLAS_STATUS_NOT_SUPPORTED);
}

void check_copies() {
  const auto a = numbers<float>(6 * 4, 1);
  DeviceArray<float> d(8 * 4);
  CHECK(cublasSetMatrix(6, 4, sizeof(float), a.data(), 6, d.data(), 8) == CUBLAS_STATUS_SUCCESS);
  std::vector<float> back(6 * 4), every(4);
  CHECK(cublasGetMatrix(6, 4, sizeof(float), d.data(), 8, back.data(), 6) == CUBLAS_STATUS_SUCCESS);
  CHECK(back == a);
  CHECK(cublasGetVector(4, sizeof(float), d.data(), 8, every.data(), 1) == CUBLAS_STATUS_SUCCESS);
  for (int i = 0; i < 4; ++i) CHECK_EQUAL(every[i], a[6 * i]);
}

extern "C" int run() {
  CHECK(cublasCreate(&handle) == CUBLAS_STATUS_SUCCESS);
  check_gemm();
  check_types();
  check_integers();
  check_batches();
  check_vectors();
  check_matrices();
  check_triangles();
  check_pointer_modes_and_streams();
  check_refusals();
  check_copies();
  CHECK(cublasDestroy(handle) == CUBLAS_STATUS_SUCCESS);
  CHECK(cudaDeviceSynchronize() == cudaSuccess);
  return failures;
}
