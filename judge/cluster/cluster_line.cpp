#include "judge/cluster/cluster_line.hpp"

namespace judge {

bool ClusterLine::asks_slurm() const {
  return !(slurm.partition + slurm.gres + slurm.time).empty() || slurm.tasks > 0 || slurm.exclusive || !slurm.arguments.empty();
}

bool ClusterLine::is_given() const {
  return submits || measures_node || !(results + collect + status + cancel + share).empty() || asks_slurm();
}

Result<void> check_options(const BatchOptions& batch, bool has_rules, const ClusterLine& line) {
  const int actions = !line.results.empty() + !line.collect.empty() + !line.status.empty() + !line.cancel.empty();
  if (line.measures_node) return {};
  if (actions > 1) return fail("--results, --collect, --status and --cancel are different commands; give one of them");
  if (line.submits && line.results.empty())
    return fail("--slurm needs --results FOLDER, on a file system that all nodes share");
  if (!line.share.empty() && line.results.empty())
    return fail("--share needs --results FOLDER, where the results of all shares go");
  if (line.submits && !line.share.empty()) return fail("--slurm gives each task its share; --share is for a machine by itself");
  if (line.asks_slurm() && !line.submits)
    return fail("--partition, --gres, --time, --tasks, --exclusive and --sbatch-arg go with --slurm");
  if (batch.jobs.empty() && actions == 0)
    return fail("which jobs? judge batch FILE, with a file of JSON lines, a folder of attempts, or - for standard input");
  if (!batch.jobs.empty() && actions > 0 && line.results.empty())
    return fail("--collect, --status and --cancel take no FILE; the folder has the jobs");
  if (!batch.results.empty() && actions > 0 && line.collect.empty())
    return fail("-o goes with --collect; tasks write into the folder");
  if (batch.jobs.empty() && has_rules)
    return fail(
        "--no-timing, --require-playback, --no-playback, --check, --no-check and --extra are said when the batch is made, with "
        "FILE; the one in the folder has "
        "them");
  if (line.submits && !batch.gpus.empty()) return fail("--gpus is for one machine; with --slurm say --gres");
  return {};
}

}  // namespace judge
