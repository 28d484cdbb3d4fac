#include "judge/model/record_json.hpp"

#include <cmath>
#include <utility>

#include "judge/model/record_json_names.hpp"

namespace judge {

using nlohmann::json;

namespace {

template <class Enum>
json encode_name(Enum value) {
  for (const auto& [known, name] : record_json::names_of(value))
    if (known == value) return name;
  return "?";
}

json encode_number(double value) {
  if (std::isnan(value)) return "NaN";
  if (std::isinf(value)) return value > 0 ? "Infinity" : "-Infinity";
  return value;
}

json encode(const Attempt& attempt) {
  return {{"name", attempt.name}, {"path", attempt.path.string()}, {"content_hash", attempt.content_hash}};
}

json encode(const Device& device) {
  return {{"runtime", encode_name(device.runtime)},
          {"id", device.id},
          {"name", device.name},
          {"compute_major", device.compute_major},
          {"compute_minor", device.compute_minor},
          {"multiprocessors", device.multiprocessors},
          {"runtime_version", device.runtime_version},
          {"driver_version", device.driver_version}};
}

json encode(const Fault::Access& access) {
  return {{"is_write", access.is_write}, {"block", access.block}, {"thread", access.thread},
          {"file", access.file},         {"line", access.line},   {"column", access.column},
          {"source", access.source}};
}

json encode(const Fault& fault) {
  return {{"kind", encode_name(fault.kind)},
          {"is_write", fault.is_write},
          {"in_kernel", fault.in_kernel},
          {"kernel", fault.kernel},
          {"block", fault.block},
          {"thread", fault.thread},
          {"file", fault.file},
          {"line", fault.line},
          {"column", fault.column},
          {"source", fault.source},
          {"space", encode_name(fault.space)},
          {"other", fault.other ? encode(*fault.other) : json()},
          {"buffer", fault.buffer},
          {"buffer_bytes", fault.buffer_bytes},
          {"offset_bytes", fault.offset_bytes},
          {"thing", fault.thing},
          {"note", fault.note}};
}

json encode(const Mismatch& mismatch) {
  return {{"buffer", mismatch.buffer},
          {"type", name_of(mismatch.type)},
          {"shape", mismatch.shape},
          {"wrong", mismatch.wrong},
          {"total", mismatch.total},
          {"unwritten", mismatch.unwritten},
          {"first_index", mismatch.first_index},
          {"expected", encode_number(mismatch.expected)},
          {"got", encode_number(mismatch.got)},
          {"old_content", encode_name(mismatch.old_content)},
          {"largest_absolute_error", encode_number(mismatch.largest_absolute_error)},
          {"largest_relative_error", encode_number(mismatch.largest_relative_error)},
          {"note", mismatch.note}};
}

json encode(const CaseResult& result) {
  return {{"name", result.name},
          {"sizes", result.sizes},
          {"seed", std::to_string(result.seed)},
          {"passed", result.passed},
          {"extra", result.is_extra},
          {"wall_ns", encode_number(result.wall_ns)}};
}

json encode(const CheckSummary& check) {
  return {{"tool", check.tool},
          {"cases", check.cases},
          {"blocks", check.blocks},
          {"watched_blocks", check.watched_blocks},
          {"note", check.note}};
}

json encode(const StageTime& time) { return {{"stage", time.stage}, {"seconds", encode_number(time.seconds)}}; }

json encode(const Summary& summary) {
  return {{"median_ns", encode_number(summary.median_ns)}, {"low_ns", encode_number(summary.low_ns)},
          {"high_ns", encode_number(summary.high_ns)},     {"p10_ns", encode_number(summary.p10_ns)},
          {"p90_ns", encode_number(summary.p90_ns)},       {"count", summary.count}};
}

/// By column: a third of the size of a list of objects, and what plotting code wants.
json encode(const std::vector<Sample>& samples) {
  json device_ns = json::array(), wall_ns = json::array(), sm_clock_mhz = json::array(), throttled = json::array();
  for (const Sample& sample : samples) {
    device_ns.push_back(encode_number(sample.device_ns));
    wall_ns.push_back(encode_number(sample.wall_ns));
    sm_clock_mhz.push_back(sample.sm_clock_mhz);
    throttled.push_back(sample.throttled);
  }
  return {{"device_ns", std::move(device_ns)},
          {"wall_ns", std::move(wall_ns)},
          {"sm_clock_mhz", std::move(sm_clock_mhz)},
          {"throttled", std::move(throttled)}};
}

json encode(const DeviceState& state) {
  return {{"sm_clock_mhz", state.sm_clock_mhz},
          {"memory_clock_mhz", state.memory_clock_mhz},
          {"temperature_c", state.temperature_c},
          {"power_w", encode_number(state.power_w)},
          {"clock_limits", state.clock_limits}};
}

json encode(const Piece& piece) {
  return {{"what", piece.what},         {"kernel", piece.is_kernel},
          {"grid", piece.grid},         {"block", piece.block},
          {"registers", piece.registers}, {"shared_bytes", piece.shared_bytes},
          {"bytes", piece.bytes},       {"stream", piece.stream},
          {"gap_ns", encode_number(piece.gap_ns)}, {"duration_ns", encode_number(piece.duration_ns)}};
}

json encode(const Measurement& measurement);

template <class T>
json encode_list(const std::vector<T>& values) {
  json list = json::array();
  for (const T& value : values) list.push_back(encode(value));
  return list;
}

json encode(const Measurement& measurement) {
  return {{"case", measurement.case_name},
          {"bracket", encode_name(measurement.bracket)},
          {"device", encode(measurement.device)},
          {"wall", encode(measurement.wall)},
          {"empty_bracket_ns", encode_number(measurement.empty_bracket_ns)},
          {"processes", measurement.processes},
          {"work_bytes", encode_number(measurement.work_bytes)},
          {"work_flops", encode_number(measurement.work_flops)},
          {"device_state", encode(measurement.device_state)},
          {"note", measurement.note},
          {"pieces", encode_list(measurement.pieces)},
          {"samples", encode(measurement.samples)}};
}

}  // namespace

json to_json(const Record& record) {
  return {{"schema", k_record_schema},
          {"id", record.id},
          {"run_id", record.run_id},
          {"time", record.time},
          {"judge_version", record.judge_version},
          {"problem", record.problem},
          {"problem_hash", record.problem_hash},
          {"attempt", encode(record.attempt)},
          {"device", encode(record.device)},
          {"toolchain", record.toolchain},
          {"seed", std::to_string(record.seed)},
          {"verdict", name_of(record.verdict.kind)},
          {"failed_case", record.verdict.case_name},
          {"summary", record.verdict.summary},
          {"details", record.verdict.details},
          {"mismatch", record.mismatch ? encode(*record.mismatch) : json()},
          {"fault", record.fault ? encode(*record.fault) : json()},
          {"findings", encode_list(record.findings)},
          {"check", record.check ? encode(*record.check) : json()},
          {"cases", encode_list(record.cases)},
          {"measurements", encode_list(record.measurements)},
          {"stages", encode_list(record.stages)}};
}

json run_to_json(std::span<const Record> records) {
  json list = json::array();
  for (const Record& record : records) list.push_back(to_json(record));
  return {{"schema", k_run_schema}, {"records", std::move(list)}};
}

std::string json_text(const json& document, int indent) {
  return document.dump(indent, ' ', false, json::error_handler_t::replace);
}

}  // namespace judge
