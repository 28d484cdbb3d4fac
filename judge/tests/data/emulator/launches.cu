// The ways to declare and to launch a kernel.
#include <cuda_runtime.h>

#include <cstddef>
#include <cstring>
#include <type_traits>
#include <utility>

#include "check.h"

__global__ void plain(int* out, int n);                        // declared first, with another parameter name below
template <typename T>
__global__ void declared_template(T* out, T value = T(4));

__global__ void dependent(int* out) {
  cudaGridDependencySynchronize();
  out[threadIdx.x] = 30 + threadIdx.x;
  cudaTriggerProgrammaticLaunchCompletion();
}
__global__ void plain(int* out, int count) {
  for (int i = threadIdx.x; i < count; i += blockDim.x) out[i] = i;
}

template <typename T>
__global__ void declared_template(T* out, T value) {
  out[threadIdx.x] = value;
}
template <>
__global__ void declared_template<double>(double* out, double value) {
  out[threadIdx.x] = value * 2;
}
template __global__ void declared_template<float>(float*, float);

void __global__ reversed_order(int* out) { *out = 11; }
__global__ auto trailing_type([[maybe_unused]] int unused, int* out) -> void { *out = 16; }
template <typename T, int... N>
static __global__ void __launch_bounds__((N + ...) * 2, 1) bounds_of_a_pack(T* out) { *out = sizeof...(N) + 15; }
static __global__ __launch_bounds__(64) void with_bounds(int* out) { *out = 12; }
__launch_bounds__(32 * 2, 2) __global__ void bounds_first(int* out) { *out = 13; }
extern "C" __global__ void c_linkage(int* out) { *out = 14; }
__global__ void unnamed(int* out, int, const float*, double = 2.0) { *out = 15; }

namespace outer {
namespace inner {
template <int N, bool Doubled, typename... Ts>
__global__ void variadic(int* out, Ts... values) {
  int sum = (0 + ... + static_cast<int>(values));
  *out = sum * N * (Doubled ? 2 : 1);
}
}  // namespace inner
namespace {
__global__ void hidden(int* out) { *out = 17; }
}  // namespace
void launch_hidden(int* out) { hidden<<<1, 1>>>(out); }
}  // namespace outer

__global__ void overloaded(int* out) { *out = 1; }
__global__ void overloaded(float* out) { *out = 2; }

template <typename T, typename F>
__global__ void map(const T* in, T* out, int n, F f) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = f(in[i]);
}

template <class T, int Tile, std::enable_if_t<(Tile > 4), int> = 0>
__global__ void constrained(T* out) {
  __shared__ T tile[Tile][Tile + 1];
  tile[threadIdx.x][0] = threadIdx.x;
  __syncthreads();
  out[threadIdx.x] = tile[Tile - 1 - threadIdx.x][0];
}

struct Matrix {
  float* data;
  int rows, cols;
  __device__ float& at(int r, int c) const { return data[r * cols + c]; }
};

__global__ void by_value(Matrix m, const float2 scale) {
  m.at(threadIdx.y, threadIdx.x) = threadIdx.x * scale.x + threadIdx.y * scale.y;
  m.rows = 0;                                                   // each thread has its own copy
}

__global__ void conversions(double d, float* p, unsigned char c, long long l, bool b, double* out) {
  if (p == NULL) out[0] = d, out[1] = c, out[2] = static_cast<double>(l), out[3] = b;
}

__global__ void modifies_arguments(int* out, int n) {
  n -= static_cast<int>(threadIdx.x);
  out += threadIdx.x;
  *out = n;
}

typedef void (*Kernel)(int*, int);
__global__ void other(int* out, int n) { out[threadIdx.x] = -n; }

template <typename K, typename... A>
void launch_generic(K kernel, A... arguments) {
  kernel<<<1, 4>>>(arguments...);
}

#define LAUNCH(kernel, grid, block, ...) kernel<<<grid, block>>>(__VA_ARGS__)
#define CONFIGURED(kernel) kernel<<<dim3(1), dim3(4)>>>

struct Launcher {
  int* out;
  void go() const { plain<<<1, 32, 0, stream>>>(out, 8); }
  cudaStream_t stream = 0;
};

