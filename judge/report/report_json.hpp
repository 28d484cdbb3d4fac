#pragma once

#include <nlohmann/json.hpp>

#include "judge/report/gather.hpp"

namespace judge {

/// What `judge report --json` prints, and what the page shows: judge.report/1 (docs/json.md).
nlohmann::json report_json(const ReportData& data);

}  // namespace judge
