#pragma once

#include "cuda_bf16.h"
#include "cuda_fp16.h"
#include "cuda_runtime.h"

// The eight-bit numbers of <cuda_fp8.h>: E4M3 (no infinity, largest 448) and E5M2 (largest 57344).

typedef unsigned char __nv_fp8_storage_t;
typedef unsigned short __nv_fp8x2_storage_t;
typedef unsigned int __nv_fp8x4_storage_t;

typedef enum __nv_saturation_t { __NV_NOSAT, __NV_SATFINITE } __nv_saturation_t;
typedef enum __nv_fp8_interpretation_t { __NV_E4M3, __NV_E5M2 } __nv_fp8_interpretation_t;

namespace judge_emulated {

struct Fp8Format {
  unsigned digits;            ///< of the fraction
  unsigned bias;
  unsigned largest;           ///< bits of the largest finite number
  unsigned overflow;          ///< bits of what an unsaturated overflow gives
};
constexpr Fp8Format e4m3{3, 7, 0x7e, 0x7f}, e5m2{2, 15, 0x7b, 0x7c};

static inline constexpr const Fp8Format& fp8_format(__nv_fp8_interpretation_t interpretation) {
  return interpretation == __NV_E4M3 ? e4m3 : e5m2;
}

/// Rounds to nearest even; any NaN becomes 0x7f.
static inline __nv_fp8_storage_t float_to_fp8_bits(float value, __nv_saturation_t saturation, const Fp8Format& format) {
  const std::uint32_t bits = bit_cast<std::uint32_t>(value), magnitude = bits & 0x7fffffffu, sign = bits >> 24 & 0x80u;
  if (magnitude > 0x7f800000u) return 0x7f;
  const unsigned dropped = 23 - format.digits, rebias = 127 - format.bias;
  std::uint32_t result;
  if (magnitude >= (rebias + 1) << 23) {
    result = round_bits(magnitude - (rebias << 23), dropped, Rounding::nearest, false);
  } else {                    // subnormal: units of 2^(1 - bias - digits)
    const unsigned shift = dropped + rebias + 1 - (magnitude >> 23);
    result = shift > 30 ? 0 : round_bits((magnitude & 0x7fffffu) | 0x800000u, shift, Rounding::nearest, false);
  }
  if (result > format.largest) result = saturation == __NV_SATFINITE ? format.largest : format.overflow;
  return static_cast<__nv_fp8_storage_t>(sign | result);
}

static inline float fp8_bits_to_float(__nv_fp8_storage_t bits, __nv_fp8_interpretation_t interpretation) {
  if (interpretation == __NV_E5M2) return half_bits_to_float(static_cast<std::uint16_t>(bits << 8));
  if ((bits & 0x7f) == 0x7f) return bit_cast<float>(0x7fffffffu);
  // A half whose exponent counts from 7 instead of 15.
  return half_bits_to_float(static_cast<std::uint16_t>((bits & 0x80) << 8 | (bits & 0x7f) << 7)) * 256.0f;
}

}  // namespace judge_emulated

static inline __nv_fp8_storage_t __nv_cvt_float_to_fp8(float x, __nv_saturation_t saturate,
                                                       __nv_fp8_interpretation_t interpretation) {
  return judge_emulated::float_to_fp8_bits(x, saturate, judge_emulated::fp8_format(interpretation));
}
/// A NaN keeps its sign and, in E5M2, its upper digits.
static inline __nv_fp8_storage_t __nv_cvt_double_to_fp8(double x, __nv_saturation_t saturate,
                                                        __nv_fp8_interpretation_t interpretation) {
  if (x != x) {
    const unsigned long long bits = judge_emulated::bit_cast<unsigned long long>(x);
    const unsigned nan = interpretation == __NV_E4M3 ? 0x7fu : 0x7eu | static_cast<unsigned>(bits >> 50 & 3);
    return static_cast<__nv_fp8_storage_t>((bits >> 56 & 0x80) | nan);
  }
  return __nv_cvt_float_to_fp8(judge_emulated::round_to_odd(x), saturate, interpretation);
}
static inline __nv_fp8_storage_t __nv_cvt_halfraw_to_fp8(__half_raw x, __nv_saturation_t saturate,
                                                         __nv_fp8_interpretation_t interpretation) {
  return __nv_cvt_float_to_fp8(judge_emulated::half_bits_to_float(x.x), saturate, interpretation);
}
static inline __nv_fp8_storage_t __nv_cvt_bfloat16raw_to_fp8(__nv_bfloat16_raw x, __nv_saturation_t saturate,
                                                             __nv_fp8_interpretation_t interpretation) {
  return __nv_cvt_float_to_fp8(judge_emulated::bfloat_bits_to_float(x.x), saturate, interpretation);
}
static inline __half_raw __nv_cvt_fp8_to_halfraw(__nv_fp8_storage_t x, __nv_fp8_interpretation_t interpretation) {
  return __half(judge_emulated::fp8_bits_to_float(x, interpretation));
}

