#include <fmt/format.h>

#include "judge/helptext/completion_model.hpp"

namespace judge {

using Kind = CompletionValue::Kind;

/// Inside '...', and where [ ] : are marks of _arguments.
static std::string quoted(const std::string& text) {
  std::string result;
  for (const char c : text) {
    if (c == '\'') result += "'\\'";
    if (c == '[' || c == ']' || c == ':' || c == '\\') result += '\\';
    result += c;
  }
  return result;
}

static std::string completer(const CompletionValue& value) {
  switch (value.kind) {
    case Kind::problem: return "_judge_problems";
    case Kind::attempt: return "_files -g \"*.cu\"";
    case Kind::file: return "_files";
    case Kind::folder: return "_files -/";
    case Kind::choice: return fmt::format("({})", fmt::join(value.choices, " "));
    case Kind::none:
    case Kind::anything: return "";
  }
  return "";
}

static std::string option_specs(const std::vector<CompletionOption>& options, const char* indentation) {
  std::string text;
  for (const auto& option : options)
    for (const auto& name : option.names) {
      const bool takes_value = option.value.kind != Kind::none;
      const auto value = takes_value ? ":value:" + completer(option.value) : "";
      text += fmt::format("{}'{}{}[{}]{}' \\\n", indentation, name, takes_value && name.starts_with("--") ? "=" : "",
                          quoted(option.description), value);
    }
  return text;
}

static std::string command_case(const CompletionModel& model, const CompletionCommand& command) {
  auto text = fmt::format("        {})\n          _arguments \\\n", command.name);
  text += option_specs(command.options, "            ") + option_specs(model.common, "            ");
  for (std::size_t i = 0; i < command.positionals.size(); ++i) {
    const auto& positional = command.positionals[i];
    text += fmt::format("            '{}:{}:{}' \\\n", positional.repeats ? "*" : std::to_string(i + 1),
                        quoted(positional.name), completer(positional.value));
  }
  text.resize(text.size() - 3);  // the last " \\\n"
  return text + ";;\n";
}

static constexpr const char* k_script = R"sh(#compdef judge
# zsh completion for judge, made by `judge completion zsh`
_judge_problems() {
  local -a problems
  problems=(${(f)"$(command judge list --names 2>/dev/null)"})
  _describe problem problems
}
_judge() {
  local curcontext="$curcontext" state
  local -a commands
  typeset -A opt_args
  commands=(
@COMMANDS@  )
  _arguments -C \
@COMMON@    '1:command:->command' '*::argument:->argument'
  case $state in
    command) _describe command commands;;
    argument)
      case $words[1] in
@CASES@      esac;;
  esac
}
if [[ $funcstack[1] == _judge ]]; then _judge "$@"; else compdef _judge judge; fi
)sh";

std::string zsh_completion(const CompletionModel& model) {
  std::string commands, cases;
  for (const auto& command : model.commands) {
    commands += fmt::format("    '{}:{}'\n", command.name, quoted(command.description));
    cases += command_case(model, command);
  }
  return filled_in(k_script, {{"@COMMANDS@", commands}, {"@COMMON@", option_specs(model.common, "    ")}, {"@CASES@", cases}});
}

}  // namespace judge
