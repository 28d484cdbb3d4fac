#include <unistd.h>

#include <memory>

#include "judge/cli/commands.hpp"
#include "judge/cli/format_options.hpp"
#include "judge/cli/judged.hpp"
#include "judge/cli/judging_options.hpp"
#include "judge/render/output.hpp"
#include "judge/render/progress.hpp"
#include "judge/render/scale_table.hpp"
#include "judge/render/shown.hpp"
#include "judge/studies/scale.hpp"
#include "judge/util/interrupt.hpp"

namespace judge {

namespace {

struct ScaleOptions : ScaleWish {
  Format format = Format::text;
};

std::string text_of(const Scale& scale) {
  const Setting& setting = scale.judged.setting();
  return (scale.study.points.empty() ? "" : table_text(scale_table(scale.study), style_for(STDOUT_FILENO))) +
         fmt::format("\ndevice: {}\nkept as a study, on no board; `judge report {}` shows it\n", setting.device.name,
                     setting.problem.name);
}

std::string output(const Scale& scale, Format format) {
  const ScaleStudy& study = scale.study;
  return in_format(format, {.document = [&] { return encode(study); },
                            .csv = [&] { return scale_csv(study); },
                            .markdown = [&] { return study.points.empty() ? "" : table_markdown(scale_table(study)); },
                            .text = [&] { return text_of(scale); }});
}

/// `judge scale`: judge_at_sizes(), shown. 0 = all accepted, 1 = some not. Errors: its own; what the ledger did not take.
Result<int> scale(const CommonOptions& common, const ScaleOptions& options) {
  Progress progress({.mode = progress_mode_for(STDERR_FILENO)});
  JUDGE_TRY(const Scale scale, judge_at_sizes(common, options, progress));
  progress.finish();
  JUDGE_CHECK(show_rejected_and_warnings(scale.judged, options.format));
  JUDGE_CHECK(print(output(scale, options.format)));
  if (scale.not_kept) return std::unexpected(*scale.not_kept);
  if (scale.was_interrupted) return interrupted_exit_status();
  return exit_status(scale.judged);
}

}  // namespace

void add_scale(CommandLine& line) {
  const auto options = std::make_shared<ScaleOptions>();
  auto* command = line.app.add_subcommand("scale", "Time attempts at many sizes of the ranked case");
  add_judging_options(*command, options->judging);
  command->remove_option(command->get_option("--case"));
  command->remove_option(command->get_option("--extra"));
  command->add_option("--from", options->from, "The smallest size: 1000, 64k, 16M, 1G (k = 1024) [1k]")->type_name("SIZE");
  command->add_option("--to", options->to, "The largest size [8 times the ranked one; on the emulated runtime the ranked one]")
      ->type_name("SIZE");
  command->add_option("--steps", options->steps, "How many sizes [each 4 times the one before]")->type_name("INT");
  command->add_option("--parameter", options->parameter, "The scalars that get the size, others stay [the largest]")
      ->type_name("NAME,...");
  add_format_options(*command, options->format,
                     {{Format::json, "Points and full records as JSON (docs/json.md)"},
                      {Format::csv, "The table as CSV"},
                      {Format::markdown, "The table as Markdown"}});
  add_timing_options(*command, options->judging.timing);
  command->footer(
      "Each attempt must pass the problem's untimed cases; one that fails at a size is not called at larger ones. Sizes that "
      "the\n"
      "device's memory has no room for, or that would take minutes, are left out. After Ctrl-C the sizes so far are shown.\n"
      "The ledger keeps the result for `judge report`, on no board.\n\n"
      "Examples:\n"
      "  judge scale vector-addition va_naive_256 va_float4 --from 1k --to 256M\n"
      "  judge scale matrix-multiplication mm_best --parameter M,N,K --from 128 --to 8k --steps 7\n"
      "Exit status: 0 all accepted, 1 some attempt not accepted, 2 usage error or an error of the judge.");
  command->callback(
      [&line, options] { line.action = interruptible([&line, options] { return scale(line.common, *options); }); });
}

}  // namespace judge
