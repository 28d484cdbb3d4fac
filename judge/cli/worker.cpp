#include <memory>

#include "judge/cli/commands.hpp"
#include "judge/util/interrupt.hpp"
#include "judge/worker/worker.hpp"

namespace judge {

void add_worker(CommandLine& line) {
  const auto options = std::make_shared<WorkerOptions>();
  auto* command =
      line.app.add_subcommand("worker", "Judge what a program asks for: jobs and events as JSON lines (docs/worker.md)");
  command->add_flag("--beside-others", options->beside_others, "Call nothing while another judge times on the device");
  command->footer(
      "Example:\n"
      "  echo '{\"id\": \"1\", \"problem\": \"vector-addition\", \"path\": \"solutions/va_float4.cu\"}' | judge worker\n"
      "Exit status: 0 at the end of the input, and after Ctrl-C while it waits for a job; 2 if events cannot be written.");
  command->callback([&line, options] {
    line.action = interruptible([&line, options]() -> Result<int> {
      const auto done = work(line.common, *options);
      if (!done && interrupted()) return interrupted_exit_status();  // no word: whoever started it has asked for it
      JUDGE_CHECK(done);
      return k_exit_fine;
    });
  });
}

}  // namespace judge
