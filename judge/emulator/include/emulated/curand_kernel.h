#pragma once

#include "judge_emulated/curand_engines.h"

// cuRAND's device functions: numbers of an engine as uniform, normal and log-normal ones. Uniform numbers are in (0, 1] and
// those of cuRAND to the bit; normal ones may differ in their last digits, as sines and logarithms do.

namespace judge_emulated {

constexpr float unit_32 = 2.3283064e-10f, turn_32 = 2.3283064e-10f * 6.2831855f;
constexpr double unit_32_double = 2.3283064365386963e-10, unit_53 = 1.1102230246251565e-16;

static inline float to_uniform(unsigned x) { return __builtin_fmaf(static_cast<float>(x), unit_32, unit_32 / 2); }
static inline double to_uniform_double(unsigned x) { return __builtin_fma(x, unit_32_double, unit_32_double); }
/// Of 53 bits from two words.
static inline unsigned long long join(unsigned x, unsigned y) { return x ^ static_cast<unsigned long long>(y) << 21; }
static inline double to_uniform_double(unsigned x, unsigned y) {
  return __builtin_fma(static_cast<double>(join(x, y)), unit_53, unit_53 / 2);
}

/// Two normal numbers by Box and Muller, the sine first.
static inline float2 box_muller(float uniform, float angle) {
  const float radius = sqrtf(-2.0f * logf(uniform));
  return {sinf(angle) * radius, cosf(angle) * radius};
}
static inline float2 to_normal(unsigned x, unsigned y) {
  return box_muller(to_uniform(x), __builtin_fmaf(static_cast<float>(y), turn_32, turn_32 / 2));
}
static inline double2 to_normal_double(unsigned x0, unsigned x1, unsigned y0, unsigned y1) {
  const double half_turns = __builtin_fma(static_cast<double>(join(y0, y1)), 2 * unit_53, unit_53);
  const double radius = sqrt(-2.0 * log(to_uniform_double(x0, x1)));
  return {sinpi(half_turns) * radius, cospi(half_turns) * radius};
}

enum CurandExtra { curand_normal_extra = 1, curand_log_normal_extra = 2 };

/// The other number of the last pair, if it is of this kind; else the first of a new pair.
template <class State, class Pair>
static inline float next_of_pair(State* state, CurandExtra kind, Pair pair) {
  if (state->boxmuller_flag == kind) {
    state->boxmuller_flag = 0;
    return state->boxmuller_extra;
  }
  const float2 values = pair();
  state->boxmuller_extra = values.y;
  state->boxmuller_flag = kind;
  return values.x;
}
template <class State, class Pair>
static inline double next_of_pair_double(State* state, CurandExtra kind, Pair pair) {
  if (state->boxmuller_flag_double == kind) {
    state->boxmuller_flag_double = 0;
    return state->boxmuller_extra_double;
  }
  const double2 values = pair();
  state->boxmuller_extra_double = values.y;
  state->boxmuller_flag_double = kind;
  return values.x;
}

}  // namespace judge_emulated

// Uniform numbers.
static inline float curand_uniform(curandStateXORWOW_t* state) { return judge_emulated::to_uniform(curand(state)); }
static inline float curand_uniform(curandStatePhilox4_32_10_t* state) { return judge_emulated::to_uniform(curand(state)); }
static inline float curand_uniform(curandStateMRG32k3a_t* state) {
  return static_cast<float>(judge_emulated::mrg_next(state) * 2.3283065498378288e-10);
}
static inline float4 curand_uniform4(curandStatePhilox4_32_10_t* state) {
  const uint4 x = curand4(state);
  return {judge_emulated::to_uniform(x.x), judge_emulated::to_uniform(x.y), judge_emulated::to_uniform(x.z),
          judge_emulated::to_uniform(x.w)};
}
static inline double curand_uniform_double(curandStateXORWOW_t* state) {
  const unsigned x = curand(state);
  return judge_emulated::to_uniform_double(x, curand(state));
}
/// Of 32 bits.
static inline double curand_uniform_double(curandStatePhilox4_32_10_t* state) {
  return judge_emulated::to_uniform_double(curand(state));
}
static inline double curand_uniform_double(curandStateMRG32k3a_t* state) {
  return judge_emulated::mrg_next(state) * 2.3283065498378288e-10;
}
static inline double2 curand_uniform2_double(curandStatePhilox4_32_10_t* state) {
  const uint4 x = curand4(state);
  return {judge_emulated::to_uniform_double(x.x, x.y), judge_emulated::to_uniform_double(x.z, x.w)};
}
static inline double4 curand_uniform4_double(curandStatePhilox4_32_10_t* state) {
  const double2 low = curand_uniform2_double(state), high = curand_uniform2_double(state);
  return {low.x, low.y, high.x, high.y};
}

