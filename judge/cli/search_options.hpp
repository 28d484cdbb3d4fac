#pragma once

#include "judge/catalog/search.hpp"
#include "judge/cli/commands.hpp"

namespace judge {

/// The words and the difficulties that `list` and `next` take.
void add_search_options(CLI::App& command, ProblemSearch& search);

}  // namespace judge
