#include "judge/ledger/ledger.hpp"

#include <chrono>
#include <cmath>

#include "judge/ledger/schema.hpp"
#include "judge/model/record_json.hpp"
#include "judge/util/files.hpp"

namespace judge {

namespace fs = std::filesystem;

namespace {

/// How long an append waits for another judge's; an append takes a few milliseconds.
constexpr std::chrono::milliseconds k_patience{10'000};

/// `best` holds the row of each attempt that is on the board. Its bare columns come from the row that MIN or MAX chose,
/// which SQLite promises (www.sqlite.org/lang_select.html, "bare columns in an aggregate query").
/// ?1 problem, ?2 device, ?3 hash of the problem or NULL.
#define JUDGE_BOARD_ROWS                                                                              \
  "WITH judged AS (SELECT id, content_hash, verdict, device_median_ns FROM records "                 \
  "    WHERE problem = ?1 AND device_id = ?2 AND (?3 IS NULL OR problem_hash = ?3) "                 \
  "    AND verdict NOT IN (9, 10)), "                                                                \
  "latest AS (SELECT content_hash, verdict, MAX(id) FROM judged GROUP BY content_hash), "            \
  "best AS (SELECT judged.id AS id, MIN(judged.device_median_ns) AS median_ns "                      \
  "    FROM judged JOIN latest USING (content_hash) "                                                \
  "    WHERE judged.verdict = 1 AND latest.verdict = 1 GROUP BY content_hash) "

static_assert(static_cast<int>(VerdictKind::accepted) == 1 && static_cast<int>(VerdictKind::unsupported) == 9 &&
              static_cast<int>(VerdictKind::judge_error) == 10);

std::optional<double> ranked_median_ns(const Record& record) {
  if (record.measurements.empty()) return std::nullopt;
  const double median_ns = record.measurements.front().device.median_ns;
  return std::isfinite(median_ns) && median_ns > 0 ? std::optional(median_ns) : std::nullopt;
}

Result<Record> read_document(std::string_view text) {
  JUDGE_TRY(const nlohmann::json document, parse_json(text));
  return record_from_json(document);
}

void bind_query(SqliteStatement& statement, const BoardQuery& query) {
  statement.bind(std::string_view(query.problem)).bind(std::string_view(query.device_id));
  if (query.problem_hash) statement.bind(std::string_view(*query.problem_hash));
  else statement.bind_null();
}

}  // namespace

fs::path Ledger::default_path() { return default_data_dir() / "ledger.sqlite"; }

Result<Ledger> Ledger::open(const fs::path& path) {
  if (path.empty()) return fail("the ledger's path is empty; name a file with --ledger");
  std::error_code error;
  const fs::path absolute = fs::absolute(path, error);  // SQLite takes ":memory:" and the like for more than names
  if (error) return fail("{}: cannot be opened: {}", path.string(), error.message());
  if (fs::is_directory(absolute, error))
    return fail("{}: is a directory; name a file with --ledger", path.string());
  fs::create_directories(absolute.parent_path(), error);
  if (error)
    return fail("{}: its folder cannot be made: {}; name another file with --ledger", path.string(), error.message());
  JUDGE_TRY(auto database, SqliteDatabase::open(absolute, k_patience));
  JUDGE_CHECK(prepare_ledger(database));
  return Ledger(std::move(database));
}

Result<std::int64_t> Ledger::append(const Record& record) {
  JUDGE_TRY(auto insert, m_database.prepare(
      "INSERT INTO records (run_id, time, problem, problem_hash, attempt, content_hash, device_id, runtime, verdict, "
      "device_median_ns, document) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)"));
  nlohmann::json document = to_json(record);
  document.erase("id");  // the row's own
  for (const std::string* text : {&record.run_id, &record.time, &record.problem, &record.problem_hash, &record.attempt.name,
                                  &record.attempt.content_hash, &record.device.id})
    insert.bind(std::string_view(*text));
  insert.bind(static_cast<std::int64_t>(record.device.runtime))
      .bind(static_cast<std::int64_t>(record.verdict.kind))
      .bind(ranked_median_ns(record))
      .bind(std::string_view(json_text(document)));
  JUDGE_TRY([[maybe_unused]] const bool row, insert.step());
  return m_database.last_inserted_id();
}

Result<std::vector<Record>> Ledger::board(const BoardQuery& query) const {
  JUDGE_TRY(auto rows, m_database.prepare(JUDGE_BOARD_ROWS
      "SELECT records.id, records.document FROM best JOIN records ON records.id = best.id "
      "ORDER BY best.median_ns IS NULL, best.median_ns, records.id"));
  bind_query(rows, query);
  return read_records(std::move(rows));
}

Result<std::vector<double>> Ledger::all_medians(const BoardQuery& query) const {
  JUDGE_TRY(auto rows, m_database.prepare(JUDGE_BOARD_ROWS
      "SELECT median_ns FROM best WHERE median_ns IS NOT NULL ORDER BY median_ns"));
  bind_query(rows, query);
  std::vector<double> medians_ns;
  for (;;) {
    JUDGE_TRY(const bool row, rows.step());
    if (!row) return medians_ns;
    medians_ns.push_back(rows.real(0));
  }
}

Result<std::vector<Record>> Ledger::history(std::string_view problem, std::string_view attempt_or_hash) const {
  JUDGE_TRY(auto rows, m_database.prepare(
      "SELECT id, document FROM records WHERE problem = ?1 AND (attempt = ?2 OR content_hash = ?2) ORDER BY id"));
  rows.bind(problem).bind(attempt_or_hash);
  return read_records(std::move(rows));
}

Result<std::vector<Record>> Ledger::run(std::string_view run_id) const {
  JUDGE_TRY(auto rows, m_database.prepare("SELECT id, document FROM records WHERE run_id = ?1 ORDER BY id"));
  rows.bind(run_id);
  return read_records(std::move(rows));
}

/// Rows of (id, document).
Result<std::vector<Record>> Ledger::read_records(SqliteStatement rows) const {
  std::vector<Record> records;
  for (;;) {
    JUDGE_TRY(const bool row, rows.step());
    if (!row) return records;
    const std::int64_t id = rows.integer(0);
    auto record = read_document(rows.text(1));
    if (!record) return fail("{}: record {}: {}", path().string(), id, record.error().message);
    record->id = id;
    records.push_back(*std::move(record));
  }
}

Result<std::optional<Ceilings>> Ledger::ceilings(std::string_view device_id) const {
  JUDGE_TRY(auto rows, m_database.prepare("SELECT bytes_per_s, flops_per_s, time FROM ceilings WHERE device_id = ?1 "
                                          "ORDER BY id DESC LIMIT 1"));
  rows.bind(device_id);
  JUDGE_TRY(const bool row, rows.step());
  if (!row) return std::nullopt;
  return Ceilings{.bytes_per_s = rows.real(0), .flops_per_s = rows.real(1), .time = std::string(rows.text(2))};
}

Result<void> Ledger::put_ceilings(std::string_view device_id, const Ceilings& ceilings) {
  JUDGE_TRY(auto insert, m_database.prepare("INSERT INTO ceilings (device_id, time, bytes_per_s, flops_per_s) "
                                            "VALUES (?1, ?2, ?3, ?4)"));
  insert.bind(device_id).bind(std::string_view(ceilings.time)).bind(ceilings.bytes_per_s).bind(ceilings.flops_per_s);
  JUDGE_TRY([[maybe_unused]] const bool row, insert.step());
  return {};
}

}  // namespace judge
