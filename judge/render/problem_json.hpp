#pragma once

#include <nlohmann/json.hpp>

#include <span>

#include "judge/model/attempt.hpp"
#include "judge/model/problem.hpp"

namespace judge {

inline constexpr std::string_view k_problem_schema = "judge.problem/1";

/// What `judge show --json` prints: the problem, its signature, and its cases as they are on one runtime.
nlohmann::json to_json(const Problem& problem, std::span<const Case> cases, RuntimeKind runtime);

}  // namespace judge
