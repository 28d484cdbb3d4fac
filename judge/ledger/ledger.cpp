#include "judge/ledger/ledger.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>
#include <map>
#include <utility>

#include "judge/ledger/schema.hpp"
#include "judge/model/record_json.hpp"
#include "judge/util/files.hpp"

namespace judge {

namespace fs = std::filesystem;

namespace {

/// How long an append waits for another judge's; an append takes a few milliseconds.
constexpr std::chrono::milliseconds k_patience{10'000};

std::optional<double> ranked_median_ns(const Record& record) {
  if (record.measurements.empty()) return std::nullopt;
  const double median_ns = record.measurements.front().device.median_ns;
  return std::isfinite(median_ns) && median_ns > 0 ? std::optional(median_ns) : std::nullopt;
}

Result<Record> parse_record(std::string_view text) {
  JUDGE_TRY(const nlohmann::json document, parse_json(text));
  return record_from_json(document);
}

}  // namespace

void Ledger::Tally::see(std::int64_t id, VerdictKind verdict, std::optional<double> row_median_ns) {
  if (verdict == VerdictKind::unsupported || verdict == VerdictKind::judge_error) return;
  const bool accepted = verdict == VerdictKind::accepted;
  if (id > latest_id) {
    latest_id = id;
    latest_accepted = accepted;
  }
  if (!accepted) return;
  if (best_id == 0 || (row_median_ns && (!median_ns || *row_median_ns < *median_ns))) {
    best_id = id;
    median_ns = row_median_ns;
  }
}

fs::path Ledger::default_path() { return default_data_dir() / "ledger.sqlite"; }

Result<Ledger> Ledger::open(const fs::path& path) {
  if (path.empty()) return fail("the ledger has no place: name a file with --ledger, or set HOME");
  std::error_code error;
  const fs::path absolute = fs::absolute(path, error);  // SQLite takes ":memory:" and the like for more than names
  if (error) return fail("{}: cannot be opened: {}", path.string(), error.message());
  if (fs::is_directory(absolute, error)) return fail("{}: is a directory; name a file with --ledger", path.string());
  fs::create_directories(absolute.parent_path(), error);
  if (error) return fail("{}: its folder cannot be made: {}; name another file with --ledger", path.string(), error.message());
  JUDGE_TRY(auto database, SqliteDatabase::open(absolute, k_patience));
  JUDGE_CHECK(prepare_ledger(database));
  return Ledger(std::move(database));
}

Result<Ledger> Ledger::open_to_read(const fs::path& path) {
  std::error_code error;
  if (path.empty() || fs::exists(path, error)) return open(path);
  JUDGE_TRY(auto database, SqliteDatabase::open(":memory:", k_patience));
  JUDGE_CHECK(prepare_ledger(database));
  return Ledger(std::move(database));
}

Result<std::int64_t> Ledger::append(const Record& record) {
  JUDGE_TRY(auto insert,
            m_database.prepare(
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

/// One for each content of which a row says something.
Result<std::vector<Ledger::Tally>> Ledger::tallies(const BoardQuery& query) const {
  JUDGE_TRY(
      auto rows,
      m_database.prepare("SELECT content_hash, id, verdict, device_median_ns FROM records INDEXED BY records_by_board "
                         "WHERE problem = ?1 AND device_id = ?2 AND (?3 IS NULL OR problem_hash = ?3) ORDER BY content_hash"));
  rows.bind(std::string_view(query.problem)).bind(std::string_view(query.device_id)).bind(query.problem_hash);

  std::vector<Tally> all;
  std::string content_hash;
  Tally tally;
  const auto finish = [&] {
    if (tally.latest_id != 0) all.push_back(tally);
    tally = {};
  };
  for (;;) {
    JUDGE_TRY(const bool row, rows.step());
    if (!row) break;
    if (rows.text(0) != content_hash) {
      finish();
      content_hash = rows.text(0);
    }
    const auto verdict = from_number<VerdictKind>(rows.integer(2));
    if (!verdict) {
      skip(rows.integer(1), fmt::format("{} is not the number of a verdict that this judge knows", rows.integer(2)));
      continue;
    }
    tally.see(rows.integer(1), *verdict, rows.is_null(3) ? std::nullopt : std::optional(rows.real(3)));
  }
  finish();
  return all;
}

/// Of what is accepted; fastest first, those without a time last.
Result<std::vector<Ledger::Tally>> Ledger::best_rows(const BoardQuery& query) const {
  JUDGE_TRY(auto best, tallies(query));
  std::erase_if(best, [](const Tally& tally) { return !tally.latest_accepted; });
  constexpr double last = std::numeric_limits<double>::infinity();
  std::ranges::sort(best, {}, [last](const Tally& row) { return std::pair(row.median_ns.value_or(last), row.best_id); });
  return best;
}

Result<std::vector<Record>> Ledger::board(const BoardQuery& query) const {
  JUDGE_TRY(const auto best, best_rows(query));
  JUDGE_TRY(auto row, m_database.prepare("SELECT document FROM records WHERE id = ?1"));
  std::vector<Record> records;
  for (const Tally& entry : best) {
    row.reset();
    row.bind(entry.best_id);
    JUDGE_TRY([[maybe_unused]] const bool found, row.step());  // rows never go
    if (auto record = read_row(entry.best_id, row.text(0))) records.push_back(*std::move(record));
  }
  return records;
}

Result<std::vector<Ledger::AttemptStanding>> Ledger::standings(const BoardQuery& query) const {
  JUDGE_TRY(const auto all, tallies(query));
  // Names from an index: the rows themselves are spread over as many pages as there are documents.
  JUDGE_TRY(auto rows, m_database.prepare("SELECT id, attempt FROM records INDEXED BY records_by_attempt WHERE problem = ?1"));
  rows.bind(std::string_view(query.problem));
  std::map<std::int64_t, std::string> names;
  for (;;) {
    JUDGE_TRY(const bool row, rows.step());
    if (!row) break;
    names.emplace(rows.integer(0), rows.text(1));
  }
  std::vector<AttemptStanding> standings;
  for (const Tally& tally : all)
    standings.push_back({.attempt = names[tally.latest_id],
                         .accepted = tally.latest_accepted,
                         .best_id = tally.best_id,
                         .median_ns = tally.median_ns});
  return standings;
}

Result<std::set<std::string>> Ledger::judged_problems(std::string_view device_id) const {
  JUDGE_TRY(auto rows,
            m_database.prepare("SELECT DISTINCT problem FROM records INDEXED BY records_by_board WHERE device_id = ?1"));
  rows.bind(device_id);
  std::set<std::string> problems;
  for (;;) {
    JUDGE_TRY(const bool row, rows.step());
    if (!row) return problems;
    problems.emplace(rows.text(0));
  }
}

Result<std::optional<Device>> Ledger::latest_device(std::optional<RuntimeKind> runtime) const {
  JUDGE_TRY(auto rows,
            m_database.prepare("SELECT id, document FROM records WHERE ?1 IS NULL OR runtime = ?1 ORDER BY id DESC LIMIT 100"));
  rows.bind(runtime ? std::optional(static_cast<std::int64_t>(*runtime)) : std::nullopt);
  for (;;) {
    JUDGE_TRY(const bool row, rows.step());
    if (!row) return std::nullopt;
    if (auto latest = read_row(rows.integer(0), rows.text(1))) return std::move(latest->device);
  }
}

Result<Measurement> Ledger::ranked_timing(std::int64_t id) const {
  JUDGE_TRY(
      auto row,
      m_database.prepare(
          "SELECT device_median_ns, json_extract(document, '$.measurements[0].bracket'), "
          "json_extract(document, '$.measurements[0].work_bytes'), json_extract(document, '$.measurements[0].work_flops'), "
          "json_extract(document, '$.measurements[0].arithmetic') "
          "FROM records WHERE id = ?1 AND device_median_ns IS NOT NULL"));
  row.bind(id);
  JUDGE_TRY(const bool found, row.step());
  if (!found) return fail("{}: has no record {} with a time", path().string(), id);
  Measurement timing{.work_bytes = row.real(2), .work_flops = row.real(3)};
  timing.device.median_ns = row.real(0);
  timing.arithmetic = from_name<Arithmetic>(row.text(4)).value_or(Arithmetic::fp32);
  for (const auto bracket : {Bracket::blocked, Bracket::host_paced, Bracket::host_clock})
    if (row.text(1) == name_of(bracket)) timing.bracket = bracket;
  return timing;
}

Result<std::vector<double>> Ledger::all_medians(const BoardQuery& query) const {
  JUDGE_TRY(const auto best, best_rows(query));
  std::vector<double> medians_ns;
  for (const Tally& entry : best)
    if (entry.median_ns) medians_ns.push_back(*entry.median_ns);
  return medians_ns;
}

Result<std::vector<Record>> Ledger::history(std::string_view problem, std::string_view attempt_or_hash) const {
  JUDGE_TRY(auto rows,
            m_database.prepare(
                "SELECT id, document FROM records WHERE id IN (SELECT id FROM records WHERE problem = ?1 AND attempt = ?2 "
                "UNION SELECT id FROM records WHERE problem = ?1 AND content_hash = ?2) ORDER BY id"));
  rows.bind(problem).bind(attempt_or_hash);
  return read_records(std::move(rows));
}

Result<std::vector<Record>> Ledger::history(std::string_view problem) const {
  JUDGE_TRY(auto rows, m_database.prepare("SELECT id, document FROM records WHERE problem = ?1 ORDER BY id"));
  rows.bind(problem);
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
    if (auto record = read_row(rows.integer(0), rows.text(1))) records.push_back(*std::move(record));
  }
}

std::optional<Record> Ledger::read_row(std::int64_t id, std::string_view document) const {
  auto record = parse_record(document);
  if (!record) {
    skip(id, record.error().message);
    return std::nullopt;
  }
  record->id = id;
  return *std::move(record);
}

void Ledger::skip(std::int64_t id, std::string_view why) const {
  m_skipped.insert(fmt::format("{}: record {} is skipped: {}; a newer judge may read it", path().string(), id, why));
}

Result<std::optional<PeakRates>> Ledger::peak_rates(std::string_view device_id) const {
  JUDGE_TRY(auto rows,
            m_database.prepare("SELECT bytes_per_s, flops_per_s, fp16_flops_per_s, int8_flops_per_s, time FROM ceilings "
                               "WHERE device_id = ?1 AND fp16_flops_per_s IS NOT NULL "
                               "ORDER BY id DESC LIMIT 1"));
  rows.bind(device_id);
  JUDGE_TRY(const bool row, rows.step());
  if (!row) return std::nullopt;
  return PeakRates{.bytes_per_s = rows.real(0),
                   .flops_per_s = {rows.real(1), rows.real(2), rows.real(3)},
                   .time = std::string(rows.text(4))};
}

Result<void> Ledger::put_peak_rates(std::string_view device_id, const PeakRates& peaks) {
  JUDGE_TRY(auto insert,
            m_database.prepare("INSERT INTO ceilings (device_id, time, bytes_per_s, flops_per_s, fp16_flops_per_s, "
                               "int8_flops_per_s) "
                               "VALUES (?1, ?2, ?3, ?4, ?5, ?6)"));
  insert.bind(device_id).bind(std::string_view(peaks.time)).bind(peaks.bytes_per_s);
  for (const double rate : peaks.flops_per_s) insert.bind(rate);
  JUDGE_TRY([[maybe_unused]] const bool row, insert.step());
  return {};
}

Result<std::int64_t> Ledger::put_study(const Study& study) {
  JUDGE_TRY(auto insert, m_database.prepare("INSERT INTO studies (kind, time, problem, problem_hash, device_id, document) "
                                            "VALUES (?1, ?2, ?3, ?4, ?5, ?6)"));
  for (const std::string* text :
       {&study.kind, &study.time, &study.problem, &study.problem_hash, &study.device_id, &study.document})
    insert.bind(std::string_view(*text));
  JUDGE_TRY([[maybe_unused]] const bool row, insert.step());
  return m_database.last_inserted_id();
}

Result<std::vector<Study>> Ledger::studies(std::string_view problem, std::string_view device_id) const {
  JUDGE_TRY(auto rows, m_database.prepare("SELECT id, kind, time, problem_hash, document FROM studies "
                                          "WHERE problem = ?1 AND device_id = ?2 ORDER BY id"));
  rows.bind(problem).bind(device_id);
  std::vector<Study> found;
  for (;;) {
    JUDGE_TRY(const bool row, rows.step());
    if (!row) return found;
    found.push_back({.id = rows.integer(0),
                     .kind = std::string(rows.text(1)),
                     .time = std::string(rows.text(2)),
                     .problem = std::string(problem),
                     .problem_hash = std::string(rows.text(3)),
                     .device_id = std::string(device_id),
                     .document = std::string(rows.text(4))});
  }
}

}  // namespace judge
