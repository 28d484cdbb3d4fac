#include <unistd.h>

#include <memory>

#include "judge/cli/commands.hpp"
#include "judge/cli/format_options.hpp"
#include "judge/cli/judged.hpp"
#include "judge/cli/judging_options.hpp"
#include "judge/judging/run_rows.hpp"
#include "judge/model/documents.hpp"
#include "judge/render/details.hpp"
#include "judge/render/operations_table.hpp"
#include "judge/render/output.hpp"
#include "judge/render/rate_text.hpp"
#include "judge/render/run_table.hpp"
#include "judge/render/shown.hpp"
#include "judge/render/time_title.hpp"
#include "judge/util/units.hpp"

namespace judge {

namespace {

struct RunOptions {
  JudgingOptions judging;
  Format format = Format::text;
};

std::string markdown_of(const std::vector<RunRow>& rows) {
  std::string text = run_markdown(rows);
  for (const auto& row : rows) text += operations_markdown(*row.record);
  return text;
}

/// With `--case all`: the time of each case. The table above has the ranked one.
std::string times_of_cases(const std::vector<RunRow>& rows, const TextStyle& style) {
  Table table{.columns = {{"attempt"},
                          {"case"},
                          {time_title(rows, [](const auto& row) -> const Record& { return *row.record; }), Align::right},
                          {"spread", Align::right},
                          {"rate", Align::right}},
              .rows = {}};
  bool has_several = false;
  for (const auto& row : rows) {
    has_several |= row.record->measurements.size() > 1;
    for (const auto& timing : row.record->measurements)
      table.rows.push_back({row.record->attempt.shown(), timing.case_name, format_time_ns(timing.device.median_ns),
                            format_percent(timing.device.spread()), rate_text(timing)});
  }
  return has_several ? "\n" + table_text(table, style) : "";
}

std::string text_of(const std::vector<RunRow>& rows, const TextStyle& style) {
  std::string text = run_text(rows, style) + times_of_cases(rows, style);
  for (const auto& row : rows) text += operations_text(*row.record, style);
  return text;
}

std::string output(const Judged& judged, const std::vector<RunRow>& rows, Format format) {
  return in_format(format, {.document = [&] { return encode(RunDocument{judged.records}); },
                            .csv = [&] { return run_csv(rows); },
                            .markdown = [&] { return markdown_of(rows); },
                            .text = [&] { return text_of(rows, style_for(STDOUT_FILENO)); }});
}

/// `judge run`: builds, checks, times, ranks. 0 = all accepted, 1 = some not. Errors: usage, the judge's own failures.
Result<int> run(const CommonOptions& common, const RunOptions& options) {
  JUDGE_TRY(const Judged judged, judge_with_progress(common, options.judging));
  const auto rows = run_rows(judged);
  JUDGE_CHECK(show_rejected_and_warnings(judged, options.format));
  // Flushed: who reads a pipe need not wait until the device is given back.
  JUDGE_CHECK(print(output(judged, rows, options.format)));
  if (judged.records.size() == 1) say(stages_text(judged.records.front()));
  return exit_status(judged);
}

}  // namespace

void add_run(CommandLine& line) {
  const auto options = std::make_shared<RunOptions>();
  auto* command = line.app.add_subcommand("run", "Build, test, time and rank attempts");
  add_judging_options(*command, options->judging);
  add_check_options(*command, options->judging.check);
  command->add_flag("--no-timing", options->judging.no_timing, "Verdicts only, no times");
  command->add_flag("--kernels", options->judging.by_operation,
                    "Also show the duration of each kernel, copy and memset of a call");
  add_format_options(*command, options->format,
                     {{Format::json, "The full records as one JSON document (docs/json.md)"},
                      {Format::csv, "The table as CSV"},
                      {Format::markdown, "The table as Markdown"}});
  add_timing_options(*command, options->judging.timing);
  command->footer(
      "Examples:\n"
      "  judge run vector-addition solutions/va_float4.cu        one attempt\n"
      "  judge run vector-addition my/a.cu my/b.cu               two, side by side\n"
      "  judge run vector-addition                               every attempt in solutions/\n"
      "  judge run vector-addition class/                        every .cu in a folder that is not for another problem\n"
      "  judge run vector-addition va_float4 --json >record.json for a program to read\n"
      "  judge run vector-addition va_float4 --check             also races and uninitialised reads\n"
      "  judge run vector-addition va_float4 --runtime emulated  without the GPU\n"
      "Exit status: 0 all accepted, 1 some attempt not accepted, 2 usage error or an error of the judge.");
  command->callback([&line, options] { line.action = interruptible([&line, options] { return run(line.common, *options); }); });
}

}  // namespace judge
