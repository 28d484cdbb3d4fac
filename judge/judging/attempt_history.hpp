#pragma once

#include <span>
#include <string>
#include <vector>

#include "judge/ledger/ledger.hpp"
#include "judge/model/record.hpp"
#include "judge/util/result.hpp"

namespace judge {

/// Of a problem's attempts, or of the one that `attempt` means, if it is not empty, with their labels among all. Errors: the ledger's;
/// nothing of that name was judged.
Result<std::vector<Record>> attempt_history(const Ledger& ledger, const std::string& problem, const std::string& attempt);

/// What the attempts are called, each once.
std::vector<std::string> labels_of(std::span<const Record> records);

}  // namespace judge
