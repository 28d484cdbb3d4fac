#pragma once

#include <cstddef>
#include <cstdint>

namespace judge {

/// A page of memory that the referee, a player and its GPU share: so the referee's clock can time a call from its release to its end.
/// Nothing in it is trusted but as a moment. What the device uses comes first, and is mirrored in judge/device/bracket.cu.
struct ClockPage {
  volatile std::uint32_t release = 0;     ///< a Release; by the referee, or by the player where no referee watches
  volatile std::uint32_t expired = 0;     ///< by the device: it was held for too long
  volatile std::uint32_t resident = 0;    ///< by the device: nothing else is on it
  volatile std::uint32_t crowded = 0;     ///< by the device: something else was
  volatile std::uint32_t rested = 0;      ///< by the device: its memory was idle for long enough
  volatile std::uint32_t queued = 0;      ///< by the player: this call's work waits behind the hold, or begins now without one
  volatile std::uint32_t done = 0;        ///< by the device: all work of this call is done
  volatile std::uint32_t looked = 0;      ///< by the device: early_sum is there
  volatile std::uint64_t early_sum = 0;   ///< by the device: what the outputs held while it was let go but for one block
  volatile std::uint64_t output_sum = 0;  ///< by the device: see protocol::Returned
};

/// What `release` says. The second: all but one block goes, and that one looks, after a while, whether outputs have changed. What waits for the
/// start event cannot have begun by then.
enum class Release : std::uint32_t { held = 0, all = 1, all_but_one = 2 };

/// So many outputs of a call the device can be told of; mirrored in judge/device/bracket.cu. In a call with more nobody looks for early work.
inline constexpr std::size_t k_most_outputs_looked_at = 16;

inline constexpr std::size_t k_clock_page_bytes = 4096;

}  // namespace judge
