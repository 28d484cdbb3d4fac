#include "judge/ledger/ledger.hpp"

#include <sys/random.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <limits>
#include <map>
#include <utility>

#include "judge/ledger/postgres.hpp"
#include "judge/ledger/schema.hpp"
#include "judge/ledger/sqlite.hpp"
#include "judge/ledger/statements.hpp"
#include "judge/ledger/stored.hpp"
#include "judge/model/record_json.hpp"
#include "judge/util/files.hpp"

namespace judge {

namespace fs = std::filesystem;

namespace {

/// How long an append waits for another judge's; an append takes a few milliseconds.
constexpr std::chrono::milliseconds k_patience{10'000};
/// And for a server that restarts.
constexpr std::chrono::milliseconds k_patience_with_a_server{30'000};

std::optional<double> ranked_median_ns(const Record& record) {
  if (record.measurements.empty()) return std::nullopt;
  const double median_ns = record.measurements.front().device.median_ns;
  return std::isfinite(median_ns) && median_ns > 0 ? std::optional(median_ns) : std::nullopt;
}

Result<Record> parse_record(std::string_view text) {
  JUDGE_TRY(const nlohmann::json document, parse_json(text));
  return record_from_json(document);
}

/// Of the first measurement, which a record with a time has. Whatever else is in the document, a newer judge may have written.
Result<Measurement> parse_timing(double median_ns, std::string_view document) {
  JUDGE_TRY(const nlohmann::json record, parse_json(document));
  const nlohmann::json::json_pointer first("/measurements/0");
  Measurement timing;
  timing.device.median_ns = median_ns;
  if (!record.contains(first) || !record[first].is_object()) return timing;
  const nlohmann::json& measurement = record[first];
  const auto number = [&](const char* name) {
    const auto found = measurement.find(name);
    return found != measurement.end() && found->is_number() ? found->get<double>() : 0.0;
  };
  const auto name = [&](const char* field) {
    const auto found = measurement.find(field);
    return found != measurement.end() && found->is_string() ? found->get<std::string>() : std::string();
  };
  timing.work_bytes = number("work_bytes");
  timing.work_flops = number("work_flops");
  timing.arithmetic = from_name<Arithmetic>(name("arithmetic")).value_or(Arithmetic::fp32);
  timing.bracket = from_name<Bracket>(name("bracket")).value_or(Bracket::none);
  return timing;
}

/// The case of the first measurement. Of what this judge wrote nothing else is parsed: a document has many samples.
std::string first_case_in(std::string_view document) {
  const auto string_at = [&](std::size_t begin) {
    std::size_t end = begin + 1;
    while (end < document.size() && document[end] != '"') end += document[end] == '\\' ? 2 : 1;
    const auto text = document.substr(begin, end + 1 - begin);
    const auto parsed = nlohmann::json::parse(text, nullptr, false);
    return parsed.is_string() ? parsed.get<std::string>() : std::string();
  };
  constexpr std::string_view measurements = R"("measurements":[{)", name = R"("case":)";
  const auto first = document.find(measurements);
  const auto key = first == document.npos ? document.npos : document.find(name, first);
  if (key != document.npos && document.substr(first, key - first).find('}') == document.npos)
    return string_at(key + name.size());
  const auto record = nlohmann::json::parse(document, nullptr, false);
  const nlohmann::json::json_pointer pointer("/measurements/0/case");
  return record.contains(pointer) && record[pointer].is_string() ? record[pointer].get<std::string>() : std::string();
}

/// Of no other record in any ledger: 128 random bits, in hexadecimal digits.
Result<std::string> new_key() {
  std::array<std::uint64_t, 2> bits{};
  if (::getrandom(bits.data(), sizeof bits, 0) != sizeof bits) return fail("the system gives no random bytes");
  return fmt::format("{:016x}{:016x}", bits[0], bits[1]);
}

/// SQLite takes ":memory:" and the like for more than names.
Result<fs::path> absolute_path(const fs::path& path) {
  if (path.empty()) return fail("the ledger has no place: name a file with --ledger, or set HOME");
  std::error_code error;
  auto absolute = fs::absolute(path, error);
  if (error) return fail("{}: cannot be opened: {}", path.string(), error.message());
  if (fs::is_directory(absolute, error)) return fail("{}: is a directory; name a file with --ledger", path.string());
  return absolute;
}

/// A file that is there or can be made.
Result<std::unique_ptr<Database>> open_file(const fs::path& path) {
  JUDGE_TRY(const auto absolute, absolute_path(path));
  std::error_code error;
  fs::create_directories(absolute.parent_path(), error);
  if (error) return fail("{}: its folder cannot be made: {}; name another file with --ledger", path.string(), error.message());
  return SqliteDatabase::open(absolute, k_patience);
}

/// A file that is there; one of an older judge is copied into memory, and brought to the present schema there.
Result<std::unique_ptr<Database>> open_file_to_read(const fs::path& path) {
  JUDGE_TRY(const auto absolute, absolute_path(path));
  JUDGE_TRY(auto file, SqliteDatabase::open_to_read(absolute, k_patience));
  JUDGE_TRY(const std::int64_t version, file->version());
  if (version >= ledger_schema_version()) return file;
  JUDGE_TRY(auto copy, file->copy());
  JUDGE_CHECK(prepare_ledger(*copy, Database::Access::write));
  return copy;
}

Result<std::unique_ptr<Database>> open_database(const fs::path& place) {
  if (is_on_postgres(place)) return PostgresDatabase::open(place.native(), k_patience_with_a_server);
  return open_file(place);
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
  if (row_median_ns) times.push_back({*row_median_ns, id});
  else if (best_id == 0) best_id = id;
}

void Ledger::Tally::choose_best() {
  median_ns.reset();
  if (times.empty()) return;
  const Time& best = *std::ranges::min_element(times);
  best_id = best.id;
  median_ns = best.median_ns;
}

fs::path Ledger::default_path() { return default_data_dir() / "ledger.sqlite"; }

bool Ledger::is_file(const fs::path& place) { return !is_on_postgres(place); }
std::string Ledger::shown(const fs::path& place) { return is_file(place) ? place.string() : shown_place(place.native()); }

Result<Ledger> Ledger::open(const fs::path& place) {
  JUDGE_TRY(auto database, open_database(place));
  JUDGE_CHECK(prepare_ledger(*database, Database::Access::write));
  return Ledger(std::move(database));
}

static Result<std::unique_ptr<Database>> open_database_to_read(const fs::path& place) {
  std::error_code error;
  if (Ledger::is_file(place)) {
    if (place.empty() || fs::exists(place, error)) return open_file_to_read(place);
  } else {
    JUDGE_TRY(auto server, open_database(place));
    JUDGE_TRY(const std::int64_t version, server->version());
    if (version > 0) return server;
  }
  JUDGE_TRY(auto nothing, SqliteDatabase::make_empty(k_patience));
  JUDGE_CHECK(prepare_ledger(*nothing, Database::Access::write));
  return nothing;
}

Result<Ledger> Ledger::open_to_read(const fs::path& place) {
  JUDGE_TRY(auto database, open_database_to_read(place));
  JUDGE_CHECK(prepare_ledger(*database, Database::Access::read));
  return Ledger(std::move(database));
}

Result<std::int64_t> Ledger::append(const Record& record) {
  JUDGE_TRY(const std::string key, new_key());
  JUDGE_TRY(const Added added, append_once(record, key));
  return added.id;
}

Result<Ledger::Added> Ledger::append_once(const Record& record, std::string_view key) {
  nlohmann::json document = to_json(record);
  document.erase("id");  // the row's own
  const std::string text = json_text(document);
  const StoredRecord row{.key = std::string(key),
                         .run_id = record.run_id,
                         .time = record.time,
                         .problem = record.problem,
                         .problem_hash = record.problem_hash,
                         .attempt = record.attempt.name,
                         .content_hash = record.attempt.content_hash,
                         .device_id = record.device.id,
                         .runtime = static_cast<std::int64_t>(record.device.runtime),
                         .verdict = static_cast<std::int64_t>(record.verdict.kind),
                         .device_median_ns = ranked_median_ns(record),
                         .document = text};
  JUDGE_TRY(auto id, add_stored(*m_database, row));
  if (id) return Added{.id = *id};
  // It is there already: somebody added it, or the answer to a first try was lost with its connection.
  const auto found = [&](const Row& earlier) { id = earlier.integer(0); };
  JUDGE_CHECK(m_database->run("SELECT id FROM records WHERE key = $1", {key}, found));
  if (!id) return fail("{}: a record was added and is not there", m_database->place());
  return Added{.id = *id, .is_new = false};
}

/// One for each content of which a row says something.
Result<std::vector<Ledger::Tally>> Ledger::tallies(const BoardQuery& query) const {
  std::vector<Tally> all;
  std::string content_hash;
  Tally tally;
  const auto finish = [&] {
    tally.choose_best();
    if (tally.latest_id != 0) all.push_back(std::move(tally));
    tally = {};
  };
  const auto see = [&](const Row& row) {
    if (row.text(0) != content_hash) {
      finish();
      content_hash = row.text(0);
    }
    if (const auto verdict = from_number<VerdictKind>(row.integer(2)))
      tally.see(row.integer(1), *verdict, row.is_null(3) ? std::nullopt : std::optional(row.real(3)));
    else skip(row.integer(1), fmt::format("{} is not the number of a verdict that this judge knows", row.integer(2)));
  };
  using enum statements::OfProblem;
  std::vector<Value> values{std::string_view(query.problem), std::string_view(query.device_id)};
  if (query.problem_hash) values.push_back(std::string_view(*query.problem_hash));
  JUDGE_CHECK(m_database->run(statements::tallies(query.problem_hash ? one_version : any_version), values, see));
  finish();
  if (query.ranked_case) JUDGE_CHECK(leave_out_other_cases(all, *query.ranked_case));
  return all;
}

// Only the documents of those that would count are read, until each that counts is of the ranked case.
Result<void> Ledger::leave_out_other_cases(std::vector<Tally>& tallies, std::string_view ranked_case) const {
  std::map<std::int64_t, Tally*> unknown;
  for (Tally& tally : tallies)
    if (tally.median_ns) unknown.emplace(tally.best_id, &tally);
  while (!unknown.empty()) {
    std::vector<std::int64_t> ids;
    for (const auto& [id, tally] : unknown) ids.push_back(id);
    std::set<std::int64_t> others;
    JUDGE_CHECK(read_documents(ids, [&](const Row& row) {
      const std::string name = first_case_in(row.text(1));
      if (!name.empty() && name != ranked_case) others.insert(row.integer(0));
    }));
    std::map<std::int64_t, Tally*> next;
    for (const auto id : others) {
      Tally& tally = *unknown.at(id);
      std::erase_if(tally.times, [&](const Tally::Time& time) { return time.id == id; });
      tally.choose_best();
      if (tally.median_ns) next.emplace(tally.best_id, &tally);
    }
    unknown = std::move(next);
  }
  return {};
}

/// Many at a time: each answer of a server takes its time.
Result<void> Ledger::read_documents(std::span<const std::int64_t> ids, const Database::Visitor& see) const {
  constexpr std::size_t k_at_a_time = 200;
  for (std::size_t first = 0; first < ids.size(); first += k_at_a_time) {
    const auto some = ids.subspan(first, std::min(k_at_a_time, ids.size() - first));
    JUDGE_CHECK(
        m_database->run(fmt::format("SELECT id, document FROM records WHERE id IN ({})", fmt::join(some, ", ")), {}, see));
  }
  return {};
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
  std::map<std::int64_t, Record> records;
  const auto read = [&](const Row& row) {
    if (auto record = read_row(row.integer(0), row.text(1))) records.insert_or_assign(row.integer(0), *std::move(record));
  };
  std::vector<std::int64_t> ids;
  for (const Tally& entry : best) ids.push_back(entry.best_id);
  JUDGE_CHECK(read_documents(ids, read));
  std::vector<Record> board;
  for (const Tally& entry : best)
    if (const auto record = records.find(entry.best_id); record != records.end()) {
      if (!entry.median_ns) record->second.measurements.clear();
      board.push_back(std::move(record->second));
    }
  return board;
}

Result<std::map<std::string, std::set<std::string>>> Ledger::names_of_contents(const BoardQuery& query) const {
  std::map<std::int64_t, std::string> contents;
  using enum statements::OfProblem;
  std::vector<Value> values{std::string_view(query.problem), std::string_view(query.device_id)};
  if (query.problem_hash) values.push_back(std::string_view(*query.problem_hash));
  JUDGE_CHECK(m_database->run(statements::tallies(query.problem_hash ? one_version : any_version), values,
                              [&](const Row& row) { contents.emplace(row.integer(1), row.text(0)); }));
  std::map<std::string, std::set<std::string>> names;
  JUDGE_CHECK(m_database->run(statements::names, {std::string_view(query.problem)}, [&](const Row& row) {
    if (const auto content = contents.find(row.integer(0)); content != contents.end())
      names[content->second].insert(std::string(row.text(1)));
  }));
  std::erase_if(names, [](const auto& of_content) { return of_content.second.size() < 2; });
  return names;
}

Result<std::vector<Ledger::AttemptStanding>> Ledger::standings(const BoardQuery& query) const {
  JUDGE_TRY(const auto all, tallies(query));
  // Names from an index: the rows themselves are spread over as many pages as there are documents.
  std::map<std::int64_t, std::string> names;
  JUDGE_CHECK(m_database->run(statements::names, {std::string_view(query.problem)},
                              [&](const Row& row) { names.emplace(row.integer(0), row.text(1)); }));
  std::vector<AttemptStanding> standings;
  for (const Tally& tally : all)
    standings.push_back({.attempt = names[tally.latest_id],
                         .accepted = tally.latest_accepted,
                         .best_id = tally.best_id,
                         .median_ns = tally.median_ns});
  return standings;
}

Result<std::set<std::string>> Ledger::judged_problems(std::string_view device_id) const {
  std::set<std::string> problems;
  JUDGE_CHECK(
      m_database->run(statements::judged_problems, {device_id}, [&](const Row& row) { problems.emplace(row.text(0)); }));
  return problems;
}

Result<std::optional<Device>> Ledger::latest_device(std::optional<RuntimeKind> runtime) const {
  std::string sql = "SELECT id, document FROM records WHERE id < $1";
  if (runtime) sql += fmt::format(" AND runtime = {}", static_cast<int>(*runtime));
  sql += " ORDER BY id DESC LIMIT 1";
  std::int64_t before = std::numeric_limits<std::int64_t>::max();
  for (int unreadable = 0; unreadable < 100; ++unreadable) {
    std::optional<Record> latest;
    std::int64_t id = 0;
    JUDGE_CHECK(m_database->run(sql, {before}, [&](const Row& row) {
      id = row.integer(0);
      latest = read_row(id, row.text(1));
    }));
    if (latest) return std::move(latest->device);
    if (id == 0) break;
    before = id;
  }
  return std::nullopt;
}

Result<Measurement> Ledger::ranked_timing(std::int64_t id) const {
  std::optional<Result<Measurement>> timing;
  JUDGE_CHECK(m_database->run("SELECT device_median_ns, document FROM records WHERE id = $1 AND device_median_ns IS NOT NULL",
                              {id}, [&](const Row& row) { timing = parse_timing(row.real(0), row.text(1)); }));
  if (!timing) return fail("{}: has no record {} with a time", m_database->place(), id);
  return *std::move(timing);
}

Result<std::vector<double>> Ledger::all_medians(const BoardQuery& query) const {
  JUDGE_TRY(const auto best, best_rows(query));
  std::vector<double> medians_ns;
  for (const Tally& entry : best)
    if (entry.median_ns) medians_ns.push_back(*entry.median_ns);
  return medians_ns;
}

Result<std::vector<Record>> Ledger::history(std::string_view problem, std::string_view attempt_or_hash) const {
  return read_records(
      "SELECT id, document FROM records WHERE id IN (SELECT id FROM records WHERE problem = $1 AND attempt = $2 "
      "UNION SELECT id FROM records WHERE problem = $1 AND content_hash = $2) ORDER BY id",
      {problem, attempt_or_hash});
}

Result<std::vector<Record>> Ledger::history(std::string_view problem) const {
  return read_records("SELECT id, document FROM records WHERE problem = $1 ORDER BY id", {problem});
}

/// Rows of (id, document).
Result<std::vector<Record>> Ledger::read_records(std::string_view sql, std::initializer_list<Value> values) const {
  std::vector<Record> records;
  JUDGE_CHECK(m_database->run(sql, values, [&](const Row& row) {
    if (auto record = read_row(row.integer(0), row.text(1))) records.push_back(*std::move(record));
  }));
  return records;
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
  m_skipped.insert(fmt::format("{}: record {} is skipped: {}; a newer judge may read it", m_database->place(), id, why));
}

Result<std::int64_t> Ledger::size() const {
  std::int64_t rows = 0;
  JUDGE_CHECK(m_database->run("SELECT count(*) FROM records", {}, [&](const Row& row) { rows = row.integer(0); }));
  return rows;
}

}  // namespace judge
