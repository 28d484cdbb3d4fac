#include "judge/cluster/collect.hpp"

#include <set>
#include <unordered_map>

#include "judge/cluster/node_check.hpp"
#include "judge/cluster/shared_results.hpp"
#include "judge/model/record_json.hpp"
#include "judge/util/files.hpp"
#include "judge/util/hash.hpp"
#include "judge/util/units.hpp"

namespace judge {

namespace fs = std::filesystem;

namespace {

// In the ledger: of what was judged, wherever and how often it is collected.
std::string ledger_key(const DoneFile& done) { return hash_of(json_text(done.record)).substr(0, 32); }

// Errors: it is about something else than the job.
Result<Record> record_of(const FrozenJob& job, const DoneFile& done) {
  JUDGE_TRY(Record record, record_from_json(done.record));
  const fs::path problem = job.rules.problem;
  if (record.problem != problem.filename().string())
    return fail("its record is about the problem {}, the job about {}; remove it and submit again", record.problem,
                problem.filename().string());
  if (record.problem_hash != job.problem_hash)
    return fail("its record is about other files of the problem than the job; remove it and submit again");
  if (record.attempt.content_hash != job.source_hash)
    return fail("its record is about another text than the job; remove it and submit again");
  return record;
}

class Collector {
 public:
  Collector(const FrozenBatch& batch, Ledger* ledger, bool with_records)
      : m_batch(batch), m_ledger(ledger), m_with_records(with_records) {}

  /// First of all. Errors: a folder cannot be read.
  Result<void> look_around() {
    std::vector<std::string> unreadable;
    JUDGE_TRY(m_notes, node_notes(m_batch.folder(), &unreadable));
    JUDGE_TRY(m_failed, failed_jobs(m_batch, &unreadable));
    m_counts.left_out.insert(unreadable.begin(), unreadable.end());
    return {};
  }

  /// None: it is not judged yet, or was left out.
  Result<std::optional<BatchResult>> result_of_job(const FrozenJob& job) {
    if (!job.error.empty()) return error_of(job, job.error);
    if (const auto found = m_first.find(job.key); found != m_first.end()) return same(job, found->second);
    auto read = read_done(m_batch, job.key);
    if (!read) return left_out(read.error().message);
    const std::optional<DoneFile>& done = *read;
    if (!done) {
      if (const auto failed = m_failed.find(job.key); failed != m_failed.end()) return error_of(job, failed->second);
      ++m_counts.open;
      return std::nullopt;
    }
    auto fitting = record_of(job, *done);
    if (!fitting) return left_out(fmt::format("{}: {}", m_batch.done_file(job.key).string(), fitting.error().message));
    Record& record = *fitting;
    if (!slowness(done->rates, best_rates(m_notes, record.device.name), record.device.name).empty()) {
      ++m_counts.slow[done->node];
      return std::nullopt;
    }
    record.attempt.path = job.path;
    if (m_ledger) {
      JUDGE_TRY(const auto added, m_ledger->append_once(record, ledger_key(*done)));
      record.id = added.id;
      if (added.is_new) ++m_counts.new_in_ledger;
    }
    BatchResult result = result_of(record, job.id, job.key);
    m_first.emplace(job.key, result);
    if (m_with_records) result.record = to_json(record);
    ++m_counts.judged;
    return result;
  }

  const Collected& counts() const { return m_counts; }

 private:
  std::optional<BatchResult> left_out(std::string why) {
    m_counts.left_out.insert(std::move(why));
    return std::nullopt;
  }

  BatchResult error_of(const FrozenJob& job, const std::string& error) {
    ++m_counts.errors;
    return {.id = job.id, .attempt = job.attempt, .path = job.path, .error = error};
  }

  BatchResult same(const FrozenJob& job, BatchResult result) {
    result.same_as = std::exchange(result.id, job.id);
    result.attempt = job.attempt;
    result.path = job.path;
    ++m_counts.same;
    return result;
  }

  const FrozenBatch& m_batch;
  Ledger* m_ledger;
  bool m_with_records;
  std::vector<NodeNote> m_notes;
  std::map<std::string, std::string> m_failed;
  std::unordered_map<std::string, BatchResult> m_first;
  Collected m_counts;
};

Result<void> check_replaceable(const fs::path& path, const FrozenBatch& batch) {
  std::error_code error;
  if (!fs::exists(path, error)) return {};
  if (!fs::is_regular_file(path, error))
    return fail("{}: is no regular file, and is not replaced; without -o the results go to standard output", path.string());
  std::set<std::string> ids;
  for (const FrozenJob& job : batch.jobs()) ids.insert(job.id);
  JUDGE_TRY(const std::string text, read_file(path, FileKind::binary));
  for (std::size_t at = 0; at < text.size();) {
    const auto end = std::min(text.find('\n', at), text.size());
    const auto result = parse_result(std::string_view(text).substr(at, end - at));
    if (!result || !ids.contains(result->id))
      return fail("{}: holds something else than the results of this batch; name another file with -o", path.string());
    at = end + 1;
  }
  return {};
}

}  // namespace

Result<Collected> collect(const FrozenBatch& batch, Ledger* ledger, bool with_records,
                          const std::function<Result<void>(const std::string& line)>& line) {
  Collector collector(batch, ledger, with_records);
  JUDGE_CHECK(collector.look_around());
  for (const FrozenJob& job : batch.jobs()) {
    JUDGE_TRY(const auto result, collector.result_of_job(job));
    if (result) JUDGE_CHECK(line(line_of(*result)));
  }
  return collector.counts();
}

Result<Collected> collect_into(const fs::path& path, const FrozenBatch& batch, Ledger* ledger, bool with_records) {
  JUDGE_CHECK(check_replaceable(path, batch));
  std::string lines;
  JUDGE_TRY(auto counts, collect(batch, ledger, with_records, [&](const std::string& line) -> Result<void> {
              lines += line;
              return {};
            }));
  JUDGE_CHECK(write_file(path, lines));
  return counts;
}

std::string collected_text(const Collected& counts, bool in_ledger) {
  const auto number = [](std::size_t count) { return format_count(static_cast<std::int64_t>(count)); };
  std::string text = fmt::format("{} judged, {} with the content of another", number(counts.judged), number(counts.same));
  if (counts.errors > 0) text += fmt::format(", {} could not be judged", number(counts.errors));
  if (counts.open > 0) text += fmt::format(", {} still to be judged", number(counts.open));
  if (in_ledger) text += fmt::format("; {} new in the ledger", number(counts.new_in_ledger));
  for (const auto& [node, jobs] : counts.slow)
    text += fmt::format(
        "\n{} left out: {} turned out to be more than 1% slower than others of its model; judge them again in "
        "another folder",
        number(jobs), node);
  for (const std::string& file : counts.left_out) text += "\nleft out: " + file;
  return text;
}

}  // namespace judge
