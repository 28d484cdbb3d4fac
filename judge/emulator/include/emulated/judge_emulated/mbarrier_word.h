#pragma once

#include <cstdint>

/// The 64 bits of an mbarrier, which programs may not look into. From the lowest bit on: arrivals that the current phase still
/// waits for, arrivals of the next phase, bytes that the current phase still waits for (signed), the phase's number.
///
/// The attempt's code and the runtime, which counts the bytes of finished copies, both change it.
namespace judge_emulated {

struct MbarrierWord {
  std::uint64_t bits = 0;

  static constexpr unsigned count_bits = 20, bytes_bits = 21;
  static constexpr std::uint64_t count_mask = (1u << count_bits) - 1, bytes_mask = (1u << bytes_bits) - 1;
  static constexpr unsigned bytes_at = 2 * count_bits, phase_at = bytes_at + bytes_bits;

  static constexpr MbarrierWord of(std::uint64_t phase, std::uint64_t bytes, std::uint64_t expected, std::uint64_t pending) {
    return {phase << phase_at | (bytes & bytes_mask) << bytes_at | (expected & count_mask) << count_bits |
            (pending & count_mask)};
  }
  constexpr std::uint64_t pending() const { return bits & count_mask; }
  constexpr std::uint64_t expected() const { return bits >> count_bits & count_mask; }
  constexpr std::uint64_t bytes() const { return bits >> bytes_at & bytes_mask; }
  /// Modulo 8.
  constexpr std::uint64_t phase() const { return bits >> phase_at; }
  /// All have arrived, and only bytes are missing.
  constexpr bool waits_for_bytes() const { return pending() == 0 && bytes() != 0; }
  constexpr bool is_complete() const { return pending() == 0 && bytes() == 0; }
  constexpr MbarrierWord next_phase() const { return of(phase() + 1, 0, expected(), expected()); }
  /// After so many arrivals, of which `dropped` will not come in later phases, and with so many more bytes to wait for.
  constexpr MbarrierWord changed(std::uint64_t arrived, std::uint64_t dropped, std::uint64_t more_bytes) const {
    return of(phase(), bytes() + more_bytes, expected() - dropped, pending() - arrived);
  }
};

}  // namespace judge_emulated
