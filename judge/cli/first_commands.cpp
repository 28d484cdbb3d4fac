#include "judge/cli/commands.hpp"

namespace judge {

// Each is in the file of its name.
void add_run(CommandLine& line);
void add_compare(CommandLine& line);
void add_list(CommandLine& line);
void add_next(CommandLine& line);
void add_show(CommandLine& line);
void add_try(CommandLine& line);
void add_watch(CommandLine& line);
void add_new(CommandLine& line);
void add_board(CommandLine& line);
void add_ledger(CommandLine& line);

void begin_command_line(CommandLine& line) {
  auto& app = line.app;
  app.set_version_flag("--version", "judge " JUDGE_VERSION);
  app.require_subcommand(1);
  app.fallthrough();
  app.get_formatter()->column_width(34);
  add_common_options(app, line.common);
}

void add_first_commands(CommandLine& line) {
  begin_command_line(line);
  for (const auto add :
       {add_run, add_compare, add_list, add_next, add_show, add_try, add_watch, add_new, add_board, add_ledger})
    add(line);
}

int run_judge_first(int argc, const char* const* argv) {
  CommandLine line;
  add_first_commands(line);
  return run_command_line(line, argc, argv);
}

}  // namespace judge
