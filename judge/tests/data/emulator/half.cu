// half and bfloat16: every value of the type through conversions, arithmetic against double, both rounding ways.
#include <cuda_bf16.h>
#include <cuda_fp16.h>

#include <cmath>
#include <cstring>

#include "check.h"

constexpr int all_values = 65536;

__global__ void to_float(const unsigned short* in, float* halves, float* bfloats) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  halves[i] = __half2float(__ushort_as_half(in[i]));
  bfloats[i] = __bfloat162float(__ushort_as_bfloat16(in[i]));
}

__global__ void from_float(const float* in, unsigned short* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  out[6 * i] = __half_as_ushort(__float2half_rn(in[i]));
  out[6 * i + 1] = __half_as_ushort(__float2half_rz(in[i]));
  out[6 * i + 2] = __half_as_ushort(__float2half_ru(in[i]));
  out[6 * i + 3] = __half_as_ushort(__float2half_rd(in[i]));
  out[6 * i + 4] = __bfloat16_as_ushort(__float2bfloat16_rn(in[i]));
  out[6 * i + 5] = __half_as_ushort(__double2half(static_cast<double>(in[i]) * (1 + 1e-12)));
}

__global__ void arithmetic(const unsigned short* in, unsigned short* out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  half a = __ushort_as_half(in[i]), b = __ushort_as_half(in[(i * 7919u + 13) % all_values]),
       c = __ushort_as_half(in[(i * 104729u + 7) % all_values]);
  unsigned short* o = out + 8 * i;
  o[0] = __half_as_ushort(__hadd(a, b));
  o[1] = __half_as_ushort(a - b);
  o[2] = __half_as_ushort(__hmul(a, b));
  o[3] = __half_as_ushort(a / b);
  o[4] = __half_as_ushort(__hfma(a, b, c));
  o[5] = __half_as_ushort(hsqrt(__habs(a)));
  o[6] = __half_as_ushort(__hmax(a, b));
  o[7] = (__hlt(a, b) ? 1 : 0) | (__hgeu(a, b) ? 2 : 0) | (__hne(a, b) ? 4 : 0) | (__hisnan(a) ? 8 : 0);
}

__global__ void pairs(const half2* in, half2* out, float2* floats) {
  int i = threadIdx.x;
  half2 v = in[i], w = __lowhigh2highlow(v);
  out[4 * i] = __hadd2(v, w);
  out[4 * i + 1] = __hfma2(v, w, __float2half2_rn(0.5f));
  out[4 * i + 2] = __hgt2(v, w);
  out[4 * i + 3] = h2exp(__halves2half2(__low2half(v), __float2half(0.0f)));
  floats[i] = __half22float2(__hmul2(v, v));
}

__global__ void sums(half* h, half2* h2, __nv_bfloat16* b) {
  atomicAdd(h, __float2half(1.0f));
  atomicAdd(h2, __floats2half2_rn(1.0f, 2.0f));
  atomicAdd(b, __float2bfloat16(1.0f));
  __shared__ half tile[64];
  tile[threadIdx.x] = __int2half_rn(threadIdx.x);
  __syncthreads();
  half s = tile[63 - threadIdx.x];
  for (int d = 16; d > 0; d /= 2) s += __shfl_down_sync(0xffffffffu, s, d);
  if (threadIdx.x == 32) h[1] = s;
}

__global__ void integers(int* out) {
  out[0] = __half2int_rn(__float2half(2.5f));
  out[1] = __half2int_rz(__float2half(-2.75f));
  out[2] = __half2int_ru(__float2half(2.25f));
  out[3] = __half2int_rd(__float2half(-2.25f));
  out[4] = __half2uint_rz(__float2half(-3.0f));
  out[5] = __half2short_rz(__ushort_as_half(0x7c00));
  out[6] = __half_as_ushort(__int2half_rn(70000));
  out[7] = __half_as_ushort(__uint2half_rn(2049));
}

static bool is_nan_half(unsigned short h) { return (h & 0x7fff) > 0x7c00; }

static double value_of(unsigned short h) {
  const int exponent = h >> 10 & 31, digits = h & 1023;
  const double magnitude = exponent == 31 ? (digits ? NAN : INFINITY)
                           : exponent     ? std::ldexp(1024 + digits, exponent - 25)
                                          : std::ldexp(digits, -24);
  return h & 0x8000 ? -magnitude : magnitude;
}

/// The half nearest to an exact sum or product held in long double, ties to even.
static unsigned short nearest(long double x) {
  const unsigned short sign = std::signbit(x) ? 0x8000 : 0;
  long double m = fabsl(x);
  if (std::isnan(m)) return 0x7fff;
  if (m == 0) return sign;
  if (m >= 65520) return sign | 0x7c00;
  int exponent = 0;
  frexpl(m, &exponent);
  const int unit = exponent < -13 ? -24 : exponent - 11;
  const long double units = ldexpl(m, -unit);
  long long whole = static_cast<long long>(units);
  const long double rest = units - whole;
  if (rest > 0.5L || (rest == 0.5L && (whole & 1))) ++whole;
  return sign | static_cast<unsigned short>(unit == -24 ? whole : ((static_cast<long long>(unit + 24) << 10) + whole));
}

static bool same(unsigned short got, unsigned short expected) {
  return got == expected || (is_nan_half(got) && is_nan_half(expected));
}

