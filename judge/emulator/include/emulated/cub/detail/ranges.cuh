#pragma once

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

#include "cub/thread/thread_operators.cuh"
#include "cuda/functional"   // NVIDIA's bring these along, too
#include "cuda/std/functional"
#include "cuda/std/limits"
#include "cuda/std/tuple"
#include "cuda/std/type_traits"
#include "cuda/std/utility"

// Reductions and scans of whole ranges, in the orders that keep the rounding of floats as small as a GPU's does: not
// one long sum, but sums of short ones. Operations must be associative; those of reductions commutative, too.
namespace cub::detail {

constexpr std::size_t leaf_items = 512, scan_leaf = 64, scan_tile = 2048, lanes = 16;

template <class Accumulator, class Iterator, class Operation, std::size_t... I>
Accumulator reduce_leaf(Iterator first, std::size_t size, Operation& operation, std::index_sequence<I...>) {
  Accumulator sums[lanes] = {static_cast<Accumulator>(first[I])...};
  std::size_t i = lanes;
  for (; i + lanes <= size; i += lanes)
    for (std::size_t lane = 0; lane < lanes; ++lane)
      sums[lane] = operation(sums[lane], static_cast<Accumulator>(first[i + lane]));
  for (std::size_t lane = 0; lane < lanes && i < size; ++i, ++lane)
    sums[lane] = operation(sums[lane], static_cast<Accumulator>(first[i]));
  for (std::size_t half = lanes / 2; half > 0; half /= 2)
    for (std::size_t lane = 0; lane < half; ++lane) sums[lane] = operation(sums[lane], sums[lane + half]);
  return sums[0];
}

/// Of a range that is not empty.
template <class Accumulator, class Iterator, class Operation>
Accumulator reduce_range(Iterator first, std::size_t size, Operation& operation) {
  if (size > leaf_items) {
    const std::size_t half = (size / 2 + leaf_items - 1) / leaf_items * leaf_items;
    const Accumulator left = reduce_range<Accumulator>(first, half, operation);
    return operation(left, reduce_range<Accumulator>(first + static_cast<std::ptrdiff_t>(half), size - half, operation));
  }
  if (size >= lanes) return reduce_leaf<Accumulator>(first, size, operation, std::make_index_sequence<lanes>());
  Accumulator sum = static_cast<Accumulator>(first[0]);
  for (std::size_t i = 1; i < size; ++i) sum = operation(sum, static_cast<Accumulator>(first[i]));
  return sum;
}

/// With an initial value; that is the result of an empty range.
template <class Accumulator, class Iterator, class Operation>
Accumulator reduce_range(Iterator first, std::size_t size, Operation& operation, Accumulator initial) {
  return size == 0 ? initial
                   : static_cast<Accumulator>(operation(initial, reduce_range<Accumulator>(first, size, operation)));
}

enum class ScanKind { inclusive, exclusive };

/// What has been added up so far, if anything.
template <class Accumulator>
struct Sofar {
  bool is_any = false;
  Accumulator value{};
  template <class Operation>
  Accumulator with(const Accumulator& next, Operation& operation) const {
    return is_any ? static_cast<Accumulator>(operation(value, next)) : next;
  }
  template <class Operation>
  void add(const Accumulator& next, Operation& operation) { value = with(next, operation), is_any = true; }
};

/// `initial` may be null, but not of an exclusive scan. Input and output may be one. An item's sum is that of the tiles
/// before it, of the leaves of its tile before it, and of the items of its leaf before it.
template <class Accumulator, class Input, class Output, class Operation>
void scan_range(Input in, Output out, std::size_t size, Operation& operation, const Accumulator* initial, ScanKind kind) {
  Sofar<Accumulator> tiles, leaves, items;
  if (initial) tiles = {true, *initial};
  for (std::size_t i = 0; i < size; ++i) {
    if (i % scan_leaf == 0 && items.is_any) leaves.add(items.value, operation), items.is_any = false;
    if (i % scan_tile == 0 && leaves.is_any) tiles.add(leaves.value, operation), leaves.is_any = false;
    const Accumulator item = static_cast<Accumulator>(in[i]);
    const auto show = [&] { out[i] = tiles.with(leaves.with(items.value, operation), operation); };
    if (kind == ScanKind::exclusive) {
      if (items.is_any) show();
      else out[i] = leaves.is_any ? tiles.with(leaves.value, operation) : tiles.value;
    }
    items.add(item, operation);
    if (kind == ScanKind::inclusive) show();
  }
}

/// Calls visit(begin, end) for each run of items that are equal.
template <class Iterator, class Equal, class Visit>
void for_each_run(Iterator keys, std::size_t size, Equal& equal, Visit visit) {
  for (std::size_t begin = 0, end; begin < size; begin = end) {
    for (end = begin + 1; end < size && equal(keys[end - 1], keys[end]); ++end) {}
    visit(begin, end);
  }
}

}  // namespace cub::detail
