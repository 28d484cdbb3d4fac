#include "judge/util/c_lexer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <map>
#include <string>

namespace judge {

namespace {

// Longest first.
constexpr std::array<std::string_view, 29> k_operators = {"<<<", ">>>", "<<=", ">>=", "<=>", "...", "->*", "::", "->", "<<",
                                                          ">>",  "<=",  ">=",  "==",  "!=",  "&&",  "||",  "++", "--", "+=",
                                                          "-=",  "*=",  "/=",  "%=",  "&=",  "|=",  "^=",  ".*", "##"};

// Of these operators and of the digraphs.
constexpr std::string_view k_second_characters = "<>=.:&|+-*#%";

struct Spelling {
  std::string_view written, meant;
};

// Other spellings of operators, which mean the same to every compiler. Longest first.
constexpr std::array k_digraphs = {Spelling{"%:%:", "##"}, Spelling{"<%", "{"}, Spelling{"%>", "}"},
                                   Spelling{"<:", "["},    Spelling{":>", "]"}, Spelling{"%:", "#"}};
constexpr std::array k_words_for_operators = {Spelling{"and", "&&"},   Spelling{"or", "||"},     Spelling{"not", "!"},
                                              Spelling{"bitand", "&"}, Spelling{"bitor", "|"},   Spelling{"xor", "^"},
                                              Spelling{"compl", "~"},  Spelling{"not_eq", "!="}, Spelling{"and_eq", "&="},
                                              Spelling{"or_eq", "|="}, Spelling{"xor_eq", "^="}};

bool starts_identifier(char c) {
  return std::isalpha(static_cast<unsigned char>(c)) || c == '_' || c == '$' || static_cast<unsigned char>(c) >= 128;
}
bool is_digit(char c) { return c >= '0' && c <= '9'; }

}  // namespace

bool continues_identifier(char c) { return starts_identifier(c) || is_digit(c); }

LineMarker parse_line_marker(std::string_view line) {
  LineMarker marker;
  if (!line.starts_with('#')) return marker;
  std::size_t at = 1;
  if (line.substr(0, 6) == "#line ") at = 6;
  while (at < line.size() && line[at] == ' ') ++at;
  if (at >= line.size() || !is_digit(line[at])) return marker;
  // A number that no compiler takes is cut.
  for (; at < line.size() && is_digit(line[at]); ++at) marker.line = std::min(marker.line, 100'000'000) * 10 + (line[at] - '0');
  const std::size_t open = line.find('"', at), close = line.rfind('"');
  if (open == std::string_view::npos || close <= open) return marker;
  marker.file = line.substr(open + 1, close - open - 1);
  const std::string_view flags = line.substr(close + 1);
  marker.has_flags = flags.find_first_of("12") != std::string_view::npos;
  marker.is_system = flags.contains('3');
  marker.is_marker = true;
  return marker;
}

namespace {

enum class Mode { preprocessed, source, source_with_directives };

constexpr std::string_view k_blanks(" \t\v\f\r\0", 6);

// The bytes of the line end at `at`, 0 where there is none. To gcc and clang "\r" alone is one, too.
std::size_t line_end_at(std::string_view text, std::size_t at) {
  if (text.substr(at, 2) == "\r\n") return 2;
  return at < text.size() && (text[at] == '\n' || text[at] == '\r') ? 1 : 0;
}

// The bytes of a backslash and the line end behind it at `at`; 0 where there are none. gcc and clang let blanks stand between.
std::size_t continuation_at(std::string_view text, std::size_t at) {
  if (at >= text.size() || text[at] != '\\') return 0;
  const std::size_t end = std::min(text.find_first_not_of(" \t\v\f", at + 1), text.size());
  const std::size_t bytes = line_end_at(text, end);
  return bytes ? end + bytes - at : 0;
}

// Where the text goes on that stands at `at`, or behind line ends there that a backslash joins.
std::size_t past_continuations(std::string_view text, std::size_t at) {
  while (const std::size_t joined = continuation_at(text, at)) at += joined;
  return at;
}

// The bytes of `first` and `second`, one behind the other, at `at`; 0 where they are not. A joined line end may be between.
std::size_t pair_at(std::string_view text, std::size_t at, char first, char second) {
  if (at >= text.size() || text[at] != first) return 0;
  const std::size_t next = past_continuations(text, at + 1);
  return next < text.size() && text[next] == second ? next + 1 - at : 0;
}

// The line end behind `at`, past those that a backslash joins.
std::size_t end_of_line(std::string_view text, std::size_t at) {
  while (at < text.size() && !line_end_at(text, at)) at += std::max<std::size_t>(continuation_at(text, at), 1);
  return at;
}

// Behind the comment whose beginning ends at `at`.
std::size_t end_of_block_comment(std::string_view text, std::size_t at) {
  for (at = text.find('*', at); at != text.npos; at = text.find('*', at + 1))
    if (const std::size_t bytes = pair_at(text, at, '*', '/')) return at + bytes;
  return text.size();
}

// Behind a string or character literal whose quote is at `at`: an apostrophe in a comment is none, so neither passes the line's end.
std::size_t end_of_quoted(std::string_view text, std::size_t at) {
  std::size_t end = at + 1;
  while (end < text.size() && text[end] != text[at] && !line_end_at(text, end)) {
    const std::size_t joined = continuation_at(text, end);
    end += joined ? joined : text[end] == '\\' ? 2 : 1;
  }
  if (end >= text.size()) return text.size();
  return text[end] == text[at] ? end + 1 : end;
}

bool is_raw_prefix(std::string_view word) {
  return word == "R" || word == "LR" || word == "uR" || word == "UR" || word == "u8R";
}

std::size_t end_of_identifier(std::string_view text, std::size_t at) {
  while (at < text.size() && continues_identifier(text[at])) ++at;
  return at;
}

bool begins_number(std::string_view text, std::size_t at) {
  return is_digit(text[at]) || (text[at] == '.' && at + 1 < text.size() && is_digit(text[at + 1]));
}

std::size_t end_of_number(std::string_view text, const std::size_t begin) {
  const bool is_hex = text[begin] == '0' && begin + 1 < text.size() && (text[begin + 1] | 32) == 'x';
  const auto continues = [&](std::size_t i) {
    const char c = text[i], before = i > begin ? static_cast<char>(text[i - 1] | 32) : '\0';
    if (c == '\'') return i + 1 < text.size() && continues_identifier(text[i + 1]);
    if (c == '+' || c == '-') return before == 'p' || (before == 'e' && !is_hex);
    return continues_identifier(c) || c == '.';
  };
  std::size_t end = begin;
  while (end < text.size() && continues(end)) ++end;
  return end;
}

// Behind a raw string whose quote is at `quote`, without a suffix.
std::size_t end_of_raw_string(std::string_view text, std::size_t quote) {
  const std::size_t open = text.find('(', quote);
  if (open == text.npos) return text.size();
  const std::string terminator = fmt::format("){}\"", text.substr(quote + 1, open - quote - 1));
  const std::size_t close = text.find(terminator, open);
  return close == text.npos ? text.size() : close + terminator.size();
}

// Behind a comment, a literal, a word or a character of a preprocessor line.
std::size_t end_of_part_of_directive(std::string_view text, std::size_t at) {
  if (const std::size_t bytes = pair_at(text, at, '/', '*')) return end_of_block_comment(text, at + bytes);
  if (text[at] == '"' || text[at] == '\'') return end_of_quoted(text, at);
  if (begins_number(text, at)) return end_of_number(text, at);
  if (!starts_identifier(text[at])) return at + std::max<std::size_t>(continuation_at(text, at), 1);
  const std::size_t end = end_of_identifier(text, at);
  const bool is_raw = end < text.size() && text[end] == '"' && is_raw_prefix(text.substr(at, end - at));
  return is_raw ? end_of_raw_string(text, end) : end;
}

class Lexer {
 public:
  Lexer(std::string_view text, Mode mode) : m_text(text), m_mode(mode) {
    constexpr std::string_view byte_order_mark = "\xef\xbb\xbf";
    if (text.starts_with(byte_order_mark)) m_at = m_line_begin = byte_order_mark.size();
  }

