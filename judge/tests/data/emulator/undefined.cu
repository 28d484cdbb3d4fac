// What C++ leaves undefined and a GPU does all the same: shifts by too much, casts of numbers that do not fit, divisions by
// zero, functions without a return.
#include <cuda_runtime.h>

#include <climits>
#include <cmath>
#include <cstdint>
#include <iostream>

#include "check.h"

__global__ void shift(const int* counts, unsigned* u, int* i, unsigned long long* l) {
  const int n = counts[threadIdx.x], t = threadIdx.x;
  u[t] = 1u << n, u[t + 8] = (1u << n) - 1, u[t + 16] = 0x80000000u >> n;
  i[t] = -5 << n, i[t + 8] = -5 >> n, i[t + 16] = 5 >> n;
  l[t] = 1ull << n, l[t + 8] = ~0ull >> n, l[t + 16] = static_cast<unsigned long long>(-5ll >> n);
  unsigned char c = 200;
  unsigned assigned = 7u;
  assigned <<= n, c >>= n;
  u[t + 24] = assigned, i[t + 24] = c;
}

void check_shifts() {
  const std::vector<int> counts = {0, 1, 31, 32, 33, 64, -1, 40};
  DeviceArray<int> n(counts), ints(32);
  DeviceArray<unsigned> unsigneds(32);
  DeviceArray<unsigned long long> longs(24);
  shift<<<1, 8>>>(n, unsigneds, ints, longs);
  const auto u = unsigneds.get();
  const auto i = ints.get();
  const auto l = longs.get();
  for (int t = 0; t < 8; t++) {
    const unsigned count = counts[t];
    CHECK_EQUAL(u[t], count < 32 ? 1u << count : 0);
    CHECK_EQUAL(u[t + 8], (count < 32 ? 1u << count : 0) - 1);
    CHECK_EQUAL(u[t + 16], count < 32 ? 0x80000000u >> count : 0);
    CHECK_EQUAL(i[t], count < 32 ? static_cast<int>(-5u << count) : 0);
    CHECK_EQUAL(i[t + 8], count < 32 ? -5 >> count : -1);
    CHECK_EQUAL(i[t + 16], count < 32 ? 5 >> count : 0);
    CHECK_EQUAL(l[t], count < 64 ? 1ull << count : 0);
    CHECK_EQUAL(l[t + 8], count < 64 ? ~0ull >> count : 0);
    CHECK(l[t + 16] == static_cast<unsigned long long>(count < 64 ? -5ll >> count : -1ll));
    CHECK_EQUAL(u[t + 24], count < 32 ? 7u << count : 0);
    CHECK_EQUAL(i[t + 24], count < 32 ? 200 >> count : 0);
  }
}

template <class To>
__global__ void cast(const float* f, const double* d, To* out) {
  out[threadIdx.x] = static_cast<To>(0);
}
template <>
__global__ void cast<int>(const float* f, const double* d, int* out) {
  const int t = threadIdx.x;
  out[t] = (int)f[t], out[t + 8] = static_cast<int>(d[t]), out[t + 16] = int(f[t]) * 1;
}
template <>
__global__ void cast<unsigned>(const float* f, const double* d, unsigned* out) {
  const int t = threadIdx.x;
  out[t] = (unsigned)f[t], out[t + 8] = static_cast<unsigned int>(d[t]), out[t + 16] = (unsigned int)(f[t] * 1);
}
template <>
__global__ void cast<long long>(const float* f, const double* d, long long* out) {
  const int t = threadIdx.x;
  out[t] = (long long)f[t], out[t + 8] = static_cast<long long>(d[t]), out[t + 16] = (long long)f[t];
}
template <>
__global__ void cast<unsigned char>(const float* f, const double* d, unsigned char* out) {
  const int t = threadIdx.x;
  out[t] = (unsigned char)f[t], out[t + 8] = static_cast<unsigned char>(d[t]), out[t + 16] = (uint8_t)f[t];
}
template <>
__global__ void cast<signed char>(const float* f, const double* d, signed char* out) {
  const int t = threadIdx.x;
  out[t] = (signed char)f[t], out[t + 8] = static_cast<int8_t>(d[t]), out[t + 16] = (signed char)(f[t] + 0.0f);
}

constexpr float values[8] = {1.75f, -1.75f, 3e9f, -3e9f, 1e30f, -1e30f, 300.5f, NAN};

