#pragma once

#include <chrono>
#include <expected>
#include <string>
#include <vector>

#include "judge/model/outcome.hpp"
#include "judge/model/protocol.hpp"

namespace judge {

/// Who holds an attempt and calls its solve(), as the referee sees it: a process (player_process.hpp), or what a test puts in its
/// place. Every request ends in an answer or in the Outcome that says how the player ended.
class Player {
 public:
  /// Guarded: each array and allocation ends at a guard, so accesses beside it are found. Of a GPU: they lie as there, so such
  /// accesses do what they do there.
  enum class MemoryLayout { guarded, of_gpu };
  /// In which order the emulated runtime runs the threads of a block between two barriers: in loops over all of them, where the
  /// compiler could make such loops, or each on a stack of its own, up to its next barrier.
  enum class ThreadOrder { loops, fibers };

  template <class T>
  using Answer = std::expected<T, Outcome>;

  Player() = default;
  Player(Player&&) = default;
  Player& operator=(Player&&) = default;
  virtual ~Player() = default;

  /// Waits until the context is there.
  virtual Answer<void> wait_ready(std::chrono::milliseconds limit) = 0;
  virtual Answer<void> open_slabs(const protocol::OpenSlabs& request, std::chrono::milliseconds limit) = 0;
  /// A library that cannot be loaded is outcome::NotLoaded.
  virtual Answer<void> load(const protocol::Load& request, std::chrono::milliseconds limit) = 0;
  virtual Answer<protocol::Returned> call(const protocol::Call& request, std::chrono::milliseconds limit) = 0;
  /// From here on no call may take longer than this, whatever limit it comes with.
  virtual void limit_calls(std::chrono::milliseconds most) = 0;
  virtual Answer<protocol::Returned> measure_empty(const protocol::MeasureEmpty& request) = 0;

  /// Has the player nothing to say that it was not asked? A second answer to one request is the attempt's own. Each call of
  /// solve() asks this of the one before it; after the last one the caller does.
  virtual Answer<void> check_silence() = 0;

  /// Forgiven reads reported since the last time.
  virtual std::vector<Finding> take_findings() = 0;
  /// All that was reported so far, taken or not.
  virtual const std::vector<Finding>& all_findings() const = 0;

  /// The beginning of what the attempt printed so far.
  virtual const std::string& printed() const = 0;
};

}  // namespace judge
