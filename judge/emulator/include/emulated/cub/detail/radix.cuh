#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "cub/util_type.cuh"
#include "judge_emulated/bits.h"

namespace cub::detail {

template <std::size_t Bytes>
struct BitsOf { typedef std::uint64_t type; };
template <>
struct BitsOf<1> { typedef std::uint8_t type; };
template <>
struct BitsOf<2> { typedef std::uint16_t type; };
template <>
struct BitsOf<4> { typedef std::uint32_t type; };

/// half and bfloat16, which are classes here, sort as floats do.
template <class Key>
constexpr bool is_real = std::is_floating_point_v<Key> || std::is_class_v<Key>;

/// The key as an unsigned number of the same order, below `end` and from `begin` on. -0 counts as 0.
template <class Key>
static inline typename BitsOf<sizeof(Key)>::type radix_bits(Key key, int begin, int end) {
  typedef typename BitsOf<sizeof(Key)>::type Bits;
  constexpr int width = sizeof(Key) * 8;
  constexpr Bits top = static_cast<Bits>(Bits{1} << (width - 1));
  Bits bits;
  __builtin_memcpy(&bits, &key, sizeof bits);
  if constexpr (is_real<Key>) {
    if (bits == top) bits = 0;
    bits = static_cast<Bits>(bits & top ? ~bits : bits | top);
  } else if constexpr (std::is_signed_v<Key>) {
    bits = static_cast<Bits>(bits ^ top);
  }
  if (end < width) bits = static_cast<Bits>(bits & ((Bits{1} << end) - 1));
  return static_cast<Bits>(bits >> begin);
}

enum class Order { ascending, descending };

/// Sorts by the bits [begin, end) of the keys, equal ones in the order they came; by bytes where that pays. `places`
/// are the items' positions before.
template <class Key>
std::vector<std::size_t> radix_places(const Key* keys, std::size_t size, int begin, int end, Order order) {
  typedef typename BitsOf<sizeof(Key)>::type Bits;
  struct Item {
    Bits bits;
    std::size_t place;
  };
  std::vector<Item> items(size), sorted(size);
  for (std::size_t i = 0; i < size; ++i) {
    const Bits bits = radix_bits(keys[i], begin, end);
    items[i] = {order == Order::ascending ? bits : static_cast<Bits>(~bits), i};
  }
  if (size < 256) {
    std::stable_sort(items.begin(), items.end(), [](const Item& a, const Item& b) { return a.bits < b.bits; });
  } else {
    for (int shift = 0; shift < end - begin; shift += 8) {
      std::size_t starts[257] = {};
      for (const Item& item : items) ++starts[(item.bits >> shift & 255) + 1];
      for (int digit = 0; digit < 256; ++digit) starts[digit + 1] += starts[digit];
      for (const Item& item : items) sorted[starts[item.bits >> shift & 255]++] = item;
      items.swap(sorted);
    }
  }
  std::vector<std::size_t> places(size);
  for (std::size_t i = 0; i < size; ++i) places[i] = items[i].place;
  return places;
}

}  // namespace cub::detail
