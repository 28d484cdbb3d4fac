#include "judge/emulator/checker/device_map.hpp"

#include <algorithm>

namespace judge::emulated {

namespace {

std::uintptr_t map_begin(const Buffer& buffer) { return reinterpret_cast<std::uintptr_t>(buffer.region.map); }
std::uintptr_t map_end(const Buffer& buffer) { return map_begin(buffer) + buffer.region.map_size; }

std::unique_ptr<Buffer> remember(const Region& region, bool counts_writes) {
  auto buffer = std::make_unique<Buffer>();
  buffer->region = region;
  buffer->counts_writes = counts_writes;
  buffer->cells = LazyArray<Cell>(region.window_bytes / Cell::bytes + 2);
  if (counts_writes) buffer->written = WrittenBytes(region.window_bytes);
  return buffer;
}

bool host_writes_unseen(const Region& region) {
  return region.holds_input || region.kind == MemoryKind::host || region.kind == MemoryKind::managed;
}

}  // namespace

Buffer* DeviceMap::find(std::uintptr_t address) {
  if (m_generation != Memory::instance().generation()) refresh();
  if (m_last && address >= map_begin(*m_last) && address < map_end(*m_last)) return m_last;
  const auto above = std::ranges::upper_bound(m_buffers, address, {}, [](const auto& buffer) { return map_begin(*buffer); });
  if (above == m_buffers.begin()) return nullptr;
  Buffer* const found = std::prev(above)->get();
  if (address >= map_end(*found)) return nullptr;
  return m_last = found;
}

void DeviceMap::add_library(std::uintptr_t begin, std::size_t bytes) {
  Region region;
  region.map = region.pages = region.begin = region.window = reinterpret_cast<char*>(begin);
  region.map_size = region.pages_size = region.bytes = region.window_bytes = bytes;
  m_libraries.push_back(region);
  m_generation = 0;
}

void DeviceMap::refresh() {
  m_generation = Memory::instance().generation();
  m_last = nullptr;
  auto before = std::move(m_buffers);
  m_buffers.clear();
  const auto add = [&](const Region& region, bool counts_writes) {
    const auto known = std::ranges::find_if(before, [&](const auto& buffer) {
      return buffer && buffer->region.map == region.map && buffer->region.version == region.version;
    });
    m_buffers.push_back(known == before.end() ? remember(region, counts_writes) : std::move(*known));
  };
  for (const Region& region : Memory::instance().regions()) add(region, !host_writes_unseen(region));
  for (const Region& region : m_libraries) add(region, false);
  std::ranges::sort(m_buffers, {}, [](const auto& buffer) { return map_begin(*buffer); });
}

}  // namespace judge::emulated
