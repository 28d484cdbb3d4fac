#include "judge/cluster/status.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <chrono>
#include <set>

#include "judge/cluster/node_check.hpp"
#include "judge/cluster/shared_results.hpp"
#include "judge/util/units.hpp"

namespace judge {

namespace fs = std::filesystem;

namespace {

constexpr std::chrono::minutes k_rate_window{10};

// What becomes of a job that is not done, the best of what the tasks in the queue promise.
enum class Hope { none, waits, runs };

std::vector<Hope> hopes(const FrozenBatch& batch, const std::vector<SlurmArray>& submissions,
                        const std::vector<QueuedTask>& queued) {
  std::vector<Hope> all(batch.jobs().size(), Hope::none);
  for (const QueuedTask& task : queued) {
    const auto submission = std::ranges::find(submissions, task.name, &SlurmArray::name);
    if (submission == submissions.end() || task.index < 1 || task.index > submission->shares) continue;
    for (const std::size_t job : batch.part({task.index, submission->shares}))
      all[job] = std::max(all[job], task.is_running() ? Hope::runs : Hope::waits);
  }
  return all;
}

// Of the last ten minutes before the latest result.
std::optional<double> rate_of(std::vector<fs::file_time_type> times) {
  std::ranges::sort(times);
  if (times.empty()) return std::nullopt;
  const auto first = std::ranges::lower_bound(times, times.back() - k_rate_window);
  const double seconds = std::chrono::duration<double>(times.back() - *first).count();
  return seconds > 0 ? std::optional(static_cast<double>(times.end() - first - 1) / seconds) : std::nullopt;
}

std::string number(std::size_t count) { return format_count(static_cast<std::int64_t>(count)); }

std::string duration(double seconds) {
  if (seconds < 90) return fmt::format("{:.0f} s", seconds);
  if (seconds < 90 * 60) return fmt::format("{:.0f} min", seconds / 60);
  return fmt::format("{:.1f} h", seconds / 3600);
}

void look_at_tasks(const std::vector<QueuedTask>& queued, ClusterStatus& status) {
  std::set<std::string> nodes, reasons;
  for (const QueuedTask& task : queued) {
    ++(task.is_running() ? status.tasks_running : status.tasks_waiting);
    if (task.is_running()) nodes.insert(task.node);
    else if (task.reason != "None") reasons.insert(task.reason);
  }
  status.nodes.assign(nodes.begin(), nodes.end());
  status.reasons.assign(reasons.begin(), reasons.end());
}

}  // namespace

Result<ClusterStatus> status_of(const FrozenBatch& batch, const std::vector<SlurmArray>& submissions,
                                const Result<std::vector<QueuedTask>>& queued) {
  ClusterStatus status{.jobs = batch.jobs().size(), .attempts = batch.order().size()};
  if (!queued) status.queue_error = queued.error().message;
  const auto tasks = queued.value_or(std::vector<QueuedTask>());
  look_at_tasks(tasks, status);
  const auto hope = hopes(batch, submissions, tasks);
  JUDGE_TRY(const auto failed, failed_jobs(batch, &status.unreadable));
  std::vector<fs::file_time_type> times;
  for (const std::size_t index : batch.order()) {
    const FrozenJob& job = batch.jobs()[index];
    JUDGE_TRY(const bool is_done, batch.is_done(job));
    std::error_code ignored;
    if (is_done) times.push_back(fs::last_write_time(batch.done_file(job.key), ignored));
    else if (hope[index] == Hope::runs) ++status.running;
    else if (hope[index] == Hope::waits) ++status.waiting;
    else ++(failed.contains(job.key) ? status.failed : status.lost);
  }
  status.done = times.size();
  status.done_a_second = rate_of(std::move(times));
  status.wrong =
      static_cast<std::size_t>(std::ranges::count_if(batch.jobs(), [](const auto& job) { return !job.error.empty(); }));
  JUDGE_TRY(const auto notes, node_notes(batch.folder(), &status.unreadable));
  for (const std::string& node : sick_nodes(notes))
    for (const NodeNote& note : notes)
      if (note.node == node) status.sick[node] = fmt::format("{}", fmt::join(note.reasons, "; "));
  return status;
}

std::string status_text(const FrozenBatch& batch, const ClusterStatus& status) {
  const std::string folder = batch.folder().string();
  std::string text = fmt::format("{}: {} jobs, {} different attempts", folder, number(status.jobs), number(status.attempts));
  if (status.wrong > 0) text += fmt::format(", {} lines that are no jobs (--collect says why)", number(status.wrong));
  text += fmt::format("\n{} done", number(status.done));
  if (status.done_a_second && status.running > 0) {
    const auto open = static_cast<double>(status.running + status.waiting);
    text += fmt::format(" ({} a second, {} left)", format_significant(*status.done_a_second),
                        duration(open / *status.done_a_second));
  }
  text += fmt::format(", {} running, {} waiting, {} lost", number(status.running), number(status.waiting), number(status.lost));
  if (status.failed > 0) text += fmt::format(", {} could not be judged", number(status.failed));
  text += fmt::format("\n{} tasks run", number(status.tasks_running));
  if (!status.nodes.empty()) text += fmt::format(" on {}", fmt::join(status.nodes, ", "));
  text += fmt::format(", {} wait", number(status.tasks_waiting));
  if (!status.reasons.empty()) text += fmt::format(" ({})", fmt::join(status.reasons, ", "));
  for (const auto& [node, why] : status.sick) text += fmt::format("\nsick: {}: {}", node, why);
  for (const std::string& line : status.unreadable) text += "\nnot counted: " + line;
  if (status.queue_error)
    text += fmt::format("\nwhat runs and waits is not known, and is counted as lost: {}; ask again when Slurm answers",
                        *status.queue_error);
  else if (status.lost + status.failed > 0)
    text += fmt::format(
        "\nlost: no task in the queue has it. What is lost or could not be judged: judge batch --slurm --results {} submits it "
        "again; {}/log has why",
        folder, folder);
  return text + "\n";
}

}  // namespace judge
