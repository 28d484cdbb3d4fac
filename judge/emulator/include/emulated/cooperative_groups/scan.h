#pragma once

#include "cooperative_groups/reduce.h"

namespace cooperative_groups {

template <class Group, class T, class Operation>
inline T inclusive_scan(const Group& group, T value, Operation operation, int line = __builtin_LINE()) {
  for (unsigned distance = 1; distance < group.size(); distance *= 2) {
    const T below = group.shfl_up(value, distance, line);
    if (group.thread_rank() >= distance) value = operation(below, value);
  }
  return value;
}
template <class Group, class T>
inline T inclusive_scan(const Group& group, T value, int line = __builtin_LINE()) {
  return inclusive_scan(group, value, plus<T>(), line);
}

/// The first thread gets T().
template <class Group, class T, class Operation>
inline T exclusive_scan(const Group& group, T value, Operation operation, int line = __builtin_LINE()) {
  const T before = group.shfl_up(inclusive_scan(group, value, operation, line), 1, line);
  return group.thread_rank() == 0 ? T() : before;
}
template <class Group, class T>
inline T exclusive_scan(const Group& group, T value, int line = __builtin_LINE()) {
  return exclusive_scan(group, value, plus<T>(), line);
}

}  // namespace cooperative_groups
