#pragma once

#include <cstddef>
#include <cstdint>

namespace judge::emulated {

/// One access of one CUDA thread, compact.
struct Trace {
  std::uint32_t time = 0;    ///< of HappensBefore's clock; 0 = no access
  std::uint32_t block = 0;   ///< linear index
  std::uint32_t code = 0;    ///< return address of the hook, from the first byte of the attempt's library
  std::uint16_t thread = 0;  ///< linear index in the block
  std::uint8_t bytes = 0;    ///< one bit for each of the cell's bytes
  std::uint8_t flags = 0;    ///< of Access
};

/// The history of four bytes of memory: the last write, the plain write before it if atomics came after that one, and the last two
/// reading threads.
struct Cell {
  static constexpr std::size_t bytes = 4;
  Trace write, plain_write, reads[2];
};

/// Memory of `count` elements that are all zero until they are written to, and take none until then.
template <class T>
class LazyArray {
 public:
  LazyArray() = default;
  explicit LazyArray(std::size_t count);
  LazyArray(LazyArray&& other) noexcept { swap(other); }
  LazyArray& operator=(LazyArray&& other) noexcept {
    swap(other);
    return *this;
  }
  ~LazyArray();

  T& operator[](std::size_t index) { return m_elements[index]; }
  std::size_t size() const { return m_count; }
  /// All zero again.
  void clear();

 private:
  void swap(LazyArray& other) noexcept;
  T* m_elements = nullptr;
  std::size_t m_count = 0;
};

extern template class LazyArray<Cell>;
extern template class LazyArray<std::uint8_t>;
extern template class LazyArray<std::uint64_t>;

/// One bit per byte of a range: set if it is initialised.
class WrittenBytes {
 public:
  WrittenBytes() = default;
  explicit WrittenBytes(std::size_t bytes) : m_bits((bytes + 7) / 8 + 1), m_bytes(bytes) {}
  void mark(std::size_t first, std::size_t bytes);
  /// The number of uninitialised bytes.
  std::size_t count_unwritten(std::size_t first, std::size_t bytes);
  void clear() { m_bits.clear(); }

 private:
  LazyArray<std::uint8_t> m_bits;
  std::size_t m_bytes = 0;
};

/// The same for memory that each block gets anew, without clearing it each time: what was marked at an earlier `start`
/// does not count.
class WrittenByBlock {
 public:
  WrittenByBlock() = default;
  explicit WrittenByBlock(std::size_t bytes) : m_cells(bytes / Cell::bytes + 2) {}
  void mark(std::size_t first, std::size_t bytes, std::uint32_t start);
  std::size_t count_unwritten(std::size_t first, std::size_t bytes, std::uint32_t start);

 private:
  LazyArray<std::uint64_t> m_cells;  // start << 4 | a bit for each byte
};

/// Calls visit(index of the cell, its bytes as bits) for each cell of a range.
template <class Visit>
void for_each_cell(std::size_t first, std::size_t bytes, Visit visit) {
  for (std::size_t at = first, end = first + bytes; at < end;) {
    const std::size_t index = at / Cell::bytes, cell = index * Cell::bytes;
    const std::size_t until = end < cell + Cell::bytes ? end : cell + Cell::bytes;
    visit(index, static_cast<std::uint8_t>((1u << (until - cell)) - (1u << (at - cell))));
    at = until;
  }
}

}  // namespace judge::emulated
