#include "judge/report/report_page.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <nlohmann/json.hpp>
#include <vector>

#include "judge/report/chart_numbers.hpp"
#include "judge/report/html_table.hpp"
#include "judge/util/units.hpp"
#include "judge/web/annotated_source.hpp"
#include "judge/web/assets.hpp"
#include "judge/web/page.hpp"

namespace judge {

using Json = nlohmann::json;
using Kind = HtmlColumn::Kind;

namespace {

std::string_view bracket_text(const std::string& bracket) {
  if (bracket == "blocked")
    return "device time, between two CUDA events on a stream that is held until all work of the call is queued; the L2 cache "
           "is cold; "
           "the time of an empty bracket is subtracted";
  if (bracket == "host-paced")
    return "device time, between two CUDA events; the attempts wait in the middle, so launches count as well";
  return "the host's clock, until the whole device is idle";
}

// `pointer`: of the chart in the page's data. Nothing for null.
Html figure(const Json& chart, const std::string& pointer, const Html& words = {}, bool wide = false) {
  if (chart.is_null()) return {};
  Html content = element("figcaption", text_of(chart["title"]));
  if (!words.empty()) content += element("p", words);
  if (chart["kind"] == "sweep") content += chart_numbers(chart);  // a heat map stands open
  else content += element("details", element("summary", "Numbers") + chart_numbers(chart));
  std::vector<Attribute> attributes{{"data-chart", pointer}, {"data-kind", text_of(chart["kind"])}};
  if (wide) attributes.push_back({"class", "wide"});
  return element("figure", attributes, content);
}

Html fact(const char* name, const Html& value) { return value.empty() ? Html() : element("dt", name) + element("dd", value); }

std::string clocks_text(const Json& state) {
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

Html timing_facts(const Json& timing) {
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

std::string finding_text(const Json& finding) { return text_of(finding["kind"]) + ": " + text_of(finding["text"]); }

Html source_of(const Json& attempt) {
  if (attempt["source"].is_null())
    return element("p", {{"class", "note"}}, "No source: " + text_of(attempt["source_note"]) + ".");
  std::multimap<int, std::string> margin;
  for (const auto& finding : attempt["findings"])
    if (finding["in_source"] == true) margin.emplace(finding["line"].get<int>(), finding_text(finding));
  return annotated_source(text_of(attempt["source"]), margin);
}

Html other_findings(const Json& attempt) {
  Html items;
  for (const auto& finding : attempt["findings"])
    if (finding["in_source"] != true)
      items += element(
          "li", (text_of(finding["file"]).empty() ? "" : text_of(finding["file"]) + ":" + text_of(finding["line"]) + ": ") +
                    finding_text(finding));
  return items.empty() ? Html() : element("ul", items);
}

Html attempt_details(const Json& attempt) {
  const auto findings = attempt["findings"].size();
  Html summary = element("code", text_of(attempt["name"])) + " " + verdict_html(attempt["verdict"]);
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

Html attempts_of(const Json& problem) {
  Html rejected, all;
  std::vector<HtmlRow> rows;
  for (const auto& attempt : problem["attempts"]) {
    if (attempt["verdict"] != "accepted")
      rows.push_back({text_of(attempt["name"]), verdict_html(attempt["verdict"]), text_of(attempt["summary"]),
                      minute_of(attempt["time"])});
    all += attempt_details(attempt);
  }
  if (!rows.empty())
    rejected = element("h3", "Not accepted") +
               html_table("The last verdict on each", {{"attempt", Kind::name}, {"verdict"}, {"why"}, {"time (UTC)"}}, rows);
  if (all.empty()) return {};
  return element("div", {{"class", "below"}}, rejected + element("h3", "Attempts and their sources") + all);
}

std::string ladder_words(const Json& chart) {
  if (chart.is_null()) return {};
  return chart["side_by_side"] == true ? fmt::format("Timed side by side, {} UTC.", minute_of(chart["time"]))
                                       : "From runs on different days.";
}

Html problem_section(const Json& problem, const std::string& pointer) {
  Html charts = figure(problem["board"], pointer + "/board", {}, true);
  charts += figure(problem["ladder"], pointer + "/ladder", ladder_words(problem["ladder"]), true);
  const auto each = [&](const char* name, const std::function<Html(const Json&)>& words) {
    for (std::size_t i = 0; i < problem[name].size(); ++i)
      charts += figure(problem[name][i], fmt::format("{}/{}/{}", pointer, name, i), words(problem[name][i]));
  };
  const auto judged = [](const Json& chart) { return Html("Measured " + minute_of(chart["time"]) + " UTC."); };
  const auto nothing = [](const Json&) { return Html(); };
  each("scales", judged);
  each("sweeps", judged);
  charts += figure(problem["roofline"], pointer + "/roofline");
  each("samples", [](const Json& chart) {
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

Html device_facts(const Json& report) {
  const Json& device = report["device"];
  const Json& peaks = report["peaks"];
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

Html overview(const Json& report) {
  std::vector<HtmlRow> rows;
  for (const auto& problem : report["problems"]) {
    const Json& board = problem["board"];
    const Json best = board.is_null() ? Json::object() : board["entries"][0];
    rows.push_back({element("a", {{"href", "#" + text_of(problem["name"])}}, text_of(problem["title"])),
                    text_of(best.value("name", Json())), best.contains("median_ns") ? time_of(best["median_ns"]) : "-",
                    percent_of(best.value("percent_of_limit", Json())),
                    fmt::to_string(board.is_null() ? 0 : board["entries"].size()), fmt::to_string(problem["attempts"].size())});
  }
  return html_table("Problems in this report",
                    {{"problem"},
                     {"fastest attempt", Kind::name},
                     {"time", Kind::number},
                     {"of peak", Kind::number},
                     {"on the board", Kind::number},
                     {"attempts", Kind::number}},
                    rows);
}

constexpr const char* k_reading =
    "Times are those of one call on new inputs, and the median with its 95% interval is shown. A rank with = is shared: no "
    "difference you could measure. \"Of peak\" is the time that the problem's least work takes at the device's measured peak "
    "rates, divided by "
    "the time "
    "of the attempt.";

std::string page_with(const std::string& title, const Html& body, const Json& data) {
  const auto content = [](const char* name) { return find_asset(name)->content; };
  return standalone_page({.title = title,
                          .styles = {content("style.css")},
                          .body = element("main", {{"class", "page"}}, body) + json_element("judge-data", data),
                          .scripts = {content("chart.min.js"), content("charts.js")}});
}

}  // namespace

std::string chart_page(const std::string& title, const Json& chart) {
  return page_with(title, element("h1", title) + figure(chart, "/chart"), {{"chart", chart}});
}

std::string report_page(const Json& report) {
  Html body = element("h1", "Report of " + text_of(report["device"]["name"])) + device_facts(report) +
              element("p", {{"class", "faint"}}, k_reading);
  for (const auto& note : report["notes"]) body += element("p", {{"class", "note"}}, text_of(note));
  if (report["problems"].size() > 1) body += overview(report);
  if (!report["roofline"].is_null())
    body += element("div", {{"class", "charts"}}, figure(report["roofline"], "/roofline", {}, true));
  for (std::size_t i = 0; i < report["problems"].size(); ++i)
    body += problem_section(report["problems"][i], fmt::format("/problems/{}", i));

  Json data = report;  // what the charts need of it
  for (auto& problem : data["problems"]) problem.erase("attempts");
  return page_with("judge: " + text_of(report["device"]["name"]), body, data);
}

}  // namespace judge
