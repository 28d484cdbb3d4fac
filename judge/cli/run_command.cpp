#include <memory>

#include "judge/cli/commands.hpp"
#include "judge/cli/format_options.hpp"
#include "judge/cli/judging_options.hpp"
#include "judge/cli/run.hpp"

namespace judge {

void add_run(CommandLine& line) {
  const auto options = std::make_shared<RunOptions>();
  auto* command = line.app.add_subcommand("run", "Build, test, time and rank attempts");
  add_judging_options(*command, options->judging);
  command->add_flag_callback(
      "--check", [options] { options->judging.check = CheckWish::all; },
      "Also look for races, uninitialised reads, leaks etc. (docs/checker.md)");
  command->add_flag_callback(
      "--no-check", [options] { options->judging.check = CheckWish::none; },
      "Neither the checker nor other orders of threads, which may decide a verdict on the emulated runtime");
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
      "  judge run vector-addition va_float4 --json >record.json for a program to read\n"
      "  judge run vector-addition va_float4 --check             also races and uninitialised reads\n"
      "  judge run vector-addition va_float4 --runtime emulated  without the GPU\n"
      "Exit status: 0 all accepted, 1 some attempt not accepted, 2 usage error or an error of the judge.");
  command->callback([&line, options] { line.action = [&line, options] { return run(line.common, *options); }; });
}

}  // namespace judge
