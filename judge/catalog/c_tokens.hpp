#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace judge {

/// One token of C++ or CUDA source. `text` points into the source.
struct CToken {
  enum class Kind : int { word = 0, number = 1, literal = 2, punctuation = 3 };
  Kind kind = Kind::word;
  std::string_view text;
  std::size_t offset = 0;  ///< of its first byte in the source

  bool is(std::string_view what) const { return kind != Kind::literal && text == what; }
};

struct CSource {
  std::string_view text;
  std::vector<CToken> tokens;
};

/// Splits raw source, not preprocessed, into tokens. Comments and preprocessor lines are left out, and what stands
/// between #if 0 and its #else or #endif; of other conditionals, every branch is kept. Punctuation is one character a
/// token, except "::" and "...". Never fails: what is unterminated ends with the text. `text` must outlive what is
/// returned.
CSource c_tokens(std::string_view text);

/// The tokens from `first` up to but not including `last` as one line, a single space where the source has any gap.
std::string one_line(const CSource& source, std::size_t first, std::size_t last);

}  // namespace judge
