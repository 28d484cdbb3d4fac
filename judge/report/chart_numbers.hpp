#pragma once

#include <nlohmann/json_fwd.hpp>

#include "judge/web/html.hpp"

namespace judge {

/// The numbers of a chart of charts.js as a table; of a sweep the heat map.
Html chart_numbers(const nlohmann::json& chart);

}  // namespace judge
