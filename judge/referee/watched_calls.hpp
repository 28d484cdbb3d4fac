#pragma once

#include <cstdint>
#include <functional>
#include <optional>

#include "judge/model/clock_page.hpp"
#include "judge/model/measurement.hpp"
#include "judge/referee/memory.hpp"

namespace judge {

/// The referee's clock for a player's calls on a GPU, at the page that it shares with player and device: no message is as fast.
class WatchedCalls {
 public:
  /// Of the page, to send to the player.
  int descriptor() const { return m_page.descriptor(); }
  /// The number of the next call, for protocol::Call.
  std::uint32_t next() { return ++m_number; }
  /// Lets that call go once it is queued, and waits for its end: ns between the two. Nothing if `should_stop`, asked every few microseconds,
  /// says so first: the player has answered, or is gone.
  std::optional<double> watch(Bracket bracket, const std::function<bool()>& should_stop);

 private:
  HostMemory m_page{k_clock_page_bytes};
  std::uint32_t m_number = 0;
};

}  // namespace judge
