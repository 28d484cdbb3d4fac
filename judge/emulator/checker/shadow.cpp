#include "judge/emulator/checker/shadow.hpp"

#include <sys/mman.h>

#include <algorithm>
#include <bit>
#include <new>
#include <utility>

namespace judge::emulated {

template <class T>
LazyArray<T>::LazyArray(std::size_t count) : m_count(count) {
  if (count == 0) return;
  void* map = ::mmap(nullptr, count * sizeof(T), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (map == MAP_FAILED) throw std::bad_alloc();
  m_elements = static_cast<T*>(map);
}

template <class T>
LazyArray<T>::~LazyArray() {
  if (m_elements) ::munmap(m_elements, m_count * sizeof(T));
}

template <class T>
void LazyArray<T>::clear() {
  if (m_elements) ::madvise(m_elements, m_count * sizeof(T), MADV_DONTNEED);
}

template <class T>
void LazyArray<T>::swap(LazyArray& other) noexcept {
  std::swap(m_elements, other.m_elements);
  std::swap(m_count, other.m_count);
}

template class LazyArray<Cell>;
template class LazyArray<std::uint8_t>;
template class LazyArray<std::uint64_t>;

namespace {

/// The bits of one byte of the map that lie in [first, end).
std::uint8_t bits_between(std::size_t first, std::size_t end) { return static_cast<std::uint8_t>((1u << end) - (1u << first)); }

/// Calls visit(index in the map, bits) for the range.
template <class Visit>
void for_each_map_byte(std::size_t first, std::size_t bytes, Visit visit) {
  for (std::size_t at = first, end = first + bytes; at < end;) {
    const std::size_t index = at / 8, until = std::min(end, (index + 1) * 8);
    visit(index, bits_between(at % 8, until - index * 8));
    at = until;
  }
}

}  // namespace

void WrittenBytes::mark(std::size_t first, std::size_t bytes) {
  if (first >= m_bytes) return;
  for_each_map_byte(first, std::min(bytes, m_bytes - first),
                    [&](std::size_t index, std::uint8_t bits) { m_bits[index] |= bits; });
}

std::size_t WrittenBytes::count_unwritten(std::size_t first, std::size_t bytes) {
  std::size_t count = 0;
  if (first >= m_bytes) return 0;
  for_each_map_byte(first, std::min(bytes, m_bytes - first), [&](std::size_t index, std::uint8_t bits) {
    count += static_cast<std::size_t>(std::popcount(static_cast<std::uint8_t>(bits & ~m_bits[index])));
  });
  return count;
}

void WrittenByBlock::mark(std::size_t first, std::size_t bytes, std::uint32_t start) {
  for_each_cell(first, bytes, [&](std::size_t index, std::uint8_t bits) {
    const std::uint64_t before = m_cells[index] >> 4 == start ? m_cells[index] & 15 : 0;
    m_cells[index] = std::uint64_t{start} << 4 | before | bits;
  });
}

std::size_t WrittenByBlock::count_unwritten(std::size_t first, std::size_t bytes, std::uint32_t start) {
  std::size_t count = 0;
  for_each_cell(first, bytes, [&](std::size_t index, std::uint8_t bits) {
    const std::uint64_t written = m_cells[index] >> 4 == start ? m_cells[index] & 15 : 0;
    count += static_cast<std::size_t>(std::popcount(static_cast<std::uint8_t>(bits & ~written)));
  });
  return count;
}

}  // namespace judge::emulated
