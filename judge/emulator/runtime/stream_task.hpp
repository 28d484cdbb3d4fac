#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "judge/emulator/runtime/stream_clock.hpp"
#include "judge_emulated/runtime_types.h"

/// What streams and the device's order of their work are made of.
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
  bool is_ahead = false;                                   ///< see runs_some_streams_ahead
  unsigned open = 0;                                       ///< tasks that it comes after and that are not done
  std::vector<std::shared_ptr<Task>> before_me, after_me;  ///< of those that are not done
  std::shared_ptr<StreamClock> clock;                      ///< what it runs after, itself included; only under the checker
};
using TaskPtr = std::shared_ptr<Task>;

/// One stream's position in the order.
struct StreamState {
  std::uint32_t number = 0;  ///< in clocks; 0 = the legacy default stream
  unsigned index = 0;        ///< by the order of creation
  bool is_legacy = false;
  bool is_blocking = true;  ///< the legacy default stream waits for it, and it for that
  bool is_gone = false;
  TaskPtr last;
  std::uint32_t count = 0;  ///< of its tasks
};

enum class StreamKind { blocking, non_blocking, per_thread };

/// The nodes of a graph, each with those it comes after by index, in an order that holds to it.
struct NodeWork {
  std::function<cudaError_t()> work;
  Duration duration;
  TaskName name;
  std::vector<std::size_t> after;
};

/// Changes whenever the host has waited for work.
inline std::atomic<std::uint64_t> host_waits = 0;

}  // namespace judge::emulated
