#include <algorithm>
#include <new>
#include <sstream>
#include <string>
#include <system_error>
#include <vector>

#include "judge/catalog/suggest.hpp"
#include "judge/cli/commands.hpp"
#include "judge/render/output.hpp"
#include "judge/util/contains.hpp"
#include "judge/util/interrupt.hpp"

namespace judge {

Action interruptible(Action action) {
  return [action = std::move(action)] {
    install_interrupt_handler();
    return action();
  };
}

/// The subcommand that was being parsed, or the app itself.
static const CLI::App& parsed_app(const CLI::App& app) {
  const auto commands = app.get_subcommands();
  return commands.empty() ? app : *commands.front();
}

static std::vector<std::string> command_names(const CLI::App& app) {
  std::vector<std::string> names;
  for (const auto* command : app.get_subcommands([](const CLI::App*) { return true; })) names.push_back(command->get_name());
  return names;
}

static std::vector<std::string> option_names(const CLI::App& app) {
  std::vector<std::string> names;
  for (const auto* option : app.get_options())
    for (const auto& name : option->get_lnames()) names.push_back("--" + name);
  return names;
}

/// "; did you mean ...?" for the first word that is neither a command nor an option where one of those was due.
static std::string suggestion(const CLI::App& app, const std::vector<std::string>& words) {
  const auto& command = parsed_app(app);
  auto options = option_names(command);
  std::ranges::copy(option_names(app), std::back_inserter(options));
  for (const auto& word : words) {
    const bool is_option = word.starts_with("-");
    if (is_option && !contains(options, word)) return did_you_mean(word, options);
    if (!is_option && &command == &app) return did_you_mean(word, command_names(app));
  }
  return {};
}

static int report_usage(const CommandLine& line, const CLI::ParseError& error, const std::vector<std::string>& words) {
  if (words.empty()) {
    say(line.app.help());
    return k_exit_error;
  }
  const auto& command = parsed_app(line.app);
  const bool is_unknown_command = &command == &line.app && !words.front().starts_with("-");
  auto message = is_unknown_command ? "there is no command '" + words.front() + "'" : std::string(error.what());
  const bool is_extra = error.get_exit_code() == static_cast<int>(CLI::ExitCodes::ExtrasError);
  if (is_unknown_command || is_extra) message += suggestion(line.app, words);
  const auto help = &command == &line.app ? std::string("judge --help") : "judge " + command.get_name() + " --help";
  say_error(message + "\n`" + help + "` shows its usage");
  return k_exit_error;
}

static int finish(const Result<int>& status) {
  if (status) return *status;
  if (interrupted()) {
    say_error("interrupted");
    return interrupted_exit_status();
  }
  say_error(status.error().message);
  return k_exit_error;
}

int run_action(const Action& action) {
  try {
    return finish(action());
  } catch (const std::bad_alloc&) {
    return finish(
        fail("the judge is out of memory: end other programs, raise the limit of memory, or judge fewer attempts at once"));
  } catch (const std::system_error& error) {
    return finish(
        fail("the system refuses what the judge needs ({}): raise the limit (ulimit -a), or judge fewer attempts at once",
             error.what()));
  }
}

/// `judge help run` and `judge -h run` are `judge run --help`, `judge help` is `judge --help`.
static std::vector<const char*> with_help_behind(const CommandLine& line, int argc, const char* const* argv) {
  std::vector<const char*> words(argv, argv + argc);
  if (words.size() < 2) return words;
  const std::string_view first = words[1];
  if (first != "help" && first != "-h" && first != "--help") return words;
  words.erase(words.begin() + 1);
  const auto names = command_names(line.app);
  const bool is_command = words.size() > 1 && contains(names, words[1]);
  if (first == "help" && words.size() > 1 && !is_command) return words;  // there is no such command
  words.resize(is_command ? 2 : 1);
  words.push_back("--help");
  return words;
}

int run_command_line(CommandLine& line, int argc, const char* const* argv) {
  const auto parsed = with_help_behind(line, argc, argv);
  try {
    line.app.parse(static_cast<int>(parsed.size()), parsed.data());
  } catch (const CLI::Success& success) {
    std::ostringstream text;
    line.app.exit(success, text, text);
    const auto printed = print(text.str());
    return printed ? k_exit_fine : finish(std::unexpected(printed.error()));
  } catch (const CLI::ParseError& error) {
    return report_usage(line, error, std::vector<std::string>(parsed.begin() + (parsed.empty() ? 0 : 1), parsed.end()));
  }
  return run_action(line.action);
}

}  // namespace judge
