#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "judge/cluster/frozen_batch.hpp"

namespace judge {

/// What Slurm is asked for.
struct SlurmOptions {
  std::string partition, gres, time;  ///< as sbatch has them; empty = its own defaults
  int tasks = 0;                      ///< 0 = one for every hundred attempts, as far as an array goes
  bool exclusive = false;             ///< whole nodes
  int workers = 0;                    ///< in each task, each with a processor; 0 = what a task gets by itself
  std::vector<std::string> arguments;
};

/// An array of tasks, as submitted/ keeps it. Its share of the batch has the number of the task.
struct SlurmArray {
  std::string name;  ///< of Slurm's job
  std::string time;  ///< UTC
  int shares = 1;
  std::vector<std::int64_t> tasks;

  static constexpr auto fields() {
    return field_list(field("name", &SlurmArray::name), field("time", &SlurmArray::time), field("shares", &SlurmArray::shares),
                      field("tasks", &SlurmArray::tasks));
  }
};

/// A task in Slurm's queue.
struct QueuedTask {
  std::string name;  ///< of its submission
  int index = 0;
  std::string id, state, node, reason;

  bool is_running() const { return state == "RUNNING" || state == "CONFIGURING" || state == "COMPLETING"; }
};

/// The status of a task on a sick node.
inline constexpr int k_exit_sick_node = 75;

/// "1-4,7" of ascending numbers.
std::string array_text(const std::vector<std::int64_t>& tasks);
/// The script of a task. `judge`: the words of the command, without the share. A task on a sick machine has itself requeued with the
/// machines excluded that the command prints, five times at most.
std::string task_script(const std::vector<std::string>& judge, int shares);
/// `sick`: nodes that the tasks do not get.
std::vector<std::string> sbatch_words(const SlurmOptions& options, const SlurmArray& submission, const FrozenBatch& batch,
                                      const std::vector<std::string>& sick);
/// Of `squeue --array --format "%j|%K|%i|%T|%N|%r"`.
std::vector<QueuedTask> parse_queue(std::string_view text);
/// The highest index of an array, by `scontrol show config`.
int highest_index(std::string_view config);

/// Writes the script of an array's tasks, and looks that their logs are new ones. Errors: a file with one of these names is there.
Result<void> write_script(const FrozenBatch& batch, const SlurmArray& submission, const std::string& script);

/// Submits tasks for all shares in which something is to be judged; none: there is nothing. Errors: tasks of this batch are in the queue
/// already, Slurm is not there or refuses; more tasks than it can have in an array.
Result<std::optional<SlurmArray>> submit(const CommonOptions& common, const FrozenBatch& batch, const SlurmOptions& options);

/// `unreadable` as for node_notes().
Result<std::vector<SlurmArray>> submissions(const FrozenBatch& batch, std::vector<std::string>* unreadable = nullptr);
/// Errors: Slurm does not answer.
Result<std::vector<QueuedTask>> queued_tasks(const std::vector<SlurmArray>& submissions);
/// The number of tasks that were in the queue.
Result<std::size_t> cancel(const FrozenBatch& batch);

}  // namespace judge
