#pragma once

#include "cuda_fp16.h"
#include "cuda_runtime.h"
#include "judge_emulated/small_float.h"

// __nv_bfloat16 and its pair, as <cuda_bf16.h> has them.

struct __nv_bfloat16_raw { unsigned short x; };
struct __nv_bfloat162_raw { unsigned short x, y; };

#define JUDGE_REAL __nv_bfloat16
#define JUDGE_PAIR __nv_bfloat162
#define JUDGE_RAW __nv_bfloat16_raw
#define JUDGE_RAW_PAIR __nv_bfloat162_raw
#define JUDGE_TO_BITS judge_emulated::float_to_bfloat_bits
#define JUDGE_FROM_BITS judge_emulated::bfloat_bits_to_float
#include "judge_emulated/small_float_type.inc"
#undef JUDGE_REAL
#undef JUDGE_PAIR
#undef JUDGE_RAW
#undef JUDGE_RAW_PAIR
#undef JUDGE_TO_BITS
#undef JUDGE_FROM_BITS

typedef __nv_bfloat16 nv_bfloat16;
typedef __nv_bfloat162 nv_bfloat162;

#define CUDART_INF_BF16 (__ushort_as_bfloat16(0x7f80u))
#define CUDART_NAN_BF16 (__ushort_as_bfloat16(0x7fffu))
#define CUDART_ZERO_BF16 (__ushort_as_bfloat16(0x0000u))
#define CUDART_ONE_BF16 (__ushort_as_bfloat16(0x3f80u))

// From and to float.
static inline float __bfloat162float(__nv_bfloat16 value) { return value; }
static inline __nv_bfloat16 __float2bfloat16(float value) { return value; }
static inline __nv_bfloat16 __float2bfloat16_rn(float value) { return value; }
static inline __nv_bfloat16 __float2bfloat16_rz(float value) {
  return __nv_bfloat16_raw{judge_emulated::float_to_bfloat_bits(value, judge_emulated::Rounding::zero)};
}
static inline __nv_bfloat16 __float2bfloat16_ru(float value) {
  return __nv_bfloat16_raw{judge_emulated::float_to_bfloat_bits(value, judge_emulated::Rounding::up)};
}
static inline __nv_bfloat16 __float2bfloat16_rd(float value) {
  return __nv_bfloat16_raw{judge_emulated::float_to_bfloat_bits(value, judge_emulated::Rounding::down)};
}
static inline __nv_bfloat16 __double2bfloat16(double value) { return value; }

#define JUDGE_BFLOAT_TO_INTEGER(name, integer)                                                                         \
  static inline integer __bfloat162##name##_rn(__nv_bfloat16 x) { return judge_emulated::saturate<integer>(rintf(x)); }  \
  static inline integer __bfloat162##name##_rz(__nv_bfloat16 x) { return judge_emulated::saturate<integer>(truncf(x)); } \
  static inline integer __bfloat162##name##_ru(__nv_bfloat16 x) { return judge_emulated::saturate<integer>(ceilf(x)); }  \
  static inline integer __bfloat162##name##_rd(__nv_bfloat16 x) { return judge_emulated::saturate<integer>(floorf(x)); } \
  static inline __nv_bfloat16 __##name##2bfloat16_rn(integer x) { return x; }
JUDGE_BFLOAT_TO_INTEGER(int, int)
JUDGE_BFLOAT_TO_INTEGER(uint, unsigned)
JUDGE_BFLOAT_TO_INTEGER(short, short)
JUDGE_BFLOAT_TO_INTEGER(ushort, unsigned short)
JUDGE_BFLOAT_TO_INTEGER(ll, long long)
JUDGE_BFLOAT_TO_INTEGER(ull, unsigned long long)
#undef JUDGE_BFLOAT_TO_INTEGER

static inline short __bfloat16_as_short(__nv_bfloat16 x) { return static_cast<short>(x.__x); }
static inline unsigned short __bfloat16_as_ushort(__nv_bfloat16 x) { return x.__x; }
static inline __nv_bfloat16 __short_as_bfloat16(short x) { return __nv_bfloat16_raw{static_cast<unsigned short>(x)}; }
static inline __nv_bfloat16 __ushort_as_bfloat16(unsigned short x) { return __nv_bfloat16_raw{x}; }

// Pairs.
static inline __nv_bfloat162 make_bfloat162(__nv_bfloat16 x, __nv_bfloat16 y) { return {x, y}; }
static inline __nv_bfloat162 __halves2bfloat162(__nv_bfloat16 x, __nv_bfloat16 y) { return {x, y}; }
static inline __nv_bfloat162 __bfloat162bfloat162(__nv_bfloat16 x) { return {x, x}; }
static inline __nv_bfloat162 __float2bfloat162_rn(float x) { return {__nv_bfloat16(x), __nv_bfloat16(x)}; }
static inline __nv_bfloat162 __floats2bfloat162_rn(float x, float y) { return {__nv_bfloat16(x), __nv_bfloat16(y)}; }
static inline __nv_bfloat162 __float22bfloat162_rn(float2 v) { return {__nv_bfloat16(v.x), __nv_bfloat16(v.y)}; }
static inline float2 __bfloat1622float2(__nv_bfloat162 v) { return {float(v.x), float(v.y)}; }
static inline float __low2float(__nv_bfloat162 v) { return v.x; }
static inline float __high2float(__nv_bfloat162 v) { return v.y; }
static inline __nv_bfloat16 __low2bfloat16(__nv_bfloat162 v) { return v.x; }
static inline __nv_bfloat16 __high2bfloat16(__nv_bfloat162 v) { return v.y; }
static inline __nv_bfloat162 __low2bfloat162(__nv_bfloat162 v) { return {v.x, v.x}; }
static inline __nv_bfloat162 __high2bfloat162(__nv_bfloat162 v) { return {v.y, v.y}; }
static inline __nv_bfloat162 __lowhigh2highlow(__nv_bfloat162 v) { return {v.y, v.x}; }
static inline __nv_bfloat162 __lows2bfloat162(__nv_bfloat162 a, __nv_bfloat162 b) { return {a.x, b.x}; }
static inline __nv_bfloat162 __highs2bfloat162(__nv_bfloat162 a, __nv_bfloat162 b) { return {a.y, b.y}; }