template <class To>
void check_casts(const std::vector<To>& expected, To of_double_nan) {
  DeviceArray<float> f(std::vector<float>(values, values + 8));
  DeviceArray<double> d(std::vector<double>(values, values + 8));
  DeviceArray<To> out(24);
  cast<To><<<1, 8>>>(f, d, out);
  const auto got = out.get();
  for (int t = 0; t < 24; t++) CHECK_EQUAL(got[t], t == 15 ? of_double_nan : expected[t % 8]);
}

__global__ void divide(const int* y, int* i, unsigned* u, long long* l) {
  const int zero = y[0], minus_one = y[1], five = y[2];
  i[0] = five / zero, i[1] = INT_MIN / minus_one, i[2] = five / minus_one, i[3] = 17 / five;
  u[0] = 5u / static_cast<unsigned>(zero), u[1] = 17u / y[2];
  i[4] = -17 / five;
  int left = 17;
  left /= y[2];
  i[5] = left;
  l[0] = (LLONG_MIN + zero) / zero;
}
__global__ void remain(const int* y, int* i, unsigned* u) {
  const int zero = y[0], minus_one = y[1], five = y[2];
  i[0] = five % zero, i[1] = INT_MIN % minus_one, i[2] = -17 % five;
  u[0] = 5u % static_cast<unsigned>(zero), u[1] = 17u % y[2];
  int left = 17;
  left %= y[2];
  i[3] = left;
}

void check_divisions() {
  DeviceArray<int> y(std::vector<int>{0, -1, 5}), i(6), r(4);
  DeviceArray<unsigned> u(2), v(2);
  DeviceArray<long long> l(1);
  divide<<<1, 1>>>(y, i, u, l);
  remain<<<1, 1>>>(y, r, v);
  CHECK(cudaDeviceSynchronize() == cudaSuccess);
  const int quotients[] = {-1, INT_MIN, -5, 3, -3, 3}, remainders[] = {-1, 0, -2, 2};
  for (int k = 0; k < 6; k++) CHECK_EQUAL(i.get()[k], quotients[k]);
  for (int k = 0; k < 4; k++) CHECK_EQUAL(r.get()[k], remainders[k]);
  CHECK_EQUAL(u.get()[0], ~0u); CHECK_EQUAL(u.get()[1], 3u);
  CHECK_EQUAL(v.get()[0], ~0u); CHECK_EQUAL(v.get()[1], 2u);
  CHECK_EQUAL(l.get()[0], -1ll);
}

// Operators of classes, templates beside shifts, and all that only looks like a shift, a division or a cast.

struct Big {
  unsigned words[2];
  __device__ Big operator<<(int n) const { return {{words[0] << n, words[1] << n}}; }
  __device__ Big operator/(const Big& other) const { return {{words[0] / other.words[0], words[1] / other.words[1]}}; }
  __device__ Big& operator<<=(int n) { return *this = *this << n; }
  __device__ explicit operator int() const { return words[0] + words[1]; }
};
std::ostream& operator<<(std::ostream& out, const Big& big) { return out << big.words[0] << '/' << big.words[1] << std::endl; }
__host__ __device__ void print(std::ostream* out, int n) {
#ifndef __CUDA_ARCH__
  *out << n << std::endl;
#endif
}
template <class T>
struct Box {
  T value;
};
template <int n>
struct Table {
  static constexpr int size = 1 << n >> 1;
  int cells[size / n];
};
struct Fields {
  unsigned low : 4, high : 28;
};

__device__ constexpr int power(int n) { return 1 << n; }
__device__ int narrow(Fields f, int n) {
  f.low <<= n;
  f.high /= n;
  return f.low + f.high / n + (int)f.low;
}

__global__ void others(const int* y, int* out) {
  const int two = y[0];
  Big big = {{8u, 20u}};
  big = big << two;
  big <<= two;
  big = big / Big{{2u, 4u}};
  out[0] = (int)big;
  Box<Box<int>> box = {{two}};
  Box<Box<int>>* pointer = &box;
  out[1] = pointer->value.value << power(two);
  __shared__ int cells[power(4) / 4][1 << 3];
  cells[two][two << 1] = static_cast<int>(sizeof(cells) / sizeof(cells[0]));
  out[2] = cells[two][two << 1];
  out[3] = sizeof(Table<4>) / sizeof(int);
  out[4] = two < 3 && two >> 1 > 0 ? 1 << two : (int)two;
  out[5] = static_cast<int>(two * 2.5f / two) + (int)-2.5f + int(two / 0.4f);
  out[6] = narrow({3u, 12u}, two);
  float quotient = 7;
  quotient /= two;
  out[7] = (int)(quotient * 10) % 10;
  int scaled = 100;
  scaled /= 0.5f * two;
  out[8] = scaled << two + 1;
}

