#pragma once

#include <cstdint>
#include <functional>
#include <optional>

#include "judge/model/clock_page.hpp"
#include "judge/model/measurement.hpp"
#include "judge/referee/memory.hpp"
#include "judge/referee/player.hpp"

namespace judge {

/// The referee's clock for a player's calls on a GPU, at the page that it shares with player and device: no message is as fast.
class WatchedCalls {
 public:
  /// Of the page, to send to the player.
  int descriptor() const { return m_page.descriptor(); }
  /// The number of the next call, for protocol::Call.
  std::uint32_t next();

  struct Watched {
    double ns = 0;           ///< from when the call was let go to its end
    double queueing_ns = 0;  ///< of a held call: from when the device was held until all work was queued; else 0
    std::optional<std::uint64_t> early_sum;  ///< if early work was looked for
  };
  /// Lets that call go once it is queued, and waits for its end; then calls `watching.when_done`, at once. Nothing if `should_stop`, asked every
  /// few microseconds, says so first: the player has answered, or is gone.
  std::optional<Watched> watch(Bracket bracket, const std::function<bool()>& should_stop, const Player::Watching& watching);

 private:
  HostMemory m_page{k_clock_page_bytes};
  std::uint32_t m_number = 0;
};

}  // namespace judge
