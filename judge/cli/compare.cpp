#include "judge/cli/compare.hpp"

#include <cmath>

#include "judge/cli/judged.hpp"
#include "judge/model/record_json.hpp"
#include "judge/render/output.hpp"
#include "judge/util/units.hpp"

namespace judge {

namespace {

std::string ratio_text(double ratio) { return std::isfinite(ratio) ? fmt::format("{:.4f}", ratio) : "-"; }

std::string interval_text(const Comparison& comparison) {
  if (!std::isfinite(comparison.high)) return "-";
  return fmt::format("{:.4f} to {:.4f}", comparison.low, comparison.high);
}

nlohmann::json to_json(const Pair& pair, const std::vector<std::string>& names) {
  const auto& c = pair.comparison;
  return {{"a", names[pair.a]}, {"b", names[pair.b]},     {"ratio", c.ratio},
          {"low", c.low},       {"high", encode(c.high)}, {"distinguishable", c.distinguishable},
          {"blocks", c.blocks}, {"text", describe(c)}};
}

std::string json_of(const std::vector<Pair>& pairs, const std::vector<std::string>& names, const Judged& judged) {
  auto list = nlohmann::json::array();
  for (const auto& pair : pairs) list.push_back(to_json(pair, names));
  auto document = run_to_json(judged.records);
  document["schema"] = "judge.compare/1";
  document["pairs"] = std::move(list);
  return json_text(document, 2) + "\n";
}

// What the table stands under: on what, which case, and what was noted.
std::string footer(const Judged& judged) {
  std::string text = fmt::format("\ndevice: {}\n", judged.setting().device.name);
  const auto& test = judged.setting().cases[judged.ranked.case_index];
  const auto blocks = judged.ranked.block_times_ns.front().size();
  text += fmt::format("timed: {}, {} blocks, each attempt called twice in each, in random order and back\n", test.name, blocks);
  for (const std::size_t index : judged.ranked.contestants) {
    const auto& record = judged.records[index];
    const auto& note = record.measurements.front().note;
    if (!note.empty()) text += fmt::format("{}: {}\n", record.attempt.name, note);
  }
  return text;
}

}  // namespace

Table pairs_table(const std::vector<Pair>& pairs, const std::vector<std::string>& names,
                  const std::vector<double>& medians_ns) {
  Table table{.columns = {{"A"},
                          {"B"},
                          {"A's time", Align::right, 3},
                          {"B's time", Align::right, 3},
                          {"A / B", Align::right},
                          {"95% interval", Align::right, 5},
                          {"A is"}},
              .rows = {}};
  for (const auto& [a, b, comparison] : pairs)
    table.rows.push_back({names[a],
                          names[b],
                          format_time_ns(medians_ns[a]),
                          format_time_ns(medians_ns[b]),
                          ratio_text(comparison.ratio),
                          interval_text(comparison),
                          {describe(comparison), comparison.distinguishable ? Tone::strong : Tone::plain}});
  return table;
}

Result<int> compare_attempts(const CommonOptions& common, const CompareCommandOptions& options) {
  JudgingOptions judging = options.judging;
  judging.timing.pairs = TimingOptions::Pairs::all;
  JUDGE_TRY(const Judged judged, judge_with_progress(common, judging));
  if (judged.records.size() < 2) return fail("compare takes two attempts at least; `judge run` judges one");
  JUDGE_CHECK(show_rejected_and_warnings(judged, options.format));

  const auto pairs = compare_pairs(judged.ranked.block_times_ns);
  std::vector<std::string> names;
  std::vector<double> medians_ns;
  for (const std::size_t index : judged.ranked.contestants) {
    names.push_back(judged.records[index].attempt.name);
    medians_ns.push_back(judged.records[index].measurements.front().device.median_ns);
  }
  const Table table = pairs_table(pairs, names, medians_ns);
  if (options.format == Format::json) JUDGE_CHECK(print(json_of(pairs, names, judged)));
  else if (options.format != Format::text) JUDGE_CHECK(print(table_as(options.format, table)));
  else if (pairs.empty()) JUDGE_CHECK(print("nothing to compare: fewer than two attempts were accepted and timed\n"));
  else JUDGE_CHECK(print(table_as(Format::text, table) + printable(footer(judged))));
  return judged.status();
}

}  // namespace judge
