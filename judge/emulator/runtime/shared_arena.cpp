#include "judge/emulator/runtime/shared_arena.hpp"

#include <sys/mman.h>

#include <algorithm>
#include <atomic>
#include <cstring>
#include <map>
#include <mutex>
#include <new>

#include "judge/emulator/runtime/chip.hpp"
#include "judge/emulator/runtime/guard_budget.hpp"
#include "judge/emulator/runtime/lockstep.hpp"
#include "judge/emulator/runtime/memory.hpp"

namespace judge::emulated {

namespace {

/// Beside each variable: as far as an access inside the block's shared memory can be from it.
constexpr std::size_t slot_guard_bytes = 256 << 10;
constexpr std::size_t largest_window_bytes = round_up(chip::shared_bytes_per_block_optin, page_bytes);
constexpr std::size_t window_stride = largest_window_bytes + 2 * slot_guard_bytes;
/// The dynamic array with its guards, where it has guards of its own.
constexpr std::size_t dynamic_part_bytes = window_stride;

/// The places of all __shared__ variables: the same in every runner's arena.
struct Layout {
  struct Slot {
    std::size_t first_page, size;  // whole pages
  };
  /// The static variables of one kernel.
  struct Window {
    std::size_t gpu_bytes = 0;  // with what alignment costs
    std::size_t alignment = 1;
    std::size_t base = 0;  // in the layout of a GPU
  };
  std::mutex mutex;
  std::vector<Slot> slots;
  std::vector<SharedVariable> variables;
  std::map<const void*, Window> windows;
  std::map<const void*, std::size_t> dynamic_alignments;  // above 16
  std::size_t size = slot_guard_bytes;
  bool is_gpu_layout = false;

