#include "judge/cluster/frozen_batch.hpp"

#include <poll.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <set>

#include "judge/batch/job_preparer.hpp"
#include "judge/batch/job_source.hpp"
#include "judge/catalog/catalog.hpp"
#include "judge/cluster/json_file.hpp"
#include "judge/cluster/own_files.hpp"
#include "judge/cluster/write_once.hpp"
#include "judge/util/c_lexer.hpp"
#include "judge/util/files.hpp"
#include "judge/util/hash.hpp"
#include "judge/util/installation.hpp"
#include "judge/util/interrupt.hpp"

namespace judge {

namespace fs = std::filesystem;

namespace {

fs::path by_hash(const fs::path& folder, const std::string& hash, const char* end) {
  return folder / hash.substr(0, 2) / (hash + end);
}

// A header that lies beside the source would not be there on another machine, and might be edited.
Result<void> check_stands_alone(const WorkerJob& job) {
  std::error_code error;
  for (const std::string& name : included_names(*job.source)) {
    if (name.starts_with('<')) continue;
    if (!name.starts_with('"'))
      return fail("{}: includes {}, a macro; in a shared folder an attempt is one file", job.path, name);
    const fs::path header = name.substr(1, name.size() - 2);
    if (header.is_absolute() || (!job.path.empty() && fs::exists(fs::path(job.path).parent_path() / header, error)))
      return fail(
          "{}: includes {}, which lies beside it; in a shared folder an attempt is one file: put the header's text into it",
          job.path, name);
  }
  return {};
}

Result<ReadyJob> prepare_alone(JobPreparer& preparer, const WorkerJob& job) {
  JUDGE_TRY(auto ready, preparer.prepare(job));
  JUDGE_CHECK(check_stands_alone(ready.job));
  return ready;
}

// Errors: the text cannot be kept. What is wrong with the job is a part of what is frozen.
Result<FrozenJob> freeze(JobPreparer& preparer, const JobSource::Next& next, const fs::path& folder) {
  auto ready = next.job ? prepare_alone(preparer, *next.job) : Result<ReadyJob>(std::unexpected(next.job.error()));
  if (!ready) return FrozenJob{.id = next.id, .error = ready.error().message};
  FrozenJob frozen{.id = ready->job.id,
                   .attempt = ready->job.name,
                   .path = ready->job.path,
                   .source_hash = hash_of(*ready->job.source),
                   .key = std::move(ready->key),
                   .group = std::move(ready->group),
                   .problem_hash = std::move(ready->problem_hash)};
  const fs::path kept = by_hash(folder / "sources", frozen.source_hash, ".cu");
  std::error_code error;
  if (!fs::exists(kept, error)) JUDGE_CHECK(write_once(kept, *ready->job.source));
  frozen.rules = without_attempt(std::move(ready->job));
  return frozen;
}

Result<std::vector<FrozenJob>> freeze_all(JobSource& source, JobPreparer& preparer, const fs::path& folder) {
  std::vector<FrozenJob> jobs;
  while (!source.has_ended()) {
    if (interrupted()) return fail("interrupted");
    JUDGE_TRY(auto next, source.next());
    if (!next) {
      std::array<pollfd, 2> polled{{{source.fd(), POLLIN, 0}, {interrupt_fd(), POLLIN, 0}}};
      if (!source.has_ended()) ::poll(polled.data(), polled.size(), 100);
      continue;
    }
    JUDGE_TRY(auto job, freeze(preparer, *next, folder));
    jobs.push_back(std::move(job));
  }
  return jobs;
}

// They become names of files.
bool has_its_hashes(const FrozenJob& job) {
  const auto is_hash = [](const std::string& text, std::size_t digits) {
    return text.size() == digits && text.find_first_not_of("0123456789abcdef") == text.npos;
  };
  return is_hash(job.key, 32) && is_hash(job.source_hash, 64) && is_hash(job.group, 64) && is_hash(job.problem_hash, 64);
}

std::string lines_of(const std::vector<FrozenJob>& jobs) {
  std::string lines;
  for (const FrozenJob& job : jobs) lines += json_text(encode(job)) + "\n";
  return lines;
}

}  // namespace

Result<Share> parse_share(const std::string& text) {
  Share share;
  const char* const end = text.data() + text.size();
  const auto first = std::from_chars(text.data(), end, share.index);
  const bool has_slash = first.ec == std::errc() && first.ptr != end && *first.ptr == '/';
  const auto second = has_slash ? std::from_chars(first.ptr + 1, end, share.count) : first;
  if (!has_slash || second.ec != std::errc() || second.ptr != end || share.index < 1 || share.index > share.count)
    return fail("--share {}: is no part of a whole; 3/8 is the third of eight", text);
  return share;
}

FrozenBatch::FrozenBatch(fs::path folder, std::vector<FrozenJob> jobs) : m_folder(std::move(folder)), m_jobs(std::move(jobs)) {
  std::set<std::string_view> keys;
  for (std::size_t i = 0; i < m_jobs.size(); ++i)
    if (m_jobs[i].error.empty() && keys.insert(m_jobs[i].key).second) m_order.push_back(i);
  std::ranges::stable_sort(m_order, {}, [&](std::size_t i) { return std::tie(m_jobs[i].rules.problem, m_jobs[i].group); });
}

Result<FrozenBatch> FrozenBatch::make(const CommonOptions& common, const std::string& jobs, const WorkerJob& defaults,
                                      const fs::path& folder, std::vector<std::string>* left_out) {
  const fs::path whole = fs::absolute(folder).lexically_normal();
  std::error_code error;
  if (fs::equivalent(jobs, whole / "jobs.jsonl", error)) return open(whole);
  JUDGE_TRY(const fs::path root, find_root(common.root, find_installation()));
  JUDGE_TRY(auto source, JobSource::open(jobs, root));
  if (left_out) *left_out = source.left_out();
  make_own_folders(whole);
  JUDGE_CHECK(check_own_folders(whole));
  JobPreparer preparer(root, defaults, JobPreparer::Headers::nowhere);
  JUDGE_TRY(auto frozen, freeze_all(source, preparer, whole));
  const std::string lines = lines_of(frozen);
  JUDGE_TRY(const WrittenBy by, write_once(whole / "jobs.jsonl", lines));
  if (by == WrittenBy::others) {
    JUDGE_CHECK(check_own_file(whole / "jobs.jsonl"));
    JUDGE_TRY(const std::string there, read_file(whole / "jobs.jsonl", FileKind::binary));
    if (there != lines)
      return fail(
          "{}: has a batch of other jobs, other rules or other texts; without FILE that one goes on; for this one name "
          "another folder",
          whole.string());
  }
  return FrozenBatch(whole, std::move(frozen));
}

Result<FrozenBatch> FrozenBatch::open(const fs::path& folder) {
  const fs::path whole = fs::absolute(folder).lexically_normal();
  std::error_code error;
  if (!fs::exists(whole / "jobs.jsonl", error))
    return fail("{}: has no batch; judge batch FILE --slurm --results {} makes one", whole.string(), whole.string());
  JUDGE_CHECK(check_own_folders(whole));
  JUDGE_CHECK(check_own_file(whole / "jobs.jsonl"));
  JUDGE_TRY(const std::string text, read_file(whole / "jobs.jsonl", FileKind::binary));
  std::vector<FrozenJob> jobs;
  for (std::size_t at = 0; at < text.size();) {
    const auto end = std::min(text.find('\n', at), text.size());
    const auto job = parse_described<FrozenJob>(std::string_view(text).substr(at, end - at), "the job");
    if (!job) return fail("{}/jobs.jsonl:{}: {}", whole.string(), jobs.size() + 1, job.error().message);
    if (job->error.empty() && !has_its_hashes(*job))
      return fail("{}/jobs.jsonl:{}: is no job of a batch in a shared folder; name another folder", whole.string(),
                  jobs.size() + 1);
    jobs.push_back(*job);
    at = end + 1;
  }
  return FrozenBatch(whole, std::move(jobs));
}

std::span<const std::size_t> FrozenBatch::part(const Share& share) const {
  const auto edge = [&](int index) {
    return m_order.size() * static_cast<std::size_t>(index) / static_cast<std::size_t>(share.count);
  };
  return std::span(m_order).subspan(edge(share.index - 1), edge(share.index) - edge(share.index - 1));
}

fs::path FrozenBatch::source_of(const FrozenJob& job) const { return by_hash(m_folder / "sources", job.source_hash, ".cu"); }

fs::path FrozenBatch::done_file(const std::string& key) const { return by_hash(m_folder / "done", key, ".json"); }

Result<bool> FrozenBatch::is_done(const FrozenJob& job) const { return is_present(done_file(job.key)); }

}  // namespace judge
