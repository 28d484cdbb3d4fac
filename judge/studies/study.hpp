#pragma once

#include <nlohmann/json.hpp>

#include <string>

#include "judge/judging/judging.hpp"

namespace judge {

/// Puts a result that belongs on no board (a sweep, sizes) into the ledger, for `judge report`. `problem` is the one that the
/// user named. Error: the ledger cannot be written.
Result<void> keep_study(const CommonOptions& common, std::string kind, const Problem& problem, const Judged& judged,
                        const nlohmann::json& document);

}  // namespace judge
