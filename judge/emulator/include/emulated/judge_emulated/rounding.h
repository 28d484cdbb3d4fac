#pragma once

#include <cfenv>
#include <type_traits>

// Arithmetic in a rounding mode other than to nearest. Slow (it sets the processor's mode) and rarely used.
namespace judge_emulated {

class RoundingMode {
 public:
  explicit RoundingMode(int mode) : m_before(std::fegetround()) { std::fesetround(mode); }
  ~RoundingMode() { std::fesetround(m_before); }
  RoundingMode(const RoundingMode&) = delete;

 private:
  int m_before;
};

/// A value that the compiler may neither know nor compute at another time.
template <class T>
static inline T held(T value) {
#if defined(__x86_64__)
  if constexpr (std::is_floating_point_v<T>) asm volatile("" : "+x"(value));
#else
  if constexpr (std::is_floating_point_v<T>) asm volatile("" : "+w"(value));
#endif
  else asm volatile("" : "+r"(value));
  return value;
}

template <class To, class From>
[[gnu::noinline]] static To convert(int mode, From value) {
  const RoundingMode scope(mode);
  return held(static_cast<To>(held(value)));
}

template <class Operation, class... Reals>
[[gnu::noinline]] static auto rounded(int mode, Operation operation, Reals... values) {
  const RoundingMode scope(mode);
  return held(operation(held(values)...));
}

}  // namespace judge_emulated
