#pragma once

#include <map>
#include <string>
#include <vector>

#include "judge/cluster/frozen_batch.hpp"
#include "judge/cluster/slurm.hpp"

namespace judge {

/// How far a batch in a shared folder is. Counted are attempts with different keys.
struct ClusterStatus {
  std::size_t jobs = 0, attempts = 0;  ///< lines of the list, and different ones among them
  std::size_t done = 0, running = 0, waiting = 0;
  std::size_t failed = 0;  ///< a task could not judge them, and no task will try again
  std::size_t lost = 0;    ///< neither done, nor in a task that is in the queue, nor failed
  std::size_t wrong = 0;   ///< lines that are no jobs
  std::optional<double> done_a_second;
  std::size_t tasks_running = 0, tasks_waiting = 0;
  std::vector<std::string> nodes;               ///< on which tasks run
  std::vector<std::string> reasons;             ///< why tasks wait, as Slurm says it
  std::map<std::string, std::string> sick;      ///< machines, and why
  std::vector<std::string> unreadable;          ///< files in the folder that are not what they should be, a line for each
  std::optional<std::string> queue_error = {};  ///< Slurm did not answer: nothing is known to run or wait
};

/// Errors: a folder of the batch cannot be read. That Slurm does not answer is none: it is said in the status.
Result<ClusterStatus> status_of(const FrozenBatch& batch, const std::vector<SlurmArray>& submissions,
                                const Result<std::vector<QueuedTask>>& queued);

/// For people, in a few lines.
std::string status_text(const FrozenBatch& batch, const ClusterStatus& status);

}  // namespace judge
