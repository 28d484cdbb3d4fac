#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "judge/emulator/runtime/stream_clock.hpp"
#include "judge_emulated/runtime_types.h"

/// The work of streams. It is deferred until the program waits for it, and then runs in an order that CUDA allows and that exposes a
/// missing dependency: see docs/decisions/0014-lockstep-and-streams.md. Under the checker it runs at submission, in the order of the
/// calls, and a clock per stream records what was ordered.
namespace judge::emulated {

enum class Duration {
  none,        ///< done when its turn comes: events
  short_time,  ///< done before the next call reaches the device, but not before host code continues: small memsets and copies
  long_time,
};

struct Task {
  TaskId id;
  std::function<cudaError_t()> work;
  Duration duration = Duration::long_time;
  TaskName name;
  bool is_done = false, is_wanted = false;
  unsigned open = 0;                                       ///< tasks that it comes after and that are not done
  std::vector<std::shared_ptr<Task>> before_me, after_me;  ///< of those that are not done
  std::shared_ptr<StreamClock> clock;                      ///< what it runs after, itself included; only under the checker
};
using TaskPtr = std::shared_ptr<Task>;

/// One stream's position in the order.
struct StreamState {
  std::uint32_t number = 0;  ///< in clocks; 0 = the legacy default stream
  bool is_legacy = false;
  bool is_blocking = true;  ///< the legacy default stream waits for it, and it for that
  bool is_gone = false;
  TaskPtr last;
  std::uint32_t count = 0;  ///< of its tasks
};

/// The state of a stream of any kind; a stream that does not exist is the caller's to refuse.
enum class StreamKind { blocking, non_blocking, per_thread };
std::shared_ptr<StreamState> new_stream_state(StreamKind kind);
void forget_stream_state(const std::shared_ptr<StreamState>& state);  ///< its work stays
std::shared_ptr<StreamState> legacy_stream_state();
std::shared_ptr<StreamState> state_of(cudaStream_t stream);  // streams.cpp

/// Puts work on a stream. Gives its error if it was done at once.
cudaError_t give_work(cudaStream_t stream, Duration duration, TaskName name, std::function<cudaError_t()> work,
                      TaskPtr* task = nullptr, const TaskPtr& also_after = nullptr);

/// True if the program cannot see whether work of this stream is deferred: the only stream is the legacy default one, it has no
/// queued work, and the host cannot access memory that a kernel writes. Then a kernel runs at its launch, which is faster.
bool may_run_at_once(cudaStream_t stream);
/// From the first page-locked or managed memory on. `__managed__` variables are not known here.
inline std::atomic<bool> host_reaches_memory = false;

/// The nodes of a graph, each with those it comes after by index, in an order that holds to it.
struct NodeWork {
  std::function<cudaError_t()> work;
  Duration duration;
  TaskName name;
  std::vector<std::size_t> after;
};
/// `end`: of the graph's launch before, which this one comes after; becomes its own end.
cudaError_t give_graph(cudaStream_t stream, std::vector<NodeWork> nodes, TaskPtr& end);

/// The host waits.
void wait_for(const TaskPtr& task);
void wait_for_stream(cudaStream_t stream);
void wait_for_all();

/// Memory of cudaFreeAsync(): other streams' work can use it, as on a GPU, until the host has waited for all work.
void release_when_idle(std::function<void()> release);

/// What the host has waited for; it changes where `host_waits` does.
StreamClock host_clock();
inline std::atomic<std::uint64_t> host_waits = 0;
/// "the default stream", "stream 2 (non-blocking)", "a graph"; streams by the order of their creation.
std::string describe_stream(std::uint32_t number);

}  // namespace judge::emulated
