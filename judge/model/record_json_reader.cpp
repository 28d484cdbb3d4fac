#include <charconv>
#include <limits>
#include <type_traits>
#include <utility>

#include "judge/model/record_json.hpp"
#include "judge/model/record_json_names.hpp"

namespace judge {

using nlohmann::json;

namespace {

/// One value of a document and the way to it. The first thing that is wrong is kept in `trouble`; what follows is
/// read all the same and thrown away with the rest.
class Node {
 public:
  Node(const json& value, std::string where, std::string& trouble)
      : m_value(value), m_where(std::move(where)), m_trouble(trouble) {}

  /// A field that has to be there.
  template <class T>
  const Node& need(const char* key, T& target) const {
    if (!expect(m_value.is_object(), "an object")) return *this;
    const auto field = m_value.find(key);
    if (field == m_value.end()) complain(path_to(key) + " is missing");
    else decode(child(*field, path_to(key)), target);
    return *this;
  }

  /// A field that keeps its default where it is absent or null.
  template <class T>
  const Node& take(const char* key, T& target) const {
    if (!expect(m_value.is_object(), "an object")) return *this;
    const auto field = m_value.find(key);
    if (field != m_value.end() && !field->is_null()) decode(child(*field, path_to(key)), target);
    return *this;
  }

  bool expect(bool holds, std::string_view what) const {
    if (!holds) complain(fmt::format("{} should be {}, it is {}", m_where.empty() ? "the record" : m_where, what,
                                     m_value.type_name()));
    return holds;
  }

  void complain(std::string message) const {
    if (m_trouble.empty()) m_trouble = std::move(message);
  }

  Node child(const json& value, std::string where) const { return {value, std::move(where), m_trouble}; }
  Node element(std::size_t index) const { return child(m_value[index], fmt::format("{}[{}]", m_where, index)); }
  const json& value() const { return m_value; }
  const std::string& where() const { return m_where; }

 private:
  std::string path_to(const char* key) const { return m_where.empty() ? key : m_where + "." + key; }

