#include "judge/model/record_json.hpp"

namespace judge {

template nlohmann::json encode<Record>(const Record& record);
template void detail::read_value<Record>(const detail::JsonPlace& place, Record& record);

nlohmann::json to_json(const Record& record) { return encode(record); }

Result<Record> record_from_json(const nlohmann::json& document) {
  auto record = decode<Record>(document, "the record");
  if (!record) return fail("not a {} document: {}", Record::schema, record.error().message);
  return record;
}

}  // namespace judge
