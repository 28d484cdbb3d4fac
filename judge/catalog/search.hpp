#pragma once

#include <string>
#include <vector>

#include "judge/model/catalogue.hpp"

namespace judge {

/// A search for problems.
struct ProblemSearch {
  std::vector<std::string> words;
  bool easy = false, medium = false, hard = false;  ///< none of them = any difficulty
};

/// Is it of one of the difficulties, and has it each of the words in its name, its title, its tags or its group? Capitals do not
/// matter. A word of digits alone is a number, and stands for the problem that has it.
bool is_wanted(const ProblemSummary& problem, const ProblemSearch& search);

}  // namespace judge
