// fp8: every value of both formats to half and float; float, half and double to fp8 with and without saturation against
// a search for the nearest number; pairs, fours and integers.
#include <cuda_fp8.h>

#include <cmath>
#include <cstring>

#include "check.h"

__global__ void widen(float* e4, float* e5, unsigned short* halves) {
  int i = threadIdx.x;
  __nv_fp8_e4m3 a;
  __nv_fp8_e5m2 b;
  a.__x = static_cast<__nv_fp8_storage_t>(i);
  b.__x = static_cast<__nv_fp8_storage_t>(i);
  e4[i] = static_cast<float>(a);
  e5[i] = float(b);
  halves[2 * i] = __nv_cvt_fp8_to_halfraw(a.__x, __NV_E4M3).x;
  halves[2 * i + 1] = __nv_cvt_fp8_to_halfraw(b.__x, __NV_E5M2).x;
}

__global__ void narrow(const float* in, unsigned char* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  unsigned char* o = out + 8 * i;
  o[0] = __nv_cvt_float_to_fp8(in[i], __NV_SATFINITE, __NV_E4M3);
  o[1] = __nv_cvt_float_to_fp8(in[i], __NV_NOSAT, __NV_E4M3);
  o[2] = __nv_cvt_float_to_fp8(in[i], __NV_SATFINITE, __NV_E5M2);
  o[3] = __nv_cvt_float_to_fp8(in[i], __NV_NOSAT, __NV_E5M2);
  o[4] = __nv_fp8_e4m3(in[i]).__x;
  o[5] = __nv_cvt_double_to_fp8(static_cast<double>(in[i]), __NV_SATFINITE, __NV_E5M2);
  o[6] = __nv_fp8_e4m3(__float2half(in[i])).__x;
  o[7] = __nv_fp8_e5m2(__float2bfloat16(in[i])).__x;
}

__global__ void groups(unsigned* out, float4* wide, int* integers) {
  __nv_fp8x4_e4m3 four(make_float4(1.0f, -2.5f, 448.0f, 1000.0f));
  out[0] = four.__x;
  wide[0] = static_cast<float4>(four);
  __nv_fp8x2_e5m2 two(make_float2(0.5f, -1e9f));
  out[1] = two.__x;
  half2 halves = static_cast<__half2>(two);
  wide[1] = make_float4(__low2float(halves), __high2float(halves), 0, 0);
  out[2] = __nv_cvt_float2_to_fp8x2(make_float2(3.0f, 7.0f), __NV_SATFINITE, __NV_E4M3);
  __nv_fp8_e4m3 a(-3.75f), b(300), zero(0.0f);
  integers[0] = static_cast<int>(a);
  integers[1] = static_cast<int>(b);
  integers[2] = static_cast<unsigned char>(a);
  integers[3] = static_cast<signed char>(b);
  integers[4] = static_cast<bool>(a) + 2 * static_cast<bool>(zero);
  __shared__ __nv_fp8_e4m3 tile[32];
  tile[threadIdx.x] = __nv_fp8_e4m3(static_cast<float>(threadIdx.x));
  __syncthreads();
  integers[5] = static_cast<int>(tile[16]);
}

double value_of(int bits, int digits, int bias) {
  const int exponent = (bits & 0x7f) >> digits, fraction = bits & ((1 << digits) - 1);
  const double magnitude = exponent == 0 ? std::ldexp(fraction, 1 - bias - digits)
                                         : std::ldexp((1 << digits) + fraction, exponent - bias - digits);
  return bits & 0x80 ? -magnitude : magnitude;
}

// The bits of the finite number nearest to `value`, the even one of two; `largest` + 1 for an overflow.
int nearest(double value, int digits, int bias, int largest) {
  const double magnitude = std::fabs(value);
  if (magnitude > value_of(largest + 1, digits, bias)) return largest + 1;
  int best = 0;
  for (int bits = 1; bits <= largest + 1; ++bits) {
    const double here = std::fabs(value_of(bits, digits, bias) - magnitude),
                 before = std::fabs(value_of(best, digits, bias) - magnitude);
    if (here < before || (here == before && bits % 2 == 0)) best = bits;
  }
  return best;
}

void check_widening() {
  DeviceArray<float> e4(256), e5(256);
  DeviceArray<unsigned short> halves(512);
  widen<<<1, 256>>>(e4, e5, halves);
  const auto got4 = e4.get(), got5 = e5.get();
  const auto raw = halves.get();
  for (int i = 0; i < 256; ++i) {
    if ((i & 0x7f) == 0x7f) {
      CHECK(std::isnan(got4[i]));
      CHECK((raw[2 * i] & 0x7fff) > 0x7c00);
    } else {
      CHECK_EQUAL(got4[i], value_of(i, 3, 7));
      CHECK_EQUAL(__half2float(__ushort_as_half(raw[2 * i])), value_of(i, 3, 7));
    }
    if ((i & 0x7f) > 0x7c) CHECK(std::isnan(got5[i]));
    else if ((i & 0x7f) == 0x7c) CHECK(std::isinf(got5[i]) && (got5[i] < 0) == (i >= 128));
    else CHECK_EQUAL(got5[i], value_of(i, 2, 15));
    if ((i & 0x7f) <= 0x7c) CHECK_EQUAL(raw[2 * i + 1], i << 8);
  }
}

