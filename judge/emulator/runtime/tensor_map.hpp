#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace judge::emulated {

/// How shared memory holds the rows of a box: 16 bytes of it lie where these bits of their place in a row are combined (xor) with the
/// lowest bits of the number of the 128 bytes that they lie in, so that the same place in different rows has different banks.
enum class Swizzle : std::uint8_t { none = 0, bytes_32 = 1, bytes_64 = 2, bytes_128 = 3 };
inline constexpr std::size_t swizzle_atom_bytes = 16;

/// Where the 16 bytes lie that would be at `address` without it. `first_line`: the number of the 128 bytes where the pattern begins.
inline char* swizzled(char* address, Swizzle swizzle, unsigned first_line = 0) {
  const auto at = reinterpret_cast<std::uintptr_t>(address);
  const std::uintptr_t mask = (std::uintptr_t{1} << static_cast<unsigned>(swizzle)) - 1;
  return reinterpret_cast<char*>(at ^ (((at >> 7) - first_line) & mask) << 4);
}

/// What is in the 128 bytes of a CUtensorMap here.
struct TensorMap {
  static constexpr std::uint64_t made_here = 0x70616d726f736e74;  // a mark
  static constexpr unsigned most_dimensions = 5;
  std::uint64_t mark;
  char* base;
  std::uint64_t strides[most_dimensions - 1];     ///< bytes from one element to the next, of dimension 1 and those above it
  std::uint32_t last_elements[most_dimensions];   ///< the extents less 1
  std::uint16_t box[most_dimensions];             ///< elements
  std::uint8_t element_strides[most_dimensions];  ///< every n-th element of the box is copied
  std::uint8_t rank, type, element_bytes, fills_nan;
  Swizzle swizzle;

  /// Elements of the box that are copied.
  std::size_t count(unsigned dimension) const {
    const std::size_t step = dimension == 0 ? 1 : element_strides[dimension];
    return (box[dimension] + step - 1) / step;
  }
  std::size_t row_bytes() const { return box[0] * std::size_t{element_bytes}; }
  std::size_t box_bytes() const;
};

/// Elements that lie one behind the other in the box and in the tensor.
struct TensorRow {
  char* global = nullptr;
  std::size_t offset = 0, bytes = 0;  ///< in the box; only what lies in the tensor
};

/// The rows of the box with its lowest corner at `coordinates`, without what lies outside of the tensor.
std::vector<TensorRow> rows_of(const TensorMap& map, const int* coordinates);

/// Sets elements that lie outside of the tensor: zeros, or NaN.
void fill_box(const TensorMap& map, std::vector<char>& box);

}  // namespace judge::emulated
