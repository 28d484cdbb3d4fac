#pragma once

#include "cuda_runtime.h"

// Complex numbers as pairs, as <cuComplex.h> has them.

typedef float2 cuFloatComplex;
typedef double2 cuDoubleComplex;
typedef cuFloatComplex cuComplex;

#define JUDGE_COMPLEX(complex, real, suffix)                                                                      \
  static inline complex make_##complex(real x, real y) { return {x, y}; }                                         \
  static inline real cuCreal##suffix(complex z) { return z.x; }                                                   \
  static inline real cuCimag##suffix(complex z) { return z.y; }                                                   \
  static inline complex cuConj##suffix(complex z) { return {z.x, -z.y}; }                                         \
  static inline complex cuCadd##suffix(complex a, complex b) { return {a.x + b.x, a.y + b.y}; }                   \
  static inline complex cuCsub##suffix(complex a, complex b) { return {a.x - b.x, a.y - b.y}; }                   \
  static inline complex cuCmul##suffix(complex a, complex b) {                                                    \
    return {a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x};                                                        \
  }                                                                                                               \
  static inline complex cuCfma##suffix(complex a, complex b, complex c) {                                         \
    return cuCadd##suffix(cuCmul##suffix(a, b), c);                                                               \
  }                                                                                                               \
  static inline real cuCabs##suffix(complex z) { return hypot##suffix(z.x, z.y); }                                \
  /* Both are divided by the divisor's size first, so that no square overflows. */                                \
  static inline complex cuCdiv##suffix(complex a, complex b) {                                                    \
    const real size = fabs##suffix(b.x) + fabs##suffix(b.y), x = b.x / size, y = b.y / size;                      \
    const complex product = cuCmul##suffix({a.x / size, a.y / size}, {x, -y});                                    \
    return {product.x / (x * x + y * y), product.y / (x * x + y * y)};                                            \
  }
JUDGE_COMPLEX(cuFloatComplex, float, f)
JUDGE_COMPLEX(cuDoubleComplex, double, )
#undef JUDGE_COMPLEX

static inline cuComplex make_cuComplex(float x, float y) { return {x, y}; }
static inline cuDoubleComplex cuComplexFloatToDouble(cuFloatComplex z) { return {z.x, z.y}; }
static inline cuFloatComplex cuComplexDoubleToFloat(cuDoubleComplex z) {
  return {static_cast<float>(z.x), static_cast<float>(z.y)};
}
