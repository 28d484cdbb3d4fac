#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <random>
#include <utility>
#include <vector>

#include "judge/util/random_bits.hpp"

namespace judge {

/// Which turns of timed calls are verified: those that come first in a random order of all turns, which no attempt can see. The inputs of a turn are
/// the same for all attempts of a session, and the order is for a few of them that are timed one after another: what must come out of most of
/// their turns is computed once. The order is renewed before verdicts could tell it: who leaves out some calls in one attempt, and sees that accepted,
/// has learned that those are not verified, and could use it in the next.
class VerifiedTurns {
 public:
  /// What must come out of a turn, by argument; empty for inputs.
  using Answer = std::vector<std::vector<std::byte>>;

  explicit VerifiedTurns(BitSource random_bits) : m_random_bits(std::move(random_bits)) {}

  /// Timed calls on case `index` begin. Another case, or the fifth time: a new order.
  void begin(std::size_t index);
  /// The turn's place in the order: the lower, the sooner it is verified.
  std::uint64_t place_of(std::uint64_t turn);

  /// Null if nobody remembered it with this order.
  const Answer* known(std::uint64_t turn) const;
  bool has_room(std::size_t bytes) const;
  void remember(std::uint64_t turn, Answer answer);

 private:
  BitSource m_random_bits;
  std::optional<std::size_t> m_index;  // of the case; none at first
  int m_times = 0;                     // with this order
  std::mt19937_64 m_random;
  std::map<std::uint64_t, std::uint64_t> m_places;  // by turn
  std::map<std::uint64_t, Answer> m_known;
  std::size_t m_known_bytes = 0;
};

}  // namespace judge
