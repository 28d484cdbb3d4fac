#include "judge/emulator/lowering/translation.hpp"
#include "judge/util/contains.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

namespace judge::lowering {

namespace {

bool is_open(std::string_view text) { return text == "(" || text == "[" || text == "{"; }
bool is_close(std::string_view text) { return text == ")" || text == "]" || text == "}"; }
bool is_code(const Token& token) { return token.kind != TokenKind::directive && token.kind != TokenKind::foreign; }

int angles_closed_by(std::string_view text) { return text == ">" ? 1 : text == ">>" ? 2 : text == ">>>" ? 3 : 0; }

constexpr int farthest_newlines = 4;  // beyond these a line marker is shorter
constexpr int farthest_column =
    4000;  // beyond it columns are not kept: padding for each change would grow with the line's square

}  // namespace

// Matching brackets are asked for again and again, and may be nested as deeply as somebody likes: once for all of them.
Translation::Translation(Lexed lexed) : m_lexed(std::move(lexed)), m_partner(m_lexed.tokens.size(), none) {
  std::vector<std::size_t> open;
  for (std::size_t i = 0; i < size(); ++i) {
    if (token(i).kind != TokenKind::punctuation) continue;
    if (is_open(token(i).text)) open.push_back(i);
    if (!is_close(token(i).text) || open.empty()) continue;
    m_partner[i] = open.back();
    m_partner[open.back()] = i;
    open.pop_back();
  }
}

std::string_view Translation::file_name(const Token& token) const {
  return token.file < 0 ? std::string_view{} : m_lexed.files[static_cast<std::size_t>(token.file)];
}

bool Translation::is_one_of(std::size_t i, std::initializer_list<std::string_view> texts) const {
  return i < size() && contains(texts, token(i).text);
}

bool Translation::holds(Range range, std::initializer_list<std::string_view> texts) const {
  for (std::size_t i = range.begin; i < range.end; i = next(i))
    if (is_one_of(i, texts)) return true;
  return false;
}

std::size_t Translation::next(std::size_t i) const {
  if (i == none) return none;  // behind a bracket that nothing closes; + 1 would be the beginning
  for (++i; i < size(); ++i)
    if (is_code(token(i))) return i;
  return none;
}

std::size_t Translation::previous(std::size_t i) const {
  if (i == none) return none;
  while (i-- > 0)
    if (is_code(token(i))) return i;
  return none;
}

std::size_t Translation::closing(std::size_t i) const {
  if (i < size() && token(i).kind == TokenKind::punctuation && is_open(token(i).text)) return m_partner[i];
  int depth = 0;
  for (; i < size(); i = next(i)) {
    if (token(i).kind != TokenKind::punctuation) continue;
    if (is_open(token(i).text)) ++depth;
    if (is_close(token(i).text) && --depth == 0) return i;
  }
  return none;
}

std::size_t Translation::opening(std::size_t i) const {
  if (i < size() && token(i).kind == TokenKind::punctuation && is_close(token(i).text)) return m_partner[i];
  int depth = 0;
  for (; i < size(); i = previous(i)) {
    if (token(i).kind != TokenKind::punctuation) continue;
    if (is_close(token(i).text)) ++depth;
    if (is_open(token(i).text) && --depth == 0) return i;
  }
  return none;
}

std::size_t Translation::opening_angle(std::size_t i) const {
  int depth = 0;
  for (; i < size(); i = previous(i)) {
    if (token(i).kind != TokenKind::punctuation) continue;
    const std::string_view text = token(i).text;
    if (is_close(text)) {
      i = opening(i);
      if (i == none) return none;
    } else if (text == ";" || is_open(text)) {
      return none;
    } else if (text == "<") {
      if (--depth == 0) return i;
    } else {
      depth += angles_closed_by(text);
    }
  }
  return none;
}

std::size_t Translation::closing_angle(std::size_t i) const {
  int depth = 0;
  for (; i < size(); i = next(i)) {
    if (token(i).kind != TokenKind::punctuation) continue;
    const std::string_view text = token(i).text;
    if (is_open(text)) {
      i = closing(i);
      if (i == none) return none;
    } else if (text == ";" || is_close(text)) {
      return none;
    } else if (text == "<") {
      ++depth;
    } else if (const int closed = angles_closed_by(text)) {
      depth -= closed;
      if (depth <= 0) return i;
    }
  }
  return none;
}

std::string Translation::flat(Range range) const {
  std::string text;
  for (std::size_t i = range.begin; i < end_of(range); ++i) {
    if (!is_code(token(i)) || is_erased(i)) continue;
    const auto change = m_changes.find(i);
    if (!text.empty()) text += ' ';
    text += change != m_changes.end() && !change->second.replacement.empty() ? change->second.replacement
                                                                             : std::string(token(i).text);
  }
  return text;
}

void Translation::erase(Range range) {
  for (std::size_t i = range.begin; i < end_of(range); ++i)
    if (is_code(token(i))) erase(i);
}

bool Translation::is_erased(std::size_t i) const {
  const auto change = m_changes.find(i);
  return change != m_changes.end() && change->second.is_erased;
}

void Translation::insert_before(std::size_t i, Pieces pieces) {
  Pieces& before = m_changes[i].before;
  before.insert(before.end(), std::make_move_iterator(pieces.begin()), std::make_move_iterator(pieces.end()));
}

void Translation::insert_after(std::size_t i, Pieces pieces) {
  Pieces& after = m_changes[i].after;
  after.insert(after.end(), std::make_move_iterator(pieces.begin()), std::make_move_iterator(pieces.end()));
}

void Translation::move_away(Range range) {
  for (std::size_t i = range.begin; i < end_of(range); ++i) m_changes[i].is_moved = true;
}

/// Knows what place the compiler takes the next character for.
class Translation::Printer {
 public:
  explicit Printer(const Translation& translation) : m_translation(translation) {}

