#pragma once

#include <cstdint>
#include <type_traits>

#include "judge_emulated/abi.h"
#include "judge_emulated/threads.h"
#include "judge_emulated/vector_types.h"

// Atomics on the host's own instructions; those without one are loops of compare and exchange. All blocks of a launch
// share the host's memory, so the _block and _system forms are the plain ones.
namespace judge_emulated {

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

/// The same after an update that changed nothing: mostly a maximum that is none, seldom a way to wait.
[[gnu::always_inline]] static inline void count_idle_update() {
  static thread_local unsigned idle = 0;
  if (__builtin_expect((++idle & 16383) == 0, 0)) let_others_run();
}

template <std::size_t Bytes>
using UnsignedOf =
    std::conditional_t<Bytes == 8, std::uint64_t, std::conditional_t<Bytes == 4, std::uint32_t, std::uint16_t>>;

/// A release is a fence and a write to the checker. Elsewhere the write is enough: the host's atomics are in order.
static inline void before_release() {
#ifdef JUDGE_EMULATED_CHECKED
  __atomic_thread_fence(__ATOMIC_SEQ_CST);
#endif
}

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
  if (new_bits == old_bits) count_idle_update();
  return old_value;
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

// An operation that changes nothing is how one reads what another thread will write.
#define JUDGE_ATOMIC_INTEGER(type)                                                            \
  JUDGE_ATOMIC(atomicAdd, type, if (value == 0) judge_emulated::count_poll();                 \
               return __atomic_fetch_add(address, value, __ATOMIC_RELAXED);)                  \
  JUDGE_ATOMIC(atomicAnd, type, if (value == static_cast<type>(-1)) judge_emulated::count_poll(); \
               return __atomic_fetch_and(address, value, __ATOMIC_RELAXED);)                  \
  JUDGE_ATOMIC(atomicOr, type, if (value == 0) judge_emulated::count_poll();                  \
               return __atomic_fetch_or(address, value, __ATOMIC_RELAXED);)                   \
  JUDGE_ATOMIC(atomicXor, type, if (value == 0) judge_emulated::count_poll();                 \
               return __atomic_fetch_xor(address, value, __ATOMIC_RELAXED);)                  \
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
JUDGE_ATOMIC(atomicSub, int, if (value == 0) judge_emulated::count_poll(); return __atomic_fetch_sub(address, value, __ATOMIC_RELAXED);)
JUDGE_ATOMIC(atomicSub, unsigned, if (value == 0) judge_emulated::count_poll(); return __atomic_fetch_sub(address, value, __ATOMIC_RELAXED);)
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
JUDGE_ATOMIC(atomicExch, float, judge_emulated::count_poll(); float old;
             __atomic_exchange(address, &value, &old, __ATOMIC_SEQ_CST); return old;)
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

#ifdef __GCC_HAVE_SYNC_COMPARE_AND_SWAP_16
namespace judge_emulated {

/// Of the types that sm_90 takes whole: 16 bytes, aligned to them.
template <class T>
concept SixteenBytes = sizeof(T) == 16 && alignof(T) >= 16 && std::is_trivially_copyable_v<T>;

template <SixteenBytes T>
static inline T compare_and_swap(T* address, const T& compare, const T& value) {
  unsigned __int128 expected, wanted;
  __builtin_memcpy(&expected, static_cast<const void*>(&compare), sizeof(T));
  __builtin_memcpy(&wanted, static_cast<const void*>(&value), sizeof(T));
  const unsigned __int128 old = __sync_val_compare_and_swap(reinterpret_cast<unsigned __int128*>(address), expected, wanted);
  if (old != expected) count_poll();
  return __builtin_bit_cast(T, old);
}

template <SixteenBytes T>
static inline T exchange(T* address, const T& value) {
  T old = compare_and_swap(address, value, value);
  for (T seen; __builtin_memcmp(&old, &(seen = compare_and_swap(address, old, value)), sizeof(T)) != 0;) old = seen;
  count_poll();
  return old;
}

}  // namespace judge_emulated

#define JUDGE_ATOMIC_128(scope)                                                        \
  template <judge_emulated::SixteenBytes T>                                            \
  static inline T atomicCAS##scope(T* address, T compare, T value) {                   \
    return judge_emulated::compare_and_swap(address, compare, value);                  \
  }                                                                                    \
  template <judge_emulated::SixteenBytes T>                                            \
  static inline T atomicExch##scope(T* address, T value) {                             \
    return judge_emulated::exchange(address, value);                                   \
  }
JUDGE_ATOMIC_128()
JUDGE_ATOMIC_128(_block)
JUDGE_ATOMIC_128(_system)
#undef JUDGE_ATOMIC_128
#endif
