#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <random>

namespace judge {

/// Before which timed calls of an attempt there is one more, in which the judge looks more closely: chance says, so that no call is known to
/// be without. The first is among the first calls, and from one to the next there are a quarter more.
class UnannouncedCalls {
 public:
  static constexpr std::uint64_t k_seeds_turn = std::uint64_t{1} << 41;  ///< whose seed is this's

  /// `turns_before`: that its turns are counted from.
  explicit UnannouncedCalls(std::uint64_t seed, std::uint64_t turns_before = 0) : m_random(seed), m_turns(turns_before) {}

  /// Asked before each timed call.
  bool is_due(std::size_t attempt);
  /// The turn whose inputs the next one has: no timed call's, and no two have the same.
  std::uint64_t next_turn() { return k_seeds_turn + ++m_turns; }

 private:
  struct Calls {
    std::size_t seen = 0, due = 0;  ///< timed ones; `due`: before which one it is. 0 = not decided
  };

  std::mt19937_64 m_random;
  std::map<std::size_t, Calls> m_calls;
  std::uint64_t m_turns;
};

}  // namespace judge
