#include "judge/emulator/runtime/host_pointers.hpp"

#include <dlfcn.h>
#include <sys/mman.h>

#include <array>
#include <atomic>
#include <cstdint>
#include <cstring>

#include "judge/emulator/runtime/device_heap.hpp"
#include "judge/emulator/runtime/memory.hpp"
#include "judge/emulator/runtime/registered_memory.hpp"

namespace judge::emulated {

namespace {

/// Set in the address of every heap, stack and library of a 64-bit Linux process; nothing lies where it is flipped.
constexpr std::uintptr_t changed_bit = std::uintptr_t{1} << 46;
constexpr std::uintptr_t lowest_pointer = std::uintptr_t{1} << 32, highest_pointer = std::uintptr_t{1} << 48;
constexpr std::uintptr_t reach_bytes = 1 << 30;  ///< how far from a pointer an access is still blamed on it

/// What a signal handler is asked about. The newest take the places of the oldest.
struct Hidden {
  std::atomic<std::uintptr_t> pointer = 0;
  std::atomic<int> parameter = 0;
};
std::array<Hidden, 64> hidden;
std::atomic<unsigned> hidden_count = 0;

// Without doing anything: mincore() would tell more, and is refused in a player.
bool is_mapped(std::uintptr_t address) {
  return ::msync(reinterpret_cast<void*>(address / page_bytes * page_bytes), page_bytes, MS_ASYNC) == 0;
}

/// Is this the address of memory that is the host's alone?
bool points_to_host(std::uintptr_t word) {
  if (word < lowest_pointer || word >= highest_pointer || !(word & changed_bit)) return false;
  const auto* const pointer = reinterpret_cast<const void*>(word);
  if (Memory::instance().knows(pointer) || is_registered(pointer) || is_of_device_heap(pointer)) return false;
  return is_mapped(word) && !is_in_a_library(pointer) && !is_mapped(word ^ changed_bit);
}

std::uintptr_t word_at(const void* place) {
  std::uintptr_t word;
  std::memcpy(&word, place, sizeof word);
  return word;
}

void remember(std::uintptr_t pointer, int parameter) {
  Hidden& place = hidden[hidden_count.fetch_add(1) % hidden.size()];
  place.parameter = parameter;
  place.pointer = pointer;
}

}  // namespace

bool is_in_a_library(const void* pointer) {
  Dl_info info;
  return ::dladdr(pointer, &info) != 0;
}

KernelArguments::KernelArguments(const judge_emulated::Kernel& kernel, void** arguments) : m_arguments(arguments) {
  if (kernel.answers_to_host) return;
  for (unsigned i = 0; i < kernel.parameter_count; ++i)
    // A number may be an address that only goes back to the host.
    for (std::size_t at = kernel.is_number && kernel.is_number[i] ? kernel.parameter_bytes[i] : 0;
         at + sizeof(void*) <= kernel.parameter_bytes[i]; at += sizeof(void*))
      if (points_to_host(word_at(static_cast<char*>(arguments[i]) + at))) change(kernel, i, at);
}

void KernelArguments::change(const judge_emulated::Kernel& kernel, unsigned parameter, std::size_t offset) {
  constexpr std::size_t alignment = 128;  // as any type may have it
  if (m_changed.empty()) m_changed.assign(m_arguments, m_arguments + kernel.parameter_count);
  if (m_changed[parameter] == m_arguments[parameter]) {
    const std::size_t bytes = kernel.parameter_bytes[parameter];
    m_values.push_back(std::make_unique<char[]>(bytes + alignment));
    auto* const copy = reinterpret_cast<char*>(round_up(reinterpret_cast<std::uintptr_t>(m_values.back().get()), alignment));
    std::memcpy(copy, m_arguments[parameter], bytes);
    m_changed[parameter] = copy;
  }
  char* const place = static_cast<char*>(m_changed[parameter]) + offset;
  const std::uintptr_t word = word_at(place), changed = word ^ changed_bit;
  remember(word, static_cast<int>(parameter) + 1);
  std::memcpy(place, &changed, sizeof changed);
}

int parameter_that_hides(const void* address) {
  const std::uintptr_t meant = reinterpret_cast<std::uintptr_t>(address) ^ changed_bit;
  int parameter = 0;
  if (hidden_count == 0) return 0;
  std::uintptr_t best = reach_bytes;
  for (const Hidden& one : hidden) {
    const std::uintptr_t pointer = one.pointer, distance = meant > pointer ? meant - pointer : pointer - meant;
    if (!pointer || distance >= best) continue;
    best = distance;
    parameter = one.parameter;
  }
  return parameter;
}

}  // namespace judge::emulated
