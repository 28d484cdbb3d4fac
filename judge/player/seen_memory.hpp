#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "judge/model/protocol.hpp"
#include "judge/player/failed_copies.hpp"

namespace judge {

/// Which device memory an attempt has, what it may have, and which is its caller's: as the tracer sees allocations go by, in
/// calls of solve() and outside them. Any thread may call.
class SeenMemory {
 public:
  struct CallersMemory {
    const char* begin = nullptr;
    std::size_t bytes = 0;
    std::string name;  ///< of the parameter
    /// Where the buffer lies in it in this call; null = all of it is the buffer.
    const char* buffer = nullptr;
    std::size_t buffer_bytes = 0;
  };

  /// A call of solve() begins: what is allocated from now on is the call's.
  void begin_call();
  /// It ends: bytes, what was refused and what it kept go into `trace`.
  void end_call(protocol::Trace& trace);

  /// 0 = none.
  void set_limit(std::size_t bytes);
  /// False: the limit does not allow it, and the caller returns cudaErrorMemoryAllocation.
  bool may_allocate(std::size_t bytes);
  /// The device had no more.
  void refused(std::size_t bytes);
  /// In the call that goes on, or the last one; 0 = none.
  std::uint64_t refused_bytes() const;
  /// What is about to allocate.
  struct Allocator {
    const char* function = "";
    const void* code = nullptr;  ///< the return address of its call
    std::uint64_t call = 0;      ///< the number of the call of solve() that it is in; 0 = none
  };
  Allocator allocating(const char* function, const void* code) const;
  void allocated(const Allocator& by, void* pointer, std::size_t bytes);
  void freed(void* pointer);

  /// Memory that buffer arguments lie in; no attempt may free it.
  void set_callers_memory(std::vector<CallersMemory> memory);
  /// The buffer that lies in the caller's memory at `begin`, in the calls from now on.
  void set_buffer(const char* begin, std::size_t bytes);
  /// The parameter whose memory holds `pointer`; empty = none's.
  std::string parameter_at(const void* pointer) const;
  /// Host memory that was page-locked where it is, and what no longer is.
  void registered(void* pointer);
  void unregistered(void* pointer);
  /// What solve() page-locked of its caller's memory and did not unlock; from here on it is forgotten.
  std::vector<void*> take_registered_callers_memory();

  /// Which of the caller's memory, or of what solve() allocated, holds `pointer`. It does not say where that is.
  PointedAt pointed_at(const void* pointer) const;

  struct Own {
    const char* begin = nullptr;
    std::size_t bytes = 0;
  };
  /// The allocation of the attempt's that holds `pointer`, or ends there.
  std::optional<Own> allocation_at(const void* pointer) const;

 private:
  struct Allocation {
    std::size_t bytes = 0;
    Allocator by;
  };

  const CallersMemory* find_callers_memory(const void* pointer) const;
  std::map<void*, Allocation>::const_iterator find_allocation(const void* pointer) const;
  std::vector<protocol::Kept> kept() const;

  mutable std::mutex m_mutex;
  bool m_in_call = false;
  std::uint64_t m_call = 0;
  std::size_t m_limit_bytes = 0, m_bytes = 0;
  std::uint64_t m_most_bytes = 0;                 // of the call
  std::atomic<std::uint64_t> m_refused_bytes{0};  // the same; written under the lock
  std::uint64_t m_refused_outside_bytes = 0;      // of any call: at load, by a thread that stays
  std::map<void*, Allocation> m_allocations;
  std::vector<CallersMemory> m_callers_memory;
  std::set<void*> m_registered;
};

}  // namespace judge
