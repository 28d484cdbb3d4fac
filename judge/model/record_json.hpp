#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "judge/model/record.hpp"
#include "judge/util/described_json.hpp"

namespace judge {

/// The JSON form of records: what `judge run --json` prints and what the ledger keeps. docs/json.md describes it field
/// by field. Within a version fields are only added; a change of meaning or a removal makes a new version.
inline constexpr std::string_view k_record_schema = "judge.record/1";
inline constexpr std::string_view k_run_schema = "judge.run/1";

/// Nothing is lost: doubles keep every bit but a NaN's payload.
nlohmann::json to_json(const Record& record);

/// The inverse. Fields that were added to the schema later keep their defaults where they are absent. Errors: another schema,
/// and what decode() says (util/described_json.hpp).
Result<Record> record_from_json(const nlohmann::json& document);

/// {"schema": "judge.run/1", "records": [...]}: all attempts judged in one command.
nlohmann::json run_to_json(std::span<const Record> records);
Result<std::vector<Record>> run_from_json(const nlohmann::json& document);

}  // namespace judge
