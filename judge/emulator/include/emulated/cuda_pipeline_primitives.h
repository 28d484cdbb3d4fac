#pragma once

#include <cstddef>
#include <cstdint>

#include "cuda_runtime.h"

// Copies into shared memory that a GPU makes beside other work. Here they are done when the call returns.

typedef std::uint64_t __mbarrier_t;

/// `bytes` is 4, 8 or 16, and both pointers are aligned to it. The last `zero_fill` bytes become zero.
static inline void __pipeline_memcpy_async(void* __restrict__ to, const void* __restrict__ from, std::size_t bytes,
                                           std::size_t zero_fill = 0) {
  for (const void* pointer : {static_cast<const void*>(to), from})
    if (reinterpret_cast<std::uintptr_t>(pointer) % bytes) judge_emulated::misaligned(pointer, bytes);
#ifdef JUDGE_EMULATED_CHECKED
  // The checker sees loads and stores, not calls of memcpy().
  for (std::size_t i = 0; i < bytes; i++)
    static_cast<char*>(to)[i] = i < bytes - zero_fill ? static_cast<const char*>(from)[i] : 0;
#else
  __builtin_memcpy(to, from, bytes - zero_fill);
  __builtin_memset(static_cast<char*>(to) + bytes - zero_fill, 0, zero_fill);
#endif
}
static inline void __pipeline_commit() {}
static inline void __pipeline_wait_prior(std::size_t) {}
static inline void __pipeline_arrive_on(__mbarrier_t*) {}
