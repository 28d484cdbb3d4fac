#include "judge/emulator/lowering/columns.hpp"

#include <map>
#include <vector>

namespace judge::lowering {

namespace {

/// One of the user's files as it was written, by lines.
class Written {
 public:
  explicit Written(std::string text) : m_text(std::move(text)), m_tokens(lex_source(m_text)) {
    for (std::size_t i = 0; i < m_tokens.size(); ++i) m_first_of_line.emplace(m_tokens[i].line, i);
  }

  /// The column of the next token of this line with this text, after those found before; 0 if there is none.
  int column_of(int line, std::string_view text) {
    const auto first = m_first_of_line.find(line);
    if (first == m_first_of_line.end()) return 0;
    std::size_t& next = m_next_of_line.emplace(line, first->second).first->second;
    for (std::size_t i = next; i < m_tokens.size() && m_tokens[i].line == line; ++i) {
      if (m_tokens[i].text != text) continue;
      next = i + 1;
      return m_tokens[i].column;
    }
    return 0;
  }

 private:
  std::string m_text;
  std::vector<Token> m_tokens;
  std::map<int, std::size_t> m_first_of_line, m_next_of_line;
};

}  // namespace

void restore_columns(Lexed& lexed, const ReadSource& read_source) {
  std::map<int, std::optional<Written>> files;
  for (Token& token : lexed.tokens) {
    if (token.kind == TokenKind::foreign || token.kind == TokenKind::directive || token.file < 0) continue;
    auto found = files.find(token.file);
    if (found == files.end()) {
      auto text = read_source(lexed.files[static_cast<std::size_t>(token.file)]);
      found = files.emplace(token.file, std::nullopt).first;
      if (text) found->second.emplace(std::move(*text));
    }
    if (found->second) token.column = found->second->column_of(token.line, token.text);
  }
}

}  // namespace judge::lowering
