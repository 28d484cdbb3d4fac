#pragma once

#include <sys/types.h>

namespace judge {

/// How much of a stretch of time went by waiting for a processor.
struct ProcessorWait {
  /// A player's main thread and the referee's were ready to run, and did not; less what the player's other threads ran, which may have been in their
  /// way.
  double waited_ns = 0;
  /// What other programs used of processors. It comes in steps of a tick and may be negative: add up many.
  double others_ns = 0;
  double player_ns = 0;  ///< what the player's threads ran, together
};

/// Watches a player and the calling thread, from its construction on.
class ProcessorWatch {
 public:
  explicit ProcessorWatch(pid_t player);
  ProcessorWait so_far() const;

 private:
  struct Now {
    double waited_ns = 0, others_ns = 0, player_ns = 0, own_threads_ns = 0;
  };
  static Now now(pid_t player);

  pid_t m_player;
  Now m_at_start;
};

}  // namespace judge
