#include "judge/cli/judged.hpp"

#include <unistd.h>

#include "judge/judging/judged_text.hpp"
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

}  // namespace judge
