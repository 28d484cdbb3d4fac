#pragma once

#include "judge_emulated/async_copies.h"
#include "judge_emulated/atomics.h"
#include "judge_emulated/barriers.h"
#include "judge_emulated/bits.h"
#include "judge_emulated/conversions.h"
#include "judge_emulated/integer.h"
#include "judge_emulated/math.h"
#include "judge_emulated/memory_access.h"
#include "judge_emulated/small_float.h"
#include "judge_emulated/warp.h"
#include "judge_emulated/warp_barriers.h"

// Inline PTX. The lowering turns `asm("add.s32 %0, %1, %2;" : "=r"(x) : "r"(y), "r"(z));` into
// `put(x, add_s32(y, z));`: see lowering/inline_ptx.cpp.
namespace judge_emulated {
namespace ptx {

/// An operand: bits, which each instruction reads as it likes.
class Bits {
 public:
  Bits() = default;
  template <class T>
  Bits(T value) {
    static_assert(sizeof(T) <= 8);
    __builtin_memcpy(&m_bits, &value, sizeof value);
  }
  short s16() const { return static_cast<short>(m_bits); }
  unsigned short u16() const { return static_cast<unsigned short>(m_bits); }
  unsigned u32() const { return static_cast<unsigned>(m_bits); }
  int s32() const { return static_cast<int>(m_bits); }
  unsigned long long u64() const { return m_bits; }
  long long s64() const { return static_cast<long long>(m_bits); }
  float f32() const { return bit_cast<float>(u32()); }
  double f64() const { return bit_cast<double>(m_bits); }
  template <class T>
  T* pointer() const { return reinterpret_cast<T*>(m_bits); }

