#include <unistd.h>

#include <memory>

#include "judge/cli/commands.hpp"
#include "judge/cli/format_options.hpp"
#include "judge/cli/judged.hpp"
#include "judge/cli/judged_text.hpp"
#include "judge/cli/judging_options.hpp"
#include "judge/render/ladder_table.hpp"
#include "judge/render/output.hpp"
#include "judge/render/progress.hpp"
#include "judge/render/shown.hpp"
#include "judge/studies/ladder.hpp"
#include "judge/util/units.hpp"
#include "judge/verdict/one_line_reason.hpp"

namespace judge {

namespace {

struct LadderOptions {
  JudgingOptions judging;
  Format format = Format::text;
};

// What stands under the table, a line each.
std::vector<std::string> footer(const Ladder& ladder) {
  auto lines = timing_lines(ladder.judged);
  if (const auto& copy = ladder.copy)
    lines.push_back(fmt::format("a copy that moves as many bytes ({}): {} by {}, {}", format_bytes(copy->bytes),
                                format_time_ns(copy->median_ns), copy->attempt,
                                format_bandwidth(copy->bytes, copy->median_ns)));
  if (ladder.judged.setting().device.runtime == RuntimeKind::emulated)
    lines.push_back("emulated times do not show in which order a GPU has the rungs");
  for (auto& note : note_lines(ladder.judged)) lines.push_back(std::move(note));
  for (const auto& record : ladder.judged.records)
    if (record.verdict.kind != VerdictKind::accepted)
      lines.push_back(fmt::format("{}: {}", record.attempt.shown(), one_line_reason(record)));
  return lines;
}

std::string markdown_of(const Ladder& ladder) {
  std::string text =
      fmt::format("**{}**\n\n{}\n", ladder.judged.setting().problem.title, table_markdown(ladder_table(ladder.rows)));
  for (const auto& line : footer(ladder)) text += fmt::format("- {}\n", markdown_escaped(printable_line(line)));
  return text;
}

std::string text_of(const Ladder& ladder) {
  const auto style = style_for(STDOUT_FILENO);
  std::string text = ladder.rows.empty() ? "" : table_text(ladder_table(ladder.rows), style) + "\n";
  for (const auto& line : footer(ladder)) text += toned(printable_line(line), Tone::faint, style) + "\n";
  return text;
}

std::string output(const Ladder& ladder, Format format) {
  return in_format(format, {.document = [&] { return encode(ladder_document(ladder)); },
                            .csv = [&] { return ladder_csv(ladder.rows); },
                            .markdown = [&] { return markdown_of(ladder); },
                            .text = [&] { return text_of(ladder); }});
}

/// `judge ladder`: a problem's attempts in the order of their rungs, each with its gain over the one before. 0 = all
/// accepted, 1 = some not. Errors: usage, no ladder, the judge's own failures.
Result<int> ladder(const CommonOptions& common, const LadderOptions& options) {
  Progress progress({.mode = progress_mode_for(STDERR_FILENO)});
  JUDGE_TRY(const Ladder ladder, judge_ladder(common, options.judging, progress));
  progress.finish();
  if (const auto& error = ladder.copy_was_not_timed) say("the copy to compare with could not be timed: " + error->message);
  JUDGE_CHECK(print(output(ladder, options.format)));
  return exit_status(ladder.judged);
}

}  // namespace

void add_ladder(CommandLine& line) {
  const auto options = std::make_shared<LadderOptions>();
  auto* command = line.app.add_subcommand("ladder", "A problem's attempts step by step, with the gain of each step");
  add_judging_options(*command, options->judging);
  command->get_option("attempts")->description("In this order; none = those in solutions/ with a rung");
  add_format_options(*command, options->format,
                     {{Format::json, "Rungs and full records as one JSON document (docs/json.md)"},
                      {Format::csv, "The table as CSV"},
                      {Format::markdown, "The table as Markdown"}});
  add_timing_options(*command, options->judging.timing);
  command->footer(
      "A line '// judge: rung 3' in an attempt is its position on the ladder. '// judge: yardstick' marks an attempt to "
      "compare\n"
      "with, such as a library. The first sentence of the attempt's comment is shown as the idea.\n\n"
      "Examples:\n"
      "  judge ladder reduction\n"
      "  judge ladder reduction --case huge --markdown >reduction.md\n"
      "  judge ladder matrix-transpose my/first.cu my/second.cu my/third.cu\n"
      "Exit status: 0 all accepted, 1 some attempt not accepted, 2 usage error or an error of the judge.");
  command->callback(
      [&line, options] { line.action = interruptible([&line, options] { return ladder(line.common, *options); }); });
}

}  // namespace judge
