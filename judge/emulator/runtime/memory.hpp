#pragma once

#include <sys/mman.h>
#include <sys/types.h>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <initializer_list>
#include <map>
#include <vector>

#include "judge/emulator/runtime/gpu_heap.hpp"
#include "judge_emulated/runtime_types.h"

/// Device memory. Each allocation has its own mapping and ends at inaccessible pages:
///
///     | guard, 64 KiB or more | pages ... [begin, begin + bytes) rounded up to 16 | guard, 64 KiB or more |
///
/// so the first access past its end faults. A model of a GPU's memory (GpuHeap) says what that access does there. In the GPU layout,
/// cudaMalloc() returns the addresses of that model, without guards: accesses beside an allocation hit its neighbours, as on a GPU.
/// Allocations with guards are private memory until an IPC handle is requested; then they move, at the same address, into an unnamed
/// file that another process opens through /proc.
namespace judge::emulated {

constexpr std::size_t page_bytes = 4096;
constexpr std::size_t guard_bytes = 64 << 10;  ///< at least
// The largest distance of mapped memory behind an allocation on a GPU; before most of them nothing is mapped.
constexpr std::size_t device_guard_before_bytes = 2 << 20, device_guard_behind_bytes = 80 << 20;
constexpr std::size_t granularity_bytes = 16;
constexpr std::size_t gpu_argument_alignment = 256;  ///< of what the judge passes to solve() there

inline char* page_of(const void* address) {
  return reinterpret_cast<char*>(reinterpret_cast<std::uintptr_t>(address) / page_bytes * page_bytes);
}
/// Gives the pages' content back and makes them untouchable.
inline void drop_pages(void* pages, std::size_t bytes) {
  static_cast<void>(::mmap(pages, bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED, -1, 0));
}
constexpr std::size_t round_up(std::size_t value, std::size_t to) { return (value + to - 1) / to * to; }

/// The memory of the model chip: three quarters of the machine's memory, or JUDGE_EMULATED_MEMORY_MIB.
std::size_t device_memory_bytes();

/// A spin lock, so that a signal handler may try it.
class SpinLock {
 public:
  void lock() noexcept {
    if (m_taken.exchange(true, std::memory_order_acquire)) wait();
  }
  /// Gives up after about a second.
  bool try_lock_for_a_while() noexcept;
  void unlock() noexcept { m_taken.store(false, std::memory_order_release); }

 private:
  void wait() noexcept;
  std::atomic<bool> m_taken = false;
};

enum class MemoryKind { device, managed, host, opened };

/// What host code may do with device memory while nothing works: of JudgeEmulatedHostAccess.
enum class HostAccess { open = 0, faults = 1, decoys = 2 };

/// The origin of an allocation: a function of the API, and its caller's address.
struct Request {
  const char* function = "cudaMalloc";
  GpuHeap::From from = GpuHeap::From::device;
  const void* code = nullptr;  ///< null = not known
};
/// Of an allocation by `function`, called from `return_address` or from the announced address.
Request request_of(const char* function, const void* return_address);
#define JUDGE_REQUEST ::judge::emulated::request_of(__func__, __builtin_return_address(0))

struct Region {
  MemoryKind kind = MemoryKind::device;
  char* map = nullptr;  ///< both guards included
  std::size_t map_size = 0;
  char* pages = nullptr;
  std::size_t pages_size = 0;
  char* begin = nullptr;  ///< of the requested bytes
  std::size_t bytes = 0;
  int file = -1;           ///< of shared memory of its own; -1 = private, or another process's
  char* window = nullptr;  ///< first legal byte
  std::size_t window_bytes = 0;
  bool read_only = false;
  bool holds_input = false;   ///< of the window: written before any kernel was
  bool is_pageable = false;   ///< of the window: passes for host memory that kernels cannot reach
  std::uint64_t version = 0;  ///< another one each time that a window is set
  char name[64] = "";         ///< of the window; empty = none was set
  Request request;
  std::uintptr_t gpu_address = 0;  ///< of `begin` in the model of a GPU's memory; 0 = it is not there
  bool is_packed = false;          ///< lies where the model says, beside others

  char* end() const { return begin + bytes; }
  bool holds(const void* address) const { return address >= map && address < map + map_size; }  ///< guards included
  char* window_end() const { return window + window_bytes; }
};

/// What the fault handler needs to know about an address.
struct AddressReport {
  bool in_region = false;      ///< inside some mapping, guards included
  bool in_window = false;      ///< inside the legal bytes, up to the granularity
  bool forgivable = false;     ///< near the legal bytes: a read gets poison
  bool passes_on_gpu = false;  ///< a GPU would not detect an access outside every window
  bool is_freed = false;       ///< inside an allocation that was freed; then `nearest` is that one
  bool has_nearest = false;
  bool is_by_pointer = false;  ///< `nearest` is what a pointer points to that the access was made by
  Region nearest;
};

class Memory {
 public:
  static Memory& instance();

  /// Switches to the GPU layout. Call it before the first allocation.
  void use_gpu_layout();

  /// From here on allocations get addresses that no page stands behind, as many as there are. False: no longer.
  void only_reserve(bool is_so);

