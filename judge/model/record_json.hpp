#pragma once

#include <nlohmann/json.hpp>

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "judge/model/record.hpp"
#include "judge/util/result.hpp"

namespace judge {

/// The JSON form of records: what `judge run --json` prints and what the ledger keeps. docs/json.md describes it field
/// by field. Within a version fields are only added; a change of meaning or a removal makes a new version.
inline constexpr std::string_view k_record_schema = "judge.record/1";
inline constexpr std::string_view k_run_schema = "judge.run/1";

/// Nothing is lost: doubles keep every bit but a NaN's payload, 64-bit seeds are decimal strings (numbers above 2^53
/// are not safe in JSON), NaN and infinities are the strings "NaN", "Infinity" and "-Infinity".
nlohmann::json to_json(const Record& record);

/// The inverse. Unknown fields are ignored and absent ones keep their defaults, except those without which a record
/// says nothing (schema, problem, attempt, device, verdict). Errors: another schema, a field of the wrong type or
/// range, an unknown name of an enumeration; each says which field ("measurements[0].bracket").
Result<Record> record_from_json(const nlohmann::json& document);

/// {"schema": "judge.run/1", "records": [...]}: all attempts judged in one command.
nlohmann::json run_to_json(std::span<const Record> records);
Result<std::vector<Record>> run_from_json(const nlohmann::json& document);

/// As text, never failing: bytes that are not UTF-8 (a hostile attempt's output, file names) become U+FFFD.
/// `indent` < 0 gives one line.
std::string json_text(const nlohmann::json& document, int indent = -1);

/// Parses a text. Errors: not JSON, with the byte where it stops being that.
Result<nlohmann::json> parse_json(std::string_view text);

}  // namespace judge