  Lexed run() {
    while (m_at < m_text.size()) step();
    return std::move(m_result);
  }

 private:
  char peek(std::size_t ahead = 0) const { return m_at + ahead < m_text.size() ? m_text[m_at + ahead] : '\0'; }

  void step() {
    const char c = peek();
    if (const std::size_t bytes = line_end_at(m_text, m_at)) return end_line(bytes);
    if (const std::size_t joined = c == '\\' ? continuation_at(m_text, m_at) : 0) {
      const bool fresh = m_is_line_start;
      end_line(joined);
      m_is_line_start = fresh;
      return;
    }
    if (k_blanks.contains(c)) return static_cast<void>(++m_at);
    if (pair_at(m_text, m_at, '/', '/')) return skip_to(end_of_line(m_text, m_at));
    if (const std::size_t bytes = pair_at(m_text, m_at, '/', '*')) return skip_to(end_of_block_comment(m_text, m_at + bytes));
    if (m_is_line_start && (c == '#' || pair_at(m_text, m_at, '%', ':'))) return directive();
    m_is_line_start = false;
    if (starts_identifier(c)) return identifier();
    if (begins_number(m_text, m_at)) return emit(TokenKind::number, m_at, end_of_number(m_text, m_at));
    if (c == '"' || c == '\'') return quoted(m_at);
    if (!k_second_characters.contains(peek(1))) return emit(TokenKind::punctuation, m_at, m_at + 1);
    if (const Spelling* digraph = digraph_here())
      return emit_as(TokenKind::punctuation, m_at + digraph->written.size(), digraph->meant);
    for (const std::string_view op : k_operators)
      if (m_text.substr(m_at, op.size()) == op) return emit(TokenKind::punctuation, m_at, m_at + op.size());
    emit(TokenKind::punctuation, m_at, m_at + 1);
  }

