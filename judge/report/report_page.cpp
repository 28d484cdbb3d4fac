#include "judge/report/report_page.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>
#include <vector>

#include "judge/util/units.hpp"
#include "judge/web/assets.hpp"
#include "judge/web/page.hpp"

namespace judge {

using nlohmann::json;

namespace {

// ---- Texts of values ---------------------------------------------------------------------------------------------------

std::string text_of(const json& value) {
  return value.is_string() ? value.get<std::string>() : value.is_null() ? "" : value.dump();
}

double number_of(const json& value) { return value.is_number() ? value.get<double>() : 0; }

std::string time_of(const json& value) { return number_of(value) > 0 || value == 0 ? format_time_ns(number_of(value)) : "-"; }

std::string percent_of(const json& value) { return value.is_number() ? format_percent(value.get<double>() / 100) : "-"; }

std::string bandwidth_of(const json& bytes_per_s) {
  return number_of(bytes_per_s) > 0 ? format_bandwidth(number_of(bytes_per_s), 1e9) : "-";
}

std::string flop_rate_of(const json& flops_per_s) {
  return number_of(flops_per_s) > 0 ? format_flop_rate(number_of(flops_per_s), 1e9) : "-";
}

// "2026-01-31 12:00"
std::string minute_of(const json& time) {
  std::string text = text_of(time).substr(0, 16);
  std::ranges::replace(text, 'T', ' ');
  return text;
}

// CUDA's 13000 is 13.0.
std::string version_of(const json& version) {
  const int number = static_cast<int>(number_of(version));
  return number > 0 ? fmt::format("{}.{}", number / 1000, number % 1000 / 10) : "-";
}

std::string_view bracket_text(const std::string& bracket) {
  if (bracket == "blocked")
    return "device time, between two CUDA events on a stream that is held until all work of the call is queued; the L2 cache "
           "is cold; "
           "the time of an empty bracket is subtracted";
  if (bracket == "host-paced")
    return "device time, between two CUDA events; the attempts wait in the middle, so launches count as well";
  return "the host's clock, until the whole device is idle";
}

// ---- Tables ------------------------------------------------------------------------------------------------------------

enum class Kind { text, name, number };

struct HtmlColumn {
  const char* head;
  Kind kind = Kind::text;
};

std::string class_of(Kind kind) { return kind == Kind::number ? "number" : kind == Kind::name ? "name" : ""; }

Html cell(const char* tag, Kind kind, const Html& content) {
  std::vector<Attribute> attributes;
  if (std::string_view(tag) == "th") attributes.push_back({"scope", "col"});
  if (kind != Kind::text) attributes.push_back({"class", class_of(kind)});
  return element(tag, attributes, content);
}

using HtmlRow = std::vector<Html>;

Html table(const std::string& caption, const std::vector<HtmlColumn>& columns, const std::vector<HtmlRow>& rows) {
  Html head, body;
  for (const auto& [name, kind] : columns) head += cell("th", kind, name);
  for (const auto& row : rows) {
    Html line;
    for (std::size_t i = 0; i < row.size(); ++i) line += cell("td", columns[i].kind, row[i]);
    body += element("tr", line);
  }
  const Html inner = element("caption", caption) + element("thead", element("tr", head)) + element("tbody", body);
  return element("div", {{"class", "scroll"}, {"tabindex", "0"}, {"role", "region"}, {"aria-label", caption}},
                 element("table", {{"class", "full"}}, inner));
}

Html verdict(const json& name) { return element("span", {{"class", "verdict verdict-" + text_of(name)}}, text_of(name)); }

// ---- Numbers of each kind of chart -------------------------------------------------------------------------------------

Html board_numbers(const json& chart) {
  std::vector<HtmlRow> rows;
  for (const auto& entry : chart["entries"])
    rows.push_back({text_of(entry["rank"]) + (entry["tied"] == true ? "=" : ""), text_of(entry["name"]),
                    time_of(entry["median_ns"]), time_of(entry["low_ns"]), time_of(entry["high_ns"]), time_of(entry["p10_ns"]),
                    time_of(entry["p90_ns"]), text_of(entry["count"]), percent_of(entry["percent_of_limit"])});
  return table("The best time of each attempt. A rank with = is shared: the difference is smaller than between runs.",
               {{"rank", Kind::number},
                {"attempt", Kind::name},
                {"median", Kind::number},
                {"from", Kind::number},
                {"to", Kind::number},
                {"p10", Kind::number},
                {"p90", Kind::number},
                {"samples", Kind::number},
                {"of limit", Kind::number}},
               rows);
}

Html ladder_numbers(const json& chart) {
  std::vector<HtmlRow> rows;
  for (const auto& step : chart["steps"])
    rows.push_back({step["yardstick"] == true ? "yardstick" : text_of(step["rung"]), text_of(step["name"]),
                    time_of(step["median_ns"]), time_of(step["low_ns"]), time_of(step["high_ns"]),
                    step["gain"].is_number() ? format_significant(step["gain"].get<double>()) + "x" : "-",
                    text_of(step["idea"])});
  if (chart["limit_ns"].is_number())
    rows.push_back({"limit", "", time_of(chart["limit_ns"]), "", "", "", "the task at the device's peak rates"});
  return table("Each step, with how many times as fast as the step before it is, by the medians.",
               {{"rung", Kind::number},
                {"attempt", Kind::name},
                {"median", Kind::number},
                {"from", Kind::number},
                {"to", Kind::number},
                {"gain", Kind::number},
                {"idea"}},
               rows);
}

Html scale_numbers(const json& chart) {
  std::vector<HtmlRow> rows;
  for (const auto& series : chart["series"])
    for (const auto& point : series["points"])
      rows.push_back({format_count(point["size"].get<std::int64_t>()), text_of(series["name"]), time_of(point["median_ns"]),
                      time_of(point["low_ns"]), time_of(point["high_ns"]), bandwidth_of(point["bytes_per_s"]),
                      flop_rate_of(point["flops_per_s"]), percent_of(point["percent_of_limit"])});
  const std::string parameter = text_of(chart["parameter"]);
  return table("The ranked case at other sizes of " + parameter,
               {{parameter.c_str(), Kind::number},
                {"attempt", Kind::name},
                {"median", Kind::number},
                {"from", Kind::number},
                {"to", Kind::number},
                {"bandwidth", Kind::number},
                {"arithmetic", Kind::number},
                {"of limit", Kind::number}},
               rows);
}

Html roofline_numbers(const json& chart) {
  std::vector<HtmlRow> rows;
  for (const auto& point : chart["points"]) {
    const double intensity = number_of(point["flop_per_byte"]);
    const double roof = std::min(number_of(chart["flops_per_s"]), intensity * number_of(chart["bytes_per_s"]));
    rows.push_back({text_of(point["name"]), format_significant(intensity), flop_rate_of(point["flops_per_s"]),
                    roof > 0 ? format_percent(number_of(point["flops_per_s"]) / roof) : "-"});
  }
  return table(
      fmt::format("The work that the problem needs at least, against the device's measured peaks: {} and {} ({})",
                  bandwidth_of(chart["bytes_per_s"]), flop_rate_of(chart["flops_per_s"]), text_of(chart["arithmetic"])),
      {{"attempt", Kind::name}, {"operations a byte", Kind::number}, {"rate", Kind::number}, {"of the roof", Kind::number}},
      rows);
}

Html history_numbers(const json& chart) {
  std::vector<HtmlRow> rows;
  for (const auto& point : chart["points"])
    rows.push_back({minute_of(point["time"]), verdict(point["verdict"]), time_of(point["median_ns"]), time_of(point["low_ns"]),
                    time_of(point["high_ns"]), text_of(point["judge_version"]), version_of(point["driver"]),
                    text_of(point["content_hash"]).substr(0, 8)});
  return table("Every judgement of this name, oldest first",
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

Html timeline_numbers(const json& chart) {
  std::vector<HtmlRow> rows;
  for (const auto& operation : chart["operations"]) {
    const int count = operation["count"].get<int>();
    rows.push_back({text_of(operation["what"]) + (count > 1 ? fmt::format(" ({} times)", count) : ""),
                    text_of(operation["stream"]), time_of(operation["start_ns"]), time_of(operation["duration_ns"]),
                    text_of(operation["grid"]), text_of(operation["block"])});
  }
  return table(
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

Html samples_numbers(const json& chart) {
  std::vector<HtmlRow> rows;
  for (const auto& bin : chart["bins"]) rows.push_back({time_of(bin["from_ns"]), time_of(bin["to_ns"]), text_of(bin["count"])});
  const int above = chart["above"].get<int>();
  return table(fmt::format("{} samples, median {}{}", text_of(chart["count"]), time_of(chart["median_ns"]),
                           above > 0 ? fmt::format("; the {} slowest are not shown", above) : ""),
               {{"from", Kind::number}, {"to", Kind::number}, {"samples", Kind::number}}, rows);
}

// A heat map is a table, and stands open.
Html heat_map(const json& chart) {
  const auto row_of = [](const json& cell_values) {
    std::string text;
    for (std::size_t i = 0; i + 1 < cell_values.size(); ++i) text += (i ? ", " : "") + text_of(cell_values[i]);
    return text;
  };
  std::vector<std::string> across, down;
  std::map<std::pair<std::string, std::string>, const json*> cells;
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
  const auto parameters = chart["parameters"];
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
  return element("div", {{"class", "scroll"}, {"tabindex", "0"}, {"role", "region"}, {"aria-label", text_of(chart["title"])}},
                 element("table", {{"class", "heat"}},
                         element("caption", caption) + element("thead", element("tr", head)) + element("tbody", body)));
}

Html numbers_of(const json& chart) {
  const std::string kind = text_of(chart["kind"]);
  if (kind == "board") return board_numbers(chart);
  if (kind == "ladder") return ladder_numbers(chart);
  if (kind == "scale") return scale_numbers(chart);
  if (kind == "roofline") return roofline_numbers(chart);
  if (kind == "history") return history_numbers(chart);
  if (kind == "timeline") return timeline_numbers(chart);
  return samples_numbers(chart);
}

// ---- The page ----------------------------------------------------------------------------------------------------------

// `pointer`: of the chart in the page's data. Nothing for null.
Html figure(const json& chart, const std::string& pointer, const Html& words = {}, bool wide = false) {
  if (chart.is_null()) return {};
  Html content = element("figcaption", text_of(chart["title"]));
  if (!words.empty()) content += element("p", words);
  if (chart["kind"] == "sweep") content += heat_map(chart);
  else content += element("details", element("summary", "Numbers") + numbers_of(chart));
  std::vector<Attribute> attributes{{"data-chart", pointer}, {"data-kind", text_of(chart["kind"])}};
  if (wide) attributes.push_back({"class", "wide"});
  return element("figure", attributes, content);
}

Html fact(const char* name, const Html& value) { return value.empty() ? Html() : element("dt", name) + element("dd", value); }

std::string clocks_text(const json& state) {
  std::string text;
  const auto add = [&](const char* format, const char* field) {
    if (number_of(state[field]) > 0)
      text += (text.empty() ? "" : ", ") + fmt::format(fmt::runtime(format), number_of(state[field]));
  };
  add("SMs at {:.0f} MHz", "sm_clock_mhz");
  add("memory at {:.0f} MHz", "memory_clock_mhz");
  add("{:.0f} degrees C", "temperature_c");
  add("{:.0f} W", "power_w");
  if (const auto limits = text_of(state["clock_limits"]); !limits.empty()) text += "; lower clocks by: " + limits;
  return text;
}

Html timing_facts(const json& timing) {
  if (timing.is_null()) return {};
  const std::string sizes = text_of(timing["sizes"]);
  std::string work;
  if (number_of(timing["work_bytes"]) > 0) work = format_bytes(number_of(timing["work_bytes"]));
  if (number_of(timing["work_flops"]) > 0)
    work += fmt::format("{}{} operations in {}", work.empty() ? "" : ", ",
                        format_count(std::llround(number_of(timing["work_flops"]))), text_of(timing["arithmetic"]));
  return element("dl", {{"class", "facts"}},
                 fact("case", text_of(timing["case"]) + (sizes.empty() ? "" : ", " + sizes)) + fact("least work", work) +
                     fact("timed by", std::string(bracket_text(text_of(timing["bracket"])))) +
                     fact("clocks", clocks_text(timing["device_state"])) + fact("built by", text_of(timing["toolchain"])) +
                     fact("fastest attempt", minute_of(timing["time"]) + " UTC, judge " + text_of(timing["judge_version"])));
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

std::string finding_text(const json& finding) { return text_of(finding["kind"]) + ": " + text_of(finding["text"]); }

Html source_of(const json& attempt) {
  if (attempt["source"].is_null())
    return element("p", {{"class", "note"}}, "No source: " + text_of(attempt["source_note"]) + ".");
  std::multimap<int, std::string> margin;
  for (const auto& finding : attempt["findings"])
    if (finding["in_source"] == true) margin.emplace(finding["line"].get<int>(), finding_text(finding));
  Html code;
  int number = 0;
  for (const auto& line : lines_of(text_of(attempt["source"]))) {
    const auto [first, last] = margin.equal_range(++number);
    code += element("span", {{"class", first == last ? "line" : "line marked"}}, line + "\n");
    for (auto finding = first; finding != last; ++finding) code += element("span", {{"class", "finding"}}, finding->second);
  }
  return element("pre", {{"class", "source"}, {"tabindex", "0"}}, element("code", code));
}

Html other_findings(const json& attempt) {
  Html items;
  for (const auto& finding : attempt["findings"])
    if (finding["in_source"] != true)
      items += element(
          "li", (text_of(finding["file"]).empty() ? "" : text_of(finding["file"]) + ":" + text_of(finding["line"]) + ": ") +
                    finding_text(finding));
  return items.empty() ? Html() : element("ul", items);
}

Html attempt_details(const json& attempt) {
  const auto findings = attempt["findings"].size();
  Html summary = element("code", text_of(attempt["name"])) + " " + verdict(attempt["verdict"]);
  if (findings > 0) summary += fmt::format(" {} finding{}", findings, findings == 1 ? "" : "s");
  const std::string place =
      fmt::format("{}, judged {} UTC, {}", text_of(attempt["path"]), minute_of(attempt["time"]), text_of(attempt["toolchain"]));
  Html content = element("summary", summary) + element("p", {{"class", "faint"}}, place);
  if (attempt["verdict"] != "accepted" || findings > 0 || !text_of(attempt["details"]).empty()) {
    const std::string test = text_of(attempt["case"]);
    content += element("p", text_of(attempt["summary"]) + (test.empty() ? "" : " (case " + test + ")"));
    if (const auto details = text_of(attempt["details"]); !details.empty())
      content += element("pre", {{"tabindex", "0"}}, details);
  }
  return element("details", content + other_findings(attempt) + source_of(attempt));
}

Html attempts_of(const json& problem) {
  Html rejected, all;
  std::vector<HtmlRow> rows;
  for (const auto& attempt : problem["attempts"]) {
    if (attempt["verdict"] != "accepted")
      rows.push_back(
          {text_of(attempt["name"]), verdict(attempt["verdict"]), text_of(attempt["summary"]), minute_of(attempt["time"])});
    all += attempt_details(attempt);
  }
  if (!rows.empty())
    rejected = element("h3", "Not accepted") +
               table("The last verdict on each", {{"attempt", Kind::name}, {"verdict"}, {"why"}, {"time (UTC)"}}, rows);
  if (all.empty()) return {};
  return element("div", {{"class", "below"}}, rejected + element("h3", "Attempts and their sources") + all);
}

std::string ladder_words(const json& chart) {
  if (chart.is_null()) return {};
  return chart["side_by_side"] == true ? fmt::format("Timed side by side, {} UTC.", minute_of(chart["time"]))
                                       : "From runs on different days.";
}

Html problem_section(const json& problem, const std::string& pointer) {
  Html charts = figure(problem["board"], pointer + "/board", {}, true);
  charts += figure(problem["ladder"], pointer + "/ladder", ladder_words(problem["ladder"]), true);
  const auto each = [&](const char* name, const std::function<Html(const json&)>& words) {
    for (std::size_t i = 0; i < problem[name].size(); ++i)
      charts += figure(problem[name][i], fmt::format("{}/{}/{}", pointer, name, i), words(problem[name][i]));
  };
  const auto judged = [](const json& chart) { return Html("Measured " + minute_of(chart["time"]) + " UTC."); };
  const auto nothing = [](const json&) { return Html(); };
  each("scales", judged);
  each("sweeps", judged);
  charts += figure(problem["roofline"], pointer + "/roofline");
  each("samples", [](const json& chart) {
    return Html(
        fmt::format("{} samples{}.", text_of(chart["count"]),
                    chart["above"].get<int>() > 0 ? fmt::format(", the slowest {} left out", chart["above"].get<int>()) : ""));
  });
  each("histories", nothing);
  each("timelines", nothing);
  const std::string name = text_of(problem["name"]);
  Html words = timing_facts(problem["timing"]);
  if (problem["of_old_files"] == true)
    words += element("p", {{"class", "note"}},
                     "The problem's files have changed since, or are not on the machine that made this report.");
  if (problem["board"].is_null())
    words += element("p", {{"class", "note"}}, "No attempt was accepted and timed on this device.");
  return element(
      "section", {{"class", "problem"}, {"id", name}},
      element("h2", text_of(problem["title"])) + words + element("div", {{"class", "charts"}}, charts) + attempts_of(problem));
}

Html device_facts(const json& report) {
  const json& device = report["device"];
  const json& peaks = report["peaks"];
  std::string peak;
  if (!peaks.is_null()) {
    peak = bandwidth_of(peaks["bytes_per_s"]);
    for (const auto& [unit, rate] : peaks["flops_per_s"].items())
      if (number_of(rate) > 0) peak += fmt::format(", {} in {}", flop_rate_of(rate), unit);
    peak += fmt::format(" (measured {})", minute_of(peaks["time"]));
  }
  const bool emulated = device["runtime"] == "emulated";
  std::string kind = emulated ? "the emulated runtime: times are CPU times"
                              : fmt::format("compute capability {}.{}, {} multiprocessors", text_of(device["compute_major"]),
                                            text_of(device["compute_minor"]), text_of(device["multiprocessors"]));
  return element(
      "dl", {{"class", "facts"}},
      fact("device", text_of(device["name"])) + fact("kind", kind) +
          fact("CUDA runtime",
               emulated ? "" : version_of(device["runtime_version"]) + ", driver for " + version_of(device["driver_version"])) +
          fact("peak rates", peak) + fact("device id", element("code", text_of(device["id"]))) +
          fact("made", minute_of(report["time"]) + " UTC by judge " + text_of(report["judge_version"])));
}

Html overview(const json& report) {
  std::vector<HtmlRow> rows;
  for (const auto& problem : report["problems"]) {
    const json& board = problem["board"];
    const json best = board.is_null() ? json::object() : board["entries"][0];
    rows.push_back({element("a", {{"href", "#" + text_of(problem["name"])}}, text_of(problem["title"])),
                    text_of(best.value("name", json())), best.contains("median_ns") ? time_of(best["median_ns"]) : "-",
                    percent_of(best.value("percent_of_limit", json())),
                    fmt::to_string(board.is_null() ? 0 : board["entries"].size()), fmt::to_string(problem["attempts"].size())});
  }
  return table("Problems in this report",
               {{"problem"},
                {"fastest attempt", Kind::name},
                {"time", Kind::number},
                {"of limit", Kind::number},
                {"on the board", Kind::number},
                {"attempts", Kind::number}},
               rows);
}

constexpr const char* k_reading =
    "Times are those of one call on new inputs, and the median with its 95% interval is shown. A rank with = is shared: the "
    "judge found no "
    "difference. \"Of limit\" is the time that the problem's least work takes at the device's measured peak rates, divided by "
    "the time "
    "of the attempt.";

std::string page_with(const std::string& title, const Html& body, const json& data) {
  const auto content = [](const char* name) { return find_asset(name)->content; };
  return standalone_page({.title = title,
                          .styles = {content("style.css")},
                          .body = element("main", {{"class", "page"}}, body) + json_element("judge-data", data),
                          .scripts = {content("chart.min.js"), content("charts.js")}});
}

}  // namespace

std::string chart_page(const std::string& title, const json& chart) {
  return page_with(title, element("h1", title) + figure(chart, "/chart"), {{"chart", chart}});
}

std::string report_page(const json& report) {
  Html body = element("h1", "Report of " + text_of(report["device"]["name"])) + device_facts(report) +
              element("p", {{"class", "faint"}}, k_reading);
  for (const auto& note : report["notes"]) body += element("p", {{"class", "note"}}, text_of(note));
  if (report["problems"].size() > 1) body += overview(report);
  if (!report["roofline"].is_null())
    body += element("div", {{"class", "charts"}}, figure(report["roofline"], "/roofline", {}, true));
  for (std::size_t i = 0; i < report["problems"].size(); ++i)
    body += problem_section(report["problems"][i], fmt::format("/problems/{}", i));

  json data = report;  // what the charts need of it
  for (auto& problem : data["problems"]) problem.erase("attempts");
  return page_with("judge: " + text_of(report["device"]["name"]), body, data);
}

}  // namespace judge
