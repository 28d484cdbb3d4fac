#pragma once

#include "cooperative_groups.h"

namespace cooperative_groups {

/// Threads copy at once; the group waits for all of them in wait().
template <class Group, class T, class U>
inline void memcpy_async(const Group& group, T* to, const U* from, std::size_t bytes) {
  char* const target = reinterpret_cast<char*>(to);
  const char* const source = reinterpret_cast<const char*>(from);
  for (std::size_t i = group.thread_rank(); i < bytes; i += group.size()) target[i] = source[i];
}
template <class Group, class T, class Layout>
inline void memcpy_async(const Group& group, T* to, const Layout& to_layout, const T* from, const Layout& from_layout) {
  memcpy_async(group, to, from, sizeof(T) * (to_layout < from_layout ? to_layout : from_layout));
}
template <class Group>
inline void wait(const Group& group, int line = __builtin_LINE()) { group.sync(line); }
template <unsigned Stages, class Group>
inline void wait_prior(const Group& group, int line = __builtin_LINE()) { group.sync(line); }

}  // namespace cooperative_groups
