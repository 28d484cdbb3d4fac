#include <memory>

#include "judge/cli/commands.hpp"
#include "judge/cli/compare.hpp"
#include "judge/cli/format_options.hpp"
#include "judge/cli/judging_options.hpp"

namespace judge {

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
