#include "judge/cluster/slurm.hpp"

#include <fmt/ranges.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>

#include "judge/catalog/catalog.hpp"
#include "judge/cluster/json_file.hpp"
#include "judge/cluster/node_check.hpp"
#include "judge/cluster/own_files.hpp"
#include "judge/cluster/write_once.hpp"
#include "judge/util/hash.hpp"
#include "judge/util/installation.hpp"
#include "judge/util/lines.hpp"
#include "judge/util/process.hpp"
#include "judge/util/utc_now.hpp"

namespace judge {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t k_attempts_in_a_task = 100;
constexpr int k_default_highest_index = 1000;
constexpr std::chrono::seconds k_slurm_patience{120};

std::string quoted_for_shell(const std::string& word) {
  std::string text = "'";
  for (const char c : word) text += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return text + "'";
}

int number_in(std::string_view text, int otherwise) {
  int number = 0;
  return std::from_chars(text.data(), text.data() + text.size(), number).ec == std::errc() ? number : otherwise;
}

Result<std::string> ask_slurm(const std::vector<std::string>& words) {
  if (!find_program(words.front()))
    return fail("{}: not found; judge batch --slurm needs Slurm's commands on this machine", words.front());
  JUDGE_TRY(auto ran, run_command(words, {.time_limit = k_slurm_patience}));
  if (ran.timed_out) return fail("{} gave no answer within {} s", words.front(), k_slurm_patience.count());
  if (ran.exit_status != 0)
    return fail("{} failed with status {}: {}", words.front(), ran.exit_status,
                ran.standard_error.substr(0, ran.standard_error.find_last_not_of('\n') + 1));
  return std::move(ran.standard_output);
}

std::vector<std::string> names_of(const std::vector<SlurmArray>& submissions) {
  std::vector<std::string> names;
  for (const SlurmArray& submission : submissions) names.push_back(submission.name);
  return names;
}

// What is judged there is what was frozen; where things lie and on which runtime is said anew.
Result<std::vector<std::string>> judge_words(const CommonOptions& common, const FrozenBatch& batch, int workers) {
  JUDGE_TRY(const fs::path root, find_root(common.root, find_installation()));
  // A task that finds no GPU is to fail, not to judge on the emulated runtime.
  const RuntimeKind runtime = common.runtime.value_or(RuntimeKind::cuda);
  std::vector<std::string> words{find_installation().prefix / "bin/judge",
                                 "batch",
                                 "--results",
                                 batch.folder(),
                                 "--root",
                                 root,
                                 "--runtime",
                                 name_of(runtime)};
  if (common.cache) words.insert(words.end(), {"--cache", fs::absolute(*common.cache).lexically_normal()});
  if (workers > 0) words.insert(words.end(), {"--workers", std::to_string(workers)});
  return words;
}

Result<std::vector<std::int64_t>> open_shares(const FrozenBatch& batch, int shares) {
  std::vector<std::int64_t> open;
  for (int index = 1; index <= shares; ++index) {
    bool is_open = false;
    for (const std::size_t job : batch.part({index, shares})) {
      JUDGE_TRY(const bool is_done, batch.is_done(batch.jobs()[job]));
      is_open = is_open || !is_done;
      if (is_open) break;
    }
    if (is_open) open.push_back(index);
  }
  return open;
}

Result<int> number_of_shares(const FrozenBatch& batch, int wanted) {
  JUDGE_TRY(const std::string config, ask_slurm({"scontrol", "show", "config"}));
  const int highest = highest_index(config);
  const auto attempts = static_cast<int>(batch.order().size());
  if (wanted > highest)
    return fail("--tasks {}: this cluster's arrays end at {} (MaxArraySize - 1); ask for at most so many", wanted, highest);
  if (wanted > 0) return std::clamp(wanted, 1, std::max(attempts, 1));
  const auto needed = (batch.order().size() + k_attempts_in_a_task - 1) / k_attempts_in_a_task;
  return std::clamp(static_cast<int>(needed), 1, highest);
}

// The next name that no submission of this batch has.
Result<SlurmArray> name_submission(const FrozenBatch& batch, int shares, std::vector<std::int64_t> tasks) {
  SlurmArray submission{.time = utc_now(), .shares = shares, .tasks = std::move(tasks)};
  for (int number = 1;; ++number) {
    submission.name = fmt::format("judge-{}-{}", hash_of(batch.folder().string()).substr(0, 8), number);
    JUDGE_TRY(const WrittenBy by,
              write_once(batch.folder() / "submitted" / (submission.name + ".json"), json_text(encode(submission)) + "\n"));
    if (by == WrittenBy::us) return submission;
  }
}

}  // namespace

