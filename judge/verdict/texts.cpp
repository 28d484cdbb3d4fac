#include "judge/verdict/texts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "judge/util/units.hpp"

namespace judge {

std::string sizes_of(const Case& test) {
  std::string text;
  for (const auto& argument : test.arguments) {
    const auto* scalar = std::get_if<ScalarArgument>(&argument);
    if (scalar == nullptr) continue;
    if (!text.empty()) text += ' ';
    text += scalar->name + '=';
    if (const auto* whole = std::get_if<std::int64_t>(&scalar->value)) text += std::to_string(*whole);
    else text += value_text(scalar->type, std::get<double>(scalar->value));
  }
  return text;
}

static bool has_word(std::string_view text, std::string_view word) {
  for (std::size_t at = text.find(word); at != text.npos; at = text.find(word, at + 1)) {
    const std::size_t end = at + word.size();
    if ((at == 0 || text[at - 1] == ' ') && (end == text.size() || text[end] == ',' || text[end] == ' ')) return true;
  }
  return false;
}

std::string with_sizes(const std::string& case_name, const std::string& sizes, std::string_view between) {
  std::string more;
  for (std::string_view rest = sizes; !rest.empty();) {
    const std::string_view size = rest.substr(0, rest.find(' '));
    if (!has_word(case_name, size)) more += (more.empty() ? "" : " ") + std::string(size);
    rest.remove_prefix(std::min(rest.size(), size.size() + 1));
  }
  return more.empty() ? case_name : fmt::format("{}{}{}", case_name, between, more);
}

std::string element_name(const std::string& buffer, const std::vector<std::int64_t>& shape, std::int64_t flat_index) {
  std::string text;
  std::int64_t rest = flat_index;
  for (std::size_t d = shape.size(); d-- > 0;) {
    const bool outermost = d == 0;
    const std::int64_t extent = shape[d];
    const std::int64_t index = outermost || extent <= 0 ? rest : rest % extent;
    if (extent > 0) rest /= extent;
    text = fmt::format("[{}]{}", index, text);
  }
  return buffer + text;
}

/// Digits that a type needs at most to be told from its neighbours.
static int most_digits(DType type) {
  switch (type) {
    case DType::f16: return 5;
    case DType::bf16: return 4;
    case DType::f32: return 9;
    default: return 17;
  }
}

static double rounded_to(DType type, double value) {
  switch (type) {
    case DType::f16: return half_to_float(float_to_half(static_cast<float>(value)));
    case DType::bf16: return bfloat16_to_float(float_to_bfloat16(static_cast<float>(value)));
    case DType::f32: return static_cast<float>(value);
    default: return value;
  }
}

std::string value_text(DType type, double value) {
  if (std::isnan(value)) return "nan";
  if (std::isinf(value)) return value < 0 ? "-inf" : "inf";
  if (!is_floating(type)) return fmt::format("{:.0f}", value);
  // An expected value may be kept in more precision than the buffer's type: then it needs all the digits of a double.
  const DType precision = rounded_to(type, value) == value ? type : DType::f64;
  for (int digits = 1; digits < most_digits(precision); ++digits) {
    auto text = fmt::format("{:.{}g}", value, digits);
    if (rounded_to(precision, std::strtod(text.c_str(), nullptr)) != value) continue;
    const bool is_short_number = text.contains("e+") && std::abs(value) < 1e7;  // "10" is easier to read than "1e+01"
    return is_short_number ? fmt::format("{:.0f}", value) : text;
  }
  return fmt::format("{:.{}g}", value, most_digits(precision));
}

const BufferArgument* find_buffer(const Case& test, const std::string& name) {
  for (const auto& argument : test.arguments)
    if (const auto* buffer = std::get_if<BufferArgument>(&argument); buffer != nullptr && buffer->name == name) return buffer;
  return nullptr;
}

std::string beside_buffer(const std::string& buffer, std::int64_t offset_bytes, std::size_t buffer_bytes) {
  const auto size = static_cast<std::int64_t>(buffer_bytes);
  const auto sized = fmt::format("{} ({})", buffer, count_of(size, "byte"));
  if (offset_bytes < 0) return fmt::format("{} before the start of {}", count_of(-offset_bytes, "byte"), sized);
  if (offset_bytes == size) return fmt::format("at the first byte past the end of {}", sized);
  if (offset_bytes > size) return fmt::format("{} past the end of {}", count_of(offset_bytes - size, "byte"), sized);
  return fmt::format("at byte {} of {}", format_count(offset_bytes), sized);
}

std::string join_lines(const std::vector<std::string>& lines) {
  std::string text;
  for (const auto& line : lines) {
    if (line.empty()) continue;
    if (!text.empty()) text += '\n';
    text += line;
  }
  return text;
}

}  // namespace judge
