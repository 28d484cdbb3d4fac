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

/// A tile combines halves, as the hardware does; every thread gets the result.
template <unsigned Size, class Parent, class T, class Operation>
inline T reduce(const thread_block_tile<Size, Parent>& group, T value, Operation operation,
                int line = __builtin_LINE()) {
  for (unsigned distance = Size / 2; distance > 0; distance /= 2)
    value = operation(value, group.shfl_xor(value, distance, line));
  return value;
}

template <class T, class Operation>
inline T reduce(const coalesced_group& group, T value, Operation operation, int line = __builtin_LINE()) {
  T result = group.shfl(value, 0, line);
  for (unsigned rank = 1; rank < group.size(); ++rank) result = operation(result, group.shfl(value, rank, line));
  return result;
}

template <class Group, class Destination, class T, class Operation>
inline void reduce_update_async(const Group& group, Destination& destination, T value, Operation operation) {
  const T result = reduce(group, value, operation);
  if (group.thread_rank() == 0) destination.fetch_add(result);
}

}  // namespace cooperative_groups
