#pragma once

#include <atomic>
#include <functional>
#include <mutex>
#include <span>
#include <string>
#include <vector>

#include "judge/model/protocol.hpp"
#include "judge/player/seen_errors.hpp"
#include "judge/player/seen_memory.hpp"
#include "judge/runtime/runtime.hpp"

namespace judge {

/// Streams that have these numbers in place of an address: a thread's own default stream, and the one of all threads.
inline const auto k_per_thread = reinterpret_cast<cuda::Stream>(2), k_legacy = reinterpret_cast<cuda::Stream>(1);

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
    /// Called once, with streams(): the host is about to wait, or solve() has returned.
    std::function<void(std::span<const cuda::Stream>)> complete;
  };

  /// From now on calls belong to solve() ...
  void begin(Hooks hooks);
  /// ... until here.
  protocol::Trace end();
  bool active() const { return m_active; }

  SeenMemory& memory() { return m_memory; }
  SeenErrors& errors() { return m_errors; }

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

  void stream_created(cuda::Stream stream);
  void stream_about_to_go(cuda::Stream stream);
  /// Not from a hook. Streams of the attempt that are alive, and the per-thread default stream once it was used.
  std::vector<cuda::Stream> streams() const;

  /// A function that no attempt may call.
  void forbidden(std::string call);
  /// Is `pointer` the caller's? Then `function`, which would free it, is noted as forbidden.
  bool frees_callers_memory(const void* pointer, const char* function);

 private:
  void note_blocking(const char* function);
  void complete();

  mutable std::mutex m_mutex;
  std::atomic<bool> m_active = false;
  bool m_completed = false;
  Hooks m_hooks;
  protocol::Trace m_trace;
  int m_syncs_since_work = 0;
  std::vector<cuda::Stream> m_streams;
  std::vector<cuda::Stream> m_side_streams;  // that this call has put work on, but the default one
  SeenMemory m_memory;
  SeenErrors m_errors;
};

/// The tracer of this process, for the exported C functions.
Tracer& tracer();

}  // namespace judge
