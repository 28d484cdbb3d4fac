#pragma once

#include <condition_variable>
#include <cstdint>
#include <mutex>

namespace judge::emulated {

/// Dependent launches begin as soon as CUDA lets them, where they need not run behind the launch before.
inline bool launches_begin_early = false;

/// A launch, the primary, and the programmatic dependent launch behind it, which run at the same time. Each block has a host thread of its own.
///
///     primary     | to cudaTriggerProgrammaticLaunchCompletion() ........................ the rest |
///     dependent                                | to cudaGridDependencySynchronize() ..             the rest |
///
/// Once all blocks of the primary have come so far, or have ended, those of the dependent run until they wait, or to their end, before the primary goes on.
/// CUDA allows that: what the primary does behind the first of these functions is only in order with what the dependent does behind the second.
class EarlyLaunch {
 public:
  EarlyLaunch(std::uint64_t primary_blocks, std::uint64_t dependent_blocks)
      : m_primary_blocks(primary_blocks), m_dependent_blocks(dependent_blocks) {}

  // Of the primary:

  /// A block lets the dependent begin. Waits until that has gone as far as it can.
  void allow();
  void primary_block_ended();
  void primary_ended();

  // Of the dependent:

  /// Waits until all blocks of the primary have allowed it, or have ended.
  void wait_until_allowed();
  void wait_for_primary();
  void dependent_block_ended();

 private:
  bool is_allowed() const { return m_allowed == m_primary_blocks || m_has_primary_ended; }

  std::mutex m_mutex;
  std::condition_variable m_changed;
  const std::uint64_t m_primary_blocks, m_dependent_blocks;
  std::uint64_t m_allowed = 0, m_settled = 0;  // blocks of the one, and of the other that wait or have ended
  bool m_has_primary_ended = false;
  bool m_goes_on = false;  // the primary does, since one of the two waits for what the other one does
};

}  // namespace judge::emulated
