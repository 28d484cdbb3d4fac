#pragma once

#include <functional>
#include <map>
#include <mutex>
#include <set>
#include <string>
#include <vector>

#include "judge/model/protocol.hpp"
#include "judge/player/failed_copies.hpp"
#include "judge/runtime/runtime.hpp"

namespace judge {

/// Watches what solve() does through the CUDA runtime functions that the player exports (interpose.cpp), for one call at
/// a time. A bracket that holds the work back must be complete before the host waits for that work: the first call that may
/// wait completes it. If solve() puts more work on a stream after that, the bracket misses it, and the call is marked: it
/// did not do what it did when it was traced.
class Tracer {
 public:
  /// Callbacks of the open bracket; each may be empty.
  struct Hooks {
    std::function<void(cuda::Stream)> stream_created, stream_about_to_go;
    std::function<void(cuda::Stream)> operation_begins;           ///< before an operation goes to a stream
    std::function<void(cuda::Stream, Operation)> operation_ends;  ///< ... and after it has; `operation` without times
    std::function<void()> complete;  ///< called once: the host is about to wait, or solve() has returned
  };

  struct CallersMemory {
    const char* begin = nullptr;
    std::size_t bytes = 0;
    std::string name;  ///< of the parameter
  };

  /// From now on calls belong to solve() ...
  void begin(Hooks hooks);
  /// ... until here.
  protocol::Trace end();
  bool active() const { return m_active; }

  void set_memory_limit(std::size_t bytes) { m_limit_bytes = bytes; }

  /// A launch, an asynchronous copy or set: work that a stream does later.
  void work(cuda::Stream stream);
  /// The work that work() announced is on its stream. `describe` is called only if a hook is set.
  void worked(cuda::Stream stream, const std::function<Operation()>& describe);
  /// A synchronisation with work, before it happens.
  void synchronisation();
  /// Anything else during which the host may wait for the device, or that costs the host time: allocations, host copies.
  void blocking(const char* function);

  /// A copy between host and device: work on a stream that may be blocking as well.
  void copy_with_host(const char* function, cuda::Stream stream);

  /// False: the limit does not allow it, and the caller returns cudaErrorMemoryAllocation.
  bool may_allocate(std::size_t bytes);
  /// The device had no more.
  void refused(std::size_t bytes);
  /// What comes next is allocated by `function`, called at `code` (its return address).
  void allocating(const char* function, const void* code);
  void allocated(void* pointer, std::size_t bytes);
  void freed(void* pointer);

  void stream_created(cuda::Stream stream);
  void stream_about_to_go(cuda::Stream stream);
  /// Streams of the attempt that are alive, and the per-thread default stream once it was used.
  std::vector<cuda::Stream> streams() const { return m_streams; }

  /// A function that no attempt may call.
  void forbidden(std::string call);

  /// Memory that buffer arguments lie in; the caller's, so no attempt may free it.
  void set_callers_memory(std::vector<CallersMemory> memory);
  /// Host memory that was page-locked where it is, and what no longer is.
  void registered(void* pointer);
  void unregistered(void* pointer);
  /// What solve() page-locked of its caller's memory and did not unlock; from here on it is forgotten.
  std::vector<void*> take_registered_callers_memory();
  /// Is `pointer` the caller's? Then `function`, which would free it, is noted as forbidden.
  bool frees_callers_memory(const void* pointer, const char* function);

  /// Which of the caller's memory, or of what solve() allocated, holds `pointer`. It does not say where that is.
  PointedAt pointed_at(const void* pointer) const;

  /// A runtime function failed: a launch, whose text begins with k_launch_words; another one, which was called at `code` (null = not
  /// known), and what is known of the reason.
  void failed(std::string call, std::string reason = {}, const void* code = nullptr);

  /// <<<>>> at `code`; the launch itself comes from the kernel's stub.
  void launching(const void* code);
  /// solve() has read the last error; it is cleared or kept.
  enum class LastError { forgotten, kept };
  void asked_for_error(LastError last);
  struct FailedCall {
    std::string text, reason;  ///< text: empty = none
    std::uint64_t offset = 0;  ///< of the call in its library; 0 = not known
  };
  const FailedCall& first_failed_call() const { return m_first_failed_call; }
  /// The call whose error cudaGetLastError() would give now.
  const FailedCall& pending_call() const { return m_pending_call; }

 private:
  void note_blocking(const char* function);
  void complete();

  mutable std::mutex m_mutex;
  bool m_active = false, m_completed = false;
  Hooks m_hooks;
  protocol::Trace m_trace;
  int m_syncs_since_work = 0;
  FailedCall m_first_failed_call, m_pending_call;
  std::size_t m_limit_bytes = 0, m_allocated_bytes = 0;
  std::uint64_t m_refused_outside_bytes = 0;  // of any call: at load, by a thread that stays
  struct Allocation {
    std::size_t bytes = 0;
    const char* function = "";
    const void* code = nullptr;
    std::uint64_t call = 0;  ///< the number of the call that made it
  };
  void list_kept();
  std::map<void*, Allocation> m_allocations;
  std::uint64_t m_call = 0;
  const void* m_launch_code = nullptr;
  Allocation m_allocating;
  std::vector<cuda::Stream> m_streams;
  const CallersMemory* find_callers_memory(const void* pointer) const;
  std::vector<CallersMemory> m_callers_memory;
  std::set<void*> m_registered;
};

/// The tracer of this process, for the exported C functions.
Tracer& tracer();

}  // namespace judge
