#pragma once

#include <cstddef>
#include <cstdint>

namespace judge {

/// A page of memory that the referee, a player and its GPU share: so the referee's clock can time a call from its release to its end.
/// Nothing in it is trusted but as a moment. The words of 32 bits are mirrored in judge/device/bracket.cu.
struct ClockPage {
  volatile std::uint32_t release = 0;     ///< by the referee, or by the player where no referee watches: the device may go on
  volatile std::uint32_t expired = 0;     ///< by the device: it was held for too long
  volatile std::uint32_t resident = 0;    ///< by the device: nothing else is on it
  volatile std::uint32_t crowded = 0;     ///< by the device: something else was
  volatile std::uint32_t rested = 0;      ///< by the device: its memory was idle for long enough
  volatile std::uint32_t queued = 0;      ///< by the player: this call's work waits behind the hold, or begins now without one
  volatile std::uint32_t done = 0;        ///< by the device: all work of this call is done
  volatile std::uint64_t output_sum = 0;  ///< by the device: see protocol::Returned
};

inline constexpr std::size_t k_clock_page_bytes = 4096;

}  // namespace judge
