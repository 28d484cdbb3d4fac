#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace judge {

/// One line of two texts that are laid over each other. A number of 0: the line is not in that text.
struct DiffLine {
  int old_number = 0, new_number = 0;
  std::string_view text;  ///< of the texts given, without its end
  bool has_end = true;    ///< false: the text stops here, without a newline

  bool is_removed() const { return new_number == 0; }
  bool is_added() const { return old_number == 0; }
};

/// The fewest lines removed and added that make `new_text` of `old_text` (Myers, An O(ND) Difference Algorithm, Algorithmica 1,
/// 1986). Where more than `most_changes` are needed, the part between the common beginning and end is removed and added whole.
std::vector<DiffLine> diff_lines(std::string_view old_text, std::string_view new_text, int most_changes = 2000);

}  // namespace judge
