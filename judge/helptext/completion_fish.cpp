#include <fmt/format.h>

#include "judge/helptext/completion_model.hpp"

namespace judge {

using Kind = CompletionValue::Kind;

static std::string quoted(const std::string& text) {
  std::string result = "'";
  for (const char c : text) {
    if (c == '\'' || c == '\\') result += '\\';
    result += c;
  }
  return result + '\'';
}

/// What follows -a or -F; -r: a value must follow.
static std::string completer(const CompletionValue& value) {
  switch (value.kind) {
    case Kind::none: return "";
    case Kind::anything: return " -x";
    case Kind::problem: return " -x -a '(__judge_problems)'";
    case Kind::attempt: return " -x -a '(__fish_complete_suffix .cu)'";
    case Kind::file: return " -r -F";
    case Kind::folder: return " -x -a '(__fish_complete_directories)'";
    case Kind::choice: return fmt::format(" -x -a '{}'", fmt::join(value.choices, " "));
  }
  return "";
}

static std::string option_lines(const std::vector<CompletionOption>& options, const std::string& condition) {
  std::string text;
  for (const auto& option : options) {
    text += "complete -c judge" + condition;
    for (const auto& name : option.names) text += name.starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1);
    text += fmt::format(" -d {}{}\n", quoted(option.description), completer(option.value));
  }
  return text;
}

static std::string positional_lines(const CompletionCommand& command) {
  std::string text;
  for (std::size_t i = 0; i < command.positionals.size(); ++i) {
    const auto& positional = command.positionals[i];
    const auto value = completer(positional.value);
    if (!value.contains("-a")) continue;
    // -x is for options: an argument has no value of its own.
    text += fmt::format("complete -c judge -n '__judge_at {} {} {}'{}\n", command.name, i, positional.repeats ? "more" : "one",
                        value.substr(value.find(" -a")));
  }
  return text;
}

static constexpr const char* k_script = R"sh(# fish completion for judge, made by `judge completion fish`
function __judge_problems
  command judge list --names 2>/dev/null
end
# The words before the cursor that are neither options nor their values.
function __judge_words
  set -l skip 0
  for word in (commandline -opc)[2..-1]
    if test $skip = 1
      set skip 0
    else if contains -- $word @WITH_VALUES@
      set skip 1
    else if not string match -q -- '-*' $word
      echo $word
    end
  end
end
function __judge_at --argument-names name position count
  set -l words (__judge_words)
  test (count $words) -gt 0; and test $words[1] = $name; or return 1
  set -l at (math (count $words) - 1)
  test $at -eq $position; or test $count = more -a $at -gt $position
end
complete -c judge -f
)sh";

static std::string with_values(const CompletionModel& model) {
  std::string names;
  const auto add = [&](const std::vector<CompletionOption>& options) {
    for (const auto& option : options)
      if (option.value.kind != Kind::none) names += fmt::format("{} ", fmt::join(option.names, " "));
  };
  add(model.common);
  for (const auto& command : model.commands) add(command.options);
  return names;
}

std::string fish_completion(const CompletionModel& model) {
  auto text = filled_in(k_script, {{"@WITH_VALUES@", with_values(model)}});
  for (const auto& command : model.commands)
    text += fmt::format("complete -c judge -n 'test (count (__judge_words)) -eq 0' -a {} -d {}\n", command.name,
                        quoted(command.description));
  text += option_lines(model.common, "");
  for (const auto& command : model.commands) {
    text += option_lines(command.options, fmt::format(" -n 'contains -- {} (__judge_words)[1]'", command.name));
    text += positional_lines(command);
  }
  return text;
}

}  // namespace judge
