#include <unistd.h>

#include <memory>

#include "judge/batch/batch.hpp"
#include "judge/batch/batch_progress.hpp"
#include "judge/batch/devices.hpp"
#include "judge/batch/same_content.hpp"
#include "judge/batch/submitters.hpp"
#include "judge/cli/batch_cluster.hpp"
#include "judge/cli/commands.hpp"
#include "judge/cli/judging_options.hpp"
#include "judge/render/output.hpp"
#include "judge/util/interrupt.hpp"

namespace judge {

namespace {

struct BatchLine {
  BatchOptions batch;
  ClusterLine cluster;
  std::string gpus;
  bool no_timing = false, no_ledger = false, all_submitters = false;
};

Result<int> batch(const CommonOptions& common, BatchLine& line) {
  BatchOptions& options = line.batch;
  options.defaults.timing = !line.no_timing;
  options.in_ledger = !line.no_ledger;
  const bool has_rules = options.defaults.check != CheckWish::after_failures || line.no_timing || options.defaults.extra ||
                         options.defaults.playback != PlaybackWish::where_possible;
  if (line.cluster.submits && !line.gpus.empty()) options.gpus = {line.gpus};  // are refused
  else {
    JUDGE_TRY(options.gpus, chosen_gpus(common, line.gpus));
  }
  JUDGE_CHECK(check_options(options, has_rules, line.cluster));
  const bool is_folder = std::filesystem::is_directory(options.jobs) && !line.cluster.is_given();
  if (line.all_submitters && !is_folder) return fail("--summary is about a folder of attempts that is judged on this machine");
  if (line.cluster.is_given()) return batch_on_cluster(common, options, line.cluster);
  if (options.workers == 0) {
    JUDGE_TRY(options.workers, default_workers(common, options.gpus.size()));
  }
  BatchProgress progress({.file_descriptor = STDERR_FILENO, .mode = progress_mode_for(STDERR_FILENO)});
  install_interrupt_handler();
  Submitters submitters(options.jobs, line.all_submitters ? Submitters::Which::all : Submitters::Which::few);
  BatchObserver observer{.message = [&](std::string_view text) { progress.message(text); },
                         .progress = [&](const auto& so_far, auto total) { progress.update(so_far, total); }};
  SameContent same_content;
  observer.same = [&](const BatchResult& result) { same_content.add(result); };
  if (is_folder) observer.result = [&](const BatchResult& result) { submitters.add(result); };
  const auto counts = run_batch(common, options, observer);
  if (!counts && !progress.has_begun()) return std::unexpected(counts.error());
  progress.finish(same_content.text() + submitters.text());
  if (!counts) {
    if (!options.results.empty()) say_error("the same command goes on where this stopped");
    return std::unexpected(counts.error());
  }
  return counts->errors == 0 ? k_exit_fine : k_exit_not_accepted;
}

}  // namespace

void add_batch(CommandLine& line) {
  const auto options = std::make_shared<BatchLine>();
  BatchOptions& batch_options = options->batch;
  auto* command = line.app.add_subcommand("batch", "Judge many attempts, of many problems, and write one JSON line for each");
  command->add_option("jobs", batch_options.jobs, "JSON lines, a folder of attempts, or - for standard input")
      ->type_name("FILE");
  command
      ->add_option("-o,--output", batch_options.results,
                   "Add the results to this file; what it has already is not judged again")
      ->type_name("FILE");
  command->add_option("--workers", batch_options.workers, "Number of attempts that are in work at once")
      ->check(CLI::Range(1, 1024));
  command->add_option("--gpus", options->gpus, "all, or numbers: 0,2; each GPU times by itself")->type_name("GPUS");
  command->add_flag("--no-timing", options->no_timing, "Verdicts only, no times");
  add_playback_options(*command, batch_options.defaults.playback);
  add_check_options(*command, batch_options.defaults.check);
  command->add_flag("--extra", batch_options.defaults.extra, "Also judge the extra cases");
  command->add_flag("--no-ledger", options->no_ledger, "Keep nothing in the ledger");
  command->add_flag("--summary", options->all_submitters,
                    "Of a folder, end with a line for each student, with more than 40 of them too");
  command->add_flag("--records", batch_options.with_records, "Write the full record with each result (docs/json.md)");
  add_cluster_options(*command, options->cluster);
  command->footer(
      "A line of FILE: {\"problem\": \"reduction\", \"path\": \"a.cu\", \"id\": \"17\"}; docs/batch.md has all fields. In a "
      "folder, the folder that "
      "a file\n"
      "lies in, or its prefix, says the problem. Attempts with the same content are judged once.\n\n"
      "Examples:\n"
      "  judge batch jobs.jsonl -o results.jsonl             judge all; run it again after it was stopped, and it goes on\n"
      "  judge batch submissions/ -o results.jsonl           every .cu in submissions/reduction/, submissions/softmax/ ...\n"
      "  generate | judge batch - --no-timing | consume      verdicts as they come\n"
      "  judge batch jobs.jsonl -o results.jsonl --gpus all  on all GPUs of this machine\n"
      "  judge batch jobs.jsonl --slurm --results /shared/b --partition gpu --exclusive\n"
      "                                                      on a cluster; then --status /shared/b, --collect /shared/b\n"
      "Exit status: 0 every attempt has a verdict, 1 some could not be judged, 2 usage error or an error of the judge.");
  command->callback([&line, options] { line.action = [&line, options] { return batch(line.common, *options); }; });
}

}  // namespace judge
