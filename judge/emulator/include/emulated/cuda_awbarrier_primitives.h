#pragma once

#include <cstdint>

#include "cuda/barrier"
#include "cuda_pipeline_primitives.h"

// Barriers with arrival and waiting apart, by the names that C has for them.
typedef std::uint64_t __mbarrier_token_t;

namespace judge_emulated {
using BlockBarrier = ::cuda::barrier<::cuda::thread_scope_block>;
static_assert(sizeof(BlockBarrier) == sizeof(__mbarrier_t) && sizeof(BlockBarrier::arrival_token) == sizeof(__mbarrier_token_t));
static inline BlockBarrier& block_barrier(__mbarrier_t* at) { return *reinterpret_cast<BlockBarrier*>(at); }
}  // namespace judge_emulated

static inline std::uint32_t __mbarrier_maximum_count() { return static_cast<std::uint32_t>(judge_emulated::BlockBarrier::max()); }
static inline void __mbarrier_init(__mbarrier_t* at, std::uint32_t expected) { init(&judge_emulated::block_barrier(at), expected); }
static inline void __mbarrier_inval(__mbarrier_t*) {}
static inline __mbarrier_token_t __mbarrier_arrive(__mbarrier_t* at) {
  return judge_emulated::bit_cast<__mbarrier_token_t>(judge_emulated::block_barrier(at).arrive());
}
static inline __mbarrier_token_t __mbarrier_arrive_and_drop(__mbarrier_t* at) {
  judge_emulated::block_barrier(at).arrive_and_drop();
  return 0;
}
static inline bool __mbarrier_test_wait(__mbarrier_t* at, __mbarrier_token_t token) {
  return judge_emulated::block_barrier(at).try_wait(judge_emulated::bit_cast<judge_emulated::BlockBarrier::arrival_token>(token));
}
