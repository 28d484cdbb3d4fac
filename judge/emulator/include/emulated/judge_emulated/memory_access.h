#pragma once

#include <time.h>

#include <type_traits>

#include "judge_emulated/abi.h"
#include "judge_emulated/threads.h"

#if !defined(__clang__)
#define __builtin_assume(condition) ((condition) ? static_cast<void>(0) : __builtin_unreachable())
#endif

// Loads and stores with cache hints, which a host has not; address spaces, of which it has one; clocks.

struct __half;
struct __half2;
struct __nv_bfloat16;
struct __nv_bfloat162;

namespace judge_emulated {
template <class T, class... Types>
inline constexpr bool is_one_of_types = (std::is_same_v<T, Types> || ...);

/// The types that CUDA has these functions for: not bool, vectors of three or of 32 bytes, or structures.
template <class T>
concept HasHints =
    is_one_of_types<T, char, signed char, short, int, long, long long, unsigned char, unsigned short, unsigned, unsigned long,
                    unsigned long long, float, double, char2, char4, short2, short4, int2, int4, longlong2, uchar2, uchar4,
                    ushort2, ushort4, uint2, uint4, ulonglong2, float2, float4, double2, __half, __half2, __nv_bfloat16,
                    __nv_bfloat162>;
}  // namespace judge_emulated

#define JUDGE_HINTED_LOAD(name)          \
  template <judge_emulated::HasHints T>  \
  static inline T name(const T* address) { return *address; }
JUDGE_HINTED_LOAD(__ldg)
JUDGE_HINTED_LOAD(__ldca)
JUDGE_HINTED_LOAD(__ldcg)
JUDGE_HINTED_LOAD(__ldcs)
JUDGE_HINTED_LOAD(__ldlu)
#undef JUDGE_HINTED_LOAD
template <judge_emulated::HasHints T>
static inline T __ldcv(const T* address) { return *const_cast<const volatile T*>(address); }

// CUDA has a function for each type: the value converts to that of the address.
#define JUDGE_HINTED_STORE(name)        \
  template <judge_emulated::HasHints T> \
  static inline void name(T* address, std::type_identity_t<T> value) { *address = value; }
JUDGE_HINTED_STORE(__stcg)
JUDGE_HINTED_STORE(__stcs)
JUDGE_HINTED_STORE(__stwb)
JUDGE_HINTED_STORE(__stwt)
#undef JUDGE_HINTED_STORE

static inline unsigned __isGlobal(const void* pointer) { return judgeEmulatedSpaceOf(pointer) == judge_emulated::Space::global; }
static inline unsigned __isShared(const void* pointer) { return judgeEmulatedSpaceOf(pointer) == judge_emulated::Space::shared; }
static inline unsigned __isLocal(const void* pointer) { return judgeEmulatedSpaceOf(pointer) == judge_emulated::Space::local; }

static inline size_t __cvta_generic_to_shared(const void* pointer) { return reinterpret_cast<size_t>(pointer); }
static inline size_t __cvta_generic_to_global(const void* pointer) { return reinterpret_cast<size_t>(pointer); }
namespace judge_emulated {
/// An address in shared memory may have been cut to 32 bits: the rest is that of the block's arena.
static inline void* shared_pointer(std::size_t address) {
  if (address >> 32) return reinterpret_cast<void*>(address);
  const auto base = reinterpret_cast<std::size_t>(static_shared);
  const int distance = static_cast<int>(static_cast<unsigned>(address) - static_cast<unsigned>(base));
  return static_shared + distance;
}
}  // namespace judge_emulated
static inline void* __cvta_shared_to_generic(size_t address) { return judge_emulated::shared_pointer(address); }
static inline void* __cvta_global_to_generic(size_t address) { return reinterpret_cast<void*>(address); }

/// Cycles of the model chip, which runs at 1 GHz.
static inline long long clock64() {
  timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return static_cast<long long>(now.tv_sec) * 1'000'000'000 + now.tv_nsec;
}

namespace judge_emulated {
/// clock() in device code; the C library's counts processor time.
static inline clock_t device_clock() { return static_cast<clock_t>(clock64()); }
static inline unsigned long long global_timer_ns() { return static_cast<unsigned long long>(clock64()); }
}  // namespace judge_emulated
