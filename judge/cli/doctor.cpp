#include <unistd.h>

#include <algorithm>

#include "judge/cli/commands.hpp"
#include "judge/render/output.hpp"
#include "judge/render/table.hpp"
#include "judge/selftest/doctor_checks.hpp"

namespace judge {

static Cell mark_of(Check::State state) {
  switch (state) {
    case Check::State::fine: return {"ok", Tone::good};
    case Check::State::absent: return {"no", Tone::faint};
    case Check::State::broken: return {"BAD", Tone::bad};
  }
  return "?";
}

static Result<int> doctor(const CommonOptions& common) {
  auto style = style_for(STDOUT_FILENO);
  style.width = 0;  // paths are worth a second line
  const auto checks = examine(common, find_installation());
  Table table{.columns = {{""}, {"what"}, {"found"}}, .rows = {}};
  std::string advice;
  for (const auto& check : checks) {
    table.rows.push_back({mark_of(check.state), check.name, check.found});
    if (check.state != Check::State::fine && !check.advice.empty()) advice += fmt::format("{}: {}\n", check.name, check.advice);
  }
  JUDGE_CHECK(print(table_text(table, style)));
  if (!advice.empty()) JUDGE_CHECK(print("\nWhat is missing, and how to get it:\n" + indented(advice)));
  const bool works = std::ranges::none_of(checks, [](const Check& check) { return check.state == Check::State::broken; });
  JUDGE_CHECK(print(works ? "\nThe judge can work.\n" : "\nThe judge cannot work until what is marked BAD is there.\n"));
  return works ? k_exit_fine : k_exit_error;
}

void add_doctor(CommandLine& line) {
  auto* command = line.app.add_subcommand("doctor", "What this machine has, what is missing, and how to get it");
  command->footer(
      "Only what is marked BAD keeps the judge from working; the exit status is 2 then.\n"
      "Builds the judge's own device code, which the first run would wait for.\n\n"
      "Examples:\n"
      "  judge doctor\n"
      "  judge doctor --cache /fast/disk --ledger ~/results.sqlite");
  command->callback([&line] { line.action = [&line] { return doctor(line.common); }; });
}

}  // namespace judge
