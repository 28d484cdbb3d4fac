#pragma once

#include <cstddef>
#include <cstdint>

#include "judge/emulator/runtime/tensor_map.hpp"

namespace judge::emulated {

/// How a matrix that wgmma multiplies lies in shared memory, as its descriptor says it. It is made of pieces of 16 bytes, which
/// lie along its rows (K, along which sums go) or across them (MN); eight of them are a core matrix.
class MatrixDescriptor {
 public:
  /// The start's bits: of the address in shared memory.
  static constexpr std::uintptr_t start_mask = 0x3ffff;

  explicit MatrixDescriptor(std::uint64_t bits);

  std::uintptr_t start() const { return m_start; }
  /// From the start to the piece of this row, and of this place in the row's 32 bytes.
  std::size_t along_k(unsigned row, unsigned piece) const {
    return row / 8 * m_stride + row % 8 * m_span + piece * (m_swizzle == Swizzle::none ? m_leading : swizzle_atom_bytes);
  }
  /// From the start to the piece that holds this element of eight rows, the `piece`th ones.
  std::size_t along_mn(unsigned piece, unsigned k) const {
    if (m_swizzle == Swizzle::none) return piece * m_stride + k / 8 * m_leading + k % 8 * swizzle_atom_bytes;
    const auto in_span = static_cast<unsigned>(m_span / swizzle_atom_bytes);
    return piece % in_span * swizzle_atom_bytes + piece / in_span * m_leading + k % 8 * m_span + k / 8 * m_stride;
  }
  /// Where that piece is in the memory that begins at the start.
  const char* at(char* start, std::size_t offset) const { return swizzled(start + offset, m_swizzle, m_base_offset); }

 private:
  std::uintptr_t m_start;
  std::size_t m_leading, m_stride;
  unsigned m_base_offset;
  Swizzle m_swizzle;
  std::size_t m_span;  // of the swizzle; without one, a piece
};

}  // namespace judge::emulated