  void end_line(std::size_t bytes) {
    m_at += bytes;
    ++m_line;
    m_line_begin = m_at;
    m_is_line_start = true;
  }

  /// Moves to `end`, counting lines.
  void skip_to(std::size_t end) {
    end = std::min(end, m_text.size());
    while (m_at < end) {
      const std::size_t bytes = line_end_at(m_text, m_at);
      m_at += std::max<std::size_t>(bytes, 1);
      if (!bytes) continue;
      ++m_line;
      m_line_begin = m_at;
    }
  }

  /// The digraph that begins here, if one does: `a<::b>` is no `a[:b>`.
  const Spelling* digraph_here() const {
    if (m_text.substr(m_at, 3) == "<::" && peek(3) != ':' && peek(3) != '>') return nullptr;
    const auto* found = std::ranges::find_if(
        k_digraphs, [&](const Spelling& digraph) { return m_text.substr(m_at).starts_with(digraph.written); });
    return found == k_digraphs.end() ? nullptr : found;
  }

  void emit(TokenKind kind, std::size_t begin, std::size_t end) { emit_as(kind, end, m_text.substr(begin, end - begin)); }
  /// The token from here to `end`, which counts as `text`.
  void emit_as(TokenKind kind, std::size_t end, std::string_view text) {
    m_result.tokens.push_back(
        {kind, text, m_file, m_line, static_cast<int>(m_at - m_line_begin) + 1, static_cast<std::uint32_t>(m_at)});
    skip_to(end);
  }

  void identifier() {
    const std::size_t end = end_of_identifier(m_text, m_at);
    const std::string_view word = m_text.substr(m_at, end - m_at);
    if (end < m_text.size() && m_text[end] == '"' && is_raw_prefix(word))
      return emit(TokenKind::text, m_at, end_of_identifier(m_text, end_of_raw_string(m_text, end)));
    const bool is_prefix = word == "L" || word == "u" || word == "U" || word == "u8";
    if (is_prefix && end < m_text.size() && (m_text[end] == '"' || m_text[end] == '\'')) return quoted(end);
    const bool may_be_operator = word.size() <= 6 && std::string_view("abcnox").contains(word[0]);
    const auto* meant =
        may_be_operator ? std::ranges::find(k_words_for_operators, word, &Spelling::written) : k_words_for_operators.end();
    if (meant != k_words_for_operators.end()) return emit_as(TokenKind::punctuation, end, meant->meant);
    emit(TokenKind::identifier, m_at, end);
  }

  void quoted(std::size_t quote) { emit(TokenKind::text, m_at, end_of_identifier(m_text, end_of_quoted(m_text, quote))); }