std::string array_text(const std::vector<std::int64_t>& tasks) {
  std::vector<std::string> parts;
  for (std::size_t i = 0; i < tasks.size();) {
    std::size_t last = i;
    while (last + 1 < tasks.size() && tasks[last + 1] == tasks[last] + 1) ++last;
    parts.push_back(last == i ? std::to_string(tasks[i]) : fmt::format("{}-{}", tasks[i], tasks[last]));
    i = last + 1;
  }
  return fmt::format("{}", fmt::join(parts, ","));
}

std::string task_script(const std::vector<std::string>& judge, int shares) {
  std::string command;
  for (const std::string& word : judge) command += quoted_for_shell(word) + " ";
  return fmt::format(R"script(#!/bin/bash
# A task of an array: judges its share. Written and submitted by judge batch --slurm.
# Caches and locks lie on this node, not in a home that all nodes share.
cache=/tmp/judge-$(id -u)
mkdir -m 700 "$cache" 2>/dev/null
[[ -O $cache && ! -L $cache ]] && export XDG_CACHE_HOME=$cache
sick=$({0}--share "$SLURM_ARRAY_TASK_ID/{1}")
status=$?
[[ $status == {2} && -n $sick && ${{SLURM_RESTART_COUNT:-0}} -lt 5 ]] || exit "$status"
# The node is sick. Requeued on others; Slurm ends this script by SIGTERM meanwhile.
trap '' TERM
task=${{SLURM_ARRAY_JOB_ID}}_$SLURM_ARRAY_TASK_ID
scontrol requeuehold "$task" || exit "$status"
others=$(scontrol show job "$task" | sed -n 's/.*ExcNodeList=\([^ (]*\).*/\1/p')
for _ in $(seq 20); do
    scontrol update JobId="$task" ExcNodeList="$sick${{others:+,$others}}" && break
    sleep 0.5
done
scontrol release "$task"
exit "$status"
)script",
                     command, shares, k_exit_sick_node);
}

std::vector<std::string> sbatch_words(const SlurmOptions& options, const SlurmArray& submission, const FrozenBatch& batch,
                                      const std::vector<std::string>& sick) {
  std::vector<std::string> words{"sbatch",
                                 "--parsable",
                                 "--job-name=" + submission.name,
                                 "--array=" + array_text(submission.tasks),
                                 "--requeue",
                                 "--open-mode=append",
                                 "--output=" + (batch.folder() / "log/%x.%a.txt").string()};
  const auto add = [&](const char* name, const std::string& value) {
    if (!value.empty()) words.push_back(name + value);
  };
  add("--partition=", options.partition);
  add("--gres=", options.gres);
  add("--time=", options.time);
  add("--exclude=", fmt::format("{}", fmt::join(sick, ",")));
  if (options.exclusive) words.emplace_back("--exclusive");
  if (options.workers > 0) words.push_back(fmt::format("--cpus-per-task={}", options.workers));
  words.insert(words.end(), options.arguments.begin(), options.arguments.end());
  words.push_back(batch.folder() / "submitted" / (submission.name + ".sh"));
  return words;
}

