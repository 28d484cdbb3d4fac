#include <fmt/ranges.h>
#include <unistd.h>

#include <algorithm>
#include <iterator>
#include <memory>

#include "judge/cli/commands.hpp"
#include "judge/cli/format_options.hpp"
#include "judge/cli/judged.hpp"
#include "judge/cli/judged_text.hpp"
#include "judge/cli/judging_options.hpp"
#include "judge/judging/compare_document.hpp"
#include "judge/render/output.hpp"
#include "judge/render/pairs_table.hpp"
#include "judge/render/shown.hpp"

namespace judge {

namespace {

struct CompareCommandOptions {
  JudgingOptions judging;
  Format format = Format::text;
};

std::string footer(const Judged& judged, std::vector<std::string> lines) {
  std::ranges::move(timing_lines(judged), std::back_inserter(lines));
  for (const auto& note : note_lines(judged)) lines.push_back(printable_line(note));
  return fmt::format("\n{}\n", fmt::join(lines, "\n"));
}

std::string text_of(const Judged& judged, const Table& table, std::vector<std::string> unsure) {
  if (table.rows.empty()) return "nothing to compare: fewer than two attempts were accepted and timed\n";
  return table_text(table, style_for(STDOUT_FILENO)) + printable(footer(judged, std::move(unsure)));
}

/// `judge compare`: judges as `judge run` does, then says of each pair how the one stands to the other. 0 = all
/// accepted, 1 = some not. Errors: usage (fewer than two attempts), the judge's own failures.
Result<int> compare_attempts(const CommonOptions& common, const CompareCommandOptions& options) {
  JUDGE_TRY(const auto named, find_named(common, options.judging.problem, options.judging.attempts));
  if (named.submissions.size() < 2) return fail("compare takes two attempts at least; `judge run` judges one");
  JudgingOptions judging = options.judging;
  judging.timing.pairs = TimingOptions::Pairs::all;
  JUDGE_TRY(const Judged judged, judge_with_progress(common, judging));
  JUDGE_CHECK(show_rejected_and_warnings(judged, options.format));

  const auto pairs = compare_pairs(judged.ranked.block_times_ns, judged.ranked.comparing);
  std::vector<std::string> names, hashes;
  std::vector<Summary> times;
  for (const std::size_t index : judged.ranked.contestants) {
    names.push_back(judged.records[index].attempt.shown());
    hashes.push_back(judged.records[index].attempt.content_hash);
    times.push_back(judged.records[index].measurements.front().device);
  }
  const Table table = pairs_table(pairs, names, times);
  auto unsure = unsure_lines(pairs, names, judging.timing.blocks.max_time_ns / 1e9);
  std::ranges::move(same_content_lines(pairs, names, hashes), std::back_inserter(unsure));
  JUDGE_CHECK(print(in_format(options.format, {.document = [&] { return encode(compare_document(judged, pairs)); },
                                               .csv = [&] { return table_csv(table); },
                                               .markdown = [&] { return table_markdown(table); },
                                               .text = [&] { return text_of(judged, table, unsure); }})));
  return exit_status(judged);
}

}  // namespace

void add_compare(CommandLine& line) {
  const auto options = std::make_shared<CompareCommandOptions>();
  auto* command = line.app.add_subcommand("compare", "Compare attempts pair by pair: which is faster, by how much");
  add_judging_options(*command, options->judging);
  add_format_options(*command, options->format,
                     {{Format::json, "Pairs and full records as one JSON document (docs/json.md)"},
                      {Format::csv, "The table as CSV"},
                      {Format::markdown, "The table as Markdown"}});
  add_timing_options(*command, options->judging.timing);
  command->footer(
      "Attempts are called in turn, in random order. Each block of calls gives one ratio, so changes of the device affect "
      "both\n"
      "attempts. A difference is claimed if its 99.5% interval lies beyond 0.3% (docs/timing.md).\n\n"
      "Examples:\n"
      "  judge compare vector-addition my/before.cu my/after.cu\n"
      "  judge compare vector-addition va_float4 va_naive_256 va_restrict\n"
      "Exit status: 0 all accepted, 1 some attempt not accepted, 2 usage error or an error of the judge.");
  command->callback(
      [&line, options] { line.action = interruptible([&line, options] { return compare_attempts(line.common, *options); }); });
}

}  // namespace judge
