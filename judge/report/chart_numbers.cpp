#include "judge/report/chart_numbers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "judge/report/html_table.hpp"
#include "judge/util/units.hpp"

namespace judge {

using Json = nlohmann::json;
using Kind = HtmlColumn::Kind;

namespace {

Html board_numbers(const Json& chart) {
  std::vector<HtmlRow> rows;
  for (const auto& entry : chart["entries"])
    rows.push_back({text_of(entry["rank"]) + (entry["tied"] == true ? "=" : ""), text_of(entry["name"]),
                    time_of(entry["median_ns"]), time_of(entry["low_ns"]), time_of(entry["high_ns"]), time_of(entry["p10_ns"]),
                    time_of(entry["p90_ns"]), text_of(entry["count"]), percent_of(entry["percent_of_limit"])});
  return html_table("The best time of each attempt. A rank with = is shared: no difference you could measure.",
                    {{"rank", Kind::number},
                     {"attempt", Kind::name},
                     {"median", Kind::number},
                     {"from", Kind::number},
                     {"to", Kind::number},
                     {"p10", Kind::number},
                     {"p90", Kind::number},
                     {"samples", Kind::number},
                     {"of peak", Kind::number}},
                    rows);
}

Html ladder_numbers(const Json& chart) {
  std::vector<HtmlRow> rows;
  for (const auto& step : chart["steps"])
    rows.push_back({step["yardstick"] == true ? "yardstick" : text_of(step["rung"]), text_of(step["name"]),
                    time_of(step["median_ns"]), time_of(step["low_ns"]), time_of(step["high_ns"]),
                    step["gain"].is_number() ? format_significant(step["gain"].get<double>()) + "x" : "-",
                    text_of(step["idea"])});
  if (chart["limit_ns"].is_number())
    rows.push_back({"limit", "", time_of(chart["limit_ns"]), "", "", "", "the task at the device's peak rates"});
  return html_table("Each step, with how many times as fast as the step before it is, by the medians.",
                    {{"rung", Kind::number},
                     {"attempt", Kind::name},
                     {"median", Kind::number},
                     {"from", Kind::number},
                     {"to", Kind::number},
                     {"gain", Kind::number},
                     {"idea"}},
                    rows);
}

Html scale_numbers(const Json& chart) {
  std::vector<HtmlRow> rows;
  for (const auto& series : chart["series"])
    for (const auto& point : series["points"])
      rows.push_back({format_count(point["size"].get<std::int64_t>()), text_of(series["name"]), time_of(point["median_ns"]),
                      time_of(point["low_ns"]), time_of(point["high_ns"]), bandwidth_of(point["bytes_per_s"]),
                      flop_rate_of(point["flops_per_s"]), percent_of(point["percent_of_limit"])});
  const std::string parameter = text_of(chart["parameter"]);
  return html_table("The ranked case at other sizes of " + parameter,
                    {{parameter.c_str(), Kind::number},
                     {"attempt", Kind::name},
                     {"median", Kind::number},
                     {"from", Kind::number},
                     {"to", Kind::number},
                     {"bandwidth", Kind::number},
                     {"arithmetic", Kind::number},
                     {"of peak", Kind::number}},
                    rows);
}

Html roofline_numbers(const Json& chart) {
  std::vector<HtmlRow> rows;
  for (const auto& point : chart["points"]) {
    const double intensity = number_of(point["flop_per_byte"]);
    const double roof = std::min(number_of(chart["flops_per_s"]), intensity * number_of(chart["bytes_per_s"]));
    rows.push_back({text_of(point["name"]), format_significant(intensity), flop_rate_of(point["flops_per_s"]),
                    roof > 0 ? format_percent(number_of(point["flops_per_s"]) / roof) : "-"});
  }
  return html_table(
      fmt::format("The work that the problem needs at least, against the device's measured peaks: {} and {} ({})",
                  bandwidth_of(chart["bytes_per_s"]), flop_rate_of(chart["flops_per_s"]), text_of(chart["arithmetic"])),
      {{"attempt", Kind::name}, {"operations a byte", Kind::number}, {"rate", Kind::number}, {"of the roof", Kind::number}},
      rows);
}

Html history_numbers(const Json& chart) {
  std::vector<HtmlRow> rows;
  for (const auto& point : chart["points"])
    rows.push_back({minute_of(point["time"]), verdict_html(point["verdict"]), time_of(point["median_ns"]),
                    time_of(point["low_ns"]), time_of(point["high_ns"]), text_of(point["judge_version"]),
                    version_of(point["driver"]), text_of(point["content_hash"]).substr(0, 8)});
  return html_table("Every judgement of this name, oldest first",
                    {{"time (UTC)"},
                     {"verdict"},
                     {"median", Kind::number},
                     {"from", Kind::number},
                     {"to", Kind::number},
                     {"judge"},
                     {"driver"},
                     {"content", Kind::name}},
                    rows);
}

Html timeline_numbers(const Json& chart) {
  std::vector<HtmlRow> rows;
  for (const auto& operation : chart["operations"]) {
    const int count = operation["count"].get<int>();
    rows.push_back({text_of(operation["what"]) + (count > 1 ? fmt::format(" ({} times)", count) : ""),
                    text_of(operation["stream"]), time_of(operation["start_ns"]), time_of(operation["duration_ns"]),
                    text_of(operation["grid"]), text_of(operation["block"])});
  }
  return html_table(
      fmt::format(
          "Each operation was timed by two events of its own; the ranked time of the call is {}. Streams begin at 0 each.",
          time_of(chart["ranked_ns"])),
      {{"operation", Kind::name},
       {"stream", Kind::number},
       {"start", Kind::number},
       {"duration", Kind::number},
       {"grid"},
       {"block"}},
      rows);
}

Html samples_numbers(const Json& chart) {
  std::vector<HtmlRow> rows;
  for (const auto& bin : chart["bins"]) rows.push_back({time_of(bin["from_ns"]), time_of(bin["to_ns"]), text_of(bin["count"])});
  const int above = chart["above"].get<int>();
  return html_table(fmt::format("{} samples, median {}{}", text_of(chart["count"]), time_of(chart["median_ns"]),
                                above > 0 ? fmt::format("; the {} slowest are not shown", above) : ""),
                    {{"from", Kind::number}, {"to", Kind::number}, {"samples", Kind::number}}, rows);
}

Html heat_map(const Json& chart) {
  const auto row_of = [](const Json& cell_values) {
    std::string text;
    for (std::size_t i = 0; i + 1 < cell_values.size(); ++i) text += (i ? ", " : "") + text_of(cell_values[i]);
    return text;
  };
  std::vector<std::string> across, down;
  std::map<std::pair<std::string, std::string>, const Json*> cells;
  double least_ns = 0, most_ns = 0;
  const auto remember = [](std::vector<std::string>& names, const std::string& name) {
    if (!std::ranges::count(names, name)) names.push_back(name);
  };
  for (const auto& one : chart["cells"]) {
    const std::string column = text_of(one["values"].back()), row = row_of(one["values"]);
    remember(across, column);
    remember(down, row);
    cells[{row, column}] = &one;
    const double median_ns = number_of(one["median_ns"]);
    if (median_ns <= 0) continue;
    least_ns = least_ns > 0 ? std::min(least_ns, median_ns) : median_ns;
    most_ns = std::max(most_ns, median_ns);
  }
  const auto& parameters = chart["parameters"];
  Html head = element("th", row_of(parameters)), body;
  for (const auto& column : across) head += element("th", {{"scope", "col"}}, text_of(parameters.back()) + "=" + column);
  const double span = most_ns > least_ns ? std::log(most_ns / least_ns) : 1;
  for (const auto& row : down) {
    Html line = element("th", {{"scope", "row"}}, row);
    for (const auto& column : across) {
      const auto found = cells.find({row, column});
      const double median_ns = found == cells.end() ? 0 : number_of((*found->second)["median_ns"]);
      if (median_ns <= 0) {
        line += element("td", {{"class", "none"}}, found == cells.end() ? "-" : text_of((*found->second)["verdict"]));
        continue;
      }
      const int shade = std::min(9, static_cast<int>(10 * std::log(median_ns / least_ns) / span));
      const bool is_best = (*found->second)["rank"] == 1 || median_ns == least_ns;
      line += element("td", {{"class", fmt::format("heat-{}{}", shade, is_best ? " best" : "")}},
                      format_time_ns(median_ns) + (is_best ? " best" : ""));
    }
    body += element("tr", line);
  }
  const std::string caption = "Time of a call; \"best\" are those that no difference was found between";
  return scrolling(text_of(chart["title"]),
                   element("table", {{"class", "heat"}},
                           element("caption", caption) + element("thead", element("tr", head)) + element("tbody", body)));
}

}  // namespace

Html chart_numbers(const Json& chart) {
  const std::string kind = text_of(chart["kind"]);
  if (kind == "board") return board_numbers(chart);
  if (kind == "ladder") return ladder_numbers(chart);
  if (kind == "scale") return scale_numbers(chart);
  if (kind == "roofline") return roofline_numbers(chart);
  if (kind == "history") return history_numbers(chart);
  if (kind == "timeline") return timeline_numbers(chart);
  if (kind == "sweep") return heat_map(chart);
  return samples_numbers(chart);
}

}  // namespace judge
