#include "judge/cluster/collect.hpp"

#include <set>
#include <unordered_map>

#include "judge/cluster/node_check.hpp"
#include "judge/cluster/shared_results.hpp"
#include "judge/model/record_json.hpp"
#include "judge/util/files.hpp"

namespace judge {

namespace fs = std::filesystem;

namespace {

/// Which records a ledger has, asked for as they are needed.
class KnownRecords {
 public:
  explicit KnownRecords(Ledger& ledger) : m_ledger(ledger) {}

  /// The record's id there; it is added if it is not there yet.
  Result<std::int64_t> id_of(const Record& record, std::size_t& added) {
    const auto [run, is_new] = m_runs.try_emplace(record.run_id);
    if (is_new) {
      JUDGE_TRY(const auto records, m_ledger.run(record.run_id));
      for (const Record& one : records) run->second.emplace(mark_of(one), one.id);
    }
    const auto [id, is_missing] = run->second.try_emplace(mark_of(record), 0);
    if (is_missing) {
      JUDGE_TRY(id->second, m_ledger.append(record));
      ++added;
    }
    return id->second;
  }

 private:
  // What was judged, by which inputs, when: within a run no two records share it.
  static std::string mark_of(const Record& record) {
    return fmt::format("{} {} {} {} {}", record.time, record.problem, record.attempt.content_hash, record.seed,
                       record.cases.size());
  }

  Ledger& m_ledger;
  std::unordered_map<std::string, std::unordered_map<std::string, std::int64_t>> m_runs;
};

class Collector {
 public:
  Collector(const FrozenBatch& batch, Ledger* ledger, bool with_records)
      : m_batch(batch), m_with_records(with_records), m_notes(node_notes(batch.folder())), m_failed(failed_jobs(batch)) {
    if (ledger) m_known.emplace(*ledger);
  }

  /// None: it is not judged yet, or was left out.
  Result<std::optional<BatchResult>> result_of_job(const FrozenJob& job) {
    if (!job.error.empty()) return error_of(job, job.error);
    if (const auto found = m_first.find(job.key); found != m_first.end()) return same(job, found->second);
    JUDGE_TRY(auto done, read_done(m_batch, job.key));
    if (!done) {
      if (const auto failed = m_failed.find(job.key); failed != m_failed.end()) return error_of(job, failed->second);
      ++m_counts.open;
      return std::nullopt;
    }
    JUDGE_TRY(Record record, record_from_json(done->record));
    if (!slowness(done->rates, best_rates(m_notes, record.device.name), record.device.name).empty()) {
      ++m_counts.slow[done->node];
      return std::nullopt;
    }
    record.attempt.path = job.path;
    if (m_known) {
      JUDGE_TRY(record.id, m_known->id_of(record, m_counts.new_in_ledger));
    }
    BatchResult result = result_of(record, job.id, job.key);
    m_first.emplace(job.key, result);
    if (m_with_records) result.record = to_json(record);
    ++m_counts.judged;
    return result;
  }

  const Collected& counts() const { return m_counts; }

 private:
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
  bool m_with_records;
  std::vector<NodeNote> m_notes;
  std::map<std::string, std::string> m_failed;
  std::optional<KnownRecords> m_known;
  std::unordered_map<std::string, BatchResult> m_first;
  Collected m_counts;
};

Result<void> check_replaceable(const fs::path& path, const FrozenBatch& batch) {
  std::error_code error;
  if (!fs::exists(path, error)) return {};
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

}  // namespace judge
