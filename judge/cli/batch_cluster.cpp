#include "judge/cli/batch_cluster.hpp"

#include <fmt/ranges.h>
#include <unistd.h>
#include <CLI/CLI.hpp>

#include "judge/batch/batch_progress.hpp"
#include "judge/batch/devices.hpp"
#include "judge/cli/judge.hpp"
#include "judge/cluster/collect.hpp"
#include "judge/cluster/node_check.hpp"
#include "judge/cluster/run_share.hpp"
#include "judge/cluster/status.hpp"
#include "judge/render/output.hpp"
#include "judge/render/terminal.hpp"
#include "judge/util/interrupt.hpp"
#include "judge/util/units.hpp"

namespace judge {

namespace {

constexpr const char* k_group = "Several machines (docs/cluster.md)";

std::string number(std::size_t count) { return format_count(static_cast<std::int64_t>(count)); }

Result<FrozenBatch> batch_in(const CommonOptions& common, const BatchOptions& batch, const std::string& folder) {
  install_interrupt_handler();
  if (batch.jobs.empty()) return FrozenBatch::open(folder);
  std::vector<std::string> left_out;
  auto made = FrozenBatch::make(common, batch.jobs, batch.defaults, folder, &left_out);
  for (const auto& line : left_out) say_error(line);
  return made;
}

Result<int> submit_to_slurm(const CommonOptions& common, const BatchOptions& options, ClusterLine& line) {
  JUDGE_TRY(const auto batch, batch_in(common, options, line.results));
  line.slurm.workers = options.workers;
  if (line.slurm.gres.empty() && common.runtime != RuntimeKind::emulated) line.slurm.gres = "gpu:1";
  JUDGE_TRY(const auto submitted, submit(common, batch, line.slurm));
  if (!submitted) {
    JUDGE_CHECK(print("every job of this batch has been judged; --collect brings the results\n"));
    return k_exit_fine;
  }
  JUDGE_CHECK(print(printable(
      fmt::format("{}: {} of {} tasks, {} different attempts; judge batch --status {} shows how far it is\n", submitted->name,
                  submitted->tasks.size(), submitted->shares, number(batch.order().size()), batch.folder().string()))));
  return k_exit_fine;
}

Result<int> judge_share(const CommonOptions& common, BatchOptions options, const ClusterLine& line) {
  JUDGE_TRY(const Share share, parse_share(line.share.empty() ? "1/1" : line.share));
  JUDGE_TRY(const auto batch, batch_in(common, options, line.results));
  if (options.workers == 0) {
    JUDGE_TRY(options.workers, default_workers(common, options.gpus.size()));
  }
  BatchProgress progress({.file_descriptor = STDERR_FILENO, .mode = progress_mode_for(STDERR_FILENO)});
  const auto outcome = run_share(common, std::move(options), batch, share,
                                 {.message = [&](std::string_view text) { progress.message(text); },
                                  .progress = [&](const auto& so_far, auto total) { progress.update(so_far, total); }});
  if (!outcome) return std::unexpected(outcome.error());
  if (outcome->sick) {
    say_error(fmt::format("{} is sick: {}", outcome->sick->node, fmt::join(outcome->sick->reasons, "; ")));
    JUDGE_CHECK(print(fmt::format("{}\n", fmt::join(outcome->exclude, ","))));
    return k_exit_sick_node;
  }
  progress.update(outcome->counts, std::nullopt);
  progress.finish();
  return outcome->counts.errors == 0 ? k_exit_fine : k_exit_not_accepted;
}

Result<int> collect_results(const CommonOptions& common, const BatchOptions& options, const ClusterLine& line) {
  JUDGE_TRY(const auto batch, FrozenBatch::open(line.collect));
  std::optional<Ledger> ledger;
  if (options.in_ledger) {
    JUDGE_TRY(auto opened, Ledger::open(common.ledger_path()));
    ledger.emplace(std::move(opened));
  }
  const auto counts =
      options.results.empty()
          ? collect(batch, ledger ? &*ledger : nullptr, options.with_records, [](const auto& text) { return print(text); })
          : collect_into(options.results, batch, ledger ? &*ledger : nullptr, options.with_records);
  if (!counts) return std::unexpected(counts.error());
  say(collected_text(*counts, options.in_ledger));
  return counts->errors + counts->open + counts->slow.size() + counts->left_out.size() == 0 ? k_exit_fine : k_exit_not_accepted;
}

Result<int> show_status(const ClusterLine& line) {
  JUDGE_TRY(const auto batch, FrozenBatch::open(line.status));
  std::vector<std::string> unreadable;
  JUDGE_TRY(const auto all, submissions(batch, &unreadable));
  JUDGE_TRY(auto status, status_of(batch, all, queued_tasks(all)));
  status.unreadable.insert(status.unreadable.end(), unreadable.begin(), unreadable.end());
  JUDGE_CHECK(print(printable(status_text(batch, status))));
  return k_exit_fine;
}

Result<int> cancel_tasks(const ClusterLine& line) {
  JUDGE_TRY(const auto batch, FrozenBatch::open(line.cancel));
  JUDGE_TRY(const std::size_t tasks, cancel(batch));
  JUDGE_CHECK(print(fmt::format("{} tasks cancelled; what they judged stays\n", number(tasks))));
  return k_exit_fine;
}

}  // namespace

void add_cluster_options(CLI::App& command, ClusterLine& line) {
  const auto folder = [&](const char* name, std::string& value, const char* text) {
    command.add_option(name, value, text)->type_name("FOLDER")->group(k_group);
  };
  const auto text = [&](const char* name, auto& value, const char* what, const char* type) {
    return command.add_option(name, value, what)->type_name(type)->group(k_group);
  };
  folder("--results", line.results, "Keep jobs, sources and results in this folder, which the machines share");
  text("--share", line.share, "Judge only this part, 3/8 for the third of eight, on this machine", "K/N");
  command.add_flag("--slurm", line.submits, "Submit tasks to Slurm, each for a share")->group(k_group);
  text("--partition", line.slurm.partition, "Slurm's partition", "NAME");
  text("--gres", line.slurm.gres, "What each task gets (default: gpu:1; nothing with --runtime emulated)", "GRES");
  text("--time", line.slurm.time, "Time limit of each task, as sbatch takes it: 4:00:00", "TIME");
  text("--tasks", line.slurm.tasks, "Number of tasks (default: one for every 100 attempts)", "N")
      ->check(CLI::Range(1, 4'000'000));
  command.add_flag("--exclusive", line.slurm.exclusive, "Whole nodes, for records")->group(k_group);
  text("--sbatch-arg", line.slurm.arguments, "A further argument for sbatch; may be repeated: --sbatch-arg=--account=x", "ARG")
      ->expected(1)
      ->take_all();
  folder("--status", line.status, "Show how far the batch in this folder is");
  folder("--cancel", line.cancel, "End its tasks; --slurm goes on later");
  folder("--collect", line.collect, "Write its results, and add them to the ledger");
  command.add_flag("--measure-node", line.measures_node)->group("");
}

Result<int> batch_on_cluster(const CommonOptions& common, BatchOptions batch, ClusterLine line) {
  if (line.measures_node) {
    JUDGE_CHECK(print(json_text(encode(read_node(common, ::getppid()))) + "\n"));
    return k_exit_fine;
  }
  if (!line.collect.empty()) return collect_results(common, batch, line);
  if (!line.status.empty()) return show_status(line);
  if (!line.cancel.empty()) return cancel_tasks(line);
  if (line.submits) return submit_to_slurm(common, batch, line);
  return judge_share(common, std::move(batch), line);
}

}  // namespace judge
