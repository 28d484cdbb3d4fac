#pragma once

#include "cooperative_groups.h"

namespace cooperative_groups {

template <class T>
struct plus { T operator()(T a, T b) const { return a + b; } };
template <class T>
struct less { T operator()(T a, T b) const { return b < a ? b : a; } };
template <class T>
struct greater { T operator()(T a, T b) const { return a < b ? b : a; } };
template <class T>
struct bit_and { T operator()(T a, T b) const { return a & b; } };
template <class T>
struct bit_or { T operator()(T a, T b) const { return a | b; } };
template <class T>
struct bit_xor { T operator()(T a, T b) const { return a ^ b; } };

/// A tile combines halves, as the hardware does, and its warps in their order; every thread gets the result.
template <unsigned Size, class Parent, class T, class Operation>
inline auto reduce(const thread_block_tile<Size, Parent>& group, T value, Operation operation,
                   int line = __builtin_LINE()) {
  if constexpr (Size > 32) {
    return group.fold(reduce(tiled_partition<32>(group), value, operation, line), operation, line);
  } else {
    for (unsigned distance = Size / 2; distance > 0; distance /= 2)
      value = operation(value, group.shfl_xor(value, distance, line));
    return value;
  }
}

template <class T, class Operation>
inline T reduce(const coalesced_group& group, T value, Operation operation, int line = __builtin_LINE()) {
  T result = group.shfl(value, 0, line);
  for (unsigned rank = 1; rank < group.size(); ++rank) result = operation(result, group.shfl(value, rank, line));
  return result;
}

namespace detail {

/// *destination = operation(*destination, value), for a cuda::atomic or a cuda::atomic_ref. Returns what was there.
template <class Destination, class T, class Operation>
inline T update_atomically(Destination& destination, T value, Operation operation) {
  T before = destination.load();
  while (!destination.compare_exchange_weak(before, operation(before, value))) {}
  return before;
}

}  // namespace detail

template <class Group, class Destination, class T, class Operation>
inline void reduce_update_async(const Group& group, Destination&& destination, T value, Operation operation) {
  const T result = reduce(group, value, operation);
  if (group.thread_rank() == 0) detail::update_atomically(destination, result, operation);
}
template <class Group, class Destination, class T, class Operation>
inline void reduce_store_async(const Group& group, Destination&& destination, T value, Operation operation) {
  const T result = reduce(group, value, operation);
  if (group.thread_rank() != 0) return;
  if constexpr (std::is_pointer_v<std::decay_t<Destination>>) *destination = result;
  else destination.store(result);
}

}  // namespace cooperative_groups
