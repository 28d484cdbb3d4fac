// Compilers see the lowered text. What they say is put back into the user's words line by line:
//
//     a.cu:12:5: error: ...                 a place, kept where it is the user's
//         (::judge_emulated::Configu...     the line there, quoted by clang; `   12 | ...` by others: becomes the user's
//         ^~~~                              the mark below it, kept where the line is as long
//     .../emulated/launch.h:36:3: note: ... a place in our headers: only what is said there is kept
#include "judge/emulator/lowering/diagnostics.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <sstream>

#include "judge/util/files.hpp"
#include "judge/util/regex.hpp"

namespace judge::lowering {

namespace {

struct Place {
  std::string file, rest;  // rest: " error: ..."
  int line = 0, column = 0;
};

std::optional<Place> place_in(const std::string& text) {
  static const Regex pattern(R"(^([^\s:][^:]*):(\d{1,9}):(?:(\d{1,9}):)?( (?:fatal )?(?:error|warning|note): .*)$)");
  const auto found = pattern.match(text);
  if (!found) return std::nullopt;
  const std::string column((*found)[3]);
  return Place{std::string((*found)[1]), std::string((*found)[4]), std::stoi(std::string((*found)[2])),
               column.empty() ? 0 : std::stoi(column)};
}

bool is_ours(const std::string& text, const std::filesystem::path& headers) {
  std::error_code error;
  const auto real = std::filesystem::canonical(headers, error).string();
  return text.contains(headers.string() + "/") || (!real.empty() && text.contains(real + "/"));
}

bool is_mark(const std::string& text) { return text.find_first_not_of(" \t|^~") == std::string::npos; }

/// What stands between places: includes, functions, the ways to an instantiation, counts.
bool is_of_no_place(const std::string& text) {
  static const Regex pattern(
      R"(^(In file included from |                 from |[^\s:][^:]*: (In|At) |[^\s:][^:]*:\d+:(\d+:)?   |\d+ (error|warning)s? ).*)"
      R"(|^[^\s:]+: (fatal )?error: .*|^(fatal )?error: .*|^compilation terminated.*)");
  return pattern.match(text).has_value();
}

/// "   12 | ": what g++, and clang since 18, write before a quoted line; as wide before the mark.
std::size_t gutter_of(const std::string& text) {
  static const Regex pattern(R"(^ *\d* \| ?)");
  const auto found = pattern.find(text);
  return found ? found->front().size() : 0;
}

std::string without_our_names(std::string text) {
  constexpr std::array<std::pair<std::string_view, std::string_view>, 9> names{
      {{"::judge_emulated::Configuration", "<<<...>>>"},
       {"judge_emulated::Configuration", "<<<...>>>"},
       {"const judge_emulated::Here&, ", ""},
       {"const judge_emulated::Here&", ""},
       {"judge_emulated::", ""},
       {"judge_kernel_", ""},
       {"judge_split_", ""},
       {"judge_dynamic_", "extern __shared__ "},
       {"judge_type_", ""}}};
  for (const auto& [ours, theirs] : names)
    for (std::size_t at = text.find(ours); at != std::string::npos; at = text.find(ours, at + theirs.size()))
      text.replace(at, ours.size(), theirs);
  return text;
}

bool is_note(const Place& place) { return place.rest.starts_with(" note: "); }

/// "; did you mean '::judge_emulated::Block'?" is of no help: that name is ours.
std::string without_our_suggestion(std::string text, std::string& suggested) {
  static const Regex pattern(R"(; did you mean (?:'|‘)([^'’]*judge_[^'’]*)(?:'|’)\?)");
  suggested.clear();
  const auto found = pattern.find(text);
  if (!found) return text;
  suggested = (*found)[1];
  return text.erase(static_cast<std::size_t>((*found)[0].data() - text.data()), (*found)[0].size());
}

class Reader {
 public:
  Reader(const std::filesystem::path& headers, const LineOfFile& line_of) : m_headers(headers), m_line_of(line_of) {}