// Pairs of normal numbers.
static inline float2 curand_normal2(curandStateXORWOW_t* state) {
  const unsigned x = curand(state);
  return judge_emulated::to_normal(x, curand(state));
}
static inline float2 curand_normal2(curandStatePhilox4_32_10_t* state) {
  const unsigned x = curand(state);
  return judge_emulated::to_normal(x, curand(state));
}
static inline float2 curand_normal2(curandStateMRG32k3a_t* state) {
  const float uniform = curand_uniform(state);
  return judge_emulated::box_muller(uniform, curand_uniform(state) * 6.2831855f);
}
static inline float4 curand_normal4(curandStatePhilox4_32_10_t* state) {
  const float2 low = curand_normal2(state), high = curand_normal2(state);
  return {low.x, low.y, high.x, high.y};
}
static inline double2 curand_normal2_double(curandStateXORWOW_t* state) {
  unsigned x[4];
  for (unsigned& word : x) word = curand(state);
  return judge_emulated::to_normal_double(x[0], x[1], x[2], x[3]);
}
static inline double2 curand_normal2_double(curandStatePhilox4_32_10_t* state) {
  const uint4 x = curand4(state);
  return judge_emulated::to_normal_double(x.x, x.y, x.z, x.w);
}
static inline double2 curand_normal2_double(curandStateMRG32k3a_t* state) {
  const double radius = sqrt(-2.0 * log(curand_uniform_double(state)));
  const double half_turns = 2 * curand_uniform_double(state);
  return {sinpi(half_turns) * radius, cospi(half_turns) * radius};
}
static inline double4 curand_normal4_double(curandStatePhilox4_32_10_t* state) {
  const double2 low = curand_normal2_double(state), high = curand_normal2_double(state);
  return {low.x, low.y, high.x, high.y};
}

// One at a time, and the log-normal forms.
#define JUDGE_CURAND_NORMAL(State)                                                                                    \
  static inline float curand_normal(State* state) {                                                                   \
    return judge_emulated::next_of_pair(state, judge_emulated::curand_normal_extra, [&] { return curand_normal2(state); }); \
  }                                                                                                                   \
  static inline double curand_normal_double(State* state) {                                                           \
    return judge_emulated::next_of_pair_double(state, judge_emulated::curand_normal_extra,                            \
                                               [&] { return curand_normal2_double(state); });                         \
  }                                                                                                                   \
  static inline float2 curand_log_normal2(State* state, float mean, float stddev) {                                   \
    const float2 pair = curand_normal2(state);                                                                        \
    return {expf(mean + stddev * pair.x), expf(mean + stddev * pair.y)};                                              \
  }                                                                                                                   \
  static inline float curand_log_normal(State* state, float mean, float stddev) {                                     \
    return judge_emulated::next_of_pair(state, judge_emulated::curand_log_normal_extra,                               \
                                        [&] { return curand_log_normal2(state, mean, stddev); });                     \
  }                                                                                                                   \
  static inline double2 curand_log_normal2_double(State* state, double mean, double stddev) {                         \
    const double2 pair = curand_normal2_double(state);                                                                \
    return {exp(mean + stddev * pair.x), exp(mean + stddev * pair.y)};                                                \
  }                                                                                                                   \
  static inline double curand_log_normal_double(State* state, double mean, double stddev) {                           \
    return judge_emulated::next_of_pair_double(state, judge_emulated::curand_log_normal_extra,                        \
                                               [&] { return curand_log_normal2_double(state, mean, stddev); });       \
  }
JUDGE_CURAND_NORMAL(curandStateXORWOW_t)
JUDGE_CURAND_NORMAL(curandStatePhilox4_32_10_t)
JUDGE_CURAND_NORMAL(curandStateMRG32k3a_t)
#undef JUDGE_CURAND_NORMAL
static inline float4 curand_log_normal4(curandStatePhilox4_32_10_t* state, float mean, float stddev) {
  const float4 x = curand_normal4(state);
  return {expf(mean + stddev * x.x), expf(mean + stddev * x.y), expf(mean + stddev * x.z), expf(mean + stddev * x.w)};
}
