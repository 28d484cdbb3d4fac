#include <memory>

#include "judge/cli/commands.hpp"
#include "judge/cli/format_options.hpp"
#include "judge/cli/judging_options.hpp"
#include "judge/cli/sweep.hpp"

namespace judge {

void add_sweep(CommandLine& line) {
  const auto options = std::make_shared<SweepOptions>();
  auto* command = line.app.add_subcommand("sweep", "One attempt with every combination of its macros' values");
  add_judging_options(*command, options->judging);
  command->get_option("attempts")->required()->description("The one file that is swept");
  command->add_option("-D", options->parameters, "A macro of the attempt and the values it takes; several -D combine")
      ->required()
      ->type_name("NAME=VALUES")
      ->allow_extra_args(false);
  add_format_options(*command, options->format,
                     {{Format::json, "Combinations and full records as JSON (docs/json.md)"},
                      {Format::csv, "The table as CSV"},
                      {Format::markdown, "The table as Markdown"}});
  add_timing_options(*command, options->judging.timing);
  command->footer(
      "The attempt leaves its numbers open:\n"
      "  #ifndef BLOCK\n"
      "  #define BLOCK 256\n"
      "  #endif\n"
      "A static_assert says best which combinations cannot be. Nothing goes into the ledger.\n\n"
      "Examples:\n"
      "  judge sweep reduction red_best -D BLOCK=256,512,1024 -D LOADS=2,4,8\n"
      "  judge sweep gemm-f32 gemm_best -D STAGES=2,3,4 --markdown >sweep.md\n"
      "Exit status: 0 some combination accepted, 1 none, 2 wrong usage or a failure of the judge.");
  command->callback([&line, options] { line.action = [&line, options] { return sweep(line.common, *options); }; });
}

}  // namespace judge