__device__ int helper(int x) { return x * 3; }
__host__ __device__ int both(int x) { return x + 1; }

__global__ void uses_helpers(int* out) {
  auto local = [&](int x) { return helper(x) + both(x); };
  auto captured = [=](int x) { return x + static_cast<int>(threadIdx.x); };
  out[threadIdx.x] = local(threadIdx.x) + captured(1);
}

__global__ void shared_in_lambdas(int* out) {
  __shared__ int values[8];
  auto put = [=](int i, int v) { values[i] = v; };
  auto get = [](int i) { return values[i]; };
  put(threadIdx.x, threadIdx.x * 5);
  __syncthreads();
  out[threadIdx.x] = get(7 - threadIdx.x);
}

template <class T>
struct Nested {};

template <class T>
__global__ void of_type(int* out) {
  out[threadIdx.x] = 30 + static_cast<int>(blockDim.x);
}

template <class T>
constexpr int threads_for() {
  return 2;
}

__global__ void chosen(int* out) { out[threadIdx.x] = 40; }

template <class T>
auto kernel_for() {
  return &of_type<T>;
}

auto chooser() {
  return [] { return &chosen; };
}

/// What is launched is an expression with calls, casts or templates in it.
static void check_targets(int* out) {
  const auto launched = [&](int expected) {
    int first = 0;
    CHECK(cudaMemcpy(&first, out, sizeof(int), cudaMemcpyDeviceToHost) == cudaSuccess);
    CHECK(cudaMemset(out, 0, sizeof(int)) == cudaSuccess);
    CHECK_EQUAL(first, expected);
  };
  static_cast<void (*)(int*)>(chosen)<<<1, 2>>>(out);
  launched(40);
  kernel_for<int>()<<<1, 2>>>(out);
  launched(32);
  chooser()()<<<1, 2>>>(out);
  launched(40);
  [] { return &chosen; }()<<<1, 2>>>(out);
  launched(40);
  if (out != nullptr) (&chosen)<<<1, 2>>>(out);
  launched(40);
  of_type<Nested<Nested<Nested<int>>>><<<1, 3>>>(out);
  launched(33);
  of_type<int><<<1, threads_for<Nested<Nested<int>>>()>>>(out);
  launched(32);
}

