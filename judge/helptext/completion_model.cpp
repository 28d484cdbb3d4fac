#include "judge/helptext/completion_model.hpp"

#include <CLI/CLI.hpp>

namespace judge {

/// CLI11 says a type as "PROBLEM" and what IsMember allows as "TEXT:{cuda,emulated}".
static CompletionValue value_of(const CLI::Option& option) {
  using Kind = CompletionValue::Kind;
  if (option.get_items_expected_max() == 0) return {};
  const auto type = option.get_type_name();
  const auto open = type.find('{'), close = type.rfind('}');
  if (open != std::string::npos && close != std::string::npos && open < close) {
    auto choices = CLI::detail::split(type.substr(open + 1, close - open - 1), ',');
    return {Kind::choice, std::move(choices)};
  }
  if (type == "PROBLEM") return {Kind::problem, {}};
  if (type == "ATTEMPT") return {Kind::attempt, {}};
  if (type == "FILE") return {Kind::file, {}};
  if (type == "FOLDER") return {Kind::folder, {}};
  return {Kind::anything, {}};
}

static CompletionOption option_of(const CLI::Option& option) {
  CompletionOption result{.description = option.get_description(), .value = value_of(option)};
  for (const auto& name : option.get_lnames()) result.names.push_back("--" + name);
  for (const auto& name : option.get_snames()) result.names.push_back("-" + name);
  return result;
}

static std::vector<CompletionOption> options_of(const CLI::App& app) {
  std::vector<CompletionOption> options;
  for (const auto* option : app.get_options())
    if (!option->get_positional() && !option->get_group().empty()) options.push_back(option_of(*option));
  return options;
}

static std::vector<CompletionPositional> positionals_of(const CLI::App& app) {
  std::vector<CompletionPositional> positionals;
  for (const auto* option : app.get_options())
    if (option->get_positional())
      positionals.push_back(
          {.name = option->get_name(true), .value = value_of(*option), .repeats = option->get_items_expected_max() > 1});
  return positionals;
}

CompletionModel completion_model(const CLI::App& app) {
  CompletionModel model{.program = app.get_name(), .common = options_of(app), .commands = {}};
  for (const auto* command : app.get_subcommands([](const CLI::App*) { return true; }))
    model.commands.push_back({.name = command->get_name(),
                              .description = command->get_description(),
                              .options = options_of(*command),
                              .positionals = positionals_of(*command)});
  // --help and --version belong to the program; every command has a --help of its own.
  for (auto& command : model.commands)
    std::erase_if(command.options, [](const CompletionOption& option) { return option.names.front() == "--help"; });
  return model;
}

std::string filled_in(std::string script, const std::vector<std::pair<std::string, std::string>>& marks) {
  for (const auto& [mark, text] : marks)
    if (const auto at = script.find(mark); at != std::string::npos) script.replace(at, mark.size(), text);
  return script;
}

}  // namespace judge
