#include <unistd.h>

#include <memory>

#include "judge/cli/commands.hpp"
#include "judge/cli/format_options.hpp"
#include "judge/cli/judged.hpp"
#include "judge/cli/judged_text.hpp"
#include "judge/cli/judging_options.hpp"
#include "judge/profile/profile_text.hpp"
#include "judge/render/output.hpp"
#include "judge/render/progress.hpp"
#include "judge/util/files.hpp"

namespace judge {

namespace {

struct ProfileOptions {
  JudgingOptions judging;
  Format format = Format::text;
  std::string html;  ///< file for the page with the roofline; empty = none
};

Result<int> profile(const CommonOptions& common, const ProfileOptions& options) {
  if (options.judging.attempts.empty())
    return fail("which attempts? `judge profile {} solutions/...cu`", options.judging.problem);
  Progress progress({.mode = progress_mode_for(STDERR_FILENO)});
  JUDGE_TRY(Judged judged, judge_attempts(common, options.judging, progress));
  say_toned(rejected_and_warnings_text(judged, style_for(STDERR_FILENO)));
  JUDGE_TRY(const Profile profile, profile_kernels(judged, progress));
  JUDGE_CHECK(print(profile_text(judged, profile, options.format, style_for(STDOUT_FILENO))));
  if (!options.html.empty()) {
    const auto page = roofline_page(judged, profile);
    if (!page) return fail("--html {}: {}", options.html, page.error().message);
    JUDGE_CHECK(write_file(options.html, *page));
    say("wrote " + options.html);
  }
  return exit_status(judged);
}

}  // namespace

void add_profile(CommandLine& line) {
  const auto options = std::make_shared<ProfileOptions>();
  options->judging.by_operation = true;
  auto* command = line.app.add_subcommand("profile", "Show Nsight Compute's counters for attempts' kernels, and the roofline");
  add_judging_options(*command, options->judging);
  command->get_option("attempts")->description("Files, shown side by side");
  add_format_options(*command, options->format,
                     {{Format::json, "All counters and the full records as JSON (docs/json.md)"},
                      {Format::csv, "The table as CSV"},
                      {Format::markdown, "The table as Markdown"}});
  command->add_option("--html", options->html, "Write a page with the kernels below the roofline")->type_name("FILE");
  add_timing_options(*command, options->judging.timing);
  command->footer(
      "Attempts are judged and timed first. Accepted ones then run again under ncu, in a separate process with\n"
      "a player's restrictions, on the timed case (--case NAME for another timed one).\n\n"
      "Examples:\n"
      "  judge profile matrix-transpose mt_naive mt_best\n"
      "  judge profile gemm-f32 gemm_best --html roofline.html --markdown >profile.md\n"
      "Exit status: 0 all accepted, 1 some attempt not accepted, 2 usage error or an error of the judge.");
  command->callback(
      [&line, options] { line.action = interruptible([&line, options] { return profile(line.common, *options); }); });
}

}  // namespace judge