std::vector<QueuedTask> parse_queue(std::string_view text) {
  std::vector<QueuedTask> tasks;
  while (!text.empty()) {
    std::string_view line = take_line(text);
    std::vector<std::string> parts;
    while (true) {
      const auto end = std::min(line.find('|'), line.size());
      parts.emplace_back(line.substr(0, end));
      if (end == line.size()) break;
      line.remove_prefix(end + 1);
    }
    if (parts.size() == 6) tasks.push_back({parts[0], number_in(parts[1], 0), parts[2], parts[3], parts[4], parts[5]});
  }
  return tasks;
}

int highest_index(std::string_view config) {
  const auto at = config.find("MaxArraySize");
  const auto digits = at == config.npos ? at : config.find_first_of("0123456789", at);
  return digits == config.npos ? k_default_highest_index : number_in(config.substr(digits), k_default_highest_index + 1) - 1;
}

Result<std::vector<SlurmArray>> submissions(const FrozenBatch& batch, std::vector<std::string>* unreadable) {
  JUDGE_TRY(auto found, read_all_described<SlurmArray>(batch.folder() / "submitted", "the array", unreadable));
  std::ranges::sort(found, {}, &SlurmArray::time);
  return found;
}

Result<std::vector<QueuedTask>> queued_tasks(const std::vector<SlurmArray>& submissions) {
  if (submissions.empty()) return std::vector<QueuedTask>();
  JUDGE_TRY(const std::string text,
            ask_slurm({"squeue", "--noheader", "--array", "--user", std::to_string(::getuid()), "--name",
                       fmt::format("{}", fmt::join(names_of(submissions), ",")), "--format", "%j|%K|%i|%T|%N|%r"}));
  return parse_queue(text);
}

Result<void> write_script(const FrozenBatch& batch, const SlurmArray& submission, const std::string& script) {
  const fs::path path = batch.folder() / "submitted" / (submission.name + ".sh"), log = batch.folder() / "log";
  JUDGE_TRY(const WrittenBy by, write_once(path, script, 0700));
  if (by == WrittenBy::others)
    return fail("{}: is there already, and is not the judge's script of this submission; remove it", path.string());
  make_own_folders(log);
  // Slurm would write through a link.
  std::error_code error;
  for (fs::directory_iterator entry(log, error), end; !error && entry != end; entry.increment(error))
    if (entry->path().filename().string().starts_with(submission.name + "."))
      return fail("{}: is there before its task; remove it", entry->path().string());
  if (error) return cannot_be_listed(log, error);
  return check_own_folders(batch.folder());
}

Result<std::optional<SlurmArray>> submit(const CommonOptions& common, const FrozenBatch& batch, const SlurmOptions& options) {
  JUDGE_TRY(const auto before, submissions(batch));
  JUDGE_TRY(const auto queued, queued_tasks(before));
  if (!queued.empty())
    return fail("{}: {} tasks of this batch are in Slurm's queue; judge batch --status {} shows them, --cancel ends them",
                batch.folder().string(), queued.size(), batch.folder().string());
  JUDGE_TRY(const int shares, number_of_shares(batch, options.tasks));
  JUDGE_TRY(auto tasks, open_shares(batch, shares));
  if (tasks.empty()) return std::nullopt;
  JUDGE_TRY(const auto words, judge_words(common, batch, options.workers));
  JUDGE_TRY(auto submission, name_submission(batch, shares, std::move(tasks)));
  JUDGE_CHECK(write_script(batch, submission, task_script(words, shares)));
  JUDGE_TRY(const auto notes, node_notes(batch.folder()));
  const auto sick = sick_nodes(notes);
  JUDGE_CHECK(ask_slurm(sbatch_words(options, submission, batch, {sick.begin(), sick.end()})));
  return submission;
}

Result<std::size_t> cancel(const FrozenBatch& batch) {
  JUDGE_TRY(const auto all, submissions(batch));
  JUDGE_TRY(const auto queued, queued_tasks(all));
  for (const SlurmArray& submission : all) {
    if (std::ranges::find(queued, submission.name, &QueuedTask::name) == queued.end()) continue;
    JUDGE_CHECK(ask_slurm({"scancel", "--user", std::to_string(::getuid()), "--name", submission.name}));
  }
  return queued.size();
}

}  // namespace judge
