#include "judge/render/terminal.hpp"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <utility>

namespace judge {

static std::string_view environment(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? std::string_view() : value;
}

std::size_t terminal_width(int file_descriptor) {
  winsize size{};
  if (ioctl(file_descriptor, TIOCGWINSZ, &size) == 0 && size.ws_col > 0) return size.ws_col;
  if (isatty(file_descriptor) == 0) return 0;
  return std::strtoul(std::string(environment("COLUMNS")).c_str(), nullptr, 10);
}

TextStyle style_for(int file_descriptor) {
  TextStyle style{.width = terminal_width(file_descriptor)};
  const auto force = environment("CLICOLOR_FORCE");
  if (!environment("NO_COLOR").empty()) return style;
  const bool wanted = isatty(file_descriptor) != 0 && environment("CLICOLOR") != "0" && environment("TERM") != "dumb";
  if (wanted || (!force.empty() && force != "0")) style.colors = Colors::on;
  return style;
}

std::string toned(std::string_view text, Tone tone, const TextStyle& style) {
  if (style.colors == Colors::off || tone == Tone::plain || text.empty()) return std::string(text);
  const char* code = "";
  switch (tone) {
    case Tone::good: code = "32"; break;
    case Tone::bad: code = "31"; break;
    case Tone::strong: code = "1"; break;
    case Tone::faint: code = "2"; break;
    case Tone::emphasis: code = "3"; break;
    case Tone::code: code = "36"; break;
    case Tone::plain: break;
  }
  return std::string("\033[") + code + "m" + std::string(text) + "\033[0m";
}

namespace {

struct CodePoint {
  char32_t value = 0xfffd;
  std::size_t bytes = 1;
  bool valid = false;
};

using Range = std::pair<char32_t, char32_t>;

}  // namespace

/// The code point at the start of a text that is not empty; not `valid` for overlong forms, surrogates and stray bytes.
static CodePoint decode(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned first = byte(0);
  if (first < 0x80) return {first, 1, true};
  const std::size_t length = first >= 0xf0 && first < 0xf5 ? 4 : first >= 0xe0 && first < 0xf0 ? 3 : first >= 0xc2 ? 2 : 0;
  if (length == 0 || first >= 0xf5 || text.size() < length) return {};
  char32_t value = first & (0x7fU >> length);
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xc0U) != 0x80) return {};
    value = value << 6 | (byte(i) & 0x3fU);
  }
  static constexpr std::array<char32_t, 5> least{0, 0, 0x80, 0x800, 0x10000};
  if (value < least[length] || value > 0x10ffff || (value >= 0xd800 && value < 0xe000)) return {};
  return {value, length, true};
}

template <std::size_t N>
static bool is_in(const std::array<Range, N>& ranges, char32_t value) {
  return std::ranges::any_of(ranges, [&](const Range& range) { return value >= range.first && value <= range.second; });
}

/// The main blocks of Unicode's combining marks and of East Asian Width W and F: enough for names, not a full table.
static std::size_t width_of(char32_t value) {
  static constexpr std::array<Range, 5> zero{
      {{0x300, 0x36f}, {0x200b, 0x200f}, {0x20d0, 0x20ff}, {0xfe00, 0xfe0f}, {0xfe20, 0xfe2f}}};
  static constexpr std::array<Range, 10> two{{{0x1100, 0x115f},
                                              {0x2e80, 0x303e},
                                              {0x3041, 0xa4cf},
                                              {0xac00, 0xd7a3},
                                              {0xf900, 0xfaff},
                                              {0xfe30, 0xfe6f},
                                              {0xff00, 0xff60},
                                              {0xffe0, 0xffe6},
                                              {0x1f300, 0x1faff},
                                              {0x20000, 0x3fffd}}};
  if (is_in(zero, value)) return 0;
  return is_in(two, value) ? 2 : 1;
}

std::size_t display_width(std::string_view text) {
  std::size_t width = 0;
  while (!text.empty()) {
    const auto point = decode(text);
    width += width_of(point.value);
    text.remove_prefix(point.bytes);
  }
  return width;
}

std::string shortened(std::string_view text, std::size_t width) {
  if (display_width(text) <= width) return std::string(text);
  const std::string_view end = std::string_view("...").substr(0, width);
  std::size_t taken_bytes = 0, taken_columns = 0;
  while (true) {
    const auto point = decode(text.substr(taken_bytes));
    if (taken_columns + width_of(point.value) + end.size() > width) break;
    taken_columns += width_of(point.value);
    taken_bytes += point.bytes;
  }
  return std::string(text.substr(0, taken_bytes)) + std::string(end);
}

std::string indented(std::string_view text) {
  std::string result;
  bool line_start = true;
  for (const char c : text) {
    if (line_start && c != '\n') result += "    ";
    result += c;
    line_start = c == '\n';
  }
  return result;
}

std::string printable_line(std::string_view text) {
  std::string line = printable(text);
  std::ranges::replace_if(
      line, [](char c) { return c == '\n' || c == '\t'; }, ' ');
  return line;
}

std::string printable(std::string_view text) {
  std::string clean;
  while (!text.empty()) {
    const auto point = decode(text);
    const bool allowed = point.value == '\n' || point.value == '\t';
    const bool turns = (point.value >= 0x202a && point.value <= 0x202e) || (point.value >= 0x2066 && point.value <= 0x2069);
    const bool control = point.value < 0x20 || (point.value >= 0x7f && point.value < 0xa0) || turns;
    if (point.valid && (allowed || !control)) clean += text.substr(0, point.bytes);
    else clean += "\xef\xbf\xbd";
    text.remove_prefix(point.bytes);
  }
  return clean;
}

}  // namespace judge