  cudaError_t allocate(void** pointer, std::size_t bytes, MemoryKind kind, const Request& request);
  /// `pointer` must be what allocate gave, of one of the kinds.
  cudaError_t release(void* pointer, std::initializer_list<MemoryKind> kinds);
  cudaError_t export_handle(cudaIpcMemHandle_t* handle, void* pointer);
  cudaError_t open_handle(void** pointer, const cudaIpcMemHandle_t& handle);
  /// `flags`: of JudgeEmulatedWindow.
  cudaError_t set_window(void* pointer, std::size_t bytes, int flags, const char* name);

  /// While a kernel runs, pageable windows are inaccessible; host threads that access them wait in wait_for_kernels().
  /// `is_locked`: was a part of this window page-locked?
  void kernels_start(bool (*is_locked)(const void* window, std::size_t bytes));
  void kernels_end();

  /// Closes device memory to host code, or opens it. The runtime's own work opens it for itself (OpenMemory). Returns what host code
  /// touched while it was closed, the name of an argument or "device memory"; null = nothing.
  const char* set_host_access(HostAccess access);
  /// Once, before set_host_access(): without it memory stays open.
  void prepare_decoy();
  /// Does `address` lie in device memory, a guard of it or a freed allocation? Safe in a signal handler.
  bool is_of_device(const void* address);

  /// Is it in an allocation of any kind, a guard of one, or in one that was freed?
  bool knows(const void* pointer);

  /// Is it in a window of pageable memory?
  bool is_pageable(const void* pointer);
  /// Are all the bytes inside one allocation's legal bytes, or of no allocation at all (then `*kind_known` is false)?
  bool allows(const void* pointer, std::size_t bytes, bool* is_known);
  /// Is it a multiple of this where a GPU has the allocation, or the argument?
  bool is_aligned_on_gpu(const void* pointer, std::size_t alignment);
  /// A copy of the region that holds `pointer` in its pages; false if none does.
  bool find(const void* pointer, Region* region);
  std::size_t used_bytes();
  /// Another number each time that the regions or their windows change.
  std::uint64_t generation() const { return m_generation.load(std::memory_order_relaxed); }
  /// Copies of all regions, in order of address.
  std::vector<Region> regions();

  // For the signal handler. False: the lock could not be had.
  bool describe(const void* address, AddressReport* report);
  /// Maps a page of 0xFF bytes, readable, over the page of `address`, which lies outside a window.
  bool forgive(const void* address);
  /// Of host code that touched a pageable window: waits until no kernel runs. False: it was denied for another reason.
  bool wait_for_kernels(const void* address, bool is_write);

 private:
  using Regions = std::map<std::uintptr_t, Region>;  // by the start of the mapping
  Regions::iterator find_locked(const void* pointer);
  void quarantine_locked(const Region& region);
  void remember_freed_locked(const Region& region);
  bool share_locked(Region& region);
  bool place_locked(Region& region, std::size_t bytes);
  bool passes_on_gpu(const Region& region, const char* at) const;
  void return_locked(const Region& region);
  void restore_poisoned_locked(const Region& region);
  void apply_window_locked(const Region& region);
  /// Pages whose content is elsewhere while they are closed to the host.
  struct Away {
    char* pages = nullptr;
    char* place = nullptr;  ///< where the content is
    std::size_t bytes = 0;
    std::size_t decoy = 0;  ///< offset of the decoy's pages in its file
  };
  std::vector<Away> pages_to_hide_locked() const;
  bool has_its_decoy_locked() const;
  void note_touched_locked(const char* page);
  void hide_all_locked();
  void show_all_locked();
  void work_begins();
  void work_ends();
  friend class OpenMemory;

  SpinLock m_lock;
  Regions m_regions;
  std::deque<Region> m_freed;  // inaccessible, so that a use of freed memory is found
  /// A page that forgive() mapped, and the one that it lies over, untouchable.
  struct Poisoned {
    char* page = nullptr;
    void* original = nullptr;
  };
  std::vector<Poisoned> m_poisoned;  // capacity reserved, as a handler appends
  std::size_t m_used_bytes = 0;
  GpuHeap m_gpu_heap{std::uintptr_t{1} << 46};  // not mapped, except in the GPU layout
  bool m_is_gpu_layout = false;
  bool m_only_reserves = false;
  std::uintptr_t m_gpu_space = 0;  // begin of the addresses reserved for that layout; 0 = none
  bool is_in_gpu_space(const void* address) const {
    return m_gpu_space && reinterpret_cast<std::uintptr_t>(address) - m_gpu_space < GpuHeap::address_bytes;
  }
  std::atomic<bool> m_has_pageable = false;
  std::atomic<int> m_running_kernels = 0;  // while there is pageable memory
  std::atomic<std::uint64_t> m_times_hidden = 0;
  std::atomic<bool> m_host_waited = false;
  std::atomic<std::uint64_t> m_generation = 1;
  HostAccess m_access = HostAccess::open;
  std::vector<Away> m_away;
  std::size_t m_moves_left = 0;  // before it stays open
  int m_decoy = -1;              // its file
  dev_t m_decoy_device = 0;
  ino_t m_decoy_inode = 0;
  std::size_t m_decoy_used = 0;  // bytes of it: each time others
  char m_touched[64] = "";
  int m_works = 0;  // of the runtime's own, which may touch device memory
};

/// While one lives, device memory is open: kernels, copies and fills run.
class OpenMemory {
 public:
  OpenMemory() { Memory::instance().work_begins(); }
  ~OpenMemory() { Memory::instance().work_ends(); }
  OpenMemory(const OpenMemory&) = delete;
  OpenMemory& operator=(const OpenMemory&) = delete;
};

}  // namespace judge::emulated
