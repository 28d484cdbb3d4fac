#pragma once

#include <nlohmann/json_fwd.hpp>

#include <string>
#include <vector>

#include "judge/web/html.hpp"

/// Values of a report_json() as texts, and tables of them.
namespace judge {

/// A string as it is, null as nothing, all else as JSON.
std::string text_of(const nlohmann::json& value);
/// 0 for what is no number.
double number_of(const nlohmann::json& value);
/// These are "-" for what is no number.
std::string time_of(const nlohmann::json& value_ns);
/// Of 100: 42.5 is "42.5%".
std::string percent_of(const nlohmann::json& value);
std::string bandwidth_of(const nlohmann::json& bytes_per_s);
std::string flop_rate_of(const nlohmann::json& flops_per_s);
/// "2026-01-31 12:00"
std::string minute_of(const nlohmann::json& time);
/// CUDA's 13000 is "13.0".
std::string version_of(const nlohmann::json& version);

/// A verdict's name with the sign and the colour that style.css gives it.
Html verdict_html(const nlohmann::json& name);

/// A column's heading, and how its cells are laid out.
struct HtmlColumn {
  enum class Kind { text, name, number };
  const char* head = "";
  Kind kind = Kind::text;
};
using HtmlRow = std::vector<Html>;

/// Rows have as many cells as there are columns. Where the screen is too narrow it scrolls by itself.
Html html_table(const std::string& caption, const std::vector<HtmlColumn>& columns, const std::vector<HtmlRow>& rows);

/// What scrolls, and that one can get to by keys.
Html scrolling(const std::string& label, const Html& table);

}  // namespace judge
