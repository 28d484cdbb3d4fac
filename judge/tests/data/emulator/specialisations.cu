// Explicit specialisations of kernel templates with barriers, in all spellings.
#include <cuda_runtime.h>

#include "check.h"

constexpr int threads = 64;

/// The value of another thread, by shared memory.
#define REVERSE(out, value)                                   \
  __shared__ float reversed[threads];                         \
  reversed[threadIdx.x] = (out)[threadIdx.x];                 \
  __syncthreads();                                            \
  (out)[threadIdx.x] = reversed[threads - 1 - threadIdx.x] + (value)

template <class T, int N = 1>
__global__ void k(T* out) {
  REVERSE(out, N);
}
template <>
__global__ void k<double, 1>(double* out) {
  REVERSE(out, 20);
}
template <>
__global__ void k<float, 3>(float* out) {
  out[threadIdx.x] += 30;
}

template <class T>
__global__ void deduced(T* out) {
  REVERSE(out, 1);
}
template <>
__global__ void deduced(double* out) {
  REVERSE(out, 2);
}

template <class T>
__global__ void only_specialised(T* out);
template <>
__global__ void only_specialised<float>(float* out) {
  REVERSE(out, 5);
}

namespace inner {
template <class T>
__global__ void scoped(T* out);
}
template <>
__global__ void inner::scoped<float>(float* out) {
  REVERSE(out, 6);
}

template <class T, class Launch>
void check(float added, Launch launch) {
  std::vector<T> in(threads);
  for (int i = 0; i < threads; i++) in[i] = i;
  DeviceArray<T> out(in);
  launch(out.data());
  CHECK(cudaDeviceSynchronize() == cudaSuccess);
  CHECK_EQUAL(out.get()[0], 63 + added);
}

extern "C" int run() {
  check<float>(1, [](float* out) { k<<<1, threads>>>(out); });
  check<double>(20, [](double* out) { k<<<1, threads>>>(out); });
  check<double>(2, [](double* out) { k<double, 2><<<1, threads>>>(out); });
  check<float>(30 - 63, [](float* out) { k<float, 3><<<1, threads>>>(out); });
  check<float>(1, [](float* out) { deduced<<<1, threads>>>(out); });
  check<double>(2, [](double* out) { deduced<<<1, threads>>>(out); });
  check<float>(5, [](float* out) { only_specialised<<<1, threads>>>(out); });
  check<float>(6, [](float* out) { inner::scoped<<<1, threads>>>(out); });
  return failures;
}
