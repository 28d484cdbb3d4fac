#include "judge/helptext/completion_model.hpp"

#include <algorithm>
#include <memory>

#include "judge/catalog/suggest.hpp"
#include "judge/cli/commands.hpp"
#include "judge/render/output.hpp"

namespace judge {

static Result<int> print_completion(const CLI::App& app, const std::string& shell) {
  const auto model = completion_model(app);
  JUDGE_CHECK(print(shell == "bash"  ? bash_completion(model)
                    : shell == "zsh" ? zsh_completion(model)
                                     : fish_completion(model)));
  return k_exit_fine;
}

void add_completion(CommandLine& line) {
  const auto shell = std::make_shared<std::string>();
  auto* command = line.app.add_subcommand("completion", "Print a shell's completion script for commands, problems and files");
  command->add_option("shell", *shell, "Which shell")
      ->required()
      ->check(CLI::Validator(
          [](const std::string& wanted) {
            const std::vector<std::string> shells{"bash", "zsh", "fish"};
            if (std::ranges::find(shells, wanted) != shells.end()) return std::string();
            return wanted + " is not bash, zsh or fish" + did_you_mean(wanted, shells);
          },
          "{bash,zsh,fish}"));
  command->footer(
      "Examples:\n"
      "  source <(judge completion bash)                                   for this shell; for all: put it into ~/.bashrc\n"
      "  source <(judge completion zsh)                                    for this shell; for all: put it into ~/.zshrc after "
      "compinit\n"
      "  judge completion fish > ~/.config/fish/completions/judge.fish     for all shells");
  command->callback([&line, shell] { line.action = [&line, shell] { return print_completion(line.app, *shell); }; });
}

}  // namespace judge
