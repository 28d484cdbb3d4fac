#pragma once

#include <functional>
#include <map>
#include <mutex>
#include <string>
#include <vector>

#include "judge/model/protocol.hpp"
#include "judge/runtime/runtime.hpp"

namespace judge {

/// Watches what solve() does through the CUDA runtime functions that the player exports (interpose.cpp), for one call at
/// a time. While a call is timed in a blocked bracket it also puts off synchronisations: their work is held back until the
/// bracket is complete, so waiting for it would never end, and an attempt that synchronises last is timed as one that
/// does not. If work follows a synchronisation that was put off, the call did not do what it did when it was traced; then
/// the bracket is let go at once, so that nothing hangs, and the call is marked.
class Tracer {
 public:
  /// What the open bracket wants to hear of streams; each may be empty.
  struct Hooks {
    std::function<void(cuda::Stream)> stream_created, stream_about_to_go;
    std::function<void()> release;   ///< let held work run
  };
  enum class Synchronisation { real, put_off };

  /// From here on calls are solve()'s.
  void begin(Synchronisation mode, Hooks hooks);
  /// ... until here.
  protocol::Trace end();
  bool active() const { return m_active; }

  void set_memory_limit(std::size_t bytes) { m_limit_bytes = bytes; }

  /// A launch, an asynchronous copy or set: work that a stream does later.
  void work(cuda::Stream stream);
  /// A synchronisation with work. True: the caller must not wait, and returns success.
  bool put_off_synchronisation();
  /// Anything else during which the host may wait for the device, or that costs the host time: allocations, host copies.
  void blocking(const char* function);

  /// False: the limit does not allow it, and the caller returns cudaErrorMemoryAllocation.
  bool may_allocate(std::size_t bytes);
  void allocated(void* pointer, std::size_t bytes);
  void freed(void* pointer);

  void stream_created(cuda::Stream stream);
  void stream_about_to_go(cuda::Stream stream);
  /// Streams of the attempt that are alive, and the per-thread default stream once it was used.
  std::vector<cuda::Stream> streams() const { return m_streams; }

  /// The first runtime function that failed in this call; empty if none did.
  void failed(cuda::Error error, std::string call);
  const std::string& first_failed_call() const { return m_first_failed_call; }

 private:
  void note_blocking(const char* function);
  void let_go();

  mutable std::mutex m_mutex;
  bool m_active = false, m_putting_off = false, m_was_put_off = false;
  Hooks m_hooks;
  protocol::Trace m_trace;
  int m_syncs_since_work = 0;
  std::string m_first_failed_call;
  std::size_t m_limit_bytes = 0, m_allocated_bytes = 0;
  std::map<void*, std::size_t> m_allocations;
  std::vector<cuda::Stream> m_streams;
};

/// The one of this process: exported C functions have no other way to it.
Tracer& tracer();

}  // namespace judge
