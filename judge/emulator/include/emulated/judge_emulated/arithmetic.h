#pragma once

#include <limits>
#include <type_traits>

// What the lowering makes of shifts, divisions and casts in device code, where C++ leaves undefined what a GPU defines:
// a << b becomes a << shift << b. Integers are computed as PTX computes them; all else is passed through.

#ifdef JUDGE_EMULATED_CHECKED
/// A thread is about to divide by zero, which a GPU does.
extern "C" void judgeEmulatedDividesByZero();
#endif

namespace judge_emulated {

/// As cvt.rzi has it: what does not fit becomes the nearest integer that does; NaN becomes 0; of 64 bits, and of 32 from
/// a double, the top one alone (an H200).
/// Without branches, so that loops around it are vectorised; clang's -fno-strict-float-cast-overflow takes them apart.
template <class Integer, class Real>
[[gnu::always_inline]] static inline constexpr Integer saturate(Real x) {
  constexpr Integer lowest = std::numeric_limits<Integer>::min(), highest = std::numeric_limits<Integer>::max();
  constexpr bool has_nan = sizeof(Integer) == 8 || (sizeof(Integer) == 4 && sizeof(Real) == 8);
  constexpr Integer of_nan = has_nan ? static_cast<Integer>(1ull << (sizeof(Integer) * 8 - 1)) : Integer{0};
  // Every cast is of a number that fits: the first power of two that does not, and what comes before it.
  constexpr Real end = static_cast<Real>(highest / 2 + 1) * 2;
  constexpr int unused_bits = std::numeric_limits<Integer>::digits - std::numeric_limits<Real>::digits;
  constexpr Integer gap = unused_bits > 0 ? Integer{1} << (unused_bits > 0 ? unused_bits : 0) : Integer{1};
  constexpr Real last = static_cast<Real>(static_cast<Integer>(highest - gap + 1));
  const Real number = x == x ? x : Real{0};
  const Real above = number > static_cast<Real>(lowest) ? number : static_cast<Real>(lowest);
  const Integer fitting = static_cast<Integer>(above < end ? (above < last ? above : last) : last);
  // Between the last whole number and the end, as of a double, the cast itself is right.
  const Integer cast = above < end ? fitting : highest;
  return x == x ? cast : of_nan;
}

namespace arithmetic {

#define JUDGE_INLINE [[gnu::always_inline]] inline constexpr

template <class T>
concept Scalar = std::is_scalar_v<std::decay_t<T>>;      // an array is a pointer here
/// An integer or what is promoted to one, of up to 64 bits.
template <class T>
concept Whole = (std::is_integral_v<T> || std::is_enum_v<T>) && std::is_convertible_v<T, long long> && sizeof(T) <= 8;

/// Too large a count, as a negative one is: 0, or the sign.
template <class T, class Count>
JUDGE_INLINE T shift_left(T x, Count count) {
  const unsigned bits = static_cast<unsigned>(count);
  return bits < sizeof(T) * 8 ? static_cast<T>(x << bits) : T{0};
}
template <class T, class Count>
JUDGE_INLINE T shift_right(T x, Count count) {
  constexpr unsigned last = sizeof(T) * 8 - 1;
  const unsigned bits = static_cast<unsigned>(count);
  if constexpr (std::is_signed_v<T>) return x >> (bits < last ? bits : last);
  else return bits <= last ? x >> bits : T{0};
}

/// All bits set: of 64-bit numbers that both fit 32 bits, which a GPU divides so, those 32.
template <class T>
JUDGE_INLINE T by_zero(T x) {
#ifdef JUDGE_EMULATED_CHECKED
  if (!__builtin_is_constant_evaluated()) judgeEmulatedDividesByZero();
#endif
  if constexpr (sizeof(T) == 8)
    if (static_cast<unsigned long long>(x) >> 32 == 0) return static_cast<T>(0xffffffffu);
  return static_cast<T>(~T{0});
}
template <class T>
JUDGE_INLINE T divided(T x, T y) {
  if (y == 0) return by_zero(x);
  if constexpr (std::is_signed_v<T>)
    if (y == -1) return static_cast<T>(0 - static_cast<std::make_unsigned_t<T>>(x));
  return x / y;
}
template <class T>
JUDGE_INLINE T remainder(T x, T y) {
  if (y == 0) return by_zero(x);
  if constexpr (std::is_signed_v<T>)
    if (y == -1) return 0;
  return x % y;
}

/// The left operand, until the right one comes.
template <class A>
struct ToShift {
  A operand;
};
template <class A>
struct ToDivide {
  A operand;
};

// A scalar is taken by value, since a bit field cannot be referred to.
#define JUDGE_LEFT_OPERAND(middle, Holder, symbol)                                              \
  template <Scalar A>                                                                           \
  JUDGE_INLINE Holder<A> operator symbol(A left, middle) {                                      \
    return {left};                                                                              \
  }                                                                                             \
  template <class A>                                                                            \
    requires(!Scalar<A>)                                                                        \
  JUDGE_INLINE Holder<A&&> operator symbol(A&& left, middle) {                                  \
    return {static_cast<A&&>(left)};                                                            \
  }
#define JUDGE_OPERATION(Holder, symbol, function, common)                                       \
  template <class A, Scalar B>                                                                  \
  JUDGE_INLINE decltype(auto) operator symbol(Holder<A> left, B right) {                        \
    if constexpr (Whole<A> && Whole<B>) return function(common(left.operand), common(right));   \
    else return static_cast<A>(left.operand) symbol right;                                      \
  }                                                                                             \
  template <class A, class B>                                                                   \
    requires(!Scalar<B>)                                                                        \
  JUDGE_INLINE decltype(auto) operator symbol(Holder<A> left, B&& right) {                      \
    return static_cast<A>(left.operand) symbol static_cast<B&&>(right);                         \
  }                                                                                             \
  /* os << std::endl */                                                                         \
  template <class S>                                                                            \
  JUDGE_INLINE S& operator symbol(Holder<S&> left, S& (*right)(S&)) {                           \
    return left.operand symbol right;                                                           \
  }

inline constexpr struct Shift {
} shift{};
inline constexpr struct Divide {
} divide{};

JUDGE_LEFT_OPERAND(Shift, ToShift, <<)
JUDGE_LEFT_OPERAND(Shift, ToShift, >>)
JUDGE_LEFT_OPERAND(Divide, ToDivide, /)
JUDGE_LEFT_OPERAND(Divide, ToDivide, %)
#define JUDGE_PROMOTED(x) +(x)
#define JUDGE_COMMON(x) static_cast<decltype(+left.operand + +right)>(x)
JUDGE_OPERATION(ToShift, <<, shift_left, JUDGE_PROMOTED)
JUDGE_OPERATION(ToShift, >>, shift_right, JUDGE_PROMOTED)
JUDGE_OPERATION(ToDivide, /, divided, JUDGE_COMMON)
JUDGE_OPERATION(ToDivide, %, remainder, JUDGE_COMMON)
#undef JUDGE_LEFT_OPERAND
#undef JUDGE_OPERATION
#undef JUDGE_PROMOTED
#undef JUDGE_COMMON

/// (int)x becomes (int)(Saturated<int>)x. Narrow integers are cut from those of 32 bits.
template <class I>
class Saturated {
 public:
  template <Scalar F>
  JUDGE_INLINE explicit Saturated(F x) : m_value(convert(x)) {}
  template <class F>
    requires(!Scalar<F>)
  JUDGE_INLINE explicit Saturated(F&& x) : m_value((I)static_cast<F&&>(x)) {}
  JUDGE_INLINE operator std::remove_cv_t<I>() const { return m_value; }

