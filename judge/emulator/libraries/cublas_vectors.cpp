// Level 1 of cuBLAS: vectors.
#include <cmath>

#include "judge/emulator/libraries/cublas.hpp"

namespace judge::emulated {

namespace {

template <class T, class Result, class Name, class Work>
cublasStatus_t reduce(cublasHandle_t handle, int n, Vector<const T> x, Result* result, Name name, Work work) {
  JUDGE_REQUIRE_HANDLE(handle);
  JUDGE_REQUIRE(result);
  return run(handle, name, [=] {
    *result = n > 0 && x.step > 0 ? work(n, x) : Result{};
    wrote(result, 1, 1, 1);
  });
}

/// The least position of the smallest magnitude, from 1.
template <class T>
int smallest(int n, Vector<const T> x) {
  long long best = 0;
  for (long long i = 1; i < n; ++i)
    if (std::abs(x.data[i * x.step]) < std::abs(x.data[best * x.step])) best = i;
  return static_cast<int>(best) + 1;
}

template <class T, class Name>
cublasStatus_t dot(cublasHandle_t handle, int n, Vector<const T> x, Vector<const T> y, T* result, Name name) {
  JUDGE_REQUIRE_HANDLE(handle);
  JUDGE_REQUIRE(result);
  return run(handle, name, [=] {
    *result = n > 0 ? BlasOf<T>::dot()(n, x.data, x.step, y.data, y.step) : T(0);
    wrote(result, 1, 1, 1);
  });
}

template <class T, class Name>
cublasStatus_t axpy(cublasHandle_t handle, int n, const T* alpha, Vector<const T> x, Vector<T> y, Name name) {
  JUDGE_REQUIRE_HANDLE(handle);
  JUDGE_REQUIRE(alpha);
  const Factor<T> factor(handle, alpha);
  return run(handle, name, [=] {
    const T a = factor.get();
    for (int i = 0; i < n; ++i) {
      T& target = element(y.data, n, y.step, i);
      target += a * element(x.data, n, x.step, i);
    }
  });
}

template <class T, class Name>
cublasStatus_t scal(cublasHandle_t handle, int n, const T* alpha, Vector<T> x, Name name) {
  JUDGE_REQUIRE_HANDLE(handle);
  JUDGE_REQUIRE(alpha);
  const Factor<T> factor(handle, alpha);
  return run(handle, name, [=] {
    const T a = factor.get();
    for (long long i = 0; i < n && x.step > 0; ++i) x.data[i * x.step] *= a;
  });
}

template <class T, class Name>
cublasStatus_t copy(cublasHandle_t handle, int n, Vector<const T> x, Vector<T> y, Name name) {
  JUDGE_REQUIRE_HANDLE(handle);
  return run(handle, name, [=] {
    for (int i = 0; i < n; ++i) element(y.data, n, y.step, i) = element(x.data, n, x.step, i);
    wrote(n, y);
  });
}

template <class T, class Name>
cublasStatus_t swap(cublasHandle_t handle, int n, Vector<T> x, Vector<T> y, Name name) {
  JUDGE_REQUIRE_HANDLE(handle);
  return run(handle, name, [=] {
    for (int i = 0; i < n; ++i) std::swap(element(y.data, n, y.step, i), element(x.data, n, x.step, i));
  });
}

template <class T, class Name>
cublasStatus_t rotate(cublasHandle_t handle, int n, Vector<T> x, Vector<T> y, const T* cosine, const T* sine, Name name) {
  JUDGE_REQUIRE_HANDLE(handle);
  JUDGE_REQUIRE(cosine && sine);
  const Factor<T> c(handle, cosine), s(handle, sine);
  return run(handle, name, [=] {
    for (int i = 0; i < n; ++i) {
      T &a = element(x.data, n, x.step, i), &b = element(y.data, n, y.step, i);
      const T old = a;
      a = c.get() * old + s.get() * b;
      b = c.get() * b - s.get() * old;
    }
  });
}

}  // namespace

}  // namespace judge::emulated

using namespace judge::emulated;

