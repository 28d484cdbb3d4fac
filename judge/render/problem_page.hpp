#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>

#include "judge/model/problem.hpp"
#include "judge/render/table.hpp"

namespace judge {

struct ProblemRow {
  const Problem* problem = nullptr;
  std::size_t attempts = 0;  ///< files in solutions/
};

/// What `judge list` shows, in the rows' order.
std::string problem_list_text(std::span<const ProblemRow> rows, const TextStyle& style);

/// What `judge show` shows: statement, signature, the parameters, the cases with their sizes, how to start.
std::string problem_page(const Problem& problem, std::span<const Case> cases, const TextStyle& style);

}  // namespace judge
