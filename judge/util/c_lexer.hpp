#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

/// Splits C++ and CUDA C++ into tokens. What is unterminated ends with the text: nothing here fails.
namespace judge {

enum class TokenKind : unsigned char {
  identifier,
  number,
  text,  ///< string or character literal, with prefix and suffix
  punctuation,
  directive,  ///< a whole preprocessor line
  foreign,    ///< a stretch of system headers, verbatim with its line markers
};

/// Views point into the text that was lexed; `<%`, `and` and their like have the text of the operator that they spell.
struct Token {
  TokenKind kind = TokenKind::punctuation;
  std::string_view text;
  int file = -1;             ///< index into Lexed::files; of a foreign token, the file that includes it
  int line = 0;              ///< of that file, from 1
  int column = 0;            ///< from 1; 0 = not written at that place in the user's file (it came out of a macro)
  std::uint32_t offset = 0;  ///< of its first byte in the text that was lexed
};

struct Lexed {
  std::vector<Token> tokens;
  std::deque<std::string> made_up;      ///< texts that were not in the source
  std::vector<std::string_view> files;  ///< names as the line markers spell them, between the quotes
};

/// Splits the output of `c++ -E`. System headers (flag 3 of their line marker) stay whole. Columns are those of the
/// preprocessed text.
Lexed lex_preprocessed(std::string_view text);

/// Splits source that was not preprocessed, without its comments; file is -1. Of #if and #else every branch is kept.
enum class Directives { left_out, kept };
std::vector<Token> lex_source(std::string_view text, Directives directives = Directives::left_out);

/// A preprocessor line in parts, without comments, line ends and the blanks around the rest: "include" and "<a.h>".
struct Directive {
  std::string name, rest;
};
Directive parse_directive(std::string_view text);

/// What the #include lines of a source name, as they spell it: `<a.h>`, `"b.h"`, or a macro.
std::vector<std::string> included_names(std::string_view source);

/// A line marker of preprocessed text: `# 12 "file.cu" 1 3`.
struct LineMarker {
  int line = 0;
  std::string_view file;
  bool is_marker = false, is_system = false, has_flags = false;  // has_flags: it enters or leaves a file
};
LineMarker parse_line_marker(std::string_view line);

bool continues_identifier(char c);

/// Where `word` next stands in `text` as a whole word, from `from` on; npos if nowhere.
std::size_t find_word(std::string_view text, std::string_view word, std::size_t from = 0);

}  // namespace judge