 private:
  unsigned long long m_bits = 0;
};

/// Writes a result's bits to a destination, whatever its type. A wider one is filled with the sign of a signed integer.
template <class D, class T>
static inline void put(D& destination, T value) {
  unsigned long long bits = 0;
  if constexpr (std::is_integral_v<T> && std::is_signed_v<T>) bits = static_cast<unsigned long long>(static_cast<long long>(value));
  else __builtin_memcpy(&bits, &value, sizeof value);
  __builtin_memcpy(&destination, &bits, sizeof destination);
}

/// A comparison and its opposite, for setp with two destinations.
template <class D, class E>
static inline void put_both(D& destination, E& opposite, bool value) {
  put(destination, value);
  put(opposite, !value);
}

/// What mov takes apart and puts together: pieces of so many bits, the lowest first.
template <unsigned bits>
static inline unsigned long long piece(Bits whole, unsigned index) {
  return whole.u64() >> bits * index & ((1ull << bits) - 1);
}
template <unsigned bits, class... P>
static inline unsigned long long joined(P... pieces) {
  unsigned long long whole = 0;
  unsigned index = 0;
  ((whole |= piece<bits>(pieces, 0) << bits * index++), ...);
  return whole;
}

static inline void* shared_pointer(Bits address) { return judge_emulated::shared_pointer(address.u64()); }

static inline void copy_async(Bits to, Bits from, Bits bytes, Bits source_bytes) {
  const unsigned size = bytes.u32(), given = source_bytes.u64() == ~0ull ? size : source_bytes.u32();
  judge_emulated::copy_async(shared_pointer(to), from.pointer<const char>(), given < size ? given : size, size);
}

/// As __byte_perm, but the top bit of a selector's nibble asks for the byte's sign, eight times.
static inline unsigned permute_bytes(unsigned x, unsigned y, unsigned selector) {
  unsigned result = __byte_perm(x, y, selector);
  for (int i = 0; i < 4; ++i)
    if (selector >> 4 * i & 8) result = (result & ~(255u << 8 * i)) | (result >> (8 * i + 7) & 1 ? 255u << 8 * i : 0);
  return result;
}

/// Bit n of the table is the result where a, b and c have the bits of n.
static inline unsigned any_logic(unsigned a, unsigned b, unsigned c, unsigned table) {
  unsigned result = 0;
  for (unsigned n = 0; n < 8; ++n)
    if (table >> n & 1) result |= (n & 4 ? a : ~a) & (n & 2 ? b : ~b) & (n & 1 ? c : ~c);
  return result;
}

static inline unsigned extract_bits(unsigned value, unsigned position, unsigned length) {
  position &= 255, length &= 255;
  if (position > 31 || length == 0) return 0;
  return value >> position & (length > 31 ? ~0u : (1u << length) - 1);
}
/// Filled up with the field's highest bit, or with the value's where the field reaches beyond that.
static inline int extract_signed_bits(int value, unsigned position, unsigned length) {
  position &= 255, length &= 255;
  if (length == 0) return 0;
  if (position + length > 31) return value >> (position > 31 ? 31 : position);
  const unsigned above = 32 - length;
  return static_cast<int>(extract_bits(static_cast<unsigned>(value), position, length) << above) >> above;
}
static inline unsigned insert_bits(unsigned from, unsigned into, unsigned position, unsigned length) {
  position &= 255, length &= 255;
  if (position > 31 || length == 0) return into;
  const unsigned mask = (length > 31 ? ~0u : (1u << length) - 1) << position;
  return (into & ~mask) | (from << position & mask);
}

/// cvt.pack: two numbers, saturated to `bits`, and above them the lower bits of a third.
static inline unsigned packed(int high, int low, unsigned above, unsigned bits, long long least, long long most) {
  const auto piece = [&](long long value) {
    return static_cast<unsigned>(value < least ? least : value > most ? most : value) & ((1u << bits) - 1);
  };
  return piece(low) | piece(high) << bits | (bits == 8 ? above << 16 : 0);
}

/// szext: the lowest bits, and above them zeros or the highest of these.
static inline unsigned extended(unsigned value, unsigned length) {
  return length == 0 ? 0 : length > 31 ? value : value & ((1u << length) - 1);
}
static inline int extended_signed(int value, unsigned length) {
  return length == 0 ? 0 : length > 31 ? value : static_cast<int>(static_cast<unsigned>(value) << (32 - length)) >> (32 - length);
}
/// bmsk: ones from `position` on.
static inline unsigned mask_of(unsigned position, unsigned length) {
  return position > 31 ? 0 : (length > 31 ? ~0u : (1u << length) - 1) << position;
}

/// dp4a and dp2a: A and B are the types of the pieces, `first` the first byte of b's.
template <class A, class B>
static inline unsigned dot_product(unsigned a, unsigned b, unsigned sum, unsigned first) {
  for (unsigned i = 0; i < 4 / sizeof(A); ++i)
    sum += static_cast<unsigned>(static_cast<int>(static_cast<A>(a >> 8 * sizeof(A) * i)) *
                                 static_cast<int>(static_cast<B>(b >> 8 * (first + i))));
  return sum;
}

static inline float with_xored_sign(float value, float a, float b) {
  return bit_cast<float>((bit_cast<unsigned>(value) & 0x7fffffff) | ((bit_cast<unsigned>(a) ^ bit_cast<unsigned>(b)) & 0x80000000));
}

static inline void numbered_barrier(Bits number, Bits threads, Arrival arrival, int line) {
  judge_emulated::numbered_barrier(number.u32(), threads.u32(), arrival, line);
}

static inline int saturated(long long value) {
  constexpr long long lowest = -2147483647 - 1, highest = 2147483647;
  return static_cast<int>(value < lowest ? lowest : value > highest ? highest : value);
}

/// The carry that add.cc and its like leave behind.
static thread_local bool carry = false;
enum class CarryOut { kept, dropped };
template <class Word>
static inline Word add_carrying(Word a, Word b, bool carry_in, CarryOut out) {
  const Word part = a + b, sum = part + carry_in;
  if (out == CarryOut::kept) carry = part < a || sum < part;
  return sum;
}
template <class Word>
static inline Word subtract_carrying(Word a, Word b, bool borrow, CarryOut out) {
  const Word part = a - b, difference = part - borrow;
  if (out == CarryOut::kept) carry = a < b || part < static_cast<Word>(borrow);
  return difference;
}

/// The number if the other is NaN; -0 is less than +0.
template <class Real>
static inline Real least(Real a, Real b) {
  return a != a ? b : b != b ? a : a < b || (a == b && __builtin_signbit(a)) ? a : b;
}
template <class Real>
static inline Real greatest(Real a, Real b) {
  return a != a ? b : b != b ? a : a > b || (a == b && !__builtin_signbit(a)) ? a : b;
}

struct OneHalf {
  static constexpr int count = 1;
  static float read(unsigned bits) { return half_bits_to_float(static_cast<unsigned short>(bits)); }
  static unsigned write(float value) { return float_to_half_bits(value); }
};
struct TwoHalves : OneHalf { static constexpr int count = 2; };
struct OneBfloat {
  static constexpr int count = 1;
  static float read(unsigned bits) { return bfloat_bits_to_float(static_cast<unsigned short>(bits)); }
  static unsigned write(float value) { return float_to_bfloat_bits(value); }
};
struct TwoBfloats : OneBfloat { static constexpr int count = 2; };

template <class Type, class Operation>
static inline unsigned each_small(Operation operation, Bits a, Bits b, Bits c) {
  unsigned result = 0;
  for (int i = 0; i < Type::count; ++i)
    result |= Type::write(operation(Type::read(a.u32() >> 16 * i), Type::read(b.u32() >> 16 * i),
                                    Type::read(c.u32() >> 16 * i))) << 16 * i;
  return result;
}

// cvt: `Round` says how to an integer or to fewer digits, Limit what becomes of values out of range.
enum class Round { nearest, zero, down, up };
enum class Limit { none, type, unit, positive };   ///< .sat to an integer, .sat to [0, 1], .relu

static inline float integral(float value, Round round) {
  switch (round) {
    case Round::zero: return truncf(value);
    case Round::down: return floorf(value);
    case Round::up: return ceilf(value);
    default: return rintf(value);
  }
}
static inline double integral(double value, Round round) {
  switch (round) {
    case Round::zero: return trunc(value);
    case Round::down: return floor(value);
    case Round::up: return ceil(value);
    default: return rint(value);
  }
}

static inline float limited(float value, Limit limit) {
  return limit == Limit::unit       ? __saturatef(value)
         : limit == Limit::positive ? (value > 0        ? value
                                       : value != value ? value
                                                        : 0.0f)
                                    : value;
}

constexpr Rounding rounding_of(Round round) {
  return round == Round::zero   ? Rounding::zero
         : round == Round::down ? Rounding::down
         : round == Round::up   ? Rounding::up
                                : Rounding::nearest;
}
constexpr int mode_of(Round round) {
  return round == Round::zero   ? FE_TOWARDZERO
         : round == Round::down ? FE_DOWNWARD
         : round == Round::up   ? FE_UPWARD
                                : FE_TONEAREST;
}

struct Half { float value; };
struct Bfloat { float value; };

template <class From>
static inline auto source_value(Bits bits) {
  if constexpr (std::is_same_v<From, Half>) return half_bits_to_float(bits.u16());
  else if constexpr (std::is_same_v<From, Bfloat>) return bfloat_bits_to_float(bits.u16());
  else if constexpr (std::is_same_v<From, float>) return bits.f32();
  else if constexpr (std::is_same_v<From, double>) return bits.f64();
  else return static_cast<From>(bits.u64());
}

template <class To, Round Mode, Limit Bounds, class From>
static inline auto convert_value(From value) {
  if constexpr (std::is_integral_v<To> && std::is_integral_v<From>) {
    if constexpr (Bounds == Limit::type) {
      constexpr To lowest = std::numeric_limits<To>::min(), highest = std::numeric_limits<To>::max();
      if (static_cast<__int128>(value) < lowest) return lowest;
      if (static_cast<__int128>(value) > highest) return highest;
    }
    return static_cast<To>(value);
  } else if constexpr (std::is_integral_v<To>) {
    return saturate<To>(integral(value, Mode));
  } else if constexpr (std::is_same_v<To, Half>) {
    return float_to_half_bits(limited(round_to_odd(static_cast<double>(value)), Bounds), rounding_of(Mode));
  } else if constexpr (std::is_same_v<To, Bfloat>) {
    return float_to_bfloat_bits(limited(round_to_odd(static_cast<double>(value)), Bounds), rounding_of(Mode));
  } else {
    const bool needs_mode = Mode != Round::nearest && !std::is_same_v<To, From>;
    const To result = needs_mode ? convert<To>(mode_of(Mode), value) : static_cast<To>(value);
    if constexpr (std::is_same_v<To, float>) return limited(result, Bounds);
    else return result;
  }
}
template <class To, class From, Round Mode, Limit Bounds>
static inline auto convert_bits(Bits bits) {
  const auto result = convert_value<To, Mode, Bounds>(source_value<From>(bits));
  // A shorter integer fills its register.
  if constexpr (std::is_integral_v<To> && std::is_signed_v<To>) return static_cast<long long>(result);
  else return result;
}
/// To an integer in a real type.
template <class To, class From, Round Mode, Limit Bounds>
static inline auto convert_to_integral(Bits bits) {
  return convert_value<To, Round::nearest, Bounds>(integral(source_value<From>(bits), Mode));
}
/// Two floats to a pair, the second one in the low half.
template <class To, Round Mode, Limit Bounds>
static inline unsigned convert_pair(Bits high, Bits low) {
  return static_cast<unsigned>(convert_value<To, Mode, Bounds>(high.f32())) << 16 |
         convert_value<To, Mode, Bounds>(low.f32());
}
/// A float of 10 digits: to nearest, ties away from zero.
static inline unsigned convert_to_tf32(Bits bits) {
  return (bits.u32() & 0x7f800000u) == 0x7f800000u ? bits.u32() : (bits.u32() + 0x1000u) & ~0x1fffu;
}

/// The last operand of shfl but one: bits 8 to 12 say which bits of the lane may not change.
static inline int shuffle_width(unsigned c) { return 32 - static_cast<int>(c >> 8 & 31); }

/// shfl with a second destination: whether the lane that it reads is in range.
template <WarpOperation operation, class D, class E>
static inline void shuffle(D& destination, E& is_in_range, Bits value, Bits lane, Bits c, Bits mask) {
  const WarpAnswer answer = warp({operation, mask.u32(), value.u32(), lane.u32(), static_cast<unsigned>(shuffle_width(c.u32())),
                                  __builtin_LINE(), nullptr});
  put(destination, static_cast<unsigned>(answer.value));
  put(is_in_range, answer.predicate != 0);
}

/// elect.sync: the lowest lane of those that take part.
template <class D, class E>
static inline void elect_lane(D& leader, E& is_leader, Bits mask) {
  __syncwarp(mask.u32());
  const unsigned lowest = static_cast<unsigned>(__builtin_ctz(mask.u32()));
  put(leader, lowest);
  put(is_leader, lane() == lowest);
}

#define JUDGE_PTX(name, result, ...)                                                                       \
  [[maybe_unused]] static inline result name([[maybe_unused]] Bits a = {}, [[maybe_unused]] Bits b = {},   \
                                             [[maybe_unused]] Bits c = {}, [[maybe_unused]] Bits d = {}) { \
    return __VA_ARGS__;                                                                                    \
  }
#define JUDGE_PTX_EFFECT(name, ...)                                                                         \
  [[maybe_unused]] static inline void name([[maybe_unused]] Bits a = {}, [[maybe_unused]] Bits b = {},      \
                                           [[maybe_unused]] Bits c = {}, [[maybe_unused]] Bits d = ~0ull) { \
    __VA_ARGS__;                                                                                            \
  }
#define JUDGE_PTX_REGISTER(name, ...) \
  [[maybe_unused]] static inline auto register_##name() { return __VA_ARGS__; }
#include "judge_emulated/ptx_instructions.inc"
#undef JUDGE_PTX
#undef JUDGE_PTX_EFFECT
#undef JUDGE_PTX_REGISTER

/// Loads and stores of one, two or four elements of type E.
template <class E, class... D>
static inline void load(const void* from, D&... destinations) {
  const E* elements = static_cast<const E*>(from);
  (put(destinations, *elements++), ...);
}
template <class E, class... S>
static inline void store(void* to, S... sources) {
  E* elements = static_cast<E*>(to);
  ((put(*elements, Bits(sources).u64()), ++elements), ...);
}
/// The same of .relaxed, .acquire, .release and .volatile, by which threads may wait for each other: each element is an atomic.
template <class E, class... D>
static inline void load_strong(const void* from, D&... destinations) {
  const E* elements = static_cast<const E*>(from);
  E value;
  count_poll();
  ((__atomic_load(elements++, &value, __ATOMIC_SEQ_CST), put(destinations, value)), ...);
}
template <class E, class... S>
static inline void store_strong(void* to, S... sources) {
  E* elements = static_cast<E*>(to);
  E value;
  ((put(value, Bits(sources).u64()), __atomic_store(elements++, &value, __ATOMIC_SEQ_CST)), ...);
}
template <class E, class... S>
static inline void store_release(void* to, S... sources) {
  before_release();
  store_strong<E>(to, sources...);
}

}  // namespace ptx
}  // namespace judge_emulated
