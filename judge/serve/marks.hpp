#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "judge/model/record.hpp"

namespace judge {

/// What is to be said of a line of an attempt.
struct LineMark {
  int line = 0;  ///< from 1
  bool is_error = true;
  std::string text;
};

/// The compiler's diagnostics, the fault and the findings of a record that lie in the attempt's own file, by line. Each is there once.
std::vector<LineMark> marks_of(const Record& record);

/// Of "path:12:5: error: text" and "path(12): error: text", a line each. `file` is the path or its end; its last component must fit.
std::vector<LineMark> diagnostics_in(std::string_view text, std::string_view file);

}  // namespace judge
