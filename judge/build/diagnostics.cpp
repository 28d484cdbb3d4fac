#include "judge/build/diagnostics.hpp"
#include "judge/util/contains.hpp"
#include "judge/util/lines.hpp"
#include "judge/util/regex.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <set>
#include <utility>
#include <vector>

namespace judge {

namespace {

bool is_path_character(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '-' || c == '/' || c == '.';
}

std::vector<std::string_view> lines_of(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) lines.push_back(take_line(text));
  return lines;
}

bool is_noise(std::string_view line) {
  const bool counts = std::isdigit(static_cast<unsigned char>(line.empty() ? ' ' : line[0]));
  return (counts && line.find(" detected in the compilation of \"") != line.npos) ||
         (counts && line.ends_with(" generated.")) || line.starts_with("Remark: The warnings can be suppressed with") ||
         line == "compilation terminated.";
}

// __attribute__((global)) for __global__
constexpr std::string_view attribute_opens = "__attribute__((", attribute_closes = "))";
constexpr std::size_t cuda_word_shrinks_by = attribute_opens.size() + attribute_closes.size() - 4;

std::string with_cuda_words(std::string_view line, std::vector<std::size_t>& shrunk_at) {
  constexpr std::array<std::string_view, 6> names{"global", "device", "host", "shared", "constant", "managed"};
  shrunk_at.clear();
  std::string result;
  for (std::size_t at = 0; at < line.size();) {
    const auto rest = line.substr(at);
    const auto name = rest.starts_with(attribute_opens)
                          ? rest.substr(attribute_opens.size(), rest.find(')') - attribute_opens.size())
                          : std::string_view();
    const bool is_word =
        contains(names, name) && rest.substr(attribute_opens.size() + name.size()).starts_with(attribute_closes);
    if (!is_word) {
      result += line[at++];
      continue;
    }
    shrunk_at.push_back(at);
    result.append("__").append(name).append("__");
    at += attribute_opens.size() + name.size() + attribute_closes.size();
  }
  return result;
}

// Bytes of the well-formed UTF-8 character that `text` starts with; 0 where there is none.
std::size_t character_size(std::string_view text) {
  const auto byte = [&](std::size_t i) { return i < text.size() ? static_cast<unsigned char>(text[i]) : 0u; };
  const auto follows = [&](std::size_t i) { return (byte(i) & 0xC0) == 0x80; };
  const unsigned first = byte(0), second = byte(1);
  if (first < 0x80) return 1;
  if (first >= 0xC2 && first <= 0xDF) return follows(1) ? 2 : 0;
  // Overlong forms, surrogates and what lies above U+10FFFF are told by the second byte.
  const bool second_fits = !((first == 0xE0 && second < 0xA0) || (first == 0xED && second > 0x9F) ||
                             (first == 0xF0 && second < 0x90) || (first == 0xF4 && second > 0x8F));
  if (first >= 0xE0 && first <= 0xEF) return second_fits && follows(1) && follows(2) ? 3 : 0;
  if (first >= 0xF0 && first <= 0xF4) return second_fits && follows(1) && follows(2) && follows(3) ? 4 : 0;
  return 0;
}

}  // namespace

std::string without_control_characters(std::string_view text) {
  std::string result;
  while (!text.empty()) {
    const std::size_t size = character_size(text);
    const unsigned char first = static_cast<unsigned char>(text[0]);
    const bool is_control = (first < 0x20 && first != '\n' && first != '\t') || first == 0x7F;
    if (size == 0) result += '?';
    else if (!is_control) result += text.substr(0, size);
    text.remove_prefix(std::max<std::size_t>(size, 1));
  }
  return result;
}

std::string replace_path(std::string_view text, std::string_view from, std::string_view to) {
  if (from.empty()) return std::string(text);
  std::string result;
  while (true) {
    const auto at = text.find(from);
    if (at == text.npos) break;
    const auto end = at + from.size();
    const char before = at > 0 ? text[at - 1] : result.empty() ? ' ' : result.back();
    // A full stop may end a sentence, or go on as an extension.
    const bool goes_on = end < text.size() && is_path_character(text[end]) &&
                         !(text[end] == '.' && (end + 1 == text.size() || !is_path_character(text[end + 1])));
    result += text.substr(0, at);
    result += !is_path_character(before) && (from.back() == '/' || !goes_on) ? to : from;
    text.remove_prefix(end);
  }
  return result.append(text);
}

