#pragma once

#include "cuda_runtime.h"
#include "judge_emulated/small_float.h"

// half and half2, as <cuda_fp16.h> has them.

namespace nv {}  // of <nv/target>, which NVIDIA's includes: nothing else may be called nv

struct __half_raw { unsigned short x; };
struct __half2_raw { unsigned short x, y; };

#define JUDGE_REAL __half
#define JUDGE_PAIR __half2
#define JUDGE_RAW __half_raw
#define JUDGE_RAW_PAIR __half2_raw
#define JUDGE_TO_BITS judge_emulated::float_to_half_bits
#define JUDGE_FROM_BITS judge_emulated::half_bits_to_float
#include "judge_emulated/small_float_type.inc"
#undef JUDGE_REAL
#undef JUDGE_PAIR
#undef JUDGE_RAW
#undef JUDGE_RAW_PAIR
#undef JUDGE_TO_BITS
#undef JUDGE_FROM_BITS

typedef __half half;
typedef __half2 half2;
typedef __half nv_half;
typedef __half2 nv_half2;

#define CUDART_INF_FP16 (__ushort_as_half(0x7c00u))
#define CUDART_NAN_FP16 (__ushort_as_half(0x7fffu))
#define CUDART_MAX_NORMAL_FP16 (__ushort_as_half(0x7bffu))
#define CUDART_MIN_DENORM_FP16 (__ushort_as_half(0x0001u))
#define CUDART_ZERO_FP16 (__ushort_as_half(0x0000u))
#define CUDART_ONE_FP16 (__ushort_as_half(0x3c00u))

// From and to float.
static inline float __half2float(__half value) { return value; }
static inline __half __float2half(float value) { return value; }
static inline __half __float2half_rn(float value) { return value; }
static inline __half __float2half_rz(float value) {
  return __half_raw{judge_emulated::float_to_half_bits(value, judge_emulated::Rounding::zero)};
}
static inline __half __float2half_ru(float value) {
  return __half_raw{judge_emulated::float_to_half_bits(value, judge_emulated::Rounding::up)};
}
static inline __half __float2half_rd(float value) {
  return __half_raw{judge_emulated::float_to_half_bits(value, judge_emulated::Rounding::down)};
}
static inline __half __double2half(double value) { return value; }

// From and to integers. Half has fewer digits than any of them but char.
#define JUDGE_HALF_TO_INTEGER(name, integer)                                                                  \
  static inline integer __half2##name##_rn(__half x) { return judge_emulated::saturate<integer>(rintf(x)); }  \
  static inline integer __half2##name##_rz(__half x) { return judge_emulated::saturate<integer>(truncf(x)); } \
  static inline integer __half2##name##_ru(__half x) { return judge_emulated::saturate<integer>(ceilf(x)); }  \
  static inline integer __half2##name##_rd(__half x) { return judge_emulated::saturate<integer>(floorf(x)); } \
  static inline __half __##name##2half_rn(integer x) { return x; }                                            \
  static inline __half __##name##2half_rz(integer x) {                                                        \
    return __float2half_rz(judge_emulated::convert<float>(FE_TOWARDZERO, x));                                 \
  }                                                                                                           \
  static inline __half __##name##2half_ru(integer x) {                                                        \
    return __float2half_ru(judge_emulated::convert<float>(FE_UPWARD, x));                                     \
  }                                                                                                           \
  static inline __half __##name##2half_rd(integer x) {                                                        \
    return __float2half_rd(judge_emulated::convert<float>(FE_DOWNWARD, x));                                   \
  }
JUDGE_HALF_TO_INTEGER(int, int)
JUDGE_HALF_TO_INTEGER(uint, unsigned)
JUDGE_HALF_TO_INTEGER(short, short)
JUDGE_HALF_TO_INTEGER(ushort, unsigned short)
JUDGE_HALF_TO_INTEGER(ll, long long)
JUDGE_HALF_TO_INTEGER(ull, unsigned long long)
#undef JUDGE_HALF_TO_INTEGER
static inline signed char __half2char_rz(__half x) { return judge_emulated::saturate<signed char>(truncf(x)); }
static inline unsigned char __half2uchar_rz(__half x) { return judge_emulated::saturate<unsigned char>(truncf(x)); }

static inline short __half_as_short(__half x) { return static_cast<short>(x.__x); }
static inline unsigned short __half_as_ushort(__half x) { return x.__x; }
static inline __half __short_as_half(short x) { return __half_raw{static_cast<unsigned short>(x)}; }
static inline __half __ushort_as_half(unsigned short x) { return __half_raw{x}; }

// Pairs.
static inline __half2 make_half2(__half x, __half y) { return {x, y}; }
static inline __half2 __halves2half2(__half x, __half y) { return {x, y}; }
static inline __half2 __half2half2(__half x) { return {x, x}; }
static inline __half2 __float2half2_rn(float x) { return {__half(x), __half(x)}; }
static inline __half2 __floats2half2_rn(float x, float y) { return {__half(x), __half(y)}; }
static inline __half2 __float22half2_rn(float2 v) { return {__half(v.x), __half(v.y)}; }
static inline float2 __half22float2(__half2 v) { return {float(v.x), float(v.y)}; }
static inline float __low2float(__half2 v) { return v.x; }
static inline float __high2float(__half2 v) { return v.y; }
static inline __half __low2half(__half2 v) { return v.x; }
static inline __half __high2half(__half2 v) { return v.y; }
static inline __half2 __low2half2(__half2 v) { return {v.x, v.x}; }
static inline __half2 __high2half2(__half2 v) { return {v.y, v.y}; }
static inline __half2 __lowhigh2highlow(__half2 v) { return {v.y, v.x}; }
static inline __half2 __lows2half2(__half2 a, __half2 b) { return {a.x, b.x}; }
static inline __half2 __highs2half2(__half2 a, __half2 b) { return {a.y, b.y}; }
