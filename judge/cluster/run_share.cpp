#include "judge/cluster/run_share.hpp"

#include "judge/cluster/node_check.hpp"
#include "judge/cluster/shared_results.hpp"
#include "judge/util/files.hpp"

namespace judge {

static Result<std::vector<JobSource::Next>> jobs_of(const FrozenBatch& batch, const Share& share) {
  std::vector<JobSource::Next> jobs;
  for (const std::size_t index : batch.part(share)) {
    const FrozenJob& frozen = batch.jobs()[index];
    JUDGE_TRY(const bool is_done, batch.is_done(frozen));
    if (is_done) continue;
    WorkerJob job = frozen.rules;
    job.id = frozen.key;
    job.path = batch.source_of(frozen);
    job.name = frozen.attempt;
    jobs.push_back({.id = frozen.key, .job = std::move(job), .key = frozen.key});
  }
  return jobs;
}

static Result<ShareOutcome> sick_outcome(const FrozenBatch& batch, NodeNote note) {
  JUDGE_TRY(const auto notes, node_notes(batch.folder()));
  const auto sick = sick_nodes(notes);
  ShareOutcome outcome;
  outcome.sick = std::move(note);
  outcome.exclude.assign(sick.begin(), sick.end());
  return outcome;
}

Result<ShareOutcome> run_share(const CommonOptions& common, BatchOptions options, const FrozenBatch& batch, const Share& share,
                               const BatchObserver& observer) {
  JUDGE_TRY(auto jobs, jobs_of(batch, share));
  const auto before = batch.part(share).size() - jobs.size();
  if (jobs.empty()) return ShareOutcome{.counts = {.before = before}};
  const auto check = [&] { return check_node(common, batch.folder()); };
  JUDGE_TRY(auto note, check());
  if (!note.reasons.empty()) return sick_outcome(batch, std::move(note));
  // Sessions keep the device's peak rates in a ledger. The user's may lie where all nodes see it, and SQLite is not for that.
  JUDGE_TRY(const auto scratch, TemporaryDirectory::create("share"));
  CommonOptions here = common;
  here.ledger = scratch.path() / "ledger.sqlite";
  options.defaults = {};
  options.with_records = true;
  auto source = JobSource::of(std::move(jobs));
  SharedResults results(batch, check);
  auto counts = run_batch(here, options, observer, source, results);
  if (results.sick()) return sick_outcome(batch, *results.sick());
  if (!counts) return std::unexpected(counts.error());
  counts->before += before;
  return ShareOutcome{.counts = *std::move(counts)};
}

}  // namespace judge
