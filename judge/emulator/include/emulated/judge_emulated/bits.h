#pragma once

namespace judge_emulated {

/// The same bits as another type of the same size.
template <class To, class From>
static inline constexpr To bit_cast(From value) {
  static_assert(sizeof(To) == sizeof(From));
  return __builtin_bit_cast(To, value);
}

/// Hides where a value comes from, so that no compiler fuses a product into the sum that uses it.
static inline float opaque(float value) {
#if defined(__x86_64__)
  asm("" : "+x"(value));
#else
  asm("" : "+w"(value));
#endif
  return value;
}
static inline double opaque(double value) {
#if defined(__x86_64__)
  asm("" : "+x"(value));
#else
  asm("" : "+w"(value));
#endif
  return value;
}

}  // namespace judge_emulated
