#include "judge/cli/commands.hpp"

int main(int argc, char** argv) {
  judge::CommandLine line;
  judge::add_commands(line);
  return judge::run_command_line(line, argc, argv);
}
