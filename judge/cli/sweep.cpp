#include <unistd.h>

#include <algorithm>
#include <memory>

#include "judge/cli/commands.hpp"
#include "judge/cli/format_options.hpp"
#include "judge/cli/judging_options.hpp"
#include "judge/measure/ranking.hpp"
#include "judge/model/exit_status.hpp"
#include "judge/render/output.hpp"
#include "judge/render/progress.hpp"
#include "judge/render/shown.hpp"
#include "judge/render/sweep_table.hpp"
#include "judge/studies/sweep.hpp"
#include "judge/util/units.hpp"

namespace judge {

namespace {

struct SweepOptions : SweepWish {
  Format format = Format::text;
};

// What was found, in a line or two.
std::string summary_of(const Sweep& sweep) {
  const Judged& judged = sweep.judged;
  std::string best;
  int tied = 0;
  for (const auto& one : rank(judged.ranked.block_times_ns, judged.ranked.comparing)) {
    if (one.rank != 1) break;
    const auto& record = judged.records[judged.ranked.contestants[one.contestant]];
    if (tied++ == 0)
      best = fmt::format("{}, {}", printable_line(record.attempt.shown()),
                         format_time_ns(record.measurements.front().device.median_ns));
  }
  std::string text;
  if (tied > 0) text += fmt::format("best: {}\n", best);
  if (tied > 1) text += fmt::format("{} combinations are as fast: no difference could be measured\n", tied);
  const auto refused =
      std::ranges::count_if(sweep.rows, [](const SweepRow& row) { return row.combination.verdict != VerdictKind::accepted; });
  if (refused > 0) text += fmt::format("{} of {} combinations were not accepted\n", refused, sweep.rows.size());
  text += fmt::format("device: {}\n", judged.setting().device.name);
  if (tied > 0) text += fmt::format("timed: {}\n", judged.setting().cases[judged.ranked.case_index].name);
  return text;
}

Result<void> show_sweep(const Sweep& sweep, Format format) {
  const auto summary = printable(summary_of(sweep));
  const auto table = [&] { return sweep_table(sweep.parameters, sweep.rows); };
  JUDGE_CHECK(
      print(in_format(format, {.document = [&] { return encode(sweep_study(sweep)); },
                               .csv = [&] { return sweep_csv(sweep.parameters, sweep.rows); },
                               .markdown = [&] { return table_markdown(table()); },
                               .text = [&] { return table_text(table(), style_for(STDOUT_FILENO)) + "\n" + summary; }})));
  if (format != Format::text) say(summary);
  return {};
}

/// `judge sweep`: judge_combinations(), and its table. 0 = some combination was accepted, 1 = none. Errors: usage, the
/// judge's own failures.
Result<int> sweep(const CommonOptions& common, const SweepOptions& options) {
  Progress progress({.mode = progress_mode_for(STDERR_FILENO)});
  JUDGE_TRY(const Sweep sweep, judge_combinations(common, options, progress));
  progress.finish();
  JUDGE_CHECK(show_sweep(sweep, options.format));
  if (sweep.not_kept) return std::unexpected(*sweep.not_kept);
  const auto accepted = [](const Record& record) { return record.verdict.kind == VerdictKind::accepted; };
  return std::ranges::any_of(sweep.judged.records, accepted) ? k_exit_fine : k_exit_not_accepted;
}

}  // namespace

void add_sweep(CommandLine& line) {
  const auto options = std::make_shared<SweepOptions>();
  auto* command = line.app.add_subcommand("sweep", "Time one attempt with every combination of its macros' values");
  add_judging_options(*command, options->judging);
  command->get_option("attempts")->required()->description("One file");
  command->add_option("-D", options->parameters, "A macro of the attempt and its values; several -D are combined")
      ->required()
      ->type_name("NAME=VALUES")
      ->allow_extra_args(false);
  add_format_options(*command, options->format,
                     {{Format::json, "Combinations and full records as JSON (docs/json.md)"},
                      {Format::csv, "The table as CSV"},
                      {Format::markdown, "The table as Markdown"}});
  add_timing_options(*command, options->judging.timing);
  command->footer(
      "The attempt defines its numbers only if they are not defined:\n"
      "  #ifndef BLOCK\n"
      "  #define BLOCK 256\n"
      "  #endif\n"
      "Use a static_assert for combinations that are not possible. The ledger keeps the result for `judge report`, on no "
      "board.\n\n"
      "Examples:\n"
      "  judge sweep reduction red_best -D BLOCK=256,512,1024 -D LOADS=2,4,8\n"
      "  judge sweep gemm-f32 gemm_best -D STAGES=2,3,4 --markdown >sweep.md\n"
      "Exit status: 0 some combination accepted, 1 none, 2 usage error or an error of the judge.");
  command->callback(
      [&line, options] { line.action = interruptible([&line, options] { return sweep(line.common, *options); }); });
}

}  // namespace judge
