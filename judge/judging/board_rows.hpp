#pragma once

#include <optional>
#include <span>
#include <vector>

#include "judge/model/peak_rates.hpp"
#include "judge/model/record.hpp"
#include "judge/render/run_table.hpp"

namespace judge {

/// What a board shows of records that were not measured together, fastest first: ranks that are shared where runs of
/// different days cannot tell two apart, percentiles among `all_medians_ns`, percent of the device's limit. The rows
/// point into `records`.
std::vector<RunRow> board_rows(std::span<const Record> records, std::span<const double> all_medians_ns,
                               const std::optional<PeakRates>& peaks);

/// Percent of the device's peak that a record's first time reached; empty if either is unknown.
std::optional<double> peak_share_of(const Record& record, const std::optional<PeakRates>& peaks);

}  // namespace judge
