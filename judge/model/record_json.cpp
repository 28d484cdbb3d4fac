#include "judge/model/record_json.hpp"

#include <utility>

namespace judge {

using nlohmann::json;

json to_json(const Record& record) {
  json document = encode(record);
  document["schema"] = k_record_schema;
  return document;
}

json run_to_json(std::span<const Record> records) {
  json list = json::array();
  for (const Record& record : records) list.push_back(to_json(record));
  return {{"schema", k_run_schema}, {"records", std::move(list)}};
}

static Result<void> check_schema(const json& document, std::string_view expected) {
  if (!document.is_object()) return fail("not a {} document: {} where an object was expected", expected, document.type_name());
  const auto schema = document.find("schema");
  if (schema == document.end()) return fail("not a {} document: it has no \"schema\"", expected);
  if (*schema != expected)
    return fail("schema is {}, this judge reads \"{}\"; a newer judge may read it", json_text(*schema), expected);
  return {};
}

Result<Record> record_from_json(const json& document) {
  JUDGE_CHECK(check_schema(document, k_record_schema));
  auto record = decode<Record>(document, "the record");
  if (!record) return fail("not a {} document: {}", k_record_schema, record.error().message);
  return record;
}

Result<std::vector<Record>> run_from_json(const json& document) {
  JUDGE_CHECK(check_schema(document, k_run_schema));
  const auto list = document.find("records");
  if (list == document.end() || !list->is_array())
    return fail("not a {} document: \"records\" should be an array", k_run_schema);
  std::vector<Record> records;
  for (std::size_t i = 0; i < list->size(); ++i) {
    auto record = record_from_json((*list)[i]);
    if (!record) return fail("records[{}]: {}", i, record.error().message);
    records.push_back(*std::move(record));
  }
  return records;
}

}  // namespace judge
