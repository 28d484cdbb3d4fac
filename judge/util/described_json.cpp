#include "judge/util/described_json.hpp"

#include <charconv>
#include <cmath>
#include <limits>

namespace judge {

using nlohmann::json;

std::string json_text(const json& document, int indent) {
  return document.dump(indent, ' ', false, json::error_handler_t::replace);
}

// What is nested deeper than anything of ours, a copy or a comparison of it would overflow the stack.
static constexpr int k_deepest = 64;

static bool is_too_deep(std::string_view text) {
  int depth = 0;
  bool in_string = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (in_string && c == '\\') ++i;
    else if (c == '"') in_string = !in_string;
    else if (!in_string && (c == '[' || c == '{') && ++depth > k_deepest) return true;
    else if (!in_string && (c == ']' || c == '}')) --depth;
  }
  return false;
}

// Without the library's own name of the error, "[json.exception.parse_error.101] parse error at line 1, column 2: ".
static std::string_view words_of(const json::exception& error) {
  std::string_view words = error.what();
  for (const std::string_view before : {"] ", ": "})
    if (const auto at = words.find(before); at != words.npos && (before != ": " || words.starts_with("parse error")))
      words.remove_prefix(at + before.size());
  return words;
}

Result<json> parse_json(std::string_view text) {
  if (is_too_deep(text)) return fail("not JSON of ours: more than {} levels deep", k_deepest);
  try {
    return json::parse(text);
  } catch (const json::parse_error& error) {
    return fail("not JSON at byte {}: {}", error.byte, words_of(error));
  } catch (const json::exception& error) {  // a number beyond all doubles
    return fail("not JSON of ours: {}", words_of(error));
  }
}

namespace detail {

json encode_value(double value) {
  if (std::isnan(value)) return "NaN";
  if (std::isinf(value)) return value > 0 ? "Infinity" : "-Infinity";
  return value;
}

json encode_value(bool value) { return value; }
json encode_value(std::int64_t value) { return value; }
json encode_value(std::uint64_t value) { return value; }
json encode_value(std::string_view value) { return value; }

void put(json& object, const char* name, json value) { object[name] = std::move(value); }
void put_unless_empty(json& object, const char* name, json value) {
  const bool is_zero = (value.is_boolean() && !value.get<bool>()) || (value.is_number() && value.get<double>() == 0) ||
                       (value.is_string() && value.get_ref<const std::string&>().empty()) ||
                       ((value.is_structured() || value.is_null()) && value.empty());
  if (!is_zero) put(object, name, std::move(value));
}

void append(json& list, json value) { list.push_back(std::move(value)); }

// The name of the whole is said only where there is nothing below it.
std::string JsonPlace::path() const {
  if (!m_parent) return "";
  const std::string above = m_parent->path();
  if (!m_key) return fmt::format("{}[{}]", above, m_index);
  return above.empty() ? m_key : above + "." + m_key;
}

void JsonPlace::complain(const std::string& what) const {
  if (!m_trouble.empty()) return;
  const std::string where = path();
  if (where.empty()) m_trouble = what.starts_with('.') ? what.substr(1) : m_key + what;
  else m_trouble = where + what;
}

bool JsonPlace::expect(bool holds, std::string_view what) const {
  if (!holds) complain(fmt::format(" should be {}, it is {}", what, m_value.type_name()));
  return holds;
}

void JsonPlace::complain_of_name(const std::string& name) const {
  complain(fmt::format(": \"{}\" is not a name that this judge knows", name));
}

const json* JsonPlace::field(const char* name, Presence presence) const {
  const auto found = m_value.find(name);
  const bool is_there = found != m_value.end();
  if (is_there && !(presence == Presence::optional && found->is_null())) return &*found;
  if (presence == Presence::required) complain(fmt::format(".{} is missing", name));
  return nullptr;
}

bool JsonPlace::expect_array() const { return expect(m_value.is_array(), "an array"); }

bool JsonPlace::expect_array_of(std::size_t size) const {
  return expect(m_value.size() == size, fmt::format("an array of {}", size));
}

bool JsonPlace::expect_schema(std::string_view name) const {
  const auto schema = m_value.find("schema");
  if (schema == m_value.end()) complain(fmt::format(".schema is missing, it should be \"{}\"", name));
  else if (*schema != name)
    complain(fmt::format(".schema is {}, this judge reads \"{}\"; a newer judge may read it", json_text(*schema), name));
  return schema != m_value.end() && *schema == name;
}

void JsonPlace::read(bool& target) const {
  if (expect(m_value.is_boolean(), "true or false")) target = m_value.get<bool>();
}

void JsonPlace::read(std::string& target) const {
  if (expect(m_value.is_string(), "a string")) target = m_value.get<std::string>();
}

void JsonPlace::read(double& target) const {
  if (m_value.is_number()) target = m_value.get<double>();
  else if (m_value == "NaN") target = std::numeric_limits<double>::quiet_NaN();
  else if (m_value == "Infinity") target = std::numeric_limits<double>::infinity();
  else if (m_value == "-Infinity") target = -std::numeric_limits<double>::infinity();
  else expect(false, "a number");
}

void JsonPlace::read(std::int64_t& target) const {
  const bool fits = m_value.is_number_integer() &&
                    (!m_value.is_number_unsigned() || std::in_range<std::int64_t>(m_value.get<std::uint64_t>()));
  if (expect(fits, "an integer in range")) target = m_value.get<std::int64_t>();
}

void JsonPlace::read(std::uint64_t& target) const {
  const bool fits = m_value.is_number_unsigned() || (m_value.is_number_integer() && m_value.get<std::int64_t>() >= 0);
  if (expect(fits, "an integer in range")) target = m_value.get<std::uint64_t>();
}

void JsonPlace::read_text(std::uint64_t& target) const {
  const auto* text = m_value.get_ptr<const std::string*>();
  if (!text) return read(target);
  const char* const end = text->data() + text->size();
  const auto [stopped, error] = std::from_chars(text->data(), end, target);
  expect(error == std::errc{} && stopped == end, "an integer in range");
}

}  // namespace detail

}  // namespace judge
