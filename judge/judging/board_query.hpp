#pragma once

#include <string>

#include "judge/ledger/ledger.hpp"
#include "judge/model/problem.hpp"
#include "judge/util/result.hpp"

namespace judge {

/// The query for the board of a problem: of this version of its files, and of its ranked case.
/// Errors: the problem's files.
Result<BoardQuery> board_query(const Problem& problem, const std::string& device_id);

}  // namespace judge