  void read(std::string text) {
    // A static_assert may say megabytes, and the patterns take stack by the length.
    constexpr std::size_t k_longest_line = 4000;
    if (text.size() > k_longest_line) text.resize(k_longest_line);
    if (const auto place = place_in(text)) return begin(*place, std::move(text));
    if (!m_suggested.empty() && text.substr(std::min(text.find_first_not_of(" |"), text.size())) == m_suggested) return;
    if (is_of_no_place(text)) {
      m_is_ours = m_expects_quote = false;
      if (!is_ours(text, m_headers) && !text.contains("<command-line>")) say(without_our_names(text));
    } else if (m_is_ours) {
      return;
    } else if (m_expects_quote) {
      quote(text);
    } else if (!m_width || !is_mark(text) || text.size() <= *m_width + 1) {
      say(without_our_names(text));
    }
  }

  std::string text() const { return m_text; }

 private:
  void say(const std::string& line) { m_text += line + '\n'; }

  void begin(const Place& place, std::string text) {
    m_is_ours = is_ours(place.file, m_headers);
    m_expects_quote = true;
    m_place = place;
    m_width.reset();
    if (m_is_ours) return is_note(place) && place.rest.ends_with(" declared here") ? void() : say_of_nowhere(place);
    // What was written into the user's line stands behind its end.
    const auto own = place.column > 0 ? m_line_of(place.file, place.line) : std::nullopt;
    const bool is_behind = own && static_cast<std::size_t>(place.column) > own->size() + 1;
    if (is_behind && is_note(place)) {
      m_is_ours = true;
      return;
    }
    if (is_behind) text = fmt::format("{}:{}:{}", place.file, place.line, place.rest);
    say(without_our_names(without_our_suggestion(std::move(text), m_suggested)));
  }

  void say_of_nowhere(const Place& place) { say(without_our_names(without_our_suggestion(place.rest.substr(1), m_suggested))); }

  void quote(const std::string& text) {
    m_expects_quote = false;
    const std::size_t gutter = gutter_of(text);
    const auto own = m_line_of(m_place.file, m_place.line);
    if (!own) return say(without_our_names(text));
    m_width = gutter + own->size();
    say(text.substr(0, gutter) + *own);
  }

  const std::filesystem::path& m_headers;
  const LineOfFile& m_line_of;
  bool m_is_ours = false, m_expects_quote = false;
  Place m_place;
  std::string m_suggested;             // a name of ours, which was left out
  std::optional<std::size_t> m_width;  // of the quoted line, if it is the user's
  std::string m_text;
};

/// What is said instead of clang's own stack, which `text` is from its beginning on: pages about the compiler.
std::string describe_crash(const std::string& text) {
  static const Regex pattern(R"(\n\d+\.\t([^\s:][^:\n]*:\d{1,9}:\d{1,9}): )");
  const auto place = pattern.find(text);
  return fmt::format("{}error: the compiler crashed{}; code that is nested thousands of levels deep does that\n",
                     place ? std::string((*place)[1]) + ": " : "", place ? " here" : "");
}

}  // namespace

std::string in_users_words(const std::string& diagnostics, const std::filesystem::path& headers, const LineOfFile& line_of) {
  const std::size_t crash = diagnostics.find("PLEASE submit a bug report");
  Reader reader(headers, line_of);
  std::istringstream lines(diagnostics.substr(0, crash));
  for (std::string line; std::getline(lines, line);) reader.read(line);
  return reader.text() + (crash == std::string::npos ? "" : describe_crash(diagnostics.substr(crash)));
}

std::optional<std::string> line_of_file(const std::string& file, int line) {
  const auto content = read_file(file);  // the attempt may name any file with #line
  if (!content) return std::nullopt;
  std::istringstream stream(*content);
  std::string text;
  for (int i = 0; i < line; ++i)
    if (!std::getline(stream, text)) return std::nullopt;
  return text;
}

}  // namespace judge::lowering