  void directive() {
    if (m_mode != Mode::preprocessed) {
      const std::size_t end = end_of_directive();
      return m_mode == Mode::source ? skip_to(end) : emit(TokenKind::directive, m_at, end);
    }
    std::size_t end = m_text.find('\n', m_at);
    if (end == std::string_view::npos) end = m_text.size();
    const std::string_view line = m_text.substr(m_at, end - m_at);
    const LineMarker marker = parse_line_marker(line);
    if (!marker.is_marker) return emit(TokenKind::directive, m_at, end);
    // gcc also marks what a system header's macro leaves in the user's file.
    const bool stays = m_file >= 0 && marker.file == m_result.files[static_cast<std::size_t>(m_file)];
    if (marker.is_system && !stays) return foreign(end);
    // Kept: markers that enter or leave a file, and those of "<command-line>", which our headers are included from.
    if (marker.has_flags || marker.file.starts_with('<')) emit(TokenKind::directive, m_at, end);
    follow(marker, end);
  }

  // A comment or a raw string may reach over line ends.
  std::size_t end_of_directive() const {
    std::size_t at = m_at;
    while (at < m_text.size() && !line_end_at(m_text, at)) {
      if (pair_at(m_text, at, '/', '/')) return end_of_line(m_text, at);
      at = end_of_part_of_directive(m_text, at);
    }
    return at;
  }

  void follow(const LineMarker& marker, std::size_t end) {
    skip_to(end);
    if (m_at < m_text.size()) ++m_at;
    m_line_begin = m_at;
    m_is_line_start = true;
    m_line = marker.line;
    const auto [found, is_new] = m_file_numbers.emplace(marker.file, static_cast<int>(m_result.files.size()));
    if (is_new) m_result.files.push_back(marker.file);
    m_file = found->second;
  }

  /// From a system header's marker up to the marker that leads back to the user's files.
  void foreign(std::size_t end) {
    const std::size_t begin = m_at;
    for (;;) {
      const std::size_t next = m_text.find("\n#", end);
      if (next == std::string_view::npos) {
        end = m_text.size();
        break;
      }
      end = m_text.find('\n', next + 1);
      if (end == std::string_view::npos) end = m_text.size();
      const LineMarker marker = parse_line_marker(m_text.substr(next + 1, end - next - 1));
      if (!marker.is_marker || marker.is_system) continue;
      end = next + 1;
      break;
    }
    m_result.tokens.push_back({TokenKind::foreign, m_text.substr(begin, end - begin), m_file, m_line, 0});
    m_at = m_line_begin = end;
    m_is_line_start = true;
  }

  std::string_view m_text;
  Mode m_mode;
  std::size_t m_at = 0, m_line_begin = 0;
  int m_file = -1, m_line = 1;
  bool m_is_line_start = true;
  Lexed m_result;
  std::map<std::string_view, int> m_file_numbers;
};

}  // namespace

Lexed lex_preprocessed(std::string_view text) { return Lexer(text, Mode::preprocessed).run(); }

std::vector<Token> lex_source(std::string_view text, Directives directives) {
  return Lexer(text, directives == Directives::kept ? Mode::source_with_directives : Mode::source).run().tokens;
}

Directive parse_directive(std::string_view text) {
  std::string line;
  for (std::size_t at = std::max<std::size_t>(pair_at(text, 0, '%', ':'), 1); at < text.size();) {
    if (pair_at(text, at, '/', '/')) break;
    const std::size_t end = end_of_part_of_directive(text, at);
    if (pair_at(text, at, '/', '*')) line += ' ';
    else if (!continuation_at(text, at)) line += text.substr(at, end - at);
    at = end;
  }
  const std::size_t begin = std::min(line.find_first_not_of(k_blanks), line.size());
  std::size_t end = begin;
  while (end < line.size() && continues_identifier(line[end])) ++end;
  const std::size_t rest = std::min(line.find_first_not_of(k_blanks, end), line.size());
  return {line.substr(begin, end - begin), line.substr(rest, line.find_last_not_of(k_blanks) + 1 - rest)};
}

std::vector<std::string> included_names(std::string_view source) {
  std::vector<std::string> names;
  for (const Token& token : lex_source(source, Directives::kept)) {
    if (token.kind != TokenKind::directive) continue;
    if (auto directive = parse_directive(token.text); directive.name.starts_with("include") || directive.name == "import")
      names.push_back(std::move(directive.rest));
  }
  return names;
}

std::size_t find_word(std::string_view text, std::string_view word, std::size_t from) {
  for (std::size_t at = text.find(word, from); at != std::string_view::npos; at = text.find(word, at + 1)) {
    const std::size_t end = at + word.size();
    const bool begins = at == 0 || !continues_identifier(text[at - 1]);
    if (begins && (end == text.size() || !continues_identifier(text[end]))) return at;
  }
  return std::string_view::npos;
}

}  // namespace judge
