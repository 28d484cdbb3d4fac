#include <unistd.h>

#include <memory>

#include "judge/cli/commands.hpp"
#include "judge/cli/format_options.hpp"
#include "judge/judging/trial.hpp"
#include "judge/model/trial.hpp"
#include "judge/render/details.hpp"
#include "judge/render/output.hpp"
#include "judge/render/progress.hpp"
#include "judge/render/terminal.hpp"
#include "judge/render/trial_table.hpp"

namespace judge {

static Result<int> try_attempt(const CommonOptions& common, const TrialOptions& options, Format format) {
  Progress progress({.mode = progress_mode_for(STDERR_FILENO, ProgressMode::messages)});
  JUDGE_TRY(const auto trial, try_case(common, options, progress));
  progress.finish();
  const auto style = style_for(STDOUT_FILENO);
  const bool is_json = format == Format::json;
  JUDGE_CHECK(print(is_json ? json_text(encode(trial), 2) + "\n" : trial_text(trial, style)));
  if (!trial.record) return k_exit_fine;
  const bool is_accepted = trial.record->verdict.kind == VerdictKind::accepted;
  if (is_json) return is_accepted ? k_exit_fine : k_exit_not_accepted;
  JUDGE_CHECK(print(printed_text(trial.record->attempt.shown(), trial.printed)));
  JUDGE_CHECK(print(tried_text(*trial.record, style)));
  return is_accepted ? k_exit_fine : k_exit_not_accepted;
}

void add_try(CommandLine& line) {
  const auto options = std::make_shared<TrialOptions>();
  const auto format = std::make_shared<Format>(Format::text);
  auto* command = line.app.add_subcommand("try", "Run only the worked example: input, expected and output side by side");
  command->add_option("problem", options->problem, "Its name or number, or a problem folder's path")
      ->required()
      ->type_name("PROBLEM");
  command->add_option("attempt", options->attempt, "A file; none = only inputs and expected outputs")->type_name("ATTEMPT");
  command->add_option("--case", options->case_name, "This case instead of the worked example: its name, or its scalars (N=5)")
      ->type_name("CASE");
  add_format_options(*command, *format, {{Format::json, "The same as one JSON document (docs/json.md)"}});
  command->footer(
      "Wrong elements are marked with '!'. Nothing goes into the ledger; `judge run` judges all cases.\n\n"
      "Examples:\n"
      "  judge try matrix-transpose\n"
      "  judge try matrix-transpose solutions/mt_mine.cu\n"
      "  judge try matrix-transpose solutions/mt_mine.cu --case 'rows=3 cols=5'");
  command->callback([&line, options, format] {
    line.action = interruptible([&line, options, format] { return try_attempt(line.common, *options, *format); });
  });
}

}  // namespace judge
