#pragma once

#include "cooperative_groups.h"
#include "cuda/barrier"

namespace cooperative_groups {

/// Each thread copies its share at once; wait() is where the group meets.
template <class Group, class T, class U, class Shape>
inline void memcpy_async(const Group& group, T* to, const U* from, const Shape& bytes) {
  cuda::detail::copy_share(group, to, from, bytes);
}
/// As many elements as both layouts have.
template <class Group, class T, class ToLayout, class FromLayout>
inline void memcpy_async(const Group& group, T* to, const ToLayout& to_layout, const T* from, const FromLayout& from_layout) {
  const std::size_t room = to_layout, source = from_layout;
  cuda::detail::copy_share(group, to, from, sizeof(T) * (room < source ? room : source));
}
template <class Group>
inline void wait(const Group& group, int line = __builtin_LINE()) { group.sync(line); }
/// All but the last `Stages` copies have come.
template <unsigned Stages, class Group>
inline void wait_prior(const Group& group, int line = __builtin_LINE()) { group.sync(line); }

}  // namespace cooperative_groups
