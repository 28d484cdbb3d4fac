#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "judge/emulator/runtime/stream_task.hpp"

/// The work of streams. It is deferred until the program waits for it, and then runs in an order that CUDA allows and that exposes a
/// missing dependency: see docs/decisions/0014-lockstep-and-streams.md. Under the checker it runs at submission, in the order of the
/// calls, and a clock per stream records what was ordered.
namespace judge::emulated {

/// The state of a stream of any kind; a stream that does not exist is the caller's to refuse.
std::shared_ptr<StreamState> new_stream_state(StreamKind kind);
void forget_stream_state(const std::shared_ptr<StreamState>& state);  ///< its work stays
std::shared_ptr<StreamState> legacy_stream_state();
// In streams.cpp:
cudaError_t check_stream(cudaStream_t stream);               ///< does it exist?
std::shared_ptr<StreamState> state_of(cudaStream_t stream);  ///< of one that exists

/// Puts work on a stream. Gives its error if it was done at once.
cudaError_t give_work(cudaStream_t stream, Duration duration, TaskName name, std::function<cudaError_t()> work,
                      TaskPtr* task = nullptr, const TaskPtr& also_after = nullptr);

/// True if the program cannot see whether work of this stream is deferred: the only stream is the legacy default one, it has no
/// queued work, and the host cannot access memory that a kernel writes. Then a kernel runs at its launch, which is faster.
bool may_run_at_once(cudaStream_t stream);
/// From the first page-locked or managed memory on; a library with a `__managed__` variable says so when it is loaded.
inline std::atomic<bool> host_reaches_memory = false;

/// `end`: of the graph's launch before, which this one comes after; becomes its own end.
cudaError_t give_graph(cudaStream_t stream, std::vector<NodeWork> nodes, TaskPtr& end);

/// Where the host waits for some work, all that some streams can do is done first, though nobody waits for it, and what the others
/// can do is not. Which ones differs from stream to stream, and is drawn anew whenever the device is idle.
inline bool runs_some_streams_ahead = false;

/// The host waits.
void wait_for(const TaskPtr& task);
void wait_for_stream(cudaStream_t stream);
void wait_for_all();

/// Memory of cudaFreeAsync(): other streams' work can use it, as on a GPU, until the host has waited for all work.
void release_when_idle(std::function<void()> release);

/// What the host has waited for; it changes where `host_waits` does.
StreamClock host_clock();
/// "the default stream", "stream 2 (non-blocking)", "a graph"; streams by the order of their creation.
std::string describe_stream(std::uint32_t number);

}  // namespace judge::emulated
