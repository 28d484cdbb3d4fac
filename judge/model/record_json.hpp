#pragma once

#include "judge/model/record.hpp"
#include "judge/util/described_json.hpp"

namespace judge {

/// The JSON form of records: what `judge run --json` prints and what the ledger keeps. docs/json.md describes it field
/// by field. Within a version fields are only added; a change of meaning or a removal makes a new version. Nothing is lost:
/// doubles keep every bit but a NaN's payload.
nlohmann::json to_json(const Record& record);

/// The inverse. Fields that were added to the schema later keep their defaults where they are absent. Errors: another schema,
/// and what decode() says (util/described_json.hpp).
Result<Record> record_from_json(const nlohmann::json& document);

// Compiled once: many documents hold records.
extern template nlohmann::json encode<Record>(const Record& record);
extern template void detail::read_value<Record>(const detail::JsonPlace& place, Record& record);

}  // namespace judge
