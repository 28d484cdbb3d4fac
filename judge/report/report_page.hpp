#pragma once

#include <nlohmann/json_fwd.hpp>

#include <string>

namespace judge {

/// A report_json() as one HTML file, which needs no other and no network. All numbers are tables in it; scripts draw the charts above
/// them.
std::string report_page(const nlohmann::json& report);

/// A page with one chart of charts.js, and its numbers.
std::string chart_page(const std::string& title, const nlohmann::json& chart);

}  // namespace judge
