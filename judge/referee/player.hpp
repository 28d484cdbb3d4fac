#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <expected>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "judge/model/outcome.hpp"
#include "judge/model/protocol.hpp"
#include "judge/referee/processor_watch.hpp"

namespace judge {

/// Loads an attempt and calls its solve(), as seen by the referee: a process (player_process.hpp), or a test's fake. Every request
/// ends with an answer, or with the Outcome that says how the player ended.
class Player {
 public:
  /// Guarded: each array and allocation ends at a guard, so accesses beside it are found. GPU layout: the same addresses relative
  /// to each other as on a GPU, so such accesses have the same effect.
  enum class MemoryLayout { guarded, of_gpu };

  template <class T>
  using Answer = std::expected<T, Outcome>;

  Player() = default;
  Player(Player&&) = default;
  Player& operator=(Player&&) = default;
  virtual ~Player() = default;

  /// No other player has it, or had it: an address may be another one's later.
  std::uint64_t number() const { return m_number; }
  virtual MemoryLayout memory() const { return MemoryLayout::guarded; }
  /// By itself, or somebody has ended it.
  virtual bool has_ended() const { return false; }

  /// Waits until the context is there; at once if it was waited for before.
  virtual Answer<void> wait_ready(std::chrono::milliseconds limit) = 0;
  /// Closes those that were open before.
  virtual Answer<void> open_slabs(const protocol::OpenSlabs& request, std::chrono::milliseconds limit) = 0;
  /// Calls may follow, which do everything but call solve(). Other slabs may be opened later.
  virtual Answer<void> stand_by(const protocol::Load& request, std::chrono::milliseconds limit) = 0;
  /// A library that cannot be loaded is outcome::NotLoaded.
  virtual Answer<void> load(const protocol::Load& request, std::chrono::milliseconds limit) = 0;
  /// To a player that stands by: what an attempt's player has recorded, and the attempt's fat binaries. Calls may follow that play it back.
  /// outcome::JudgeFailed: it cannot be, and why.
  virtual Answer<void> take_recording(const Recording&, const std::vector<std::string>& images,
                                      std::chrono::milliseconds limit) = 0;
  /// What the player says of a call, and what was seen of it from outside.
  struct Called : protocol::Returned {
    /// By the referee's clock. On a GPU, of a call with events: from when the device was let go to the end of its work, as the device
    /// tells it. Else from the request to the answer.
    double watched_ns = 0;
    /// Of a held call, by the referee's clock: for how long solve() put work behind the hold. Else 0.
    double queueing_ns = 0;
    /// Of a call in which early work was looked for: the sample of the outputs while nothing could have been at work yet.
    std::optional<std::uint64_t> early_sum;
    /// What of watched_ns may have been waiting for a processor; nothing for a call that the device tells the end of.
    ProcessorWait waited{};
  };
  /// Of a call that the referee's clock watches.
  struct Watching {
    std::function<void()> when_done = [] {};  ///< called as soon as the device says that the call's work is done
    /// Of a held call: the device is first let go but for one block, which looks whether outputs change. The player is not told.
    bool looks_for_early_work = false;
  };
  virtual Answer<Called> call(const protocol::Call& request, std::chrono::milliseconds limit, const Watching& watching) = 0;
  virtual Answer<protocol::Returned> measure_empty(const protocol::MeasureEmpty& request) = 0;

  /// True if the player sent no unrequested message. A second answer to one request comes from the attempt. Each call of solve()
  /// tests this for the call before it; after the last call the caller does.
  virtual Answer<void> check_silence() = 0;

  /// Findings (reads just beside a buffer) since the last call of this function.
  virtual std::vector<Finding> take_findings() = 0;
  /// All findings so far.
  virtual const std::vector<Finding>& all_findings() const = 0;

  /// Nothing is asked of it any more: it begins to end, which takes a while where it has a context on a device. The destructor waits for that.
  virtual void begin_to_end() = 0;

  /// What the attempt printed so far: of much the beginning and the end.
  virtual const std::string& printed() const = 0;

 private:
  static inline std::atomic<std::uint64_t> s_players = 0;
  std::uint64_t m_number = ++s_players;
};

}  // namespace judge