std::string without_noise(std::string_view text) {
  // A diagnostic is a run of lines up to an empty one; where nothing is empty, all of it is one.
  std::set<std::string> seen;
  std::string result, block;
  const auto end_block = [&] {
    if (!block.empty() && seen.insert(block).second) result += (result.empty() ? "" : "\n") + block;
    block.clear();
  };
  for (const auto line : lines_of(text)) {
    if (is_noise(line)) continue;
    if (line.find_first_not_of(" \t\r") == line.npos) end_block();
    else block.append(line).append("\n");
  }
  end_block();
  return result;
}

std::string as_written(std::string_view text) {
  std::string result;
  std::vector<std::size_t> shrunk_at;  // columns of the last line, each some characters nearer now
  for (const auto line : lines_of(text)) {
    if (line.find_first_not_of(' ') != line.npos && line.find_first_not_of(" ^~") == line.npos) {
      const auto column = line.find_first_not_of(' ');
      const auto before = std::ranges::count_if(shrunk_at, [&](std::size_t at) { return at < column; });
      result += line.substr(std::min(column, static_cast<std::size_t>(before) * cuda_word_shrinks_by));
    } else {
      result += with_cuda_words(line, shrunk_at);
    }
    result += '\n';
  }
  return result;
}

std::string missing_header_hint(std::string_view messages) {
  // clang: "fatal error: 'x.h' file not found"; gcc and nvcc: "fatal error: x.h: No such file or directory"
  static const Regex pattern("fatal error: '?([^\n':]+)'?(: No such file| file not found)");
  const auto found = pattern.find(messages);
  if (!found) return {};
  return fmt::format("{}note: is {} part of CUDA or of C++? Of other headers only those beside the attempt are found\n",
                     messages.ends_with('\n') ? "" : "\n", (*found)[1]);
}

// `k<<grid, block>>(`
static bool has_launch_of_two_brackets(std::string_view line) {
  const auto open = line.find("<<");
  if (open == line.npos || open == 0 || line.substr(open + 2).starts_with('<')) return false;
  const char before = line[open - 1];
  const auto close = line.find(">>", open);
  if (close == line.npos || !(std::isalnum(static_cast<unsigned char>(before)) || before == '_')) return false;
  const auto between = line.substr(open + 2, close - open - 2), behind = line.substr(close + 2);
  return between.contains(',') && behind.substr(std::min(behind.find_first_not_of(' '), behind.size())).starts_with('(');
}

std::string cuda_hints(std::string_view messages) {
  constexpr std::array old_functions = {"__shfl", "__shfl_up", "__shfl_down", "__shfl_xor", "__any", "__all", "__ballot"};
  std::set<std::string> hints;
  bool is_error = false;
  for (const auto line : lines_of(messages)) {
    const bool was_error = std::exchange(is_error, line.contains("error: "));
    if (was_error && has_launch_of_two_brackets(line))
      hints.insert("a launch is written kernel<<<grid, block>>>(...), with three brackets on each side");
    for (const std::string_view name : old_functions)
      if (is_error && (line.contains(fmt::format("'{}'", name)) || line.contains(fmt::format("\"{}\"", name))))
        hints.insert(fmt::format("write {}_sync(mask, ...); the mask of a whole warp is 0xffffffff", name));
  }
  std::string text = hints.empty() || messages.ends_with('\n') ? "" : "\n";
  for (const auto& hint : hints) text += fmt::format("note: {}\n", hint);
  return text;
}

std::string first_lines(std::string_view text, std::size_t lines, std::size_t width) {
  const auto all = lines_of(text);
  std::string result;
  for (std::size_t i = 0; i < std::min(lines, all.size()); ++i) {
    std::size_t end = std::min(width, all[i].size());
    while (end < all[i].size() && end > 0 && (static_cast<unsigned char>(all[i][end]) & 0xC0) == 0x80) --end;
    result += all[i].substr(0, end);
    result += all[i].size() > width ? " ...\n" : "\n";
  }
  if (all.size() > lines) result += fmt::format("... {} more lines\n", all.size() - lines);
  if (!result.empty()) result.pop_back();
  return result;
}

}  // namespace judge
