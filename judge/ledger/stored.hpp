#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "judge/ledger/database.hpp"

namespace judge {

/// One row of the table records, byte for byte.
struct StoredRecord {
  std::int64_t id = 0;             ///< of the ledger at hand
  std::optional<std::string> key;  ///< the same in all ledgers; rows from before there were keys have none
  std::string run_id, time, problem, problem_hash, attempt, content_hash, device_id;
  std::int64_t runtime = 0, verdict = 0;
  std::optional<double> device_median_ns;
  std::string document;
};

/// Its new id, or none where a record with this key is there.
Result<std::optional<std::int64_t>> add_stored(Database& database, const StoredRecord& record);

/// Up to `limit` records after an id, in order.
enum class Which { all, without_key };
Result<std::vector<StoredRecord>> read_stored(Database& database, Which which, std::int64_t after, int limit);

/// Columns of the table ceilings, without the id; such a row is there only once.
using PeakRatesRow = std::array<Value, 6>;
Result<void> add_peak_rates(Database& database, const PeakRatesRow& row);

/// Columns of the table studies, without id and key; such a row is there only once.
using StudyRow = std::array<std::string, 6>;
Result<void> add_study(Database& database, const StudyRow& row);

}  // namespace judge
