#pragma once

#include <cstddef>
#include <initializer_list>
#include <string>
#include <string_view>
#include <unordered_map>
#include <variant>
#include <vector>

#include "judge/emulator/lowering/token.hpp"

namespace judge::lowering {

/// A half-open range of token indices.
struct Range {
  std::size_t begin = 0, end = 0;
};

/// Something to print: text of our own, tokens from elsewhere, or a line marker for where a token stands.
struct PlaceOf {
  std::size_t token;
};
using Piece = std::variant<std::string, Range, PlaceOf>;
using Pieces = std::vector<Piece>;

constexpr std::size_t none = static_cast<std::size_t>(-1);

/// Tokens of one translation unit and the changes to be made to them. Every token of the user's that is printed stands
/// at the file, line and column where the user wrote it, by line markers and padding; so the compiler's messages and
/// debug information speak of the user's source.
class Translation {
 public:
  explicit Translation(Lexed lexed);

  std::size_t size() const { return m_lexed.tokens.size(); }
  /// Past either end one without text.
  const Token& token(std::size_t i) const { return i < size() ? m_lexed.tokens[i] : m_no_token; }
  std::string_view file_name(const Token& token) const;

  // Finding one's way. Directives and system headers are stepped over; `none` is past either end.
  bool is(std::size_t i, std::string_view text) const { return i < size() && m_lexed.tokens[i].text == text; }
  bool is_one_of(std::size_t i, std::initializer_list<std::string_view> texts) const;
  /// Does one of the texts stand in the range?
  bool holds(Range range, std::initializer_list<std::string_view> texts) const;
  bool is_identifier(std::size_t i) const { return i < size() && m_lexed.tokens[i].kind == TokenKind::identifier; }
  std::size_t next(std::size_t i) const;
  std::size_t previous(std::size_t i) const;
  /// The bracket that matches the one at `i`, ( [ or {, or backwards ) ] or }; `none` if there is none.
  std::size_t closing(std::size_t i) const;
  std::size_t opening(std::size_t i) const;
  /// The < that matches the > at `i` (which may be >> or >>>), and the reverse.
  std::size_t opening_angle(std::size_t i) const;
  std::size_t closing_angle(std::size_t i) const;
  /// The tokens' text on one line, without those that are erased.
  std::string flat(Range range) const;

  // Changes.
  void erase(std::size_t i) { m_changes[i].is_erased = true; }
  void erase(Range range);
  void replace(std::size_t i, std::string text) { m_changes[i].replacement = std::move(text); }
  void insert_before(std::size_t i, Pieces pieces);
  void insert_after(std::size_t i, Pieces pieces);
  /// The tokens are printed only where a Range piece names them.
  void move_away(Range range);
  bool is_erased(std::size_t i) const;
  bool is_unchanged(std::size_t i) const { return !m_changes.contains(i); }

  std::string print() const;

 private:
  struct Change {
    bool is_erased = false, is_moved = false;
    std::string replacement;
    Pieces before, after;
  };
  class Printer;

  /// Of a range whose end is `none` the end of the unit.
  std::size_t end_of(Range range) const { return range.end < size() ? range.end : size(); }

  static constexpr Token m_no_token{};

  Lexed m_lexed;
  std::vector<std::size_t>
      m_partner;  ///< of each bracket the one that matches it, whatever its kind; none: there is none, or no bracket
  std::unordered_map<std::size_t, Change> m_changes;
};

}  // namespace judge::lowering
