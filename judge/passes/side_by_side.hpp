#pragma once

#include <chrono>
#include <optional>
#include <vector>

#include "judge/passes/harness.hpp"
#include "judge/passes/passes.hpp"

namespace judge {

/// In code for lockstep a call takes some hundred times as long.
enum class SmallCases {
  largest_first,   ///< at most eight: many threads meet there, and lose what they add
  smallest_first,  ///< all: first some of which each is at least twice as large as the one before
};

constexpr double k_most_effort_side_by_side_ns = 4e6;

/// Of the quickest case's first call: what it takes whatever the size.
double least_effort_ns(const Tested& attempt);

/// Cases whose calls took little, or twice as long as the quickest at most, and the smallest ones: host code that computes and a grid of
/// fixed size take about as long for one element as for many, and one element shows nothing.
std::vector<std::size_t> small_cases(const std::vector<Case>& cases, const Tested& attempt, SmallCases turn,
                                     double most_effort_ns = k_most_effort_side_by_side_ns);

/// What a call took of the time that all of a pass's calls have: without what it waited for a processor, but a quarter at least. The verdict should
/// not depend on how busy the machine is.
std::chrono::milliseconds own_time(std::chrono::steady_clock::duration took, const Player::Called& returned);

struct Failed {
  std::size_t index = 0;
  Outcome outcome;
};

struct Looked {
  std::optional<Failed> failed;
  bool all_are_right = false;  ///< each was called with each player
};
/// Calls these cases with each of the players, for `limit` in all, until an answer is wrong. A call that does not end, or that
/// faults, ends it too and shows nothing. Errors: the judge's own failures; interrupted.
Result<Looked> look_for_wrong_answer(Harness& harness, const Players& players, const std::vector<std::size_t>& indices,
                                     std::chrono::milliseconds limit);
/// What has failed of that.
Result<std::optional<Failed>> first_wrong_answer(Harness& harness, const Players& players,
                                                 const std::vector<std::size_t>& indices, std::chrono::milliseconds limit);

}  // namespace judge
