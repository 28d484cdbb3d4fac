#pragma once

#include <cstddef>
#include <cstdint>

namespace judge {

/// A page of memory that the referee, a player and its GPU share: so the referee's clock can time a call from its release to its end.
/// Nothing in it is trusted but as a moment. What the device uses comes first, and is mirrored in judge/device/bracket.cu.
struct ClockPage {
  volatile std::uint32_t release = 0;     ///< by the referee, or by the player where no referee watches: the device may go on
  volatile std::uint32_t expired = 0;     ///< by the device: it was held for too long
  volatile std::uint32_t resident = 0;    ///< by the device: nothing else is on it
  volatile std::uint32_t crowded = 0;     ///< by the device: something else was
  volatile std::uint32_t rested = 0;      ///< by the device: its memory was idle for long enough
  volatile std::uint32_t queued = 0;      ///< by the player: this call's work waits behind the hold, or begins now without one
  volatile std::uint32_t done = 0;        ///< by the device: all work of this call is done
  volatile std::uint32_t asks = 0;        ///< by the player: solve()'s work of this call is queued; what comes behind it?
  volatile std::uint32_t order = 0;       ///< by the referee, in answer: clock_order()
  volatile std::uint64_t output_sum = 0;  ///< by the device: see protocol::Returned
};

/// What comes behind the work of call `number`: the stop event, or, before it, the look at the outputs. No process knows which before its work is
/// queued.
constexpr std::uint32_t clock_order(std::uint32_t number, bool samples_first) { return 2 * number + samples_first; }

inline constexpr std::size_t k_clock_page_bytes = 4096;

}  // namespace judge
