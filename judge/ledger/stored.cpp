#include "judge/ledger/stored.hpp"

#include "judge/util/hash.hpp"

namespace judge {

Result<std::optional<std::int64_t>> add_stored(Database& database, const StoredRecord& record) {
  std::vector<Value> values;
  for (const std::string* text : {&record.run_id, &record.time, &record.problem, &record.problem_hash, &record.attempt,
                                  &record.content_hash, &record.device_id})
    values.push_back(std::string_view(*text));
  values.insert(values.end(), {record.runtime, record.verdict, value_of(record.device_median_ns),
                               std::string_view(record.document), record.key ? Value(std::string_view(*record.key)) : Value()});
  std::optional<std::int64_t> id;
  JUDGE_CHECK(database.run(
      "INSERT INTO records (run_id, time, problem, problem_hash, attempt, content_hash, device_id, runtime, verdict, "
      "device_median_ns, document, key) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) "
      "ON CONFLICT DO NOTHING RETURNING id",
      values, [&](const Row& row) { id = row.integer(0); }));
  return id;
}

Result<std::vector<StoredRecord>> read_stored(Database& database, Which which, std::int64_t after, int limit) {
  std::vector<StoredRecord> records;
  const auto read = [&](const Row& row) {
    StoredRecord& record = records.emplace_back();
    record.id = row.integer(0);
    if (!row.is_null(1)) record.key = std::string(row.text(1));
    int column = 2;
    for (std::string* text : {&record.run_id, &record.time, &record.problem, &record.problem_hash, &record.attempt,
                              &record.content_hash, &record.device_id})
      *text = row.text(column++);
    record.runtime = row.integer(9);
    record.verdict = row.integer(10);
    if (!row.is_null(11)) record.device_median_ns = row.real(11);
    record.document = row.text(12);
  };
  const auto sql = fmt::format(
      "SELECT id, key, run_id, time, problem, problem_hash, attempt, content_hash, device_id, runtime, verdict, "
      "device_median_ns, "
      "document FROM records WHERE id > $1{} ORDER BY id LIMIT {}",
      which == Which::without_key ? " AND key IS NULL" : "", limit);
  JUDGE_CHECK(database.run(sql, {after}, read));
  return records;
}

Result<void> add_peak_rates(Database& database, const PeakRatesRow& row) {
  return database.run(
      "INSERT INTO ceilings (device_id, time, bytes_per_s, flops_per_s, fp16_flops_per_s, int8_flops_per_s) "
      "SELECT $1, $2, $3, $4, $5, $6 WHERE NOT EXISTS (SELECT 1 FROM ceilings WHERE device_id = $1 AND time = $2 "
      "AND bytes_per_s = $3 AND flops_per_s = $4 AND fp16_flops_per_s IS NOT DISTINCT FROM $5 "
      "AND int8_flops_per_s IS NOT DISTINCT FROM $6)",
      row, [](const Row&) {});
}

Result<void> add_study(Database& database, const StudyRow& row) {
  Hasher hasher;
  for (const auto& text : row) hasher.field(text);
  const std::string key = hasher.finish();
  std::vector<Value> values{std::string_view(key)};
  for (const auto& text : row) values.push_back(std::string_view(text));
  return database.run(
      "INSERT INTO studies (key, kind, time, problem, problem_hash, device_id, document) VALUES ($1, $2, $3, $4, $5, $6, $7) "
      "ON CONFLICT DO NOTHING",
      values, [](const Row&) {});
}

}  // namespace judge
