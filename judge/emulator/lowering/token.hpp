#pragma once

#include <deque>
#include <string>
#include <string_view>
#include <vector>

namespace judge::lowering {

enum class TokenKind : unsigned char {
  identifier,
  number,
  text,          ///< string or character literal, with prefix and suffix
  punctuation,
  directive,     ///< a whole preprocessor line
  foreign,       ///< a stretch of system headers, verbatim with its line markers
};

/// A token of preprocessed source. Views point into the text that was lexed; `<%`, `and` and their like have the text
/// of the operator that they spell.
struct Token {
  TokenKind kind = TokenKind::punctuation;
  std::string_view text;
  int file = -1;      ///< index into Lexed::files; of a foreign token, the file that includes it
  int line = 0;       ///< of that file, from 1
  int column = 0;     ///< from 1; 0 = not written at that place in the user's file (it came out of a macro)
};

struct Lexed {
  std::vector<Token> tokens;
  std::deque<std::string> made_up;       ///< texts that were not in the source
  std::vector<std::string_view> files;   ///< names as the line markers spell them, between the quotes
};

/// Splits the output of `c++ -E`. System headers (flag 3 of their line marker) stay whole. Columns are those of the
/// preprocessed text.
Lexed lex_preprocessed(std::string_view text);

/// Makes the `>>` or `>>>` that ends a template header single tokens.
void separate_closing_angles(Lexed& lexed);

/// Words that only C++20 made keywords, u8 strings and defaulted constructors mean in what we make what they do in C++17. As many tokens as before.
void write_as_cpp17(Lexed& lexed);

/// Where `word` next stands in `text` as a whole word, from `from` on; npos if nowhere.
std::size_t find_word(std::string_view text, std::string_view word, std::size_t from = 0);

/// Splits source that was not preprocessed, dropping comments and directives; file is -1.
std::vector<Token> lex_source(std::string_view text);

}  // namespace judge::lowering