static inline __nv_fp8x2_storage_t __nv_cvt_float2_to_fp8x2(float2 x, __nv_saturation_t saturate,
                                                            __nv_fp8_interpretation_t interpretation) {
  return static_cast<__nv_fp8x2_storage_t>(__nv_cvt_float_to_fp8(x.y, saturate, interpretation) << 8 |
                                           __nv_cvt_float_to_fp8(x.x, saturate, interpretation));
}
static inline __nv_fp8x2_storage_t __nv_cvt_double2_to_fp8x2(double2 x, __nv_saturation_t saturate,
                                                             __nv_fp8_interpretation_t interpretation) {
  return static_cast<__nv_fp8x2_storage_t>(__nv_cvt_double_to_fp8(x.y, saturate, interpretation) << 8 |
                                           __nv_cvt_double_to_fp8(x.x, saturate, interpretation));
}
static inline __nv_fp8x2_storage_t __nv_cvt_halfraw2_to_fp8x2(__half2_raw x, __nv_saturation_t saturate,
                                                              __nv_fp8_interpretation_t interpretation) {
  return static_cast<__nv_fp8x2_storage_t>(
      __nv_cvt_halfraw_to_fp8(__half_raw{x.y}, saturate, interpretation) << 8 |
      __nv_cvt_halfraw_to_fp8(__half_raw{x.x}, saturate, interpretation));
}
static inline __nv_fp8x2_storage_t __nv_cvt_bfloat16raw2_to_fp8x2(__nv_bfloat162_raw x, __nv_saturation_t saturate,
                                                                  __nv_fp8_interpretation_t interpretation) {
  return static_cast<__nv_fp8x2_storage_t>(
      __nv_cvt_bfloat16raw_to_fp8(__nv_bfloat16_raw{x.y}, saturate, interpretation) << 8 |
      __nv_cvt_bfloat16raw_to_fp8(__nv_bfloat16_raw{x.x}, saturate, interpretation));
}
static inline __half2_raw __nv_cvt_fp8x2_to_halfraw2(__nv_fp8x2_storage_t x, __nv_fp8_interpretation_t interpretation) {
  return {__nv_cvt_fp8_to_halfraw(static_cast<__nv_fp8_storage_t>(x), interpretation).x,
          __nv_cvt_fp8_to_halfraw(static_cast<__nv_fp8_storage_t>(x >> 8), interpretation).x};
}

#define JUDGE_FP8 __nv_fp8_e4m3
#define JUDGE_FP8_2 __nv_fp8x2_e4m3
#define JUDGE_FP8_4 __nv_fp8x4_e4m3
#define JUDGE_FP8_KIND __NV_E4M3
#include "judge_emulated/fp8_type.inc"
#undef JUDGE_FP8
#undef JUDGE_FP8_2
#undef JUDGE_FP8_4
#undef JUDGE_FP8_KIND

#define JUDGE_FP8 __nv_fp8_e5m2
#define JUDGE_FP8_2 __nv_fp8x2_e5m2
#define JUDGE_FP8_4 __nv_fp8x4_e5m2
#define JUDGE_FP8_KIND __NV_E5M2
#include "judge_emulated/fp8_type.inc"
#undef JUDGE_FP8
#undef JUDGE_FP8_2
#undef JUDGE_FP8_4
#undef JUDGE_FP8_KIND
