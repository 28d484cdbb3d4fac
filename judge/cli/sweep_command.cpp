#include <memory>

#include "judge/cli/commands.hpp"
#include "judge/cli/format_options.hpp"
#include "judge/cli/judging_options.hpp"
#include "judge/cli/sweep.hpp"

namespace judge {

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
