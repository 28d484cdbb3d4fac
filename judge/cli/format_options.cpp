#include "judge/cli/format_options.hpp"

#include <CLI/CLI.hpp>
#include <vector>

namespace judge {

static const char* flag_of(Format format) {
  return format == Format::json ? "--json" : format == Format::csv ? "--csv" : "--markdown";
}

void add_format_options(CLI::App& command, Format& format, std::initializer_list<FormatOption> offered) {
  std::vector<CLI::Option*> others;
  for (const auto& [wanted, help] : offered) {
    auto* option = command.add_flag_callback(
        flag_of(wanted), [&format, wanted] { format = wanted; }, help);
    for (auto* other : others) option->excludes(other);
    others.push_back(option);
  }
}

}  // namespace judge