static void conversions() {
  std::vector<unsigned short> every(all_values);
  for (int i = 0; i < all_values; i++) every[i] = static_cast<unsigned short>(i);
  DeviceArray<unsigned short> in(every);
  DeviceArray<float> halves(all_values), bfloats(all_values);
  to_float<<<all_values / 256, 256>>>(in, halves, bfloats);
  const std::vector<float> h = halves.get(), b = bfloats.get();
  std::vector<float> floats;
  for (int i = 0; i < all_values; i++) {
    CHECK(h[i] == value_of(every[i]) || (std::isnan(h[i]) && is_nan_half(every[i])));
    unsigned bits;
    std::memcpy(&bits, &b[i], 4);
    CHECK(std::isnan(b[i]) || bits == static_cast<unsigned>(i) << 16);
    if (std::isnan(h[i])) continue;
    for (float factor : {1.0f, 1.0004f, 0.9996f, 1.00048828125f}) floats.push_back(h[i] * factor);
    floats.push_back(b[i]);
  }
  const int n = static_cast<int>(floats.size());
  DeviceArray<float> from(floats);
  DeviceArray<unsigned short> out(6 * n);
  from_float<<<(n + 255) / 256, 256>>>(from, out, n);
  const std::vector<unsigned short> o = out.get();
  for (int i = 0; i < n; i++) {
    const float x = floats[i];
    CHECK(same(o[6 * i], nearest(x)));
    if (std::isnan(x)) continue;
    CHECK(std::fabs(value_of(o[6 * i + 1])) <= std::fabs(x));
    CHECK(value_of(o[6 * i + 2]) >= x);
    CHECK(value_of(o[6 * i + 3]) <= x);
    CHECK(o[6 * i] == o[6 * i + 2] || o[6 * i] == o[6 * i + 3]);
    CHECK(same(o[6 * i + 5], nearest(static_cast<double>(x) * (1 + 1e-12))));
    unsigned bits;
    std::memcpy(&bits, &x, 4);
    CHECK(o[6 * i + 4] == static_cast<unsigned short>((bits + 0x7fff + (bits >> 16 & 1)) >> 16));
  }
}

static void operations() {
  std::vector<unsigned short> every(all_values);
  for (int i = 0; i < all_values; i++) every[i] = static_cast<unsigned short>(i * 40503u);
  DeviceArray<unsigned short> in(every), out(8 * all_values);
  arithmetic<<<all_values / 256, 256>>>(in, out);
  const std::vector<unsigned short> o = out.get();
  int wrong_quotients = 0;
  for (int i = 0; i < all_values; i++) {
    const double a = value_of(every[i]), b = value_of(every[(i * 7919u + 13) % all_values]),
                 c = value_of(every[(i * 104729u + 7) % all_values]);
    const unsigned short* r = &o[8 * i];
    CHECK(same(r[0], nearest(static_cast<long double>(a) + b)));
    CHECK(same(r[1], nearest(static_cast<long double>(a) - b)));
    CHECK(same(r[2], nearest(static_cast<long double>(a) * b)));
    wrong_quotients += !same(r[3], nearest(static_cast<long double>(a) / b));
    CHECK(same(r[4], nearest(static_cast<long double>(a) * b + c)));
    CHECK(same(r[5], nearest(sqrtl(fabsl(a)))));
    CHECK(same(r[6], std::isnan(a) ? nearest(b) : std::isnan(b) ? nearest(a) : r[6]));
    CHECK_EQUAL(r[7], (a < b ? 1 : 0) | (!(a < b) ? 2 : 0) | (a < b || a > b ? 4 : 0) | (std::isnan(a) ? 8 : 0));
  }
  CHECK(wrong_quotients <= all_values / 100);   // a GPU divides by multiplying with a reciprocal
}

static void pairs_and_sums() {
  std::vector<half2> v(64);
  for (int i = 0; i < 64; i++) v[i] = __floats2half2_rn(i * 0.25f, 8.0f - i);
  DeviceArray<half2> in(v), out(256);
  DeviceArray<float2> floats(64);
  pairs<<<1, 64>>>(in, out, floats);
  const std::vector<half2> o = out.get();
  const std::vector<float2> f = floats.get();
  for (int i = 0; i < 64; i++) {
    const float x = i * 0.25f, y = 8.0f - i;
    CHECK_EQUAL(__low2float(o[4 * i]), x + y);
    CHECK_EQUAL(__high2float(o[4 * i + 1]), __half2float(__float2half(x * y + 0.5f)));
    CHECK_EQUAL(__low2float(o[4 * i + 2]), x > y ? 1.0f : 0.0f);
    CHECK_EQUAL(__high2float(o[4 * i + 3]), 1.0f);
    CHECK_EQUAL(f[i].x, __half2float(__float2half(x * x)));
  }
  DeviceArray<half> h(2);
  DeviceArray<half2> h2(1);
  DeviceArray<__nv_bfloat16> b(1);
  sums<<<2, 64>>>(h, h2, b);
  CHECK_EQUAL(__half2float(h.get()[0]), 128.0f);
  CHECK_EQUAL(__half2float(h.get()[1]), 496.0f);
  CHECK_EQUAL(__high2float(h2.get()[0]), 256.0f);
  CHECK_EQUAL(__bfloat162float(b.get()[0]), 128.0f);
  DeviceArray<int> ints(8);
  integers<<<1, 1>>>(ints);
  const std::vector<int> expected = {2, -2, 3, -3, 0, 32767, 0x7c00, 0x6800};
  const std::vector<int> got = ints.get();
  for (int i = 0; i < 8; i++) CHECK_EQUAL(got[i], expected[i]);
}

extern "C" int run() {
  conversions();
  operations();
  pairs_and_sums();
  return failures;
}
