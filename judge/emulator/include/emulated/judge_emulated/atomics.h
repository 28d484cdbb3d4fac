#pragma once

#include <cstdint>
#include <type_traits>

// Atomics on the host's own instructions; those without one are loops of compare and exchange.
namespace judge_emulated {

template <std::size_t Bytes>
using UnsignedOf = std::conditional_t<Bytes == 8, std::uint64_t, std::conditional_t<Bytes == 4, std::uint32_t, std::uint16_t>>;

/// Replaces *address by update(old value), returns the old value.
template <class T, class Update>
static inline T atomic_update(T* address, Update update) {
  using Word = UnsignedOf<sizeof(T)>;
  Word* word = reinterpret_cast<Word*>(address);
  Word old_bits = __atomic_load_n(word, __ATOMIC_RELAXED), new_bits;
  T old_value;
  do {
    __builtin_memcpy(static_cast<void*>(&old_value), &old_bits, sizeof(T));
    const T new_value = update(old_value);
    __builtin_memcpy(&new_bits, &new_value, sizeof(T));
  } while (!__atomic_compare_exchange_n(word, &old_bits, new_bits, true, __ATOMIC_RELAXED, __ATOMIC_RELAXED));
  return old_value;
}

}  // namespace judge_emulated

#define JUDGE_ATOMIC_INTEGER(type)                                                                               \
  static inline type atomicAdd(type* p, type v) { return __atomic_fetch_add(p, v, __ATOMIC_RELAXED); }           \
  static inline type atomicExch(type* p, type v) { return __atomic_exchange_n(p, v, __ATOMIC_RELAXED); }         \
  static inline type atomicCAS(type* p, type compare, type v) {                                                  \
    __atomic_compare_exchange_n(p, &compare, v, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED);                      \
    return compare;                                                                                              \
  }                                                                                                              \
  static inline type atomicAnd(type* p, type v) { return __atomic_fetch_and(p, v, __ATOMIC_RELAXED); }           \
  static inline type atomicOr(type* p, type v) { return __atomic_fetch_or(p, v, __ATOMIC_RELAXED); }             \
  static inline type atomicXor(type* p, type v) { return __atomic_fetch_xor(p, v, __ATOMIC_RELAXED); }           \
  static inline type atomicMin(type* p, type v) {                                                                \
    return judge_emulated::atomic_update(p, [v](type old) { return v < old ? v : old; });                        \
  }                                                                                                              \
  static inline type atomicMax(type* p, type v) {                                                                \
    return judge_emulated::atomic_update(p, [v](type old) { return old < v ? v : old; });                        \
  }
JUDGE_ATOMIC_INTEGER(int)
JUDGE_ATOMIC_INTEGER(unsigned)
JUDGE_ATOMIC_INTEGER(unsigned long long)
#undef JUDGE_ATOMIC_INTEGER
static inline int atomicSub(int* p, int v) { return __atomic_fetch_sub(p, v, __ATOMIC_RELAXED); }
static inline unsigned atomicSub(unsigned* p, unsigned v) { return __atomic_fetch_sub(p, v, __ATOMIC_RELAXED); }
static inline float atomicAdd(float* p, float v) {
  return judge_emulated::atomic_update(p, [v](float old) { return old + v; });
}
static inline double atomicAdd(double* p, double v) {
  return judge_emulated::atomic_update(p, [v](double old) { return old + v; });
}
static inline float atomicExch(float* p, float v) {
  return judge_emulated::atomic_update(p, [v](float) { return v; });
}
static inline unsigned atomicInc(unsigned* p, unsigned v) {
  return judge_emulated::atomic_update(p, [v](unsigned old) { return old >= v ? 0u : old + 1; });
}
static inline unsigned atomicDec(unsigned* p, unsigned v) {
  return judge_emulated::atomic_update(p, [v](unsigned old) { return old == 0 || old > v ? v : old - 1; });
}
