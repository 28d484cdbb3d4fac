#include "judge/referee/slabs.hpp"

#include <algorithm>

namespace judge {

namespace {

constexpr std::size_t k_red_zone_bytes = 64 << 10;

// cudaMalloc aligns to 512 bytes, which a texture object asks for, and code may rely on it; on the emulated runtime 16 keep the guard page close, until an attempt
// is found to rely on more.
constexpr std::size_t k_gpu_alignment = 512;
constexpr std::size_t alignment(RuntimeKind kind) { return kind == RuntimeKind::cuda ? k_gpu_alignment : 16; }
// Whole pages of the device. An allocation that ends in the middle of one may be mapped in small pages, and then a vector
// addition of 1.5 GiB takes 704 us instead of 365 on an H200: its TLBs do not reach that far.
constexpr std::size_t slab_unit(RuntimeKind kind) { return kind == RuntimeKind::cuda ? 2 << 20 : 1; }
std::size_t room_after(RuntimeKind kind, Slabs::Ends ends) {
  return kind == RuntimeKind::cuda || ends == Slabs::Ends::as_on_gpu ? k_red_zone_bytes : 0;
}

// Steps are odd multiples of a page of 4 KiB, so that places differ in the bits that choose a slice of the L2.
constexpr std::size_t k_place_bytes = 52 << 10, k_places = 32;
constexpr std::size_t places(RuntimeKind kind) { return kind == RuntimeKind::cuda ? k_places : 1; }

// Shift 0 is the last place; from then on each slab takes its own way through all of them.
std::size_t place_at(std::uint64_t shift, std::size_t slab, std::size_t count) {
  return static_cast<std::size_t>(shift * (2 * slab + 1) + shift / count * slab) % count;
}

constexpr std::size_t round_up(std::size_t value, std::size_t unit) { return (value + unit - 1) / unit * unit; }

}  // namespace

Result<Slabs> Slabs::allocate(const Runtime& runtime, const std::vector<Case>& cases) {
  Slabs slabs;
  slabs.m_kind = runtime.kind;
  const std::size_t count = cases.front().arguments.size();
  slabs.m_slab_of_argument.assign(count, -1);
  for (std::size_t i = 0; i < count; ++i) {
    const auto* buffer = std::get_if<BufferArgument>(&cases.front().arguments[i]);
    if (!buffer) continue;
    std::size_t most = 0;
    for (const auto& test : cases) most = std::max(most, std::get<BufferArgument>(test.arguments[i]).bytes());
    const std::size_t bytes = round_up(
        k_red_zone_bytes + (places(runtime.kind) - 1) * k_place_bytes + round_up(most, k_gpu_alignment) + k_red_zone_bytes,
        slab_unit(runtime.kind));
    JUDGE_TRY(auto memory, DeviceMemory::allocate(runtime, bytes));
    cuda::IpcMemHandle handle{};
    JUDGE_CUDA(runtime, cudaIpcGetMemHandle(&handle, memory.data()));
    slabs.m_slab_of_argument[i] = static_cast<int>(slabs.m_memory.size());
    slabs.m_memory.push_back(std::move(memory));
    slabs.m_handles.slabs.push_back({.name = buffer->name,
                                     .memory = buffer->memory,
                                     .ipc_handle = std::string(handle.reserved, sizeof handle.reserved),
                                     .bytes = bytes});
  }
  return slabs;
}

Slabs::Window Slabs::window(const Case& test, std::size_t index, Layout layout) const {
  Window window{.slab = m_slab_of_argument[index]};
  if (window.slab < 0) return window;
  const DeviceMemory& memory = m_memory[window.slab];
  window.bytes = std::get<BufferArgument>(test.arguments[index]).bytes();
  const std::size_t padded_bytes = round_up(window.bytes, layout.ends == Ends::as_on_gpu ? k_gpu_alignment : alignment(m_kind));
  const std::size_t room = room_after(m_kind, layout.ends);
  window.offset = memory.bytes() - room - padded_bytes -
                  place_at(layout.shift, static_cast<std::size_t>(window.slab), places(m_kind)) * k_place_bytes;
  window.pointer = memory.data() + window.offset;
  window.red_before = std::min(window.offset, k_red_zone_bytes);
  window.red_after = padded_bytes - window.bytes + room;
  return window;
}

std::vector<Slabs::Window> Slabs::windows(const Case& test, Layout layout) const {
  std::vector<Window> all;
  for (std::size_t i = 0; i < test.arguments.size(); ++i) all.push_back(window(test, i, layout));
  return all;
}

std::vector<std::span<char>> Slabs::beside(std::span<const Window> windows) const {
  constexpr std::uintptr_t k_page_bytes = 4096;
  std::vector<std::span<char>> rest;
  for (const Window& used : windows) {
    if (used.slab < 0) continue;
    const DeviceMemory& memory = m_memory[used.slab];
    const std::size_t of_its_page =
        m_kind == RuntimeKind::emulated ? reinterpret_cast<std::uintptr_t>(memory.data()) % k_page_bytes : 0;
    rest.emplace_back(memory.data() - of_its_page, of_its_page + used.offset - used.red_before);
    char* const behind = used.pointer + used.bytes + used.red_after;
    rest.emplace_back(behind, static_cast<std::size_t>(memory.data() + memory.bytes() - behind));
  }
  std::erase_if(rest, [](std::span<char> range) { return range.empty(); });
  return rest;
}

}  // namespace judge
