#include <fmt/format.h>

#include "judge/helptext/completion_model.hpp"

namespace judge {

using Kind = CompletionValue::Kind;

static std::string words_of(const std::vector<CompletionOption>& options) {
  std::string words;
  for (const auto& option : options)
    for (const auto& name : option.names) words += (words.empty() ? "" : " ") + name;
  return words;
}

/// "--root|--cache": a pattern of `case`.
static std::string pattern_of(const CompletionOption& option, const std::string& before) {
  std::string pattern;
  for (const auto& name : option.names) pattern += (pattern.empty() ? "" : "|") + before + name;
  return pattern;
}

static std::string completer(const CompletionValue& value) {
  switch (value.kind) {
    case Kind::problem: return "_judge_problems";
    case Kind::attempt: return "_judge_attempts";
    case Kind::file: return "_judge_files";
    case Kind::folder: return "_judge_folders";
    case Kind::choice: return fmt::format("_judge_words '{}'", fmt::join(value.choices, " "));
    case Kind::none:
    case Kind::anything: return ":";
  }
  return ":";
}

/// bash makes words of their own of the '=' in --option=value.
static constexpr const char* k_script = R"sh(# bash completion for judge, made by `judge completion bash`
_judge_words() { mapfile -t COMPREPLY < <(compgen -W "$1" -- "$current"); }
_judge_problems() { _judge_words "$(command judge "${common[@]}" list --names 2>/dev/null)"; }
_judge_files() { compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- "$current"); }
_judge_folders() { compopt -o filenames; mapfile -t COMPREPLY < <(compgen -d -- "$current"); }
_judge_attempts() {
  compopt -o filenames
  mapfile -t COMPREPLY < <(compgen -d -- "$current"; compgen -f -X '!*.cu' -- "$current")
}
_judge() {
  local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]} command= positional=0 i word
  local common=()
  COMPREPLY=()
  if [[ $current == = ]]; then current=; elif [[ $previous == = ]]; then previous=${COMP_WORDS[COMP_CWORD-2]}; fi
  for ((i = 1; i < COMP_CWORD; ++i)); do
    word=${COMP_WORDS[i]}
    case $word in
      @WITH_VALUES@)
        [[ ${COMP_WORDS[i+1]} == = ]] && ((++i))
        ((++i))
        [[ $word == --root && $i -lt $COMP_CWORD ]] && common=(--root "${COMP_WORDS[i]}");;
      -*|=) ;;
      *) if [[ -z $command ]]; then command=$word; else ((++positional)); fi;;
    esac
  done
  case $command:$previous in
@VALUE_CASES@  esac
  if [[ $current == -* ]]; then
    case $command in
@OPTION_CASES@    esac
    return
  fi
  case $command:$positional in
    :*) _judge_words '@COMMANDS@';;
@WORD_CASES@  esac
}
complete -F _judge judge
)sh";

/// The options of which the words before the cursor tell that the next word is theirs.
static std::string with_values(const CompletionModel& model) {
  std::string pattern;
  const auto add = [&](const std::vector<CompletionOption>& options) {
    for (const auto& option : options)
      if (option.value.kind != Kind::none) pattern += (pattern.empty() ? "" : "|") + pattern_of(option, "");
  };
  add(model.common);
  for (const auto& command : model.commands) add(command.options);
  return pattern;
}

static std::string value_cases(const CompletionModel& model) {
  std::string text;
  const auto add = [&](const std::vector<CompletionOption>& options, const std::string& before) {
    for (const auto& option : options)
      if (option.value.kind != Kind::none)
        text += fmt::format("    {}) {}; return;;\n", pattern_of(option, before), completer(option.value));
  };
  for (const auto& command : model.commands) add(command.options, command.name + ":");
  add(model.common, "*:");
  return text;
}

static std::string word_cases(const CompletionModel& model) {
  std::string text;
  for (const auto& command : model.commands)
    for (std::size_t i = 0; i < command.positionals.size(); ++i) {
      const auto& positional = command.positionals[i];
      text += fmt::format("    {}:{}) {};;\n", command.name, positional.repeats ? "*" : std::to_string(i),
                          completer(positional.value));
    }
  return text;
}

static std::string option_cases(const CompletionModel& model) {
  std::string text;
  for (const auto& command : model.commands)
    text += fmt::format("      {}) _judge_words '{} {}';;\n", command.name, words_of(command.options), words_of(model.common));
  return text + fmt::format("      *) _judge_words '{}';;\n", words_of(model.common));
}

std::string bash_completion(const CompletionModel& model) {
  std::vector<std::string> commands;
  for (const auto& command : model.commands) commands.push_back(command.name);
  return filled_in(k_script, {{"@WITH_VALUES@", with_values(model)},
                              {"@VALUE_CASES@", value_cases(model)},
                              {"@OPTION_CASES@", option_cases(model)},
                              {"@COMMANDS@", fmt::format("{}", fmt::join(commands, " "))},
                              {"@WORD_CASES@", word_cases(model)}});
}

}  // namespace judge
