#include <map>
#include <memory>

#include "judge/cli/commands.hpp"
#include "judge/cli/format_options.hpp"
#include "judge/selftest/measure_self.hpp"

namespace judge {

namespace {

const std::map<std::string, SelfPart> k_parts{
    {"false-wins", SelfPart::false_wins}, {"power", SelfPart::power}, {"runs", SelfPart::runs}, {"ncu", SelfPart::ncu}};

}  // namespace

void add_measure_self(CommandLine& line) {
  const auto options = std::make_shared<MeasureSelfOptions>();
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
  add_format_options(*command, options->format, {{Format::markdown, "Tables as Markdown"}});
  command->footer(
      "The judge times its own small kernels like an attempt: one against itself (every claimed difference is false), against\n"
      "copies that do 1% and 2% more work (every difference should be found), in fresh processes, and beside Nsight Compute "
      "if\n"
      "it is installed. docs/timing.md explains the numbers. Takes minutes; do not use the device meanwhile.\n\n"
      "Examples:\n"
      "  judge measure-self --quick\n"
      "  judge measure-self --only ncu --markdown");
  command->callback([&line, options] { line.action = [&line, options] { return measure_self(line.common, *options); }; });
}

}  // namespace judge
