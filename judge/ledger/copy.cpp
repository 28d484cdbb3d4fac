// Copies between ledgers. A record is known by its key, which goes with it, so a second copy adds nothing. Records from before there were
// keys get one here: the hash of all that is stored of them, and a number among those that are the same. Files keep such rows as they
// are, so for a ledger with rows of this kind their keys are found out first.

#include <map>
#include <set>

#include "judge/ledger/ledger.hpp"
#include "judge/ledger/stored.hpp"
#include "judge/util/hash.hpp"

namespace judge {

namespace {

/// Rows that are read, and added, at a time; documents are tens of kilobytes.
constexpr int k_page = 200;

/// The keys of one ledger's rows without one, in the order of their ids.
class KeysOfOldRows {
 public:
  std::string next(const StoredRecord& record) {
    Hasher hasher;
    for (const std::string* text : {&record.run_id, &record.time, &record.problem, &record.problem_hash, &record.attempt,
                                    &record.content_hash, &record.device_id, &record.document})
      hasher.field(*text);
    hasher.field(fmt::format("{} {} {}", record.runtime, record.verdict, record.device_median_ns.value_or(0)));
    const std::string hash = hasher.finish();
    return fmt::format("{}-{}", hash, ++m_seen[hash]);
  }

 private:
  std::map<std::string, int> m_seen;
};

/// One ledger from its first record to its last.
class Source {
 public:
  explicit Source(Database& database) : m_database(&database) {}

  /// Null after the last one.
  Result<const StoredRecord*> head() {
    if (m_next == m_page.size()) {
      JUDGE_TRY(m_page, read_stored(*m_database, Which::all, m_last_id, k_page));
      m_next = 0;
      for (StoredRecord& record : m_page) {
        if (!record.key) record.key = m_keys.next(record);
        m_last_id = record.id;
      }
    }
    return m_next < m_page.size() ? &m_page[m_next] : nullptr;
  }
  StoredRecord take() { return std::move(m_page[m_next++]); }

 private:
  Database* m_database;
  std::vector<StoredRecord> m_page;
  std::size_t m_next = 0;
  std::int64_t m_last_id = 0;
  KeysOfOldRows m_keys;
};

/// Of all that are not yet taken the earliest, but each source in its own order; fewer than `count` when no more are left.
Result<std::vector<StoredRecord>> take_by_time(std::vector<Source>& sources, std::size_t count) {
  std::vector<StoredRecord> records;
  while (records.size() < count) {
    Source* earliest = nullptr;
    std::string time;
    for (Source& source : sources) {
      JUDGE_TRY(const StoredRecord* head, source.head());
      if (!head || (earliest && head->time >= time)) continue;
      earliest = &source;
      time = head->time;
    }
    if (!earliest) break;
    records.push_back(earliest->take());
  }
  return records;
}

Result<std::set<std::string>> keys_of_old_rows(Database& database) {
  KeysOfOldRows keys;
  std::set<std::string> found;
  std::int64_t last_id = 0;
  for (;;) {
    JUDGE_TRY(const auto page, read_stored(database, Which::without_key, last_id, k_page));
    if (page.empty()) return found;
    for (const StoredRecord& record : page) found.insert(keys.next(record));
    last_id = page.back().id;
  }
}

Result<void> copy_peak_rates(Database& from, Database& to) {
  struct PeakRatesOf {
    std::string device_id, time;
    std::array<std::optional<double>, 4> rates;
  };
  std::vector<PeakRatesOf> rows;
  JUDGE_CHECK(
      from.run("SELECT device_id, time, bytes_per_s, flops_per_s, fp16_flops_per_s, int8_flops_per_s FROM ceilings ORDER BY id",
               {}, [&](const Row& row) {
                 PeakRatesOf& kept = rows.emplace_back(PeakRatesOf{std::string(row.text(0)), std::string(row.text(1)), {}});
                 for (int i = 0; i < 4; ++i)
                   if (!row.is_null(2 + i)) kept.rates[static_cast<std::size_t>(i)] = row.real(2 + i);
               }));
  for (const PeakRatesOf& row : rows)
    JUDGE_CHECK(add_peak_rates(to, {std::string_view(row.device_id), std::string_view(row.time), value_of(row.rates[0]),
                                    value_of(row.rates[1]), value_of(row.rates[2]), value_of(row.rates[3])}));
  return {};
}

Result<void> copy_studies(Database& from, Database& to) {
  for (std::int64_t last_id = 0;;) {
    std::vector<StudyRow> page;
    const auto sql = fmt::format(
        "SELECT id, kind, time, problem, problem_hash, device_id, document FROM studies WHERE id > $1 "
        "ORDER BY id LIMIT {}",
        k_page);
    JUDGE_CHECK(from.run(sql, {last_id}, [&](const Row& row) {
      last_id = row.integer(0);
      StudyRow& study = page.emplace_back();
      for (std::size_t i = 0; i < study.size(); ++i) study[i] = row.text(static_cast<int>(i) + 1);
    }));
    if (page.empty()) return {};
    for (const StudyRow& study : page) JUDGE_CHECK(add_study(to, study));
  }
}

}  // namespace

Result<std::int64_t> Ledger::add_all_of(std::span<const Ledger> others) {
  JUDGE_TRY(const auto old_keys, keys_of_old_rows(*m_database));
  std::vector<Source> sources;
  for (const Ledger& other : others) sources.emplace_back(*other.m_database);
  std::int64_t added = 0;
  for (;;) {
    JUDGE_TRY(const auto records, take_by_time(sources, k_page));
    if (records.empty()) break;
    JUDGE_CHECK(in_transaction(*m_database, [&]() -> Result<void> {
      for (const StoredRecord& record : records) {
        if (old_keys.contains(*record.key)) continue;
        JUDGE_TRY(const auto id, add_stored(*m_database, record));
        added += id.has_value();
      }
      return {};
    }));
  }
  for (const Ledger& other : others) {
    JUDGE_CHECK(copy_peak_rates(*other.m_database, *m_database));
    JUDGE_CHECK(copy_studies(*other.m_database, *m_database));
  }
  return added;
}

}  // namespace judge
