#include <algorithm>
#include <array>

#include "judge/emulator/lowering/token.hpp"
#include "judge/util/contains.hpp"

// nvcc compiles C++17 if nothing in the file is newer; what we make of it is C++20. What means something else there is
// written so that it means what it did.
namespace judge::lowering {

namespace {

constexpr std::array<std::string_view, 8> new_keywords = {"concept",   "requires", "consteval", "constinit",
                                                          "co_return", "co_yield", "co_await",  "char8_t"};
constexpr std::array<std::string_view, 3> types_of_utf8 = {"char8_t", "u8string", "u8string_view"};
constexpr std::array<std::string_view, 9> words_before_others = {"return", "else",     "do",    "case",    "throw",
                                                                 "goto",   "typename", "const", "volatile"};

class Rewriter {
 public:
  explicit Rewriter(Lexed& lexed) : m_lexed(lexed), m_tokens(lexed.tokens) {}

  void write() {
    for (const std::string_view keyword : new_keywords) rename(keyword);
    write_plain_strings();
    erase_defaulted_constructors();
  }

 private:
  bool is(std::size_t i, std::string_view text) const { return i < m_tokens.size() && m_tokens[i].text == text; }
  bool is_identifier(std::size_t i) const { return i < m_tokens.size() && m_tokens[i].kind == TokenKind::identifier; }

  /// Does the word at `i` stand where a keyword of C++20 cannot: is it declared, or assigned to?
  bool is_name(std::size_t i) const {
    if (is(i + 1, "=")) return true;
    const bool ends = is(i + 1, ";") || is(i + 1, ",") || is(i + 1, ")") || is(i + 1, "[");
    if (!ends || i == 0) return false;
    const bool is_typed = is_identifier(i - 1) && !contains(words_before_others, m_tokens[i - 1].text);
    return is_typed || is(i - 1, "*") || is(i - 1, "&");
  }

  /// A word that some place uses as a name is one everywhere.
  void rename(std::string_view keyword) {
    bool is_a_name = false;
    for (std::size_t i = 0; i < m_tokens.size() && !is_a_name; ++i) is_a_name = is(i, keyword) && is_name(i);
    if (!is_a_name) return;
    const std::string_view name = m_lexed.made_up.emplace_back("judge_name_" + std::string(keyword));
    for (Token& token : m_tokens)
      if (token.kind == TokenKind::identifier && token.text == keyword) token.text = name;
  }

  /// u8"..." is of char.
  void write_plain_strings() {
    for (const Token& token : m_tokens)
      if (token.kind == TokenKind::identifier && contains(types_of_utf8, token.text)) return;
    for (Token& token : m_tokens)
      if (token.kind == TokenKind::text && token.text.starts_with("u8")) token.text.remove_prefix(2);
  }

  /// A class whose only constructor is `V() = default;` or `V() = delete;` is an aggregate, as it is without that line. Of valid
  /// programs nothing else changes.
  void erase_defaulted_constructors() {
    for (std::size_t i = 1; i + 5 < m_tokens.size(); ++i)
      if (is_defaulted(i) && is_only_constructor(i))
        for (std::size_t k = i; k < i + 5; ++k) m_tokens[k] = m_tokens[i + 5];
  }

  bool is_defaulted(std::size_t i) const {
    const bool begins = is(i - 1, ";") || is(i - 1, "{") || is(i - 1, "}") || is(i - 1, ":");
    return begins && is_identifier(i) && is(i + 1, "(") && is(i + 2, ")") && is(i + 3, "=") &&
           (is(i + 4, "default") || is(i + 4, "delete")) && is(i + 5, ";");
  }

  /// In the class around it, which has to bear its name.
  bool is_only_constructor(std::size_t at) const {
    const std::string_view name = m_tokens[at].text;
    std::size_t open = at, depth = 1;
    while (open > 0 && depth > 0) {
      --open;
      if (is(open, "}")) ++depth;
      if (is(open, "{")) --depth;
    }
    if (depth > 0 || !is_plain_head_of(name, open)) return false;
    depth = 0;
    for (std::size_t i = open; i < m_tokens.size(); ++i) {
      if (is(i, "{")) ++depth;
      if (is(i, "}") && --depth == 0) return true;
      if (depth != 1 || i == at) continue;
      const bool constructs = is(i, name) && (is(i + 1, "(") || is(i + 1, "<")) && !is(i - 1, "~");
      if (constructs || is(i, "using")) return false;
    }
    return false;
  }

  /// `struct NAME {`: a class without bases.
  bool is_plain_head_of(std::string_view name, std::size_t open) const {
    std::size_t i = open - 1;
    if (is(i, "final")) --i;
    return i > 0 && is(i, name) && (is(i - 1, "struct") || is(i - 1, "class"));
  }

  Lexed& m_lexed;
  std::vector<Token>& m_tokens;
};

}  // namespace

void write_as_cpp17(Lexed& lexed) { Rewriter(lexed).write(); }

}  // namespace judge::lowering
