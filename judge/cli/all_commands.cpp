#include "judge/cli/commands.hpp"

namespace judge {

// Each is in the file of its name.
void add_run(CommandLine& line);
void add_compare(CommandLine& line);
void add_ladder(CommandLine& line);
void add_sweep(CommandLine& line);
void add_scale(CommandLine& line);
void add_profile(CommandLine& line);
void add_report(CommandLine& line);
void add_list(CommandLine& line);
void add_next(CommandLine& line);
void add_show(CommandLine& line);
void add_try(CommandLine& line);
void add_watch(CommandLine& line);
void add_new(CommandLine& line);
void add_board(CommandLine& line);
void add_ledger(CommandLine& line);
void add_verify(CommandLine& line);
void add_doctor(CommandLine& line);
void add_measure_self(CommandLine& line);
void add_serve(CommandLine& line);
void add_batch(CommandLine& line);
void add_worker(CommandLine& line);
void add_completion(CommandLine& line);

void add_commands(CommandLine& line) {
  begin_command_line(line);
  for (const auto add : {add_run,    add_compare,      add_ladder, add_sweep, add_scale,  add_profile,   add_report, add_list,
                         add_next,   add_show,         add_try,    add_watch, add_new,    add_board,     add_ledger, add_verify,
                         add_doctor, add_measure_self, add_serve,  add_batch, add_worker, add_completion})
    add(line);
  line.app.footer(
      "Examples:\n"
      "  judge list                                        the problems\n"
      "  judge show vector-addition                        its statement, signature and cases\n"
      "  judge run vector-addition solutions/va_float4.cu  verdict and time of one attempt\n"
      "  judge run vector-addition                         all attempts, compared and ranked\n"
      "  judge board vector-addition                       every attempt so far\n"
      "Exit status: 0 success, 1 something was not accepted, 2 usage error or an error of the judge.");
}

int run_judge(int argc, const char* const* argv) {
  CommandLine line;
  add_commands(line);
  return run_command_line(line, argc, argv);
}

}  // namespace judge
