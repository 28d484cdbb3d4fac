#include "judge/cli/scale.hpp"

#include <unistd.h>

#include "judge/cli/judged.hpp"
#include "judge/render/output.hpp"
#include "judge/render/progress.hpp"

namespace judge {

static Result<void> show_scale(const Scale& scale, Format format) {
  if (format == Format::json) return print(json_text(scale.document, 2) + "\n");
  if (format == Format::csv) return print(scale_csv(scale.parameter, scale.rows));
  std::string text = scale.rows.empty() ? "" : table_as(format, scale_table(scale.parameter, scale.rows));
  const Setting& setting = scale.judged.setting();
  if (format == Format::text)
    text += fmt::format("\ndevice: {}\nkept as a study, on no board; `judge report {}` shows it\n", setting.device.name,
                        setting.problem.name);
  return print(text);
}

Result<int> scale(const CommonOptions& common, const ScaleOptions& options) {
  Progress progress({.mode = progress_mode_for(STDERR_FILENO)});
  JUDGE_TRY(const Scale scale, judge_at_sizes(common, options, progress));
  progress.finish();
  JUDGE_CHECK(show_rejected_and_warnings(scale.judged, options.format));
  JUDGE_CHECK(show_scale(scale, options.format));
  if (scale.not_kept) return std::unexpected(*scale.not_kept);
  return scale.judged.status();
}

}  // namespace judge
