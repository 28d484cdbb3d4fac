#pragma once

#include <nlohmann/json_fwd.hpp>

#include <string>

namespace judge {

/// A report_json() as one HTML file, which needs no other and no network. All numbers are tables in it; scripts draw the charts above
/// them.
std::string report_page(const nlohmann::json& report);

}  // namespace judge
