#include "judge/build/source_scan.hpp"

#include <algorithm>
#include <array>

#include "judge/util/c_lexer.hpp"

namespace judge {

namespace {

bool has_word(std::string_view text, std::string_view word) { return find_word(text, word) != text.npos; }

}  // namespace

bool has_local_include(std::string_view source) {
  return source.contains("__has_include") ||
         std::ranges::any_of(included_names(source), [](const std::string& name) { return !name.starts_with('<'); });
}

bool names_its_own_file(std::string_view source) {
  constexpr std::array<std::string_view, 4> words{"__FILE__", "__BASE_FILE__", "assert", "source_location"};
  return std::ranges::any_of(words, [&](auto word) { return has_word(source, word); });
}

bool hints_at_device_lambdas(std::string_view source) {
  for (std::size_t at = source.find(']'); at != source.npos; at = source.find(']', at + 1)) {
    const std::size_t next = source.find_first_not_of(" \t\n", at + 1);
    if (next == source.npos) return false;
    const std::string_view rest = source.substr(next);
    if (rest.starts_with("__device__") || rest.starts_with("__host__") || rest.starts_with("__attribute__")) return true;
  }
  return false;
}

}  // namespace judge