 private:
  template <class F>
  [[gnu::always_inline]] static inline constexpr std::remove_cv_t<I> convert(F x) {
    using Word = std::conditional_t<std::is_signed_v<I>, int, unsigned>;
    if constexpr (!std::is_floating_point_v<F>) return (I)x;
    else if constexpr (sizeof(I) < sizeof(Word)) return static_cast<I>(saturate<Word>(x));
    else return saturate<std::remove_cv_t<I>>(x);
  }
  std::remove_cv_t<I> m_value;
};

/// g++ (12 and 13 were seen) makes (c ? a : b)[i] into c ? a[i] : b[i], where i has the temporary object of a Saturated in the first alone.
template <class T>
JUDGE_INLINE T&& chosen(T&& array) {
  return static_cast<T&&>(array);
}

/// The right operand of an assignment: a <<= b becomes a <<= operand = b.
template <class B>
struct Operand {
  B value;
};
inline constexpr struct {
  template <Scalar B>
  JUDGE_INLINE Operand<B> operator=(B right) const {
    return {right};
  }
  template <class B>
    requires(!Scalar<B>)
  JUDGE_INLINE Operand<B&&> operator=(B&& right) const {
    return {static_cast<B&&>(right)};
  }
} operand{};

#define JUDGE_ASSIGNMENT(symbol, middle)                                                                     \
  template <Scalar A, class B>                                                                               \
  JUDGE_INLINE A& operator symbol##=(A& left, Operand<B> right) {                                            \
    const auto result = left symbol middle symbol static_cast<B>(right.value);                               \
    if constexpr (Whole<std::remove_cv_t<A>>) left = Saturated<std::remove_cv_t<A>>(result);                 \
    else left = static_cast<std::remove_cv_t<A>>(result);                                                    \
    return left;                                                                                             \
  }                                                                                                          \
  template <class A, class B>                                                                                \
    requires(!Scalar<A>)                                                                                     \
  JUDGE_INLINE decltype(auto) operator symbol##=(A&& left, Operand<B> right) {                               \
    return static_cast<A&&>(left) symbol##= static_cast<B>(right.value);                                     \
  }
JUDGE_ASSIGNMENT(<<, shift)
JUDGE_ASSIGNMENT(>>, shift)
JUDGE_ASSIGNMENT(/, divide)
JUDGE_ASSIGNMENT(%, divide)
#undef JUDGE_ASSIGNMENT
#undef JUDGE_INLINE

}  // namespace arithmetic

/// Of a function that ends without its return statement: some value.
template <class R>
[[gnu::always_inline]] inline constexpr R missing_return() {
  if constexpr (std::is_default_constructible_v<R>) {
    R value;
    return value;
  } else {
    __builtin_trap();
  }
}

}  // namespace judge_emulated
