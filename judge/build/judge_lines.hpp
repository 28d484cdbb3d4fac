#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace judge {

/// A line of an attempt that says something to the judge: `// judge: link cublas`. It may stand anywhere, by itself.
struct JudgeLine {
  int line = 0;                       ///< of the source, from 1
  std::string key;                    ///< "link"; empty where nothing follows
  std::vector<std::string> words;     ///< those behind it, parted by blanks and commas
};

/// Every such line, known or not, in order.
std::vector<JudgeLine> judge_lines(std::string_view source);

/// Says what is wrong with the key of a line; empty where it is one of link, rung and yardstick.
std::string trouble_with_key(const JudgeLine& line);

}  // namespace judge
