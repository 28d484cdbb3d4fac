#pragma once

#include <cstddef>
#include <cstdint>

#include "cuda_runtime.h"
#include "judge_emulated/async_copies.h"

typedef std::uint64_t __mbarrier_t;

/// `bytes` is 4, 8 or 16, and both pointers are aligned to it. The last `zero_fill` bytes become zero.
[[gnu::always_inline]] static inline void __pipeline_memcpy_async(void* __restrict__ to, const void* __restrict__ from, std::size_t bytes,
                                           std::size_t zero_fill = 0) {
  for (const void* pointer : {static_cast<const void*>(to), from})
    if (reinterpret_cast<std::uintptr_t>(pointer) % bytes) judge_emulated::misaligned(pointer, bytes);
  const auto size = static_cast<unsigned>(bytes), zeros = static_cast<unsigned>(zero_fill);
  judge_emulated::copy_async(to, from, size - zeros, size);
}
static inline void __pipeline_commit() { judge_emulated::commit_copies(); }
static inline void __pipeline_wait_prior(std::size_t groups) { judge_emulated::wait_for_copies(groups); }
/// The barrier's phase does not end before the thread's copies have come.
static inline void __pipeline_arrive_on(__mbarrier_t* at) { judgeEmulatedHoldBarrier(judge_emulated::linear_thread(), at); }