extern "C" {

#define JUDGE_VECTORS(X, x_, T)                                                                                            \
  cublasStatus_t cublasI##x_##amax_v2(cublasHandle_t handle, int n, const T* x, int incx, int* result) {                   \
    return reduce<T>(handle, n, {x, incx}, result, JUDGE_NAME("cublasI" #x_ "amax"),                                       \
                     [](int size, auto v) { return static_cast<int>(BlasOf<T>::iamax()(size, v.data, v.step)) + 1; });     \
  }                                                                                                                        \
  cublasStatus_t cublasI##x_##amin_v2(cublasHandle_t handle, int n, const T* x, int incx, int* result) {                   \
    return reduce<T>(handle, n, {x, incx}, result, JUDGE_NAME("cublasI" #x_ "amin"),                                       \
                     [](int size, auto v) { return smallest<T>(size, v); });                                               \
  }                                                                                                                        \
  cublasStatus_t cublas##X##asum_v2(cublasHandle_t handle, int n, const T* x, int incx, T* result) {                       \
    return reduce<T>(handle, n, {x, incx}, result, JUDGE_NAME("cublas" #X "asum"),                                         \
                     [](int size, auto v) { return BlasOf<T>::asum()(size, v.data, v.step); });                            \
  }                                                                                                                        \
  cublasStatus_t cublas##X##nrm2_v2(cublasHandle_t handle, int n, const T* x, int incx, T* result) {                       \
    return reduce<T>(handle, n, {x, incx}, result, JUDGE_NAME("cublas" #X "nrm2"),                                         \
                     [](int size, auto v) { return BlasOf<T>::nrm2()(size, v.data, v.step); });                            \
  }                                                                                                                        \
  cublasStatus_t cublas##X##dot_v2(cublasHandle_t handle, int n, const T* x, int incx, const T* y, int incy, T* result) {  \
    return dot<T>(handle, n, {x, incx}, {y, incy}, result, JUDGE_NAME("cublas" #X "dot"));                                 \
  }                                                                                                                        \
  cublasStatus_t cublas##X##axpy_v2(cublasHandle_t handle, int n, const T* alpha, const T* x, int incx, T* y, int incy) {  \
    return axpy<T>(handle, n, alpha, {x, incx}, {y, incy}, JUDGE_NAME("cublas" #X "axpy"));                                \
  }                                                                                                                        \
  cublasStatus_t cublas##X##scal_v2(cublasHandle_t handle, int n, const T* alpha, T* x, int incx) {                        \
    return scal<T>(handle, n, alpha, {x, incx}, JUDGE_NAME("cublas" #X "scal"));                                           \
  }                                                                                                                        \
  cublasStatus_t cublas##X##copy_v2(cublasHandle_t handle, int n, const T* x, int incx, T* y, int incy) {                  \
    return copy<T>(handle, n, {x, incx}, {y, incy}, JUDGE_NAME("cublas" #X "copy"));                                       \
  }                                                                                                                        \
  cublasStatus_t cublas##X##swap_v2(cublasHandle_t handle, int n, T* x, int incx, T* y, int incy) {                        \
    return judge::emulated::swap<T>(handle, n, {x, incx}, {y, incy}, JUDGE_NAME("cublas" #X "swap"));                      \
  }                                                                                                                        \
  cublasStatus_t cublas##X##rot_v2(cublasHandle_t handle, int n, T* x, int incx, T* y, int incy, const T* c, const T* s) { \
    return rotate<T>(handle, n, {x, incx}, {y, incy}, c, s, JUDGE_NAME("cublas" #X "rot"));                                \
  }
JUDGE_VECTORS(S, s, float)
JUDGE_VECTORS(D, d, double)

// One type for all operands: the mixed forms that NVIDIA lists for half are not there.
#define JUDGE_EX(call_float, call_double, ...)              \
  for (const cudaDataType type : {__VA_ARGS__})             \
    if (type != x_type) return CUBLAS_STATUS_NOT_SUPPORTED; \
  if (x_type == CUDA_R_32F) return call_float;              \
  if (x_type == CUDA_R_64F) return call_double;             \
  return CUBLAS_STATUS_NOT_SUPPORTED;

cublasStatus_t cublasDotEx(cublasHandle_t handle, int n, const void* x, cudaDataType x_type, int incx, const void* y,
                           cudaDataType y_type, int incy, void* result, cudaDataType result_type, cudaDataType execution){
    JUDGE_EX(cublasSdot_v2(handle, n, static_cast<const float*>(x), incx, static_cast<const float*>(y), incy,
                           static_cast<float*>(result)),
             cublasDdot_v2(handle, n, static_cast<const double*>(x), incx, static_cast<const double*>(y), incy,
                           static_cast<double*>(result)),
             y_type, result_type, execution)} cublasStatus_t
    cublasNrm2Ex(cublasHandle_t handle, int n, const void* x, cudaDataType x_type, int incx, void* result,
                 cudaDataType result_type, cudaDataType execution){
        JUDGE_EX(cublasSnrm2_v2(handle, n, static_cast<const float*>(x), incx, static_cast<float*>(result)),
                 cublasDnrm2_v2(handle, n, static_cast<const double*>(x), incx, static_cast<double*>(result)), result_type,
                 execution)} cublasStatus_t
    cublasAxpyEx(cublasHandle_t handle, int n, const void* alpha, cudaDataType alpha_type, const void* x, cudaDataType x_type,
                 int incx, void* y, cudaDataType y_type, int incy, cudaDataType execution){
        JUDGE_EX(cublasSaxpy_v2(handle, n, static_cast<const float*>(alpha), static_cast<const float*>(x), incx,
                                static_cast<float*>(y), incy),
                 cublasDaxpy_v2(handle, n, static_cast<const double*>(alpha), static_cast<const double*>(x), incx,
                                static_cast<double*>(y), incy),
                 alpha_type, y_type, execution)} cublasStatus_t
    cublasScalEx(cublasHandle_t handle, int n, const void* alpha, cudaDataType alpha_type, void* x, cudaDataType x_type,
                 int incx, cudaDataType execution) {
  JUDGE_EX(cublasSscal_v2(handle, n, static_cast<const float*>(alpha), static_cast<float*>(x), incx),
           cublasDscal_v2(handle, n, static_cast<const double*>(alpha), static_cast<double*>(x), incx), alpha_type, execution)
}
}
