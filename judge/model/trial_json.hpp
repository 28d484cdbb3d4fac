#pragma once

#include <nlohmann/json.hpp>

#include "judge/model/trial.hpp"

namespace judge {

/// What `judge try --json` prints; docs/json.md describes it.
inline constexpr const char* k_trial_schema = "judge.trial/1";

nlohmann::json to_json(const Trial& trial);

}  // namespace judge
