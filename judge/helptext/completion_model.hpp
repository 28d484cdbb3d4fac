#pragma once

#include <string>
#include <utility>
#include <vector>

namespace CLI {
class App;
}

namespace judge {

/// What a shell may put where a word is due.
struct CompletionValue {
  enum class Kind { none, anything, problem, attempt, file, folder, choice };
  Kind kind = Kind::none;            ///< none: a flag, which takes no value
  std::vector<std::string> choices;  ///< of `choice`
};

struct CompletionOption {
  std::vector<std::string> names;  ///< "--json", "-h"
  std::string description;
  CompletionValue value;
};

struct CompletionPositional {
  std::string name;
  CompletionValue value;
  bool repeats = false;  ///< takes all words from here on
};

struct CompletionCommand {
  std::string name;
  std::string description;
  std::vector<CompletionOption> options;
  std::vector<CompletionPositional> positionals;
};

/// The command line as shells need it.
struct CompletionModel {
  std::string program;
  std::vector<CompletionOption> common;  ///< may stand before and after the command
  std::vector<CompletionCommand> commands;
};

/// Read off the parser itself, so that no completion is ever out of date.
CompletionModel completion_model(const CLI::App& app);

/// A script with each @MARK@ replaced by its text.
std::string filled_in(std::string script, const std::vector<std::pair<std::string, std::string>>& marks);

std::string bash_completion(const CompletionModel& model);
std::string zsh_completion(const CompletionModel& model);
std::string fish_completion(const CompletionModel& model);

}  // namespace judge
