#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace judge {

/// A place in a text file, for messages. Lines and columns count from 1, columns in bytes.
struct SourceLocation {
  std::string file;
  int line = 1;
  int column = 1;

  /// "problems/x/problem.json:7:21", `offset` bytes further on the same line.
  std::string text(std::size_t offset = 0) const;
};

/// Where the byte at `offset` of `text` lies; an offset behind the end means the end.
SourceLocation locate(std::string_view text, std::size_t offset, std::string_view file);

}  // namespace judge
