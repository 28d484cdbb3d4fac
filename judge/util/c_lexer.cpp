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

// The bytes of a backslash and the line end behind it at `at`; 0 where there are none.
std::size_t continuation_at(std::string_view text, std::size_t at) {
  if (text.substr(at, 2) == "\\\n") return 2;
  return text.substr(at, 3) == "\\\r\n" ? 3 : 0;
}

// The line end behind `at`, past those that a backslash joins.
std::size_t end_of_line(std::string_view text, std::size_t at) {
  while (at < text.size() && text[at] != '\n') at += std::max<std::size_t>(continuation_at(text, at), 1);
  return std::min(at, text.size());
}

std::size_t end_of_block_comment(std::string_view text, std::size_t at) {
  const std::size_t end = text.find("*/", at + 2);
  return end == std::string_view::npos ? text.size() : end + 2;
}

// Behind a string or character literal whose quote is at `at`: an apostrophe in a comment is none, so neither passes the line's end.
std::size_t end_of_quoted(std::string_view text, std::size_t at) {
  std::size_t end = at + 1;
  while (end < text.size() && text[end] != text[at] && text[end] != '\n') end += text[end] == '\\' ? 2 : 1;
  return std::min(end + 1, text.size());
}

class Lexer {
 public:
  Lexer(std::string_view text, Mode mode) : m_text(text), m_mode(mode) {}

  Lexed run() {
    while (m_at < m_text.size()) step();
    return std::move(m_result);
  }

 private:
  char peek(std::size_t ahead = 0) const { return m_at + ahead < m_text.size() ? m_text[m_at + ahead] : '\0'; }

  void step() {
    const char c = peek();
    if (c == '\n') return end_line();
    if (const std::size_t joined = c == '\\' ? continuation_at(m_text, m_at) : 0) {
      m_at += joined - 1;
      const bool fresh = m_is_line_start;
      end_line();
      m_is_line_start = fresh;
      return;
    }
    if (std::isspace(static_cast<unsigned char>(c))) return static_cast<void>(++m_at);
    if (c == '/' && peek(1) == '/') return skip_to(end_of_line(m_text, m_at));
    if (c == '/' && peek(1) == '*') return skip_to(end_of_block_comment(m_text, m_at));
    if ((c == '#' || (c == '%' && peek(1) == ':')) && m_is_line_start) return directive();
    m_is_line_start = false;
    if (starts_identifier(c)) return identifier();
    if (is_digit(c) || (c == '.' && is_digit(peek(1)))) return number();
    if (c == '"' || c == '\'') return quoted(m_at);
    if (!k_second_characters.contains(peek(1))) return emit(TokenKind::punctuation, m_at, m_at + 1);
    if (const Spelling* digraph = digraph_here())
      return emit_as(TokenKind::punctuation, m_at + digraph->written.size(), digraph->meant);
    for (const std::string_view op : k_operators)
      if (m_text.substr(m_at, op.size()) == op) return emit(TokenKind::punctuation, m_at, m_at + op.size());
    emit(TokenKind::punctuation, m_at, m_at + 1);
  }

  void end_line() {
    ++m_at;
    ++m_line;
    m_line_begin = m_at;
    m_is_line_start = true;
  }

  /// Moves to `end`, counting lines.
  void skip_to(std::size_t end) {
    end = std::min(end, m_text.size());
    while (m_at < end) {
      if (m_text[m_at] == '\n') {
        ++m_line;
        m_line_begin = m_at + 1;
      }
      ++m_at;
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
    std::size_t end = m_at;
    while (end < m_text.size() && continues_identifier(m_text[end])) ++end;
    const std::string_view word = m_text.substr(m_at, end - m_at);
    if (end < m_text.size() && m_text[end] == '"' && word.ends_with('R') && word.size() <= 3) return raw_string(end);
    const bool is_prefix = word == "L" || word == "u" || word == "U" || word == "u8";
    if (is_prefix && end < m_text.size() && (m_text[end] == '"' || m_text[end] == '\'')) return quoted(end);
    const bool may_be_operator = word.size() <= 6 && std::string_view("abcnox").contains(word[0]);
    const auto* meant =
        may_be_operator ? std::ranges::find(k_words_for_operators, word, &Spelling::written) : k_words_for_operators.end();
    if (meant != k_words_for_operators.end()) return emit_as(TokenKind::punctuation, end, meant->meant);
    emit(TokenKind::identifier, m_at, end);
  }

  void raw_string(std::size_t quote) {
    const std::size_t open = m_text.find('(', quote);
    const std::string terminator = fmt::format("){}\"", m_text.substr(quote + 1, open - quote - 1));
    const std::size_t close = open == std::string_view::npos ? open : m_text.find(terminator, open);
    emit(TokenKind::text, m_at, with_suffix(close == std::string_view::npos ? m_text.size() : close + terminator.size()));
  }

  void quoted(std::size_t quote) { emit(TokenKind::text, m_at, with_suffix(end_of_quoted(m_text, quote))); }

  std::size_t with_suffix(std::size_t end) const {
    while (end < m_text.size() && continues_identifier(m_text[end])) ++end;
    return end;
  }

  void number() {
    const bool is_hex = peek() == '0' && (peek(1) | 32) == 'x';
    std::size_t end = m_at;
    const auto continues = [&](std::size_t i) {
      const char c = m_text[i], before = i > m_at ? static_cast<char>(m_text[i - 1] | 32) : '\0';
      if (c == '\'') return i + 1 < m_text.size() && continues_identifier(m_text[i + 1]);
      if (c == '+' || c == '-') return before == 'p' || (before == 'e' && !is_hex);
      return continues_identifier(c) || c == '.';
    };
    while (end < m_text.size() && continues(end)) ++end;
    emit(TokenKind::number, m_at, end);
  }

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

  // A comment may reach over line ends.
  std::size_t end_of_directive() const {
    std::size_t at = m_at;
    while (at < m_text.size() && m_text[at] != '\n') {
      if (m_text.substr(at, 2) == "//") return end_of_line(m_text, at);
      if (m_text.substr(at, 2) == "/*") at = end_of_block_comment(m_text, at);
      else if (m_text[at] == '"') at = end_of_quoted(m_text, at);
      else at += std::max<std::size_t>(continuation_at(m_text, at), 1);
    }
    return std::min(at, m_text.size());
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
  for (std::size_t at = text.starts_with("%:") ? 2 : 1; at < text.size();) {
    if (text.substr(at, 2) == "//") break;
    if (text.substr(at, 2) == "/*") {
      at = end_of_block_comment(text, at);
      line += ' ';
    } else if (const std::size_t joined = continuation_at(text, at)) {
      at += joined;
    } else {
      const std::size_t end = text[at] == '"' ? end_of_quoted(text, at) : at + 1;
      line += text.substr(at, end - at);
      at = end;
    }
  }
  constexpr const char* blanks = " \t\r\v\f";
  const std::size_t begin = std::min(line.find_first_not_of(blanks), line.size());
  std::size_t end = begin;
  while (end < line.size() && continues_identifier(line[end])) ++end;
  const std::size_t rest = std::min(line.find_first_not_of(blanks, end), line.size());
  return {line.substr(begin, end - begin), line.substr(rest, line.find_last_not_of(blanks) + 1 - rest)};
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
