#pragma once

#include <cstdint>
#include <type_traits>

#include "judge_emulated/abi.h"
#include "judge_emulated/threads.h"
#include "judge_emulated/vector_types.h"

// Atomics on the host's own instructions; those without one are loops of compare and exchange. All blocks of a launch
// share the host's memory, so the _block and _system forms are the plain ones.
namespace judge_emulated {

template <std::size_t Bytes>
using UnsignedOf =
    std::conditional_t<Bytes == 8, std::uint64_t, std::conditional_t<Bytes == 4, std::uint32_t, std::uint16_t>>;

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

static thread_local unsigned polls = 0;

[[gnu::noinline]] static void let_others_run() {
  if (!judgeEmulatedInKernel()) return;
  const SavedThread saved;
  judgeEmulatedYield(linear_thread());
  saved.restore();
}

/// What a thread does while it waits for another one's write. On a GPU the other runs meanwhile; here it gets its turn
/// when this has been called often enough.
[[gnu::always_inline]] static inline void count_poll() {
  if (__builtin_expect((++polls & 1023) == 0, 0)) let_others_run();
}

}  // namespace judge_emulated

// name(type* address, type value) and its forms for narrower and wider scopes.
#define JUDGE_ATOMIC(name, type, ...)                                                   \
  static inline type name(type* address, type value) { __VA_ARGS__ }                    \
  static inline type name##_block(type* address, type value) { return name(address, value); } \
  static inline type name##_system(type* address, type value) { return name(address, value); }
#define JUDGE_ATOMIC_UPDATE(name, type, expression) \
  JUDGE_ATOMIC(name, type,                          \
               return judge_emulated::atomic_update(address, [value](type old) -> type { return expression; });)

// Adding 0 is how one reads what another thread will write.
#define JUDGE_ATOMIC_INTEGER(type)                                                            \
  JUDGE_ATOMIC(atomicAdd, type, if (value == 0) judge_emulated::count_poll();                 \
               return __atomic_fetch_add(address, value, __ATOMIC_RELAXED);)                  \
  JUDGE_ATOMIC(atomicAnd, type, return __atomic_fetch_and(address, value, __ATOMIC_RELAXED);) \
  JUDGE_ATOMIC(atomicOr, type, if (value == 0) judge_emulated::count_poll();                  \
               return __atomic_fetch_or(address, value, __ATOMIC_RELAXED);)                   \
  JUDGE_ATOMIC(atomicXor, type, return __atomic_fetch_xor(address, value, __ATOMIC_RELAXED);) \
  JUDGE_ATOMIC_UPDATE(atomicMin, type, value < old ? value : old)                             \
  JUDGE_ATOMIC_UPDATE(atomicMax, type, old < value ? value : old)
JUDGE_ATOMIC_INTEGER(int)
JUDGE_ATOMIC_INTEGER(unsigned)
JUDGE_ATOMIC_INTEGER(unsigned long long)
#undef JUDGE_ATOMIC_INTEGER
JUDGE_ATOMIC_UPDATE(atomicMin, long long, value < old ? value : old)
JUDGE_ATOMIC_UPDATE(atomicMax, long long, old < value ? value : old)
JUDGE_ATOMIC(atomicAnd, long long, return __atomic_fetch_and(address, value, __ATOMIC_RELAXED);)
JUDGE_ATOMIC(atomicOr, long long, return __atomic_fetch_or(address, value, __ATOMIC_RELAXED);)
JUDGE_ATOMIC(atomicXor, long long, return __atomic_fetch_xor(address, value, __ATOMIC_RELAXED);)
JUDGE_ATOMIC(atomicSub, int, return __atomic_fetch_sub(address, value, __ATOMIC_RELAXED);)
JUDGE_ATOMIC(atomicSub, unsigned, return __atomic_fetch_sub(address, value, __ATOMIC_RELAXED);)
JUDGE_ATOMIC_UPDATE(atomicInc, unsigned, old >= value ? 0 : old + 1)
JUDGE_ATOMIC_UPDATE(atomicDec, unsigned, old == 0 || old > value ? value : old - 1)
JUDGE_ATOMIC_UPDATE(atomicAdd, float, old + value)
JUDGE_ATOMIC_UPDATE(atomicAdd, double, old + value)
JUDGE_ATOMIC_UPDATE(atomicAdd, float2, (float2{old.x + value.x, old.y + value.y}))
#define JUDGE_ATOMIC_EXCHANGE(type)                            \
  JUDGE_ATOMIC(atomicExch, type, judge_emulated::count_poll(); \
               return __atomic_exchange_n(address, value, __ATOMIC_SEQ_CST);)
JUDGE_ATOMIC_EXCHANGE(int)
JUDGE_ATOMIC_EXCHANGE(unsigned)
JUDGE_ATOMIC_EXCHANGE(unsigned long long)
JUDGE_ATOMIC_UPDATE(atomicExch, float, ((void)old, value))
#undef JUDGE_ATOMIC_EXCHANGE
#undef JUDGE_ATOMIC_UPDATE
#undef JUDGE_ATOMIC

/// Each element by itself, as on a GPU.
static inline float4 atomicAdd(float4* address, float4 value) {
  return {atomicAdd(&address->x, value.x), atomicAdd(&address->y, value.y), atomicAdd(&address->z, value.z),
          atomicAdd(&address->w, value.w)};
}

#define JUDGE_ATOMIC_CAS(type)                                                                              \
  static inline type atomicCAS(type* address, type compare, type value) {                                   \
    if (!__atomic_compare_exchange_n(address, &compare, value, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST))  \
      judge_emulated::count_poll();                                                                         \
    return compare;                                                                                         \
  }                                                                                                         \
  static inline type atomicCAS_block(type* address, type compare, type value) {                             \
    return atomicCAS(address, compare, value);                                                              \
  }                                                                                                         \
  static inline type atomicCAS_system(type* address, type compare, type value) {                            \
    return atomicCAS(address, compare, value);                                                              \
  }
JUDGE_ATOMIC_CAS(int)
JUDGE_ATOMIC_CAS(unsigned)
JUDGE_ATOMIC_CAS(unsigned long long)
JUDGE_ATOMIC_CAS(unsigned short)
#undef JUDGE_ATOMIC_CAS
