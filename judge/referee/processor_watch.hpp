#pragma once

#include <sys/types.h>

namespace judge {

/// How much of a stretch of time went by waiting for a processor.
struct ProcessorWait {
  double waited_ns = 0;  ///< a player's main thread and the referee's were ready to run, and did not
  /// What other programs used of processors. It comes in steps of a tick and may be negative: add up many.
  double others_ns = 0;
};

/// Watches a player and the calling thread, from its construction on.
class ProcessorWatch {
 public:
  explicit ProcessorWatch(pid_t player);
  ProcessorWait so_far() const;

 private:
  pid_t m_player;
  ProcessorWait m_at_start;
};

}  // namespace judge
