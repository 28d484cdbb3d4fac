#include "judge/report/html_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string_view>

#include "judge/util/units.hpp"

namespace judge {

using Json = nlohmann::json;
using Kind = HtmlColumn::Kind;

std::string text_of(const Json& value) {
  return value.is_string() ? value.get<std::string>() : value.is_null() ? "" : value.dump();
}

double number_of(const Json& value) { return value.is_number() ? value.get<double>() : 0; }

std::string time_of(const Json& value) { return number_of(value) > 0 || value == 0 ? format_time_ns(number_of(value)) : "-"; }

std::string percent_of(const Json& value) { return value.is_number() ? format_percent(value.get<double>() / 100) : "-"; }

std::string bandwidth_of(const Json& bytes_per_s) {
  return number_of(bytes_per_s) > 0 ? format_bandwidth(number_of(bytes_per_s), 1e9) : "-";
}

std::string flop_rate_of(const Json& flops_per_s) {
  return number_of(flops_per_s) > 0 ? format_flop_rate(number_of(flops_per_s), 1e9) : "-";
}

std::string minute_of(const Json& time) {
  std::string text = text_of(time).substr(0, 16);
  std::ranges::replace(text, 'T', ' ');
  return text;
}

std::string version_of(const Json& version) {
  const int number = static_cast<int>(number_of(version));
  return number > 0 ? fmt::format("{}.{}", number / 1000, number % 1000 / 10) : "-";
}

static std::string class_of(Kind kind) { return kind == Kind::number ? "number" : kind == Kind::name ? "name" : ""; }

static Html cell(const char* tag, Kind kind, const Html& content) {
  std::vector<Attribute> attributes;
  if (std::string_view(tag) == "th") attributes.push_back({"scope", "col"});
  if (kind != Kind::text) attributes.push_back({"class", class_of(kind)});
  return element(tag, attributes, content);
}

Html html_table(const std::string& caption, const std::vector<HtmlColumn>& columns, const std::vector<HtmlRow>& rows) {
  Html head, body;
  for (const auto& [name, kind] : columns) head += cell("th", kind, name);
  for (const auto& row : rows) {
    Html line;
    for (std::size_t i = 0; i < row.size(); ++i) line += cell("td", columns[i].kind, row[i]);
    body += element("tr", line);
  }
  const Html inner = element("caption", caption) + element("thead", element("tr", head)) + element("tbody", body);
  return scrolling(caption, element("table", {{"class", "full"}}, inner));
}

Html verdict_html(const Json& name) { return element("span", {{"class", "verdict verdict-" + text_of(name)}}, text_of(name)); }

Html scrolling(const std::string& label, const Html& table) {
  return element("div", {{"class", "scroll"}, {"tabindex", "0"}, {"role", "region"}, {"aria-label", label}}, table);
}

}  // namespace judge
