#include "judge/cli/judged.hpp"

#include <unistd.h>

#include "judge/cli/judged_text.hpp"
#include "judge/model/exit_status.hpp"
#include "judge/render/output.hpp"
#include "judge/render/progress.hpp"

namespace judge {

Result<Judged> judge_with_progress(const CommonOptions& common, const JudgingOptions& options) {
  Progress progress({.mode = progress_mode_for(STDERR_FILENO)});
  return judge_attempts(common, options, progress);
}

Result<void> show_rejected_and_warnings(const Judged& judged, Format format) {
  if (format == Format::text) return print(rejected_and_warnings_text(judged, style_for(STDOUT_FILENO)));
  say_toned(rejected_and_warnings_text(judged, style_for(STDERR_FILENO)));
  return {};
}

Result<int> exit_status(const Judged& judged) {
  if (judged.not_kept) return fail("not all of this is in the ledger: {}", judged.not_kept->message);
  return judged.all_accepted() && !judged.has_unreadable ? k_exit_fine : k_exit_not_accepted;
}

}  // namespace judge
