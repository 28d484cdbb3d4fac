// Kernel templates of every shape: defaults, values, packs, templates, constraints by enable_if, overloads, explicit
// instantiations, in namespaces; most with a barrier. Specialisations have a file of their own: beside one no template is
// split.
#include <cuda_runtime.h>

#include <type_traits>

#include "check.h"

constexpr int threads = 64;

/// The value of another thread, by shared memory.
#define REVERSE(out, value)                                   \
  __shared__ float reversed[threads];                         \
  reversed[threadIdx.x] = (out)[threadIdx.x];                 \
  __syncthreads();                                            \
  (out)[threadIdx.x] = reversed[threads - 1 - threadIdx.x] + (value)

template <class T = float, int N = 4, bool twice = (N > 3)>
__global__ void defaults(T* out, int n = 3) {
  REVERSE(out, N * (twice ? 2 : 1) + n);
}
template <int L = 4, bool less = L < 5>
__global__ void unbracketed(float* out) {
  REVERSE(out, less ? L : -L);
}
template <class T, int N = 7>
__global__ void declared(T* out, int n = 2);
template <class T, class = std::enable_if_t<std::is_floating_point_v<T>>>
__global__ void constrained(T* out) {
  REVERSE(out, 1);
}
template <class T, std::enable_if_t<sizeof(T) == 4, int> = 0>
__global__ void overloaded(T* out) {
  REVERSE(out, 4);
}
template <class T, std::enable_if_t<sizeof(T) == 8, int> = 0>
__global__ void overloaded(T* out) {
  REVERSE(out, 8);
}
template <class T>
__global__ typename std::enable_if<(sizeof(T) > 4), void>::type by_type(T* out) {
  REVERSE(out, 8);
}
template <class T>
__global__ std::enable_if_t<(sizeof(T) <= 4)> by_type(T* out) {
  const int i = threadIdx.x;
  if (i < threads) out[i] += 4;
}

template <class T>
struct Two {
  static constexpr int value = 2;
};
struct Add {
  __host__ __device__ float operator()(float a, float b) const { return a + b; }
};
__device__ float one(float x) { return x + 1; }
enum class Op { add, subtract };

template <template <class> class C = Two, class F = Add>
__global__ void templates(float* out, F f = F()) {
  REVERSE(out, f(C<int>::value, 1));
}
template <float (*function)(float) = one, Op op = Op::add>
__global__ void functions(float* out) {
  REVERSE(out, op == Op::add ? function(1) : -function(1));
}
template <auto value>
__global__ void any_value(float* out) {
  REVERSE(out, value);
}
template <int... values>
__global__ void value_pack(float* out) {
  REVERSE(out, (0 + ... + values));
}
template <class... T>
__global__ void type_pack(float* out, T... values) {
  REVERSE(out, (0 + ... + values));
}
template <class, int = 3>
__global__ void unnamed(float* out, int) {
  REVERSE(out, 5);
}

template <class T, int N>
__global__ void instantiated(T* out) {
  REVERSE(out, N);
}
template __global__ void instantiated<float, 6>(float*);
template __global__ void __launch_bounds__(64) instantiated<double, 6>(double* out);
namespace outer {
namespace inner {
constexpr int secret = 9;
__global__ void qualified(float* out);
}  // namespace inner
template <class T>
__global__ void qualified(T* out, T value);
namespace {
template <int N = 2>
__global__ void hidden(float* out) {
  REVERSE(out, N);
}
}  // namespace
}  // namespace outer
__global__ void outer::inner::qualified(float* out) {
  REVERSE(out, secret);
}
template <class T>
__global__ void outer::qualified(T* out, T value) {
  out[threadIdx.x] += value;
}

template <void (*kernel)(float*)>
void launch(float* out) {
  kernel<<<1, threads>>>(out);
}
void launch_declared(float* out) { declared<<<1, threads>>>(out); }

template <class T, int N>
__global__ void declared(T* out, int n) {
  REVERSE(out, N + n);
}

// Thread 0's result, which began as thread 63's 63.
template <class T, class Launch>
void check(float added, Launch launch) {
  std::vector<T> in(threads);
  for (int i = 0; i < threads; i++) in[i] = i;
  DeviceArray<T> out(in);
  launch(out.data());
  CHECK(cudaDeviceSynchronize() == cudaSuccess);
  CHECK_EQUAL(out.get()[0], 63 + added);
}
template <class Launch>
void check(float added, Launch launch) {
  check<float>(added, launch);
}

void check_parameters() {
  check(8 + 3, [](float* out) { defaults<<<1, threads>>>(out); });
  check(2 + 1, [](float* out) { defaults<float, 2><<<1, threads>>>(out, 1); });
  check<double>(4 + 3, [](double* out) { defaults<double, 4, false><<<1, threads>>>(out); });
  check(4, [](float* out) { unbracketed<<<1, threads>>>(out); });
  check(-6, [](float* out) { unbracketed<6><<<1, threads>>>(out); });
  check(9, launch_declared);
  check(3, [](float* out) { templates<<<1, threads>>>(out); });
  check(2, [](float* out) { functions<<<1, threads>>>(out); });
  check(-2, [](float* out) { functions<one, Op::subtract><<<1, threads>>>(out); });
  check(5, [](float* out) { any_value<5><<<1, threads>>>(out); });
  check(6, [](float* out) { value_pack<1, 2, 3><<<1, threads>>>(out); });
  check(6, [](float* out) { type_pack<<<1, threads>>>(out, 1, 2.0f, 3u); });
  check(5, [](float* out) { unnamed<int><<<1, threads>>>(out, 1); });
}

template <int Add = 1, class T, class... Rest>
__global__ void restricted(T* __restrict__ out, const Rest*... rest) {
  REVERSE(out, Add + (0 + ... + (rest == nullptr)));
}

void check_choices() {
  check(5, [](float* out) { restricted<3><<<1, threads>>>(out, (const int*)nullptr, (const float*)nullptr); });
  check(1, [](float* out) { constrained<<<1, threads>>>(out); });
  check(4, [](float* out) { overloaded<<<1, threads>>>(out); });
  check<double>(8, [](double* out) { overloaded<<<1, threads>>>(out); });
  check(4 - 63, [](float* out) { by_type<<<1, threads>>>(out); });
  check<double>(8, [](double* out) { by_type<<<1, threads>>>(out); });
  check(6, [](float* out) { instantiated<float, 6><<<1, threads>>>(out); });
  check(9, [](float* out) { outer::inner::qualified<<<1, threads>>>(out); });
  check(3 - 63, [](float* out) { outer::qualified<<<1, threads>>>(out, 3.0f); });
  check(2, [](float* out) { outer::hidden<<<1, threads>>>(out); });
  check(6, launch<instantiated<float, 6>>);
}

extern "C" int run() {
  check_parameters();
  check_choices();
  return failures;
}
