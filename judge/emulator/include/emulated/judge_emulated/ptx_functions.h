#pragma once

#include "cuda/ptx"
#include "judge_emulated/tensor_copies.h"

// The functions of <cuda/ptx>.
namespace cuda {
namespace ptx {

// mbarriers
inline void mbarrier_init(std::uint64_t* at, std::uint32_t count) { judge_emulated::start_mbarrier(at, count); }
inline std::uint64_t mbarrier_arrive(std::uint64_t* at, std::uint32_t count = 1) {
  return judge_emulated::change_mbarrier(at, count, 0, 0).bits;
}
inline std::uint64_t mbarrier_arrive_no_complete(std::uint64_t* at, std::uint32_t count) { return mbarrier_arrive(at, count); }
template <dot_sem Sem, dot_scope Scope, dot_space Space>
std::uint64_t mbarrier_arrive(sem_t<Sem>, scope_t<Scope>, space_t<Space>, std::uint64_t* at, std::uint32_t count = 1) {
  return mbarrier_arrive(at, count);
}
template <dot_sem Sem, dot_scope Scope, dot_space Space>
std::uint64_t mbarrier_arrive_expect_tx(sem_t<Sem>, scope_t<Scope>, space_t<Space>, std::uint64_t* at, std::uint32_t bytes) {
  return judge_emulated::change_mbarrier(at, 1, 0, bytes).bits;
}
template <dot_scope Scope, dot_space Space>
void mbarrier_expect_tx(sem_relaxed_t, scope_t<Scope>, space_t<Space>, std::uint64_t* at, std::uint32_t bytes) {
  judge_emulated::change_mbarrier(at, 0, 0, bytes);
}

#define JUDGE_WAITS(name)                                                                                             \
  inline bool name(std::uint64_t* at, std::uint64_t state) {                                                          \
    return judge_emulated::try_mbarrier(at, judge_emulated::phase_is_over(judge_emulated::MbarrierWord{state}.phase())); \
  }                                                                                                                   \
  inline bool name##_parity(std::uint64_t* at, std::uint32_t parity) {                                                \
    return judge_emulated::try_mbarrier(at, judge_emulated::parity_is_over(parity));                                  \
  }                                                                                                                   \
  template <dot_sem Sem, dot_scope Scope>                                                                             \
  bool name(sem_t<Sem>, scope_t<Scope>, std::uint64_t* at, std::uint64_t state) { return name(at, state); }           \
  template <dot_sem Sem, dot_scope Scope>                                                                             \
  bool name##_parity(sem_t<Sem>, scope_t<Scope>, std::uint64_t* at, std::uint32_t parity) { return name##_parity(at, parity); }
JUDGE_WAITS(mbarrier_test_wait)
JUDGE_WAITS(mbarrier_try_wait)
#undef JUDGE_WAITS
// The last one says how long it may wait, in ns.
inline bool mbarrier_try_wait(std::uint64_t* at, std::uint64_t state, std::uint32_t) { return mbarrier_try_wait(at, state); }
inline bool mbarrier_try_wait_parity(std::uint64_t* at, std::uint32_t parity, std::uint32_t) {
  return mbarrier_try_wait_parity(at, parity);
}
template <dot_sem Sem, dot_scope Scope>
bool mbarrier_try_wait(sem_t<Sem>, scope_t<Scope>, std::uint64_t* at, std::uint64_t state, std::uint32_t) {
  return mbarrier_try_wait(at, state);
}
template <dot_sem Sem, dot_scope Scope>
bool mbarrier_try_wait_parity(sem_t<Sem>, scope_t<Scope>, std::uint64_t* at, std::uint32_t parity, std::uint32_t) {
  return mbarrier_try_wait_parity(at, parity);
}
inline void cp_async_mbarrier_arrive(std::uint64_t* at) { judge_emulated::ptx::mbarrier_arrive_by_copies(at, false); }
inline void cp_async_mbarrier_arrive_noinc(std::uint64_t* at) { judge_emulated::ptx::mbarrier_arrive_by_copies(at, true); }

// Bulk copies
[[gnu::always_inline]] inline void cp_async_bulk(space_cluster_t, space_global_t, void* to, const void* from, std::uint32_t bytes,
                                                 std::uint64_t* at) {
  judge_emulated::load_bulk(to, from, bytes, at);
}
[[gnu::always_inline]] inline void cp_async_bulk(space_shared_t, space_global_t, void* to, const void* from, std::uint32_t bytes,
                                                 std::uint64_t* at) {
  judge_emulated::load_bulk(to, from, bytes, at);
}
[[gnu::always_inline]] inline void cp_async_bulk(space_cluster_t, space_shared_t, void* to, const void* from, std::uint32_t bytes,
                                                 std::uint64_t* at) {
  judge_emulated::load_bulk(to, from, bytes, at);
}
[[gnu::always_inline]] inline void cp_async_bulk(space_cluster_t, space_global_t, void* to, const void* from, std::uint32_t bytes,
                                                 std::uint64_t* at, std::uint16_t blocks) {
  judge_emulated::load_bulk_to_blocks(to, from, bytes, at, blocks);
}
[[gnu::always_inline]] inline void cp_async_bulk(space_global_t, space_shared_t, void* to, const void* from, std::uint32_t bytes) {
  judge_emulated::store_bulk(to, from, bytes);
}
inline void cp_async_bulk_commit_group() { judge_emulated::commit_bulk_stores(); }
template <int N>
void cp_async_bulk_wait_group(n32_t<N>) { judge_emulated::wait_for_bulk_stores(N, judge_emulated::BulkWait::complete); }
template <int N>
void cp_async_bulk_wait_group_read(n32_t<N>) { judge_emulated::wait_for_bulk_stores(N, judge_emulated::BulkWait::read); }

namespace detail {
constexpr judge_emulated::BulkOperation operation_of(dot_op op) {
  using enum judge_emulated::BulkOperation;
  constexpr judge_emulated::BulkOperation operations[] = {add, dec, inc, max, min, bit_and, bit_or, bit_xor};
  return operations[static_cast<int>(op)];
}
/// Bits of other types count as an unsigned integer.
template <class T>
constexpr judge_emulated::BulkElement element_of() {
  using enum judge_emulated::BulkElement;
  if constexpr (std::is_same_v<T, __half>) return f16;
  else if constexpr (std::is_same_v<T, __nv_bfloat16>) return bf16;
  else if constexpr (std::is_same_v<T, float>) return f32;
  else if constexpr (std::is_same_v<T, double>) return f64;
  else if constexpr (std::is_integral_v<T> && std::is_signed_v<T>) return sizeof(T) == 8 ? s64 : s32;
  else return sizeof(T) == 8 ? u64 : u32;
}
}  // namespace detail

template <dot_op Op, class T>
[[gnu::always_inline]] inline void cp_reduce_async_bulk(space_global_t, space_shared_t, op_t<Op>, T* to, const T* from, std::uint32_t bytes) {
  judge_emulated::store_bulk(to, from, bytes, detail::operation_of(Op), detail::element_of<T>());
}
template <dot_op Op, class T>
[[gnu::always_inline]] inline void cp_reduce_async_bulk(space_cluster_t, space_shared_t, op_t<Op>, T* to, const T* from, std::uint32_t bytes,
                                                        std::uint64_t* at) {
  judge_emulated::reduce_bulk_shared(to, from, bytes, at, detail::operation_of(Op), detail::element_of<T>());
}

// Copies of boxes of tensors
namespace detail {
template <unsigned N>
judge_emulated::BoxCorner<N> corner_of(const std::int32_t (&coordinates)[N]) {
  judge_emulated::BoxCorner<N> corner;
  for (unsigned i = 0; i < N; ++i) corner.at[i] = coordinates[i];
  return corner;
}
}  // namespace detail
template <dot_space Space, unsigned N>
[[gnu::always_inline]] inline void cp_async_bulk_tensor(space_t<Space>, space_global_t, void* to, const void* map,
                                                        const std::int32_t (&coordinates)[N], std::uint64_t* at) {
  judge_emulated::load_tensor(to, map, detail::corner_of(coordinates), at);
}
template <unsigned N>
[[gnu::always_inline]] inline void cp_async_bulk_tensor(space_cluster_t, space_global_t, void* to, const void* map,
                                                        const std::int32_t (&coordinates)[N], std::uint64_t* at, std::uint16_t blocks) {
  judge_emulated::load_tensor_to_blocks(to, map, detail::corner_of(coordinates), at, blocks);
}
template <unsigned N>
[[gnu::always_inline]] inline void cp_async_bulk_tensor(space_global_t, space_shared_t, const void* map,
                                                        const std::int32_t (&coordinates)[N], const void* from) {
  judge_emulated::store_tensor(map, detail::corner_of(coordinates), from);
}
template <dot_op Op, unsigned N>
[[gnu::always_inline]] inline void cp_reduce_async_bulk_tensor(space_global_t, space_shared_t, op_t<Op>, const void* map,
                                                               const std::int32_t (&coordinates)[N], const void* from) {
  judge_emulated::store_tensor(map, detail::corner_of(coordinates), from, detail::operation_of(Op));
}

// Fences, clusters
template <dot_sem Sem, dot_scope Scope>
void fence(sem_t<Sem>, scope_t<Scope>) { __threadfence(); }
inline void fence_mbarrier_init(sem_release_t, scope_cluster_t) {}
inline void fence_proxy_async() {}
template <dot_space Space>
void fence_proxy_async(space_t<Space>) {}
inline void fence_proxy_alias() {}
inline std::uint32_t getctarank(space_cluster_t, const void* address) { return judgeEmulatedSharedRank(address); }
inline void barrier_cluster_arrive() { __cluster_barrier_arrive(); }
template <dot_sem Sem>
void barrier_cluster_arrive(sem_t<Sem>) { __cluster_barrier_arrive(); }
inline void barrier_cluster_wait(int line = __builtin_LINE()) { __cluster_barrier_wait(line); }
inline void barrier_cluster_wait(sem_acquire_t, int line = __builtin_LINE()) { __cluster_barrier_wait(line); }
template <class T>
void st_async(T* to, const T& value, std::uint64_t* at) { judge_emulated::ptx::store_async<T>(to, at, value); }

}  // namespace ptx
}  // namespace cuda
