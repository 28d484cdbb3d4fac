#pragma once

#include "cooperative_groups/reduce.h"

namespace cooperative_groups {

template <class Group, class T, class Operation>
inline T inclusive_scan(const Group& group, T value, Operation operation, int line = __builtin_LINE()) {
  if constexpr (requires { group.fold(value, operation, line); }) {   // a tile of several warps
    value = inclusive_scan(tiled_partition<32>(group), value, operation, line);
    const unsigned warp = group.thread_rank() / 32;
    return group.show(value, line, [&](const T* const* shown) {
      if (warp == 0) return value;
      T before = *shown[31];
      for (unsigned i = 1; i < warp; ++i) before = operation(before, *shown[32 * i + 31]);
      return operation(before, value);
    });
  } else {
    for (unsigned distance = 1; distance < group.size(); distance *= 2) {
      const T below = group.shfl_up(value, distance, line);
      if (group.thread_rank() >= distance) value = operation(below, value);
    }
    return value;
  }
}
template <class Group, class T>
inline T inclusive_scan(const Group& group, T value, int line = __builtin_LINE()) {
  return inclusive_scan(group, value, plus<T>(), line);
}

/// The first thread gets T().
template <class Group, class T, class Operation>
inline T exclusive_scan(const Group& group, T value, Operation operation, int line = __builtin_LINE()) {
  const T scanned = inclusive_scan(group, value, operation, line);
  const unsigned rank = group.thread_rank();
  const T before = [&] {
    if constexpr (requires { group.fold(value, operation, line); })
      return group.show(scanned, line, [&](const T* const* shown) { return *shown[rank == 0 ? 0 : rank - 1]; });
    else return group.shfl_up(scanned, 1, line);
  }();
  return rank == 0 ? T() : before;
}
template <class Group, class T>
inline T exclusive_scan(const Group& group, T value, int line = __builtin_LINE()) {
  return exclusive_scan(group, value, plus<T>(), line);
}

namespace detail {

/// The last thread adds the group's total to the destination; all get what was there before.
template <class Group, class Destination, class T, class Operation>
inline T add_total(const Group& group, Destination& destination, T total, Operation operation) {
  T before{};
  const unsigned last = static_cast<unsigned>(group.size()) - 1;
  if (group.thread_rank() == last) before = update_atomically(destination, total, operation);
  return group.shfl(before, last);
}

}  // namespace detail

template <class Group, class Destination, class T, class Operation = plus<T>>
inline T inclusive_scan_update(const Group& group, Destination&& destination, T value, Operation operation = {}) {
  const T scanned = inclusive_scan(group, value, operation);
  return operation(detail::add_total(group, destination, scanned, operation), scanned);
}
template <class Group, class Destination, class T, class Operation = plus<T>>
inline T exclusive_scan_update(const Group& group, Destination&& destination, T value, Operation operation = {}) {
  const T scanned = inclusive_scan(group, value, operation), before = exclusive_scan(group, value, operation);
  const T old_value = detail::add_total(group, destination, scanned, operation);
  return group.thread_rank() == 0 ? old_value : operation(old_value, before);
}

}  // namespace cooperative_groups
