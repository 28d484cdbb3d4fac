#pragma once

#include "judge_emulated/atomics.h"
#include "judge_emulated/barriers.h"
#include "judge_emulated/bits.h"
#include "judge_emulated/conversions.h"
#include "judge_emulated/integer.h"
#include "judge_emulated/math.h"
#include "judge_emulated/memory_access.h"
#include "judge_emulated/small_float.h"
#include "judge_emulated/warp.h"

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

/// Writes a result's bits to a destination, whatever its type.
template <class D, class T>
static inline void put(D& destination, T value) {
  unsigned long long bits = 0;
  __builtin_memcpy(&bits, &value, sizeof value);
  __builtin_memcpy(&destination, &bits, sizeof destination);
}

/// An address in shared memory may have been cut to 32 bits: the rest is that of the block's arena.
static inline void* shared_pointer(Bits address) {
  const unsigned long long bits = address.u64(), base = reinterpret_cast<unsigned long long>(static_shared);
  if (bits >> 32) return reinterpret_cast<void*>(bits);
  const long long distance = static_cast<int>(static_cast<unsigned>(bits) - static_cast<unsigned>(base));
  return reinterpret_cast<void*>(base + static_cast<unsigned long long>(distance));
}

static inline void copy_async(Bits to, Bits from, Bits bytes, Bits source_bytes) {
  const unsigned size = bytes.u32(), given = source_bytes.u64() == ~0ull ? size : source_bytes.u32();
  char* const target = static_cast<char*>(shared_pointer(to));
  if (given) __builtin_memcpy(target, from.pointer<const char>(), given);
  if (given < size) __builtin_memset(target + given, 0, size - given);
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

static inline long long extract_bits(long long value, unsigned position, unsigned length) {
  position &= 255, length &= 255;
  if (length == 0) return 0;
  const int kept = static_cast<int>(length > 63 ? 63 : length);
  const long long shifted = position > 63 ? (value < 0 ? -1 : 0) : value >> position;
  const long long field = shifted & ((1ll << kept) - 1);
  return value < 0 && (field >> (kept - 1) & 1) ? field - (1ll << kept) : field;
}
static inline unsigned insert_bits(unsigned from, unsigned into, unsigned position, unsigned length) {
  position &= 255, length &= 255;
  if (position > 31 || length == 0) return into;
  const unsigned mask = (length > 31 ? ~0u : (1u << length) - 1) << position;
  return (into & ~mask) | (from << position & mask);
}

/// The last operand of shfl but one: bits 8 to 12 say which bits of the lane may not change.
static inline int shuffle_width(unsigned c) { return 32 - static_cast<int>(c >> 8 & 31); }

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

}  // namespace ptx
}  // namespace judge_emulated
