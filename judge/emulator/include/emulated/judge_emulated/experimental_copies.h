#pragma once

#include "cuda/barrier"
#include "judge_emulated/driver_api.h"
#include "judge_emulated/tensor_copies.h"

// cuda::device::experimental of <cuda/barrier>: bulk and tensor copies, one function for each.
namespace cuda {
namespace device {
namespace experimental {

[[gnu::always_inline]] inline void cp_async_bulk_global_to_shared(void* to, const void* from, std::uint32_t bytes,
                                                                  barrier<thread_scope_block>& at) {
  judge_emulated::load_bulk(to, from, bytes, &at);
}
[[gnu::always_inline]] inline void cp_async_bulk_shared_to_global(void* to, const void* from, std::uint32_t bytes) {
  judge_emulated::store_bulk(to, from, bytes);
}

#define JUDGE_TENSOR_COPIES(dimensions, declared, named)                                                                       \
  [[gnu::always_inline]] inline void cp_async_bulk_tensor_##dimensions##d_global_to_shared(                                    \
      void* to, const CUtensorMap* map, JUDGE_LIST declared, barrier<thread_scope_block>& at) {                                \
    judge_emulated::load_tensor(to, map, judge_emulated::box_corner named, &at);                                               \
  }                                                                                                                            \
  [[gnu::always_inline]] inline void cp_async_bulk_tensor_##dimensions##d_shared_to_global(const CUtensorMap* map,             \
                                                                                           JUDGE_LIST declared, const void* from) { \
    judge_emulated::store_tensor(map, judge_emulated::box_corner named, from);                                                 \
  }
#define JUDGE_LIST(...) __VA_ARGS__
JUDGE_TENSOR_COPIES(1, (int c0), (c0))
JUDGE_TENSOR_COPIES(2, (int c0, int c1), (c0, c1))
JUDGE_TENSOR_COPIES(3, (int c0, int c1, int c2), (c0, c1, c2))
JUDGE_TENSOR_COPIES(4, (int c0, int c1, int c2, int c3), (c0, c1, c2, c3))
JUDGE_TENSOR_COPIES(5, (int c0, int c1, int c2, int c3, int c4), (c0, c1, c2, c3, c4))
#undef JUDGE_LIST
#undef JUDGE_TENSOR_COPIES

inline void fence_proxy_async_shared_cta() {}
inline void cp_async_bulk_commit_group() { judge_emulated::commit_bulk_stores(); }
template <int Groups>
inline void cp_async_bulk_wait_group_read() {
  static_assert(Groups >= 0 && Groups <= 63);
  judge_emulated::wait_for_bulk_stores(Groups, judge_emulated::BulkWait::read);
}

}  // namespace experimental
}  // namespace device
}  // namespace cuda