void check_others() {
  DeviceArray<int> y(std::vector<int>{2}), out(9);
  others<<<1, 1>>>(y, out);
  const auto got = out.get();
  // ((8, 20) << 4) / (2, 4); 2 << 4; 4 rows; 8 / 4 cells; 1 << 2; 2 - 2 + 5; 12 + 3 + 12; 35 % 10; 100 << 3
  const int expected[] = {64 + 80, 32, 4, 2, 4, 5, 12 + 3 + 12, 5, 800};
  for (int k = 0; k < 9; k++) CHECK_EQUAL(got[k], expected[k]);
}

struct Pair {
  float a, b;
};
__device__ float no_return(float x) { x *= 2; }
__device__ int some_return(int x) {
  if (x > 0) return x;
}
template <class T>
__device__ T template_return(T x) {
  for (int i = 0; i < 3; i++)
    if (x == T(i)) return x;
}
__device__ Pair pair_return(float x) {
  if (x > 0) return {x, x};
}

__global__ void return_nothing(const float* in, float* out) {
  no_return(in[0]);
  out[0] = some_return(int(in[1]));
  out[1] = template_return(in[1]);
  out[2] = pair_return(in[1]).b;
  out[3] = 5 + 0 * some_return(int(in[0]));
}

void check_returns() {
  DeviceArray<float> in(std::vector<float>{-1, 1}), out(4);
  return_nothing<<<1, 1>>>(in, out);
  CHECK(cudaDeviceSynchronize() == cudaSuccess);
  CHECK_EQUAL(out.get()[0], 1); CHECK_EQUAL(out.get()[1], 1); CHECK_EQUAL(out.get()[2], 1); CHECK_EQUAL(out.get()[3], 5);
}

// One atomic for all lanes of a warp: the others pass a variable without a value to the shuffle, and get the leader's.
__device__ int place_of_lane(int* count) {
  const unsigned active = __activemask();
  const int lane = threadIdx.x & 31, leader = __ffs(active) - 1;
  int first;
  if (lane == leader) first = atomicAdd(count, __popc(active));
  first = __shfl_sync(active, first, leader);
  return first + __popc(active & ((1u << lane) - 1));
}

__global__ void compact(int* out, int* count, int n) {
  if (threadIdx.x >= n) return;
  const int place = place_of_lane(count);
  if (place < n) out[place] = 1;
}

__global__ void promised(const float* in, float* out) {
  const auto* aligned = static_cast<const float*>(__builtin_assume_aligned(in, 16));
  out[threadIdx.x] = aligned[threadIdx.x] + 1;
}

void check_variables_without_values() {
  DeviceArray<int> out(33), count(1);
  compact<<<1, 128>>>(out, count, 33);
  for (const int one : out.get()) CHECK_EQUAL(one, 1);
  CHECK_EQUAL(count.get()[0], 33);
  DeviceArray<float> in(std::vector<float>{1, 2, 3, 4}), sums(4);
  promised<<<1, 4>>>(in, sums);
  CHECK_EQUAL(sums.get()[3], 5);
}

extern "C" int run() {
  check_variables_without_values();
  check_shifts();
  check_casts<int>({1, -1, INT_MAX, INT_MIN, INT_MAX, INT_MIN, 300, 0}, INT_MIN);
  check_casts<unsigned>({1, 0, 3000000000u, 0, UINT_MAX, 0, 300, 0}, 0x80000000u);
  check_casts<long long>({1, -1, 3000000000ll, -3000000000ll, LLONG_MAX, LLONG_MIN, 300, LLONG_MIN}, LLONG_MIN);
  check_casts<unsigned char>({1, 0, 0, 0, 255, 0, 44, 0}, 0);
  check_casts<signed char>({1, -1, -1, 0, -1, 0, 44, 0}, 0);
  check_divisions();
  check_others();
  check_returns();
  return failures;
}