std::vector<float> samples() {
  std::vector<float> values = {0.0f,    -0.0f,  448.0f, 464.0f,  464.1f, 480.0f, -1e30f,  57344.0f, 61440.0f,
                               61439.f, 65536.f, 1e-9f, -1e-20f, 1e-40f, INFINITY, -INFINITY};
  for (int bits = 0; bits < 127; ++bits)
    for (const auto& [digits, bias] : {std::pair<int, int>{3, 7}, std::pair<int, int>{2, 15}}) {
      const double low = value_of(bits, digits, bias), high = value_of(bits + 1, digits, bias), middle = (low + high) / 2;
      for (const double value : {low, middle, middle * (1 + 1e-6), middle * (1 - 1e-6), -middle})
        values.push_back(static_cast<float>(value));
    }
  return values;
}

void check_narrowing() {
  const std::vector<float> values = samples();
  const int n = static_cast<int>(values.size());
  DeviceArray<float> in(values);
  DeviceArray<unsigned char> out(8 * values.size());
  narrow<<<(n + 127) / 128, 128>>>(in, out, n);
  const auto got = out.get();
  for (int i = 0; i < n; ++i) {
    const float x = values[i];
    const int sign = std::signbit(x) ? 0x80 : 0, near4 = nearest(x, 3, 7, 0x7e), near5 = nearest(x, 2, 15, 0x7b);
    CHECK_EQUAL(got[8 * i], sign | (near4 > 0x7e ? 0x7e : near4));
    CHECK_EQUAL(got[8 * i + 1], sign | near4);
    CHECK_EQUAL(got[8 * i + 2], sign | (near5 > 0x7b ? 0x7b : near5));
    CHECK_EQUAL(got[8 * i + 3], sign | near5);
    CHECK_EQUAL(got[8 * i + 4], got[8 * i]);
    CHECK_EQUAL(got[8 * i + 5], got[8 * i + 2]);
    const float h = __half2float(__float2half(x)), b = __bfloat162float(__float2bfloat16(x));
    const int near_h = nearest(h, 3, 7, 0x7e), near_b = nearest(b, 2, 15, 0x7b);
    CHECK_EQUAL(got[8 * i + 6], sign | (near_h > 0x7e ? 0x7e : near_h));
    CHECK_EQUAL(got[8 * i + 7], sign | (near_b > 0x7b ? 0x7b : near_b));
  }
}

void check_groups() {
  DeviceArray<unsigned> out(3);
  DeviceArray<float4> wide(2);
  DeviceArray<int> integers(6);
  groups<<<1, 32>>>(out, wide, integers);
  const auto bits = out.get();
  const auto floats = wide.get();
  const auto ints = integers.get();
  CHECK_EQUAL(bits[0], 0x7e7ec238u);
  CHECK(floats[0].x == 1.0f && floats[0].y == -2.5f && floats[0].z == 448.0f && floats[0].w == 448.0f);
  CHECK_EQUAL(bits[1], 0xfb38u);
  CHECK(floats[1].x == 0.5f && floats[1].y == -57344.0f);
  CHECK_EQUAL(bits[2], 0x4e44u);
  const int expected[] = {-3, 288, 0, 127, 1, 16};
  for (int i = 0; i < 6; ++i) CHECK_EQUAL(ints[i], expected[i]);
  // On the host, too, and NaN.
  CHECK_EQUAL(__nv_cvt_float_to_fp8(NAN, __NV_SATFINITE, __NV_E4M3) & 0x7f, 0x7f);
  CHECK_EQUAL(__nv_fp8_e5m2(3.0).__x, 0x42);
  CHECK_EQUAL(static_cast<float>(__nv_fp8_e4m3(17)), 16.0f);
}

// Pairs of halves by their raw form, and what converts to the type that it is stored in.
__global__ void raw_pairs(float2* out, __nv_fp8x2_storage_t* packed, float* stored, half* halves, int* ints) {
  __half2 pair = __half2(__nv_cvt_fp8x2_to_halfraw2(0x3840, __NV_E4M3));
  out[0] = __half22float2(pair);
  packed[0] = __nv_cvt_halfraw2_to_fp8x2(pair, __NV_SATFINITE, __NV_E4M3);
  ++pair;
  out[1] = __half22float2(+pair);
  --pair;
  out[2] = __half22float2(-pair);
  __stcs(&stored[0], 2.5);
  __stcg(&stored[1], 3);
  __stwt(&halves[0], 1.5f);
  __stwb(&ints[0], 7.0f);
}

void check_raw_pairs() {
  DeviceArray<float2> out(3);
  DeviceArray<__nv_fp8x2_storage_t> packed(1);
  DeviceArray<float> stored(2);
  DeviceArray<half> halves(1);
  DeviceArray<int> ints(1);
  raw_pairs<<<1, 1>>>(out, packed, stored, halves, ints);
  const float expected[] = {2, 1, 3, 2, -2, -1};
  for (int i = 0; i < 3; ++i) CHECK(out.get()[i].x == expected[2 * i] && out.get()[i].y == expected[2 * i + 1]);
  CHECK_EQUAL(packed.get()[0], 0x3840);
  CHECK(stored.get()[0] == 2.5f && stored.get()[1] == 3.0f && ints.get()[0] == 7);
  CHECK_EQUAL(__half2float(halves.get()[0]), 1.5f);
}

extern "C" int run() {
  check_raw_pairs();
  check_widening();
  check_narrowing();
  check_groups();
  CHECK(cudaDeviceSynchronize() == cudaSuccess);
  return failures;
}