  const json& m_value;
  std::string m_where;
  std::string& m_trouble;
};

void decode(const Node& node, std::string& target) {
  if (node.expect(node.value().is_string(), "a string")) target = node.value().get<std::string>();
}

void decode(const Node& node, bool& target) {
  if (node.expect(node.value().is_boolean(), "true or false")) target = node.value().get<bool>();
}

void decode(const Node& node, double& target) {
  if (node.value().is_number()) {
    target = node.value().get<double>();
    return;
  }
  const std::string text = node.value().is_string() ? node.value().get<std::string>() : "";
  if (text == "NaN") target = std::numeric_limits<double>::quiet_NaN();
  else if (text == "Infinity") target = std::numeric_limits<double>::infinity();
  else if (text == "-Infinity") target = -std::numeric_limits<double>::infinity();
  else node.expect(false, "a number");
}

/// Integers; unsigned 64-bit ones also as decimal strings.
template <class T>
  requires(std::is_integral_v<T> && !std::is_same_v<T, bool>)
void decode(const Node& node, T& target) {
  const json& value = node.value();
  if (value.is_number_unsigned() && std::in_range<T>(value.get<std::uint64_t>())) {
    target = static_cast<T>(value.get<std::uint64_t>());
    return;
  }
  if (value.is_number_integer() && !value.is_number_unsigned() && std::in_range<T>(value.get<std::int64_t>())) {
    target = static_cast<T>(value.get<std::int64_t>());
    return;
  }
  if (const auto* text = value.get_ptr<const std::string*>(); text && std::is_same_v<T, std::uint64_t>) {
    T parsed{};
    const auto [end, error] = std::from_chars(text->data(), text->data() + text->size(), parsed);
    if (error == std::errc{} && end == text->data() + text->size()) {
      target = parsed;
      return;
    }
  }
  node.expect(false, "an integer in range");
}

template <class Enum>
  requires std::is_enum_v<Enum>
void decode(const Node& node, Enum& target) {
  std::string text;
  decode(node, text);
  for (const auto& [known, name] : record_json::names_of(Enum{})) {
    if (name != text) continue;
    target = known;
    return;
  }
  node.complain(fmt::format("{}: \"{}\" is not a name this judge knows", node.where(), text));
}

void decode(const Node& node, DType& target) {
  std::string text;
  decode(node, text);
  if (const auto type = dtype_from_name(text)) target = *type;
  else node.complain(fmt::format("{}: \"{}\" is not an element type", node.where(), text));
}

void decode(const Node& node, VerdictKind& target) {
  std::string text;
  decode(node, text);
  if (const auto kind = verdict_from_name(text)) target = *kind;
  else node.complain(fmt::format("{}: \"{}\" is not a verdict this judge knows", node.where(), text));
}

void decode(const Node& node, std::filesystem::path& target) {
  std::string text;
  decode(node, text);
  target = std::move(text);
}

// Records nest a few levels only: these name each other's overloads before their definitions.
void decode(const Node& node, Fault& target);
void decode(const Node& node, CaseResult& target);
void decode(const Node& node, StageTime& target);
void decode(const Node& node, Measurement& target);
void decode(const Node& node, Mismatch& target);
void decode(const Node& node, Fault::Access& target);
void decode(const Node& node, CheckSummary& target);

template <class T>
void decode(const Node& node, std::vector<T>& target) {
  if (!node.expect(node.value().is_array(), "an array")) return;
  target.clear();
  for (std::size_t i = 0; i < node.value().size(); ++i) {
    T element{};
    decode(node.element(i), element);
    target.push_back(std::move(element));
  }
}

template <class T, std::size_t size>
void decode(const Node& node, std::array<T, size>& target) {
  if (!node.expect(node.value().is_array() && node.value().size() == size, fmt::format("an array of {}", size))) return;
  for (std::size_t i = 0; i < size; ++i) decode(node.element(i), target[i]);
}

template <class T>
void decode(const Node& node, std::optional<T>& target) {
  decode(node, target.emplace());
}

void decode(const Node& node, Attempt& target) {
  node.need("name", target.name).take("path", target.path).need("content_hash", target.content_hash);
}

void decode(const Node& node, Device& target) {
  node.need("runtime", target.runtime)
      .need("id", target.id)
      .take("name", target.name)
      .take("compute_major", target.compute_major)
      .take("compute_minor", target.compute_minor)
      .take("multiprocessors", target.multiprocessors)
      .take("runtime_version", target.runtime_version)
      .take("driver_version", target.driver_version);
}

void decode(const Node& node, Fault& target) {
  node.need("kind", target.kind)
      .take("is_write", target.is_write)
      .take("in_kernel", target.in_kernel)
      .take("kernel", target.kernel)
      .take("block", target.block)
      .take("thread", target.thread)
      .take("file", target.file)
      .take("line", target.line)
      .take("column", target.column)
      .take("source", target.source)
      .take("space", target.space)
      .take("other", target.other)
      .take("buffer", target.buffer)
      .take("buffer_bytes", target.buffer_bytes)
      .take("offset_bytes", target.offset_bytes)
      .take("thing", target.thing)
      .take("note", target.note);
}

void decode(const Node& node, Fault::Access& target) {
  node.take("is_write", target.is_write)
      .take("block", target.block)
      .take("thread", target.thread)
      .take("file", target.file)
      .take("line", target.line)
      .take("column", target.column)
      .take("source", target.source);
}

void decode(const Node& node, CheckSummary& target) {
  node.take("tool", target.tool)
      .take("cases", target.cases)
      .take("blocks", target.blocks)
      .take("watched_blocks", target.watched_blocks)
      .take("note", target.note);
}

void decode(const Node& node, Mismatch& target) {
  node.take("buffer", target.buffer)
      .take("type", target.type)
      .take("shape", target.shape)
      .take("wrong", target.wrong)
      .take("total", target.total)
      .take("unwritten", target.unwritten)
      .take("first_index", target.first_index)
      .take("expected", target.expected)
      .take("got", target.got)
      .take("old_content", target.old_content)
      .take("largest_absolute_error", target.largest_absolute_error)
      .take("largest_relative_error", target.largest_relative_error)
      .take("note", target.note);
}

void decode(const Node& node, CaseResult& target) {
  node.take("name", target.name)
      .take("sizes", target.sizes)
      .take("seed", target.seed)
      .take("passed", target.passed)
      .take("extra", target.is_extra)
      .take("wall_ns", target.wall_ns);
}

void decode(const Node& node, StageTime& target) { node.take("stage", target.stage).take("seconds", target.seconds); }

void decode(const Node& node, Summary& target) {
  node.take("median_ns", target.median_ns)
      .take("low_ns", target.low_ns)
      .take("high_ns", target.high_ns)
      .take("p10_ns", target.p10_ns)
      .take("p90_ns", target.p90_ns)
      .take("count", target.count);
}

/// One column of the samples: absent, or as long as the first.
template <class T>
void decode_column(const Node& node, const char* key, std::vector<Sample>& samples, T Sample::* field) {
  const auto column = node.value().find(key);
  if (column == node.value().end()) return;
  const Node all = node.child(*column, node.where() + "." + key);
  if (!all.expect(column->is_array() && column->size() == samples.size(), "an array as long as device_ns")) return;
  for (std::size_t i = 0; i < samples.size(); ++i) {
    const Node one = node.child((*column)[i], all.where());
    decode(one, samples[i].*field);
  }
}

void decode_samples(const Node& node, std::vector<Sample>& samples) {
  if (!node.expect(node.value().is_object(), "an object of columns")) return;
  if (const auto first = node.value().find("device_ns"); first != node.value().end()) samples.resize(first->size());
  decode_column(node, "device_ns", samples, &Sample::device_ns);
  decode_column(node, "wall_ns", samples, &Sample::wall_ns);
  decode_column(node, "sm_clock_mhz", samples, &Sample::sm_clock_mhz);
  decode_column(node, "throttled", samples, &Sample::throttled);
}

void decode(const Node& node, DeviceState& target) {
  node.take("sm_clock_mhz", target.sm_clock_mhz)
      .take("memory_clock_mhz", target.memory_clock_mhz)
      .take("temperature_c", target.temperature_c)
      .take("power_w", target.power_w)
      .take("clock_limits", target.clock_limits);
}

void decode(const Node& node, Piece& target) {
  node.take("what", target.what)
      .take("kernel", target.is_kernel)
      .take("grid", target.grid)
      .take("block", target.block)
      .take("registers", target.registers)
      .take("shared_bytes", target.shared_bytes)
      .take("bytes", target.bytes)
      .take("stream", target.stream)
      .take("gap_ns", target.gap_ns)
      .take("duration_ns", target.duration_ns);
}

void decode(const Node& node, Measurement& target) {
  node.take("case", target.case_name)
      .take("bracket", target.bracket)
      .take("device", target.device)
      .take("wall", target.wall)
      .take("empty_bracket_ns", target.empty_bracket_ns)
      .take("processes", target.processes)
      .take("work_bytes", target.work_bytes)
      .take("work_flops", target.work_flops)
      .take("device_state", target.device_state)
      .take("note", target.note)
      .take("pieces", target.pieces);
  if (const auto samples = node.value().find("samples"); samples != node.value().end())
    decode_samples(node.child(*samples, node.where() + ".samples"), target.samples);
}

void decode(const Node& node, Record& target) {
  node.take("id", target.id)
      .take("run_id", target.run_id)
      .take("time", target.time)
      .take("judge_version", target.judge_version)
      .need("problem", target.problem)
      .take("problem_hash", target.problem_hash)
      .need("attempt", target.attempt)
      .need("device", target.device)
      .take("toolchain", target.toolchain)
      .take("seed", target.seed)
      .need("verdict", target.verdict.kind)
      .take("failed_case", target.verdict.case_name)
      .take("summary", target.verdict.summary)
      .take("details", target.verdict.details)
      .take("mismatch", target.mismatch)
      .take("fault", target.fault)
      .take("findings", target.findings)
      .take("check", target.check)
      .take("cases", target.cases)
      .take("measurements", target.measurements)
      .take("stages", target.stages);
}

Result<void> check_schema(const json& document, std::string_view expected) {
  if (!document.is_object())
    return fail("not a {} document: {} where an object was expected", expected, document.type_name());
  const auto schema = document.find("schema");
  if (schema == document.end()) return fail("not a {} document: it has no \"schema\"", expected);
  if (*schema != expected)
    return fail("schema is {}, this judge reads \"{}\"; a newer judge may read it", json_text(*schema), expected);
  return {};
}

}  // namespace

Result<Record> record_from_json(const json& document) {
  JUDGE_CHECK(check_schema(document, k_record_schema));
  Record record;
  std::string trouble;
  decode(Node(document, "", trouble), record);
  if (!trouble.empty()) return fail("not a {} document: {}", k_record_schema, trouble);
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

Result<json> parse_json(std::string_view text) {
  try {
    return json::parse(text);
  } catch (const json::parse_error& error) {
    return fail("not JSON at byte {}: {}", error.byte, error.what());
  }
}

}  // namespace judge
