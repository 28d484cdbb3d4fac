#include "judge/emulator/runtime/memory.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <utility>

#include "judge/emulator/runtime/chip.hpp"
#include "judge/runtime/emulated_extension.hpp"
#include "judge/util/contains.hpp"

namespace judge::emulated {

namespace {

constexpr std::size_t huge_page_bytes = 2 << 20;
constexpr std::size_t most_poisoned_pages = 4096;
constexpr std::size_t most_freed_regions = 64;
constexpr char handle_magic[8] = {'j', 'u', 'd', 'g', 'e', 'I', 'P', 'C'};

/// What a 64-byte IPC handle holds.
struct Handle {
  char magic[8];
  std::int32_t process;
  std::int32_t file;
  std::uint64_t inode;  ///< of the file: a number reused for another file is found out
  std::uint64_t pages_size;
  std::uint64_t bytes;
};
static_assert(sizeof(Handle) <= sizeof(cudaIpcMemHandle_t));

/// A file in memory without a name; -1 = none to be had.
int create_nameless_file() {
  if (const int file = ::memfd_create("judge-device-memory", MFD_CLOEXEC | MFD_ALLOW_SEALING); file >= 0) return file;
  for (const char* folder : {"/dev/shm", "/tmp"})
    if (const int file = ::open(folder, O_TMPFILE | O_RDWR | O_CLOEXEC, 0600); file >= 0) return file;
  return -1;
}

/// Reserves guards and pages, all untouchable. False: no address space left.
bool reserve(Region& region, std::size_t bytes) {
  const bool is_device = region.kind == MemoryKind::device;
  const std::size_t before = is_device ? device_guard_before_bytes : guard_bytes;
  const std::size_t behind = is_device ? device_guard_behind_bytes : guard_bytes;
  region.bytes = bytes;
  region.pages_size = round_up(std::max<std::size_t>(bytes, 1), page_bytes);
  const std::size_t alignment = region.pages_size >= huge_page_bytes ? huge_page_bytes : page_bytes;
  region.map_size = region.pages_size + before + behind + alignment;
  void* map = ::mmap(nullptr, region.map_size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (map == MAP_FAILED) return false;
  region.map = static_cast<char*>(map);
  region.pages = reinterpret_cast<char*>(round_up(reinterpret_cast<std::uintptr_t>(map) + before, alignment));
  region.begin = region.pages + region.pages_size - round_up(bytes, granularity_bytes);
  region.window = region.begin;
  region.window_bytes = bytes;
  return true;
}

/// Where the model of a GPU's memory says. What lies in its mapping beside the region may be touched, too.
bool place_as_on_gpu(Region& region, std::size_t bytes, const GpuHeap::Mapping& mapping) {
  region.is_packed = true;
  region.bytes = region.window_bytes = bytes;
  region.map = region.begin = region.window = reinterpret_cast<char*>(region.gpu_address);
  region.map_size = std::min(round_up(bytes, gpu_block_bytes), mapping.end() - region.gpu_address);
  region.pages = page_of(region.begin);
  region.pages_size = round_up(static_cast<std::size_t>(region.end() - region.pages), page_bytes);
  return ::mprotect(reinterpret_cast<void*>(mapping.begin), mapping.bytes, PROT_READ | PROT_WRITE) == 0;
}

bool is_zero(const char* bytes, std::size_t size) { return bytes[0] == 0 && std::memcmp(bytes, bytes + 1, size - 1) == 0; }

/// Copies the pages that hold anything; the rest stays a hole, which reads as zero and takes no memory.
bool write_sparsely(int file, const char* from, std::size_t size) {
  for (std::size_t at = 0; at < size; at += page_bytes)
    if (!is_zero(from + at, page_bytes) && ::pwrite(file, from + at, page_bytes, static_cast<off_t>(at)) < 0) return false;
  return true;
}

}  // namespace

std::size_t device_memory_bytes() {
  static const std::size_t bytes = [] {
    if (const char* text = std::getenv("JUDGE_EMULATED_MEMORY_MIB")) return std::strtoull(text, nullptr, 10) << 20;
    const auto pages = static_cast<unsigned long long>(::sysconf(_SC_PHYS_PAGES));
    return (pages * static_cast<unsigned long long>(::sysconf(_SC_PAGESIZE)) / 4 * 3) >> 20 << 20;
  }();
  return bytes;
}

void SpinLock::wait() noexcept {
  while (!try_lock_for_a_while()) {
  }
}

bool SpinLock::try_lock_for_a_while() noexcept {
  for (int tries = 0; m_taken.exchange(true, std::memory_order_acquire); ++tries) {
    if (tries > 10'000) return false;
    const timespec nap{0, tries < 100 ? 0 : 100'000};
    ::nanosleep(&nap, nullptr);
  }
  return true;
}

Memory& Memory::instance() {
  static auto* memory = [] {
    auto* made = new Memory;
    made->m_poisoned.reserve(most_poisoned_pages);
    return made;
  }();
  return *memory;
}

Memory::Regions::iterator Memory::find_locked(const void* pointer) {
  const auto address = reinterpret_cast<std::uintptr_t>(pointer);
  auto found = m_regions.upper_bound(address);
  if (found == m_regions.begin()) return m_regions.end();
  --found;
  return address < found->first + found->second.map_size ? found : m_regions.end();
}

/// Finds a place for a region and makes its pages usable.
bool Memory::place_locked(Region& region, std::size_t bytes) {
  if (m_only_reserves) {
    if (!reserve(region, bytes)) return false;
    region.begin = region.window = region.pages;  // aligned as a GPU's
    return true;
  }
  if (region.kind == MemoryKind::device) region.gpu_address = m_gpu_heap.allocate(bytes, region.request.from);
  if (m_is_gpu_layout && region.gpu_address) return place_as_on_gpu(region, bytes, m_gpu_heap.mapping_at(region.gpu_address));
  if (!reserve(region, bytes)) return false;
  if (::mprotect(region.pages, region.pages_size, PROT_READ | PROT_WRITE)) {
    ::munmap(region.map, region.map_size);
    return false;
  }
  if (region.pages_size >= 2 * huge_page_bytes) ::madvise(region.pages, region.pages_size, MADV_HUGEPAGE);
  return true;
}

void Memory::only_reserve(bool is_so) {
  const std::lock_guard lock(m_lock);
  m_only_reserves = is_so;
}

cudaError_t Memory::allocate(void** pointer, std::size_t bytes, MemoryKind kind, const Request& request) {
  if (!pointer) return cudaErrorInvalidValue;
  *pointer = nullptr;
  if (bytes == 0) return cudaSuccess;
  const OpenMemory open;
  const std::lock_guard lock(m_lock);
  const std::size_t most = m_only_reserves ? chip::memory_bytes_of_an_h200 : device_memory_bytes();
  if (bytes > most || m_used_bytes > most - bytes) return cudaErrorMemoryAllocation;
  Region region;
  region.kind = kind;
  region.request = request;
  // Of addresses there may be too few; a GPU has the memory then.
  if (!place_locked(region, bytes)) return m_only_reserves ? cudaErrorUnknown : cudaErrorMemoryAllocation;
  m_used_bytes += bytes;
  *pointer = region.begin;
  region.version = ++m_generation;
  m_regions.emplace(reinterpret_cast<std::uintptr_t>(region.map), region);
  return cudaSuccess;
}

cudaError_t Memory::release(void* pointer, std::initializer_list<MemoryKind> kinds) {
  if (!pointer) return cudaSuccess;
  const OpenMemory open;
  const std::lock_guard lock(m_lock);
  const auto found = find_locked(pointer);
  if (found == m_regions.end()) return cudaErrorInvalidValue;
  Region& region = found->second;
  if (region.begin != pointer || !contains(kinds, region.kind)) return cudaErrorInvalidValue;
  if (region.kind != MemoryKind::opened) m_used_bytes -= region.bytes;
  std::erase_if(m_poisoned, [&](const Poisoned& poisoned) {
    return region.holds(poisoned.page) && ::munmap(poisoned.original, page_bytes) == 0;
  });
  if (region.file >= 0) ::close(region.file);
  return_locked(region);
  m_regions.erase(found);
  ++m_generation;
  return cudaSuccess;
}

/// Gives the memory back, but keeps the addresses for a while.
void Memory::quarantine_locked(const Region& region) {
  drop_pages(region.map, region.map_size);
  remember_freed_locked(region);
}

void Memory::remember_freed_locked(const Region& region) {
  m_freed.push_back(region);
  if (m_freed.size() <= most_freed_regions) return;
  const Region& oldest = m_freed.front();
  if (!oldest.is_packed) ::munmap(oldest.map, oldest.map_size);
  m_freed.pop_front();
}

/// A mapping of the model's that holds nothing any more is gone, as on a GPU.
void Memory::return_locked(const Region& region) {
  const GpuHeap::Mapping mapping = m_gpu_heap.mapping_at(region.gpu_address);
  if (region.gpu_address) m_gpu_heap.release(region.gpu_address);
  if (!region.is_packed) return quarantine_locked(region);
  if (m_gpu_heap.is_mapped(region.gpu_address)) {
    ::mprotect(region.pages, region.pages_size, PROT_READ | PROT_WRITE);  // nobody will show them again
    return;
  }
  drop_pages(reinterpret_cast<void*>(mapping.begin), mapping.bytes);
  remember_freed_locked(region);
}

void Memory::use_gpu_layout() {
  constexpr std::size_t mapping_bytes = 2 << 20;
  void* const map =
      ::mmap(nullptr, GpuHeap::address_bytes + mapping_bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (map == MAP_FAILED) return;
  m_gpu_space = round_up(reinterpret_cast<std::uintptr_t>(map), mapping_bytes);
  m_gpu_heap = GpuHeap(m_gpu_space);
  const GpuHeap::Mapping always = m_gpu_heap.always_mapped();
  ::mprotect(reinterpret_cast<void*>(always.begin), always.bytes, PROT_READ | PROT_WRITE);
  m_is_gpu_layout = true;
}

bool Memory::share_locked(Region& region) {
  if (region.file >= 0 || region.kind == MemoryKind::opened) return true;
  if (region.is_packed) return false;  // its pages are others', too
  const int file = create_nameless_file();
  if (file < 0) return false;
  if (::ftruncate(file, static_cast<off_t>(region.pages_size)) == 0 && write_sparsely(file, region.pages, region.pages_size) &&
      ::mmap(region.pages, region.pages_size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, file, 0) != MAP_FAILED) {
    // Who opens it may not cut it: that would end this process where it reads behind the cut.
    ::fcntl(file, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL);
    region.file = file;
    return true;
  }
  ::close(file);
  return false;
}

cudaError_t Memory::export_handle(cudaIpcMemHandle_t* handle, void* pointer) {
  if (!handle) return cudaErrorInvalidValue;
  const OpenMemory open;
  const std::lock_guard lock(m_lock);
  const auto found = find_locked(pointer);
  if (found == m_regions.end() || found->second.kind != MemoryKind::device) return cudaErrorInvalidValue;
  Region& region = found->second;
  struct stat status;
  if (!share_locked(region) || ::fstat(region.file, &status)) return cudaErrorMapBufferObjectFailed;
  Handle content{};
  std::copy_n(handle_magic, sizeof handle_magic, content.magic);
  content.process = ::getpid();
  content.file = region.file;
  content.inode = status.st_ino;
  content.pages_size = region.pages_size;
  content.bytes = region.bytes;
  std::memset(handle, 0, sizeof *handle);
  std::memcpy(handle, &content, sizeof content);
  return cudaSuccess;
}

cudaError_t Memory::open_handle(void** pointer, const cudaIpcMemHandle_t& handle) {
  Handle content;
  std::memcpy(&content, &handle, sizeof content);
  if (!pointer || std::memcmp(content.magic, handle_magic, sizeof handle_magic) != 0) return cudaErrorInvalidValue;
  char path[64];
  std::snprintf(path, sizeof path, "/proc/%d/fd/%d", content.process, content.file);
  const int file = ::open(path, O_RDWR | O_CLOEXEC);
  struct stat status;
  if (file < 0) return cudaErrorMapBufferObjectFailed;
  Region region;
  region.kind = MemoryKind::opened;
  region.file = file;
  if (::fstat(file, &status) || status.st_ino != content.inode || !reserve(region, content.bytes) ||
      region.pages_size != content.pages_size ||
      ::mmap(region.pages, region.pages_size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, file, 0) == MAP_FAILED) {
    ::close(file);
    if (region.map) ::munmap(region.map, region.map_size);
    return cudaErrorMapBufferObjectFailed;
  }
  // Who finds its descriptor could map it once more.
  ::close(std::exchange(region.file, -1));
  const OpenMemory open;
  const std::lock_guard lock(m_lock);
  *pointer = region.begin;
  region.version = ++m_generation;
  m_regions.emplace(reinterpret_cast<std::uintptr_t>(region.map), region);
  return cudaSuccess;
}

bool Memory::allows(const void* pointer, std::size_t bytes, bool* is_known) {
  const std::lock_guard lock(m_lock);
  const auto found = find_locked(pointer);
  *is_known = found != m_regions.end();
  if (!*is_known) return true;
  const Region& region = found->second;
  const char* const begin = static_cast<const char*>(pointer);
  return begin >= region.window && begin <= region.window_end() &&
         bytes <= static_cast<std::size_t>(region.window_end() - begin);
}

bool Memory::find(const void* pointer, Region* region) {
  const std::lock_guard lock(m_lock);
  const auto found = find_locked(pointer);
  if (found == m_regions.end() || pointer < found->second.begin || pointer >= found->second.end()) return false;
  *region = found->second;
  return true;
}

std::size_t Memory::used_bytes() {
  const std::lock_guard lock(m_lock);
  return m_used_bytes;
}

std::vector<Region> Memory::regions() {
  const std::lock_guard lock(m_lock);
  std::vector<Region> all;
  for (const auto& [start, region] : m_regions) all.push_back(region);
  return all;
}

}  // namespace judge::emulated
