#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "judge/passes/submissions.hpp"

namespace judge {

/// What an attempt says of itself: in lines for the judge, and in the comment that it begins with.
struct RungNote {
  int rung = 0;               ///< of `// judge: rung 3`; 0 = on no ladder
  bool is_yardstick = false;  ///< `// judge: yardstick`: a library's, to compare the ladder with
  std::string idea;           ///< the comment's first sentence
};

/// Errors name file and line: a rung that is no whole number from 1, a word after `judge: yardstick`, a second place, a line
/// that says nothing to the judge.
Result<RungNote> read_rung_note(std::string_view source, std::string_view file);

/// One attempt on its place.
struct Rung {
  Submission submission;
  RungNote note;
};

enum class LadderOrder { as_named, by_rung };

/// The attempts of a ladder: all, in the order they were named; or those that say a rung, from the lowest, then the yardsticks.
/// Errors: a line for the judge that cannot be followed; no attempt says a rung.
Result<std::vector<Rung>> rungs_of(const Named& named, LadderOrder order);

}  // namespace judge