  std::string run() {
    m_out.reserve(1 << 20);
    if (!m_translation.m_lexed.files.empty()) m_out += fmt::format("# 1 \"{}\"\n", m_translation.m_lexed.files.front());
    print({0, m_translation.size()}, false);
    m_out += '\n';
    return std::move(m_out);
  }

 private:
  void print(Range range, bool print_moved) {
    for (std::size_t i = range.begin; i < m_translation.end_of(range); ++i) {
      const auto found = m_translation.m_changes.find(i);
      if (found == m_translation.m_changes.end()) {
        print_token(m_translation.token(i), m_translation.token(i).text);
        continue;
      }
      const Change& change = found->second;
      if (change.is_moved && !print_moved) continue;
      print(change.before);
      if (!change.is_erased)
        print_token(m_translation.token(i),
                    change.replacement.empty() ? m_translation.token(i).text : std::string_view(change.replacement));
      print(change.after);
    }
  }

  void print(const Pieces& pieces) {
    for (const Piece& piece : pieces) {
      if (const auto* text = std::get_if<std::string>(&piece)) print_inserted(*text);
      if (const auto* range = std::get_if<Range>(&piece)) print(*range, true);
      if (const auto* place = std::get_if<PlaceOf>(&piece)) go_to(m_translation.token(place->token));
    }
  }

  void print_inserted(std::string_view text) {
    m_out += ' ';
    m_out += text;
    m_out += ' ';
    m_column += static_cast<int>(text.size()) + 2;
  }

  void print_token(const Token& token, std::string_view text) {
    if (token.kind == TokenKind::foreign || token.kind == TokenKind::directive) {
      // A file is entered from the file that includes it, or the compiler loses count.
      const bool leaves_a_file = text.starts_with("# ") && text.ends_with(" 2");
      if (token.file >= 0 && !leaves_a_file && (token.kind == TokenKind::directive || token.file != m_file)) go_to_line(token);
      start_line();
      m_out += text;
      if (!text.ends_with('\n')) m_out += '\n';
      m_file = -1;
      m_column = 1;
      return;
    }
    if (token.column == 0) {
      if (token.file != m_file || token.line != m_line) go_to_line(token);
      print_inserted(text);
      return;
    }
    go_to(token);
    m_out += text;
    m_column += static_cast<int>(text.size());
  }

  void start_line() {
    if (!m_out.empty() && m_out.back() != '\n') m_out += '\n';
  }

  void go_to_line(const Token& token) {
    if (token.file == m_file && token.line > m_line && token.line - m_line <= farthest_newlines) {
      m_out.append(static_cast<std::size_t>(token.line - m_line), '\n');
    } else {
      start_line();
      m_out += fmt::format("# {} \"{}\"\n", token.line, m_translation.file_name(token));
    }
    m_file = token.file;
    m_line = token.line;
    m_column = 1;
  }

  void go_to(const Token& token) {
    if (token.file != m_file || token.line != m_line || token.column < m_column) go_to_line(token);
    if (token.column <= m_column) return;
    m_out.append(token.column > farthest_column ? 1 : static_cast<std::size_t>(token.column - m_column), ' ');
    m_column = token.column;
  }

  const Translation& m_translation;
  std::string m_out;
  int m_file = -1, m_line = 0, m_column = 1;
};

std::string Translation::print() const { return Printer(*this).run(); }

}  // namespace judge::lowering
