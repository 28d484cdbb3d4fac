#pragma once

#include <optional>
#include <span>
#include <vector>

#include "judge/model/ceilings.hpp"
#include "judge/model/record.hpp"
#include "judge/render/run_table.hpp"

namespace judge {

/// What a board shows of records that were not measured together, fastest first: ranks that are shared where runs of
/// different days cannot tell two apart, percentiles among `all_medians_ns`, percent of the device's limit. The rows
/// point into `records`.
std::vector<RunRow> board_rows(std::span<const Record> records, std::span<const double> all_medians_ns,
                               const std::optional<Ceilings>& ceilings);

/// Percent of what the device can do at most that a record's first time reached; nothing without either.
std::optional<double> limit_share(const Record& record, const std::optional<Ceilings>& ceilings);

}  // namespace judge
