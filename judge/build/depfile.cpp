#include "judge/build/depfile.hpp"

#include <string>

namespace judge {

std::vector<std::filesystem::path> prerequisites(std::string_view depfile) {
  std::vector<std::filesystem::path> paths;
  std::string word;
  bool after_colon = false;
  const auto end_word = [&] {
    if (after_colon && !word.empty()) paths.emplace_back(word);
    // "out.so: a.cu" and "out.so : a.cu": the rule's colon ends a word, a colon inside a name does not.
    if (!after_colon && word.ends_with(':')) after_colon = true;
    word.clear();
  };
  for (std::size_t i = 0; i < depfile.size(); ++i) {
    const char c = depfile[i], next = i + 1 < depfile.size() ? depfile[i + 1] : '\n';
    if (c == '\\' && next == '\n') {
      ++i;
      end_word();
    } else if ((c == '\\' && (next == ' ' || next == '#')) || (c == '$' && next == '$')) {
      word += next;
      ++i;
    } else if (c == ' ' || c == '\t' || c == '\r' || c == '\n') {
      end_word();
      if (c == '\n' && after_colon) break;
    } else {
      word += c;
    }
  }
  end_word();
  return paths;
}

}  // namespace judge