  /// A kernel without variables of its own has those of the functions that it may call.
  const Window& window_of(const void* kernel) const {
    const auto found = windows.find(kernel);
    return found == windows.end() ? windows.at(nullptr) : found->second;
  }
  std::size_t dynamic_alignment_of(const void* kernel) const {
    std::size_t alignment = granularity_bytes;
    for (const void* const user : {kernel, static_cast<const void*>(nullptr)})
      if (const auto found = dynamic_alignments.find(user); found != dynamic_alignments.end())
        alignment = std::max(alignment, found->second);
    return alignment;
  }
};

Layout& layout() {
  static auto* the_layout = [] {
    auto* made = new Layout;
    made->windows[nullptr];
    return made;
  }();
  return *the_layout;
}

std::atomic<std::size_t> guards_of_all_arenas;

/// In a run in lockstep, whose right answer decides, __shared__ memory must not arrive as zeros by chance: a large number in every
/// type. Late writes are looked for in attempts that were right, and change nothing else.
constexpr int unwritten_byte = 0x4b;
bool fills_shared_memory() { return runs_in_lockstep() && !writes_late; }

char* map_with(int rights, std::size_t size) {
  void* map = ::mmap(nullptr, size, rights, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (map == MAP_FAILED) throw std::bad_alloc();
  return static_cast<char*>(map);
}

/// The variable's place where each has guards of its own: it ends at a page.
std::size_t reserve_slot(Layout& all, std::size_t bytes, std::size_t alignment) {
  const std::size_t pages_size = round_up(bytes, page_bytes);
  const std::size_t offset = all.size + pages_size - round_up(bytes, std::max(alignment, granularity_bytes));
  all.slots.push_back({all.size, pages_size});
  all.size += pages_size + slot_guard_bytes;
  return offset;
}

/// Where the dynamic array begins in a block's shared memory.
std::size_t gpu_dynamic_offset(std::size_t static_bytes, std::size_t alignment = granularity_bytes) {
  return round_up(static_bytes, alignment);
}

/// What a GPU gives a block that asks for so much.
std::size_t gpu_block_bytes_of(std::size_t bytes) { return round_up(bytes, chip::shared_granularity_bytes); }

}  // namespace

std::size_t static_shared_bytes(const void* kernel) {
  Layout& all = layout();
  const std::lock_guard lock(all.mutex);
  const auto found = all.windows.find(kernel);
  return kernel == nullptr || found == all.windows.end() ? 0 : gpu_dynamic_offset(found->second.gpu_bytes);
}

static std::atomic<bool> shared_memory_was_used = false;

void begin_call_with_shared_memory() { shared_memory_was_used = false; }

std::uint64_t cleared_blocks(std::size_t bytes, unsigned threads) {
  if (!clears_shared_memory || bytes == 0 || shared_memory_was_used.exchange(true)) return 0;
  const std::size_t by_memory = chip::shared_bytes_per_multiprocessor / (bytes + chip::reserved_shared_bytes_per_block);
  const std::size_t by_threads = chip::max_threads_per_multiprocessor / std::max(threads, 1u);
  return chip::multiprocessors_of_an_h200 * std::min({by_memory, by_threads, std::size_t{chip::max_blocks_per_multiprocessor}});
}

std::vector<SharedVariable> shared_variables() {
  Layout& all = layout();
  const std::lock_guard lock(all.mutex);
  return all.variables;
}

void use_gpu_layout_of_shared_memory() {
  Layout& all = layout();
  const std::lock_guard lock(all.mutex);
  all.is_gpu_layout = true;
  all.windows[nullptr].base = all.size;
  all.size += window_stride;
}

void SharedArena::map_all() {
  Layout& all = layout();
  const std::lock_guard lock(all.mutex);
  m_static_bytes = all.window_of(m_kernel).gpu_bytes;
  m_dynamic_alignment = all.dynamic_alignment_of(m_kernel);
  if (m_statics_size == all.size) return;
  unmap();
  m_guards = (all.is_gpu_layout ? all.windows.size() : all.slots.size()) + 2;
  m_is_guarded = (guards_of_all_arenas += m_guards) <= most_shared_guards;
  m_map = map_with(m_is_guarded ? PROT_NONE : PROT_READ | PROT_WRITE, dynamic_part_bytes + all.size);
  m_statics_size = all.size;
  m_base = m_statics = m_map + dynamic_part_bytes;
  m_variables = all.variables;
  if (!m_is_guarded) return;
  for (const auto& slot : all.slots) ::mprotect(m_statics + slot.first_page, slot.size, PROT_READ | PROT_WRITE);
  if (!all.is_gpu_layout) ::mprotect(m_map + slot_guard_bytes, largest_window_bytes, PROT_READ | PROT_WRITE);
}

void SharedArena::unmap() {
  if (m_map) ::munmap(m_map, dynamic_part_bytes + m_statics_size);
  guards_of_all_arenas -= m_guards;
  m_guards = 0;
  m_map = nullptr;
  m_statics_size = 0;
}

void SharedArena::prepare(const void* kernel, std::size_t dynamic_bytes) {
  m_kernel = kernel;
  m_dynamic_bytes = dynamic_bytes;
  map_all();
  if (layout().is_gpu_layout) return prepare_as_on_gpu();
  m_dynamic_begin = m_map + slot_guard_bytes + largest_window_bytes - round_up(dynamic_bytes, m_dynamic_alignment);
  if (!fills_shared_memory()) return;
  std::memset(m_dynamic_begin, unwritten_byte, dynamic_bytes);
  for (const SharedVariable& variable : m_variables) std::memset(m_statics + variable.offset, unwritten_byte, variable.bytes);
}

void SharedArena::clear() {
  if (layout().is_gpu_layout) {
    std::memset(m_dynamic_begin - gpu_dynamic_offset(m_static_bytes, m_dynamic_alignment), 0,
                gpu_dynamic_offset(m_static_bytes, m_dynamic_alignment) + m_dynamic_bytes);
    return;
  }
  std::memset(m_dynamic_begin, 0, m_dynamic_bytes);
  for (const SharedVariable& variable : m_variables)
    if (variable.kernel == m_kernel || variable.kernel == nullptr) std::memset(m_statics + variable.offset, 0, variable.bytes);
}

/// Everything moves so that the end of what this kernel's blocks get is the end of a page. Before its begin lies what a GPU
/// keeps for itself.
void SharedArena::prepare_as_on_gpu() {
  Layout& all = layout();
  const std::lock_guard lock(all.mutex);
  const Layout::Window &window = all.window_of(m_kernel), &of_functions = all.windows.at(nullptr);
  const std::size_t alignment = std::max(window.alignment, m_dynamic_alignment);
  const std::size_t bytes = gpu_block_bytes_of(gpu_dynamic_offset(m_static_bytes, m_dynamic_alignment) + m_dynamic_bytes);
  m_base = m_statics + (round_up(bytes, page_bytes) - bytes) / alignment * alignment;
  char* const begin = m_base + window.base;
  m_dynamic_begin = begin + gpu_dynamic_offset(m_static_bytes, m_dynamic_alignment);
  if (m_is_guarded) protect_as_on_gpu(begin, bytes, window.base, of_functions.base);
  if (fills_shared_memory()) std::memset(begin, unwritten_byte, bytes);
}

void SharedArena::protect_as_on_gpu(char* begin, std::size_t bytes, std::size_t base, std::size_t base_of_functions) {
  ::mprotect(m_statics + base_of_functions, largest_window_bytes + page_bytes, PROT_READ | PROT_WRITE);
  char* const first_page = page_of(begin - chip::reserved_shared_bytes_per_block);
  ::mprotect(m_statics + base - slot_guard_bytes, window_stride, PROT_NONE);
  ::mprotect(first_page, static_cast<std::size_t>(begin + bytes - first_page), PROT_READ | PROT_WRITE);
}

bool SharedArena::is_within_gpu(std::ptrdiff_t gpu_offset) const {
  const auto end = gpu_block_bytes_of(gpu_dynamic_offset(m_static_bytes, m_dynamic_alignment) + m_dynamic_bytes);
  return gpu_offset >= -static_cast<std::ptrdiff_t>(chip::reserved_shared_bytes_per_block) &&
         gpu_offset < static_cast<std::ptrdiff_t>(end);
}

bool SharedArena::has_any() const {
  return m_dynamic_bytes > 0 || std::ranges::any_of(m_variables, [&](const SharedVariable& variable) {
           return variable.kernel == m_kernel || variable.kernel == nullptr;
         });
}

bool SharedArena::describe(const void* address, SharedReport* report) const {
  const char* const at = static_cast<const char*>(address);
  const bool is_dynamic = m_map && at >= m_map && at < m_statics;
  const bool is_static = m_map && at >= m_statics && at < m_statics + m_statics_size;
  if (!is_dynamic && !is_static) return false;
  if (is_dynamic || m_dynamic_bytes > 0 || m_variables.empty()) consider(address, nullptr, report);
  for (const SharedVariable& variable : m_variables)
    if (is_static && (variable.kernel == m_kernel || variable.kernel == nullptr)) consider(address, &variable, report);
  set_gpu_place(report);
  return true;
}

bool SharedArena::describe(const void* address, const void* base, SharedReport* report) const {
  SharedReport of_base;
  if (!describe(base, &of_base) || of_base.offset < 0 || of_base.offset >= static_cast<std::ptrdiff_t>(of_base.bytes))
    return false;
  *report = of_base;
  report->offset += static_cast<const char*>(address) - static_cast<const char*>(base);
  set_gpu_place(report);
  return true;
}

void SharedArena::set_gpu_place(SharedReport* report) const {
  const std::size_t gpu_offset =
      report->variable ? report->variable->gpu_offset : gpu_dynamic_offset(m_static_bytes, m_dynamic_alignment);
  report->gpu_place = static_cast<std::ptrdiff_t>(gpu_offset) + report->offset;
  report->passes_on_gpu = is_within_gpu(report->gpu_place);
}

/// Takes a variable, or the dynamic array, for what is meant if it is nearer than what was so far.
void SharedArena::consider(const void* address, const SharedVariable* variable, SharedReport* report) const {
  const auto distance = [](std::ptrdiff_t offset, std::size_t bytes) {
    return offset < 0 ? -offset : std::max<std::ptrdiff_t>(offset + 1 - static_cast<std::ptrdiff_t>(bytes), 0);
  };
  const std::ptrdiff_t offset = static_cast<const char*>(address) - (variable ? m_base + variable->offset : m_dynamic_begin);
  const std::size_t bytes = variable ? variable->bytes : m_dynamic_bytes;
  if (report->is_set && distance(offset, bytes) >= distance(report->offset, report->bytes)) return;
  *report = {.is_set = true, .variable = variable, .offset = offset, .bytes = bytes};
}

char* SharedArena::with_lowest_bits(std::uintptr_t bits, std::uintptr_t mask) const {
  char* nearest = m_dynamic_begin;
  bool is_inside = false;
  std::uintptr_t least = mask + 1;
  const auto consider = [&](char* begin, std::size_t bytes) {
    const std::uintptr_t distance = (bits - reinterpret_cast<std::uintptr_t>(begin)) & mask;
    if (is_inside || (distance >= bytes && distance >= least)) return;
    is_inside = distance < bytes;
    least = distance;
    nearest = begin + distance;
  };
  if (m_dynamic_bytes > 0) consider(m_dynamic_begin, m_dynamic_bytes);
  for (const SharedVariable& variable : m_variables)
    if (variable.kernel == m_kernel || variable.kernel == nullptr) consider(m_base + variable.offset, variable.bytes);
  return nearest;
}

bool SharedArena::forgive(const void* address) const {
  char* const page = page_of(address);
  if (::mprotect(page, page_bytes, PROT_READ | PROT_WRITE)) return false;
  std::memset(page, 0xff, page_bytes);
  return ::mprotect(page, page_bytes, PROT_READ) == 0;
}

SharedArena::~SharedArena() { unmap(); }

}  // namespace judge::emulated

extern "C" std::size_t judgeEmulatedReserveShared(std::size_t bytes, std::size_t alignment, const void* kernel,
                                                  const char* name, JudgeEmulatedSharedShape shape) {
  using namespace judge::emulated;
  Layout& all = layout();
  const std::lock_guard lock(all.mutex);
  auto& window = all.windows[kernel];
  if (all.is_gpu_layout && window.base == 0) {
    window.base = all.size;
    all.size += window_stride;
  }
  const std::size_t gpu_offset = round_up(window.gpu_bytes, alignment);
  window.gpu_bytes = gpu_offset + bytes;
  window.alignment = std::max(window.alignment, alignment);
  const std::size_t offset = all.is_gpu_layout ? window.base + gpu_offset : reserve_slot(all, bytes, alignment);
  all.variables.push_back({offset, bytes, name, kernel, gpu_offset, shape});
  return offset;
}

extern "C" bool judgeEmulatedAlignDynamicShared(std::size_t alignment, const void* kernel) {
  using namespace judge::emulated;
  Layout& all = layout();
  const std::lock_guard lock(all.mutex);
  std::size_t& noted = all.dynamic_alignments[kernel];
  noted = std::min(std::max(noted, alignment), page_bytes);
  return true;
}
