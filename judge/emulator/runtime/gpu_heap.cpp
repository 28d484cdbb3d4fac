#include "judge/emulator/runtime/gpu_heap.hpp"

#include <iterator>

namespace judge::emulated {

namespace {

constexpr std::size_t mapping_bytes = 2 << 20, pool_mapping_bytes = 32 << 20;
constexpr std::size_t most_small_bytes = 1 << 20;
constexpr std::size_t least_large_bytes = 32 << 20;  ///< seen at 64 MiB, and not at 4 MiB
constexpr std::size_t driver_bytes = 77594624 - mapping_bytes;
constexpr std::size_t area_bytes = GpuHeap::address_bytes / 4;

constexpr std::size_t round_up_to(std::size_t value, std::size_t to) { return (value + to - 1) / to * to; }

}  // namespace

GpuHeap::GpuHeap(std::uintptr_t base)
    : m_first_small(base + area_bytes), m_others(m_first_small + mapping_bytes + driver_bytes), m_pools(base + 2 * area_bytes) {
  m_chunks[m_first_small] = {mapping_bytes, Use::small, {}};
  m_chunks[m_first_small + mapping_bytes] = {driver_bytes, Use::driver, {}};
}

GpuHeap::Mapping GpuHeap::always_mapped() const { return {m_first_small, mapping_bytes + driver_bytes}; }

/// The lowest gap of a chunk that is large enough; 0 = there is none.
std::uintptr_t GpuHeap::place_in(std::uintptr_t begin, Chunk& chunk, std::size_t bytes) {
  std::uintptr_t free = begin;
  for (const auto& [block, size] : chunk.blocks) {
    if (block - free >= bytes) break;
    free = block + size;
  }
  if (begin + chunk.bytes - free < bytes) return 0;
  chunk.blocks.emplace(free, bytes);
  return free;
}

/// In the first chunk of this use that has room; 0 = none has.
std::uintptr_t GpuHeap::share(Use use, std::size_t bytes) {
  for (auto& [begin, chunk] : m_chunks)
    if (chunk.use == use)
      if (const std::uintptr_t place = place_in(begin, chunk, bytes)) return place;
  return 0;
}

std::uintptr_t GpuHeap::map_above(std::uintptr_t from, std::size_t bytes, Use use) {
  std::uintptr_t free = from;
  for (auto chunk = m_chunks.lower_bound(from); chunk != m_chunks.end() && chunk->first - free < bytes; ++chunk)
    free = chunk->first + chunk->second.bytes;
  m_chunks[free] = {bytes, use, {}};
  return free;
}

std::uintptr_t GpuHeap::map_below(std::uintptr_t end, std::size_t bytes) {
  std::uintptr_t free = end;
  for (auto chunk = m_chunks.lower_bound(end); chunk != m_chunks.begin();) {
    --chunk;
    if (free - chunk->first - chunk->second.bytes >= bytes) break;
    free = chunk->first;
  }
  m_chunks[free - bytes] = {bytes, Use::alone, {}};
  return free - bytes;
}

std::uintptr_t GpuHeap::allocate(std::size_t bytes, From from) {
  const std::size_t rounded = round_up_to(bytes, gpu_block_bytes), alone = round_up_to(bytes, mapping_bytes);
  const Use use = from == From::pool ? Use::pool : rounded <= most_small_bytes ? Use::small : Use::alone;
  if (use != Use::alone)
    if (const std::uintptr_t place = share(use, rounded)) return place;
  const std::uintptr_t chunk = use == Use::pool             ? map_above(m_pools, round_up_to(bytes, pool_mapping_bytes), use)
                               : use == Use::small          ? map_above(m_others, mapping_bytes, use)
                               : alone >= least_large_bytes ? map_below(m_first_small - mapping_bytes, alone)
                                                            : map_above(m_others, alone, use);
  return place_in(chunk, m_chunks[chunk], rounded);
}

void GpuHeap::release(std::uintptr_t address) {
  const auto above = m_chunks.upper_bound(address);
  if (above == m_chunks.begin()) return;
  const auto chunk = std::prev(above);
  chunk->second.blocks.erase(address);
  if (chunk->second.blocks.empty() && chunk->first != m_first_small) m_chunks.erase(chunk);
}

GpuHeap::Mapping GpuHeap::mapping_at(std::uintptr_t address) const {
  const auto above = m_chunks.upper_bound(address);
  if (above == m_chunks.begin()) return {};
  const auto& [begin, chunk] = *std::prev(above);
  return address < begin + chunk.bytes ? Mapping{begin, chunk.bytes} : Mapping{};
}

}  // namespace judge::emulated
