#include <unistd.h>

#include <map>
#include <memory>

#include "judge/cli/commands.hpp"
#include "judge/cli/format_options.hpp"
#include "judge/model/exit_status.hpp"
#include "judge/render/output.hpp"
#include "judge/render/progress.hpp"
#include "judge/selftest/measure_self.hpp"

namespace judge {

namespace {

const std::map<std::string, SelfPart> k_parts{
    {"false-wins", SelfPart::false_wins}, {"power", SelfPart::power}, {"runs", SelfPart::runs}, {"ncu", SelfPart::ncu}};

std::string text_of(const SelfResult& result, Format format) {
  if (result.table.columns.empty()) return result.title + "\n";
  if (format == Format::markdown) return fmt::format("**{}**\n\n{}", result.title, table_markdown(result.table));
  return fmt::format("{}\n{}", result.title, table_text(result.table, style_for(STDOUT_FILENO)));
}

Result<int> show_measured(const CommonOptions& common, const MeasureSelfOptions& options, Format format) {
  Progress progress({.mode = progress_mode_for(STDERR_FILENO)});
  const char* separator = "";
  JUDGE_CHECK(measure_self(common, options, progress, [&](const SelfResult& result) {
    progress.tick();
    return print(std::exchange(separator, "\n") + text_of(result, format));
  }));
  return k_exit_fine;
}

}  // namespace

void add_measure_self(CommandLine& line) {
  const auto options = std::make_shared<MeasureSelfOptions>();
  const auto format = std::make_shared<Format>(Format::text);
  auto* command = line.app.add_subcommand("measure-self", "Measure the accuracy of the judge's times on this machine");
  command->add_flag("--quick", options->quick, "A tenth of the comparisons");
  command
      ->add_option("--comparisons", options->comparisons,
                   "Number of comparisons of an attempt with itself; half as many with each planted difference [200]")
      ->check(CLI::Range(1, 100000));
  const auto only = [options](const std::vector<std::string>& names) {
    options->parts.clear();
    for (const auto& name : names) options->parts.insert(k_parts.at(name));
  };
  command->add_option_function<std::vector<std::string>>("--only", only, "Only these parts")
      ->check(CLI::IsMember({"false-wins", "power", "runs", "ncu"}))
      ->expected(1, 4);
  add_format_options(*command, *format, {{Format::markdown, "Tables as Markdown"}});
  command->footer(
      "The judge times its own small kernels like an attempt: one against itself (every claimed difference is false), against\n"
      "copies that do 1% and 2% more work (every difference should be found), in fresh processes, and beside Nsight Compute "
      "if\n"
      "it is installed. docs/timing.md explains the numbers. Takes minutes; do not use the device meanwhile.\n\n"
      "Examples:\n"
      "  judge measure-self --quick\n"
      "  judge measure-self --only ncu --markdown");
  command->callback([&line, options, format] {
    line.action = interruptible([&line, options, format] { return show_measured(line.common, *options, *format); });
  });
}

}  // namespace judge
