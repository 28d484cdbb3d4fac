#include "judge/emulator/runtime/matrix_descriptor.hpp"

namespace judge::emulated {

namespace {

/// The fields for addresses have no lowest four bits.
std::size_t field(std::uint64_t bits, unsigned place) { return (bits >> place & 0x3fff) << 4; }

Swizzle swizzle_of(std::uint64_t bits) {
  constexpr Swizzle swizzles[] = {Swizzle::none, Swizzle::bytes_128, Swizzle::bytes_64, Swizzle::bytes_32};
  return swizzles[bits >> 62];
}

}  // namespace

MatrixDescriptor::MatrixDescriptor(std::uint64_t bits)
    : m_start(field(bits, 0)),
      m_leading(field(bits, 16)),
      m_stride(field(bits, 32)),
      m_base_offset(bits >> 49 & 7),
      m_swizzle(swizzle_of(bits)),
      m_span(swizzle_atom_bytes << static_cast<unsigned>(m_swizzle)) {}

}  // namespace judge::emulated
