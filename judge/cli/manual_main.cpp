// judge-manual FOLDER DATE: writes the manual pages into FOLDER. A part of the build, not installed.
#include <cstdio>

#include "judge/cli/commands.hpp"
#include "judge/helptext/manual.hpp"
#include "judge/model/exit_status.hpp"

int main(int argc, char** argv) {
  if (argc != 3) {
    std::fputs("usage: judge-manual FOLDER DATE\n", stderr);
    return judge::k_exit_error;
  }
  judge::CommandLine line;
  judge::add_commands(line);
  const auto written = judge::write_manual(argv[1], line.app, argv[2]);
  if (!written) std::fprintf(stderr, "judge-manual: %s\n", written.error().message.c_str());
  return written ? judge::k_exit_fine : judge::k_exit_error;
}
