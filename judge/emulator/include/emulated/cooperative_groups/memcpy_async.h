#pragma once

#include "cooperative_groups.h"
#include "cuda/barrier"

namespace cooperative_groups {

namespace detail {
/// The thread's share, as a group of its own in the sense of cp.async.
template <class Group, class Shape>
[[gnu::always_inline]] inline void copy_and_commit(const Group& group, void* to, const void* from, const Shape& bytes) {
  const auto bits = reinterpret_cast<std::uintptr_t>(to) | reinterpret_cast<std::uintptr_t>(from) | static_cast<std::size_t>(bytes);
  cuda::detail::copy_share(group, to, from, bytes, bits % 4 == 0 ? 4 : 1);
  judge_emulated::commit_copies();
}
}  // namespace detail

template <class Group, class T, class U, class Shape>
[[gnu::always_inline]] inline void memcpy_async(const Group& group, T* to, const U* from, const Shape& bytes) {
  detail::copy_and_commit(group, to, from, bytes);
}
/// As many elements as both layouts have.
template <class Group, class T, class ToLayout, class FromLayout>
[[gnu::always_inline]] inline void memcpy_async(const Group& group, T* to, const ToLayout& to_layout, const T* from, const FromLayout& from_layout) {
  const std::size_t room = to_layout, source = from_layout;
  detail::copy_and_commit(group, to, from, sizeof(T) * (room < source ? room : source));
}
template <class Group>
inline void wait(const Group& group, int line = __builtin_LINE()) {
  judge_emulated::wait_for_copies(0);
  group.sync(line);
}
/// All but the last `Stages` copies have come.
template <unsigned Stages, class Group>
inline void wait_prior(const Group& group, int line = __builtin_LINE()) {
  judge_emulated::wait_for_copies(Stages);
  group.sync(line);
}

}  // namespace cooperative_groups
