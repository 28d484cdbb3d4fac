#include <unistd.h>

#include <algorithm>

#include "judge/cli/commands.hpp"
#include "judge/render/output.hpp"
#include "judge/render/table.hpp"
#include "judge/selftest/components.hpp"

namespace judge {

static Cell mark_of(Component::State state) {
  switch (state) {
    case Component::State::fine: return {"ok", Tone::good};
    case Component::State::absent: return {"no", Tone::faint};
    case Component::State::broken: return {"BAD", Tone::bad};
  }
  return "?";
}

static Result<int> doctor(const CommonOptions& common) {
  auto style = style_for(STDOUT_FILENO);
  style.width = 0;  // paths are worth a second line
  const auto components = find_components(common, find_installation());
  Table table{.columns = {{""}, {"what"}, {"found"}}, .rows = {}};
  std::string advice;
  for (const auto& component : components) {
    table.rows.push_back({mark_of(component.state), component.name, component.found});
    if (component.state != Component::State::fine && !component.advice.empty())
      advice += fmt::format("{}: {}\n", component.name, component.advice);
  }
  JUDGE_CHECK(print(table_text(table, style)));
  if (!advice.empty()) JUDGE_CHECK(print("\nMissing, and how to install it:\n" + indented(advice)));
  const bool works =
      std::ranges::none_of(components, [](const Component& component) { return component.state == Component::State::broken; });
  JUDGE_CHECK(print(works ? "\nThe judge works.\n" : "\nThe judge does not work without the components marked BAD.\n"));
  return works ? k_exit_fine : k_exit_error;
}

void add_doctor(CommandLine& line) {
  auto* command = line.app.add_subcommand("doctor", "Show what is installed, what is missing, and how to install it");
  command->footer(
      "The judge works without the components marked 'no'. If one is marked BAD it does not; the exit status is 2 then.\n"
      "Also builds the judge's own device code, so the first run need not wait for it.\n\n"
      "Examples:\n"
      "  judge doctor\n"
      "  judge doctor --cache /fast/disk --ledger ~/results.sqlite");
  command->callback([&line] { line.action = [&line] { return doctor(line.common); }; });
}

}  // namespace judge
