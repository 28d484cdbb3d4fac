#include <memory>

#include "judge/cli/commands.hpp"
#include "judge/cli/format_options.hpp"
#include "judge/cli/judging_options.hpp"
#include "judge/cli/ladder.hpp"

namespace judge {

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