extern "C" int run() {
  DeviceArray<int> ints(64);
  DeviceArray<float> floats(64);
  DeviceArray<double> doubles(64);
  const auto first = [&] { return ints.get()[0]; };

  plain<<<1, 32>>>(ints, 40);
  CHECK_EQUAL(ints.get()[39], 39);
  declared_template<<<1, 2>>>(ints.data());
  CHECK_EQUAL(ints.get()[1], 4);
  declared_template<float><<<1, 2>>>(floats, 2);
  CHECK_EQUAL(floats.get()[1], 2.0f);
  declared_template<<<1, 2>>>(doubles.data(), 3.0);
  CHECK_EQUAL(doubles.get()[1], 6.0);
  reversed_order<<<1, 1>>>(ints);
  CHECK_EQUAL(first(), 11);
  with_bounds<<<1, 1>>>(ints);
  CHECK_EQUAL(first(), 12);
  bounds_first<<<1, 1>>>(ints);
  CHECK_EQUAL(first(), 13);
  trailing_type<<<1, 1>>>(3, ints.data());
  CHECK_EQUAL(first(), 16);
  bounds_of_a_pack<int, 8, 24><<<1, 1>>>(ints.data());
  CHECK_EQUAL(first(), 17);
  c_linkage<<<1, 1>>>(ints);
  CHECK_EQUAL(first(), 14);
  unnamed<<<1, 1>>>(ints, 1, nullptr);
  CHECK_EQUAL(first(), 15);
  outer::inner::variadic<3, true><<<1, 1>>>(ints.data(), 1, 2.0f, 'a');
  CHECK_EQUAL(first(), 600);
  outer::launch_hidden(ints);
  CHECK_EQUAL(first(), 17);
  overloaded<<<1, 1>>>(ints.data());
  overloaded<<<1, 1>>>(floats.data());
  CHECK_EQUAL(first(), 1);
  CHECK_EQUAL(floats.get()[0], 2.0f);

  int factor = 3;
  plain<<<1, 32>>>(ints, 64);
  map<<<2, 32>>>(ints.data(), ints.data(), 64, [=] __device__(int x) { return x * factor; });
  CHECK_EQUAL(ints.get()[21], 63);
  constrained<float, 8><<<1, 8>>>(floats.data());
  CHECK_EQUAL(floats.get()[2], 5.0f);
  by_value<<<1, dim3(4, 3)>>>(Matrix{floats, 3, 4}, make_float2(1, 10));
  CHECK_EQUAL(floats.get()[11], 23.0f);
  int wide = 300;
  conversions<<<1, 1>>>(1, NULL, wide, 7u, 5, doubles);
  CHECK_EQUAL(doubles.get()[0], 1.0);
  CHECK_EQUAL(doubles.get()[1], 44.0);
  CHECK_EQUAL(doubles.get()[2], 7.0);
  CHECK_EQUAL(doubles.get()[3], 1.0);
  modifies_arguments<<<1, 8>>>(ints, 100);
  CHECK_EQUAL(ints.get()[7], 93);

  Kernel table[] = {plain, other};
  for (Kernel k : table) k<<<1, 4>>>(ints, 4);
  CHECK_EQUAL(ints.get()[3], -4);
  table[0]<<<1, 4>>>(ints, 4);
  CHECK_EQUAL(ints.get()[3], 3);
  (*table[1])<<<1, 4>>>(ints, 9);
  CHECK_EQUAL(ints.get()[2], -9);
  (factor > 2 ? plain : other)<<<1, 4>>>(ints, 4);
  CHECK_EQUAL(ints.get()[2], 2);
  launch_generic(other, ints.data(), 5);
  CHECK_EQUAL(first(), -5);
  LAUNCH(plain, 1, dim3(4, 1), ints, 4);
  CHECK_EQUAL(ints.get()[1], 1);
  CONFIGURED(other)(ints, 6);
  CHECK_EQUAL(first(), -6);
  Launcher{ints}.go();
  CHECK_EQUAL(ints.get()[7], 7);
  if (factor == 3) other<<<1, 4>>>(ints, 2); else plain<<<1, 4>>>(ints, 4);
  CHECK_EQUAL(first(), -2);

  int* pointer = ints;
  int count = 16;
  void* arguments[] = {&pointer, &count};
  CHECK_EQUAL(cudaLaunchKernel((void*)plain, dim3(1), dim3(8), arguments, 0, 0), cudaSuccess);
  CHECK_EQUAL(ints.get()[15], 15);
  CHECK_EQUAL(cudaLaunchKernel((const void*)declared_template<int>, dim3(1), dim3(8), arguments, 0, 0), cudaSuccess);
  CHECK_EQUAL(first(), 16);
  const char* name = nullptr;
  CHECK_EQUAL(cudaFuncGetName(&name, (const void*)plain), cudaSuccess);
  CHECK(name && strstr(name, "plain"));
  cudaFunction_t handle = nullptr, same = nullptr;
  CHECK_EQUAL(cudaGetFuncBySymbol(&handle, (const void*)plain), cudaSuccess);
  CHECK_EQUAL(cudaGetFuncBySymbol(&same, (const void*)plain), cudaSuccess);
  CHECK(handle && handle == same);
  CHECK_EQUAL(cudaGetFuncBySymbol(&same, (const void*)declared_template<int>), cudaSuccess);
  CHECK(same && handle != same);
  cudaLaunchConfig_t config = {};
  config.gridDim = 1;
  config.blockDim = 4;
  CHECK_EQUAL(cudaLaunchKernelEx(&config, other, ints.data(), 8), cudaSuccess);
  CHECK_EQUAL(first(), -8);

  dependent<<<1, 4>>>(ints);
  CHECK_EQUAL(ints.get()[3], 33);
  uses_helpers<<<1, 8>>>(ints);
  CHECK_EQUAL(ints.get()[4], 12 + 5 + 1 + 4);
  shared_in_lambdas<<<1, 8>>>(ints);
  CHECK_EQUAL(ints.get()[2], 25);
  CHECK_EQUAL(cudaDeviceSynchronize(), cudaSuccess);
  check_targets(ints);
  return failures;
}
