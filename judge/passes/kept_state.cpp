#include "judge/passes/kept_state.hpp"

#include <array>

#include "judge/util/c_lexer.hpp"
#include "judge/util/contains.hpp"

namespace judge {

// A type and a name; before a parenthesis it is a function's, and less of a lambda.
bool may_keep_state(std::string_view source) {
  constexpr std::array<std::string_view, 3> keepers = {"static", "__device__", "__managed__"};
  constexpr std::array<std::string_view, 4> no_variables = {"const", "constexpr", "__constant__", "__global__"};
  const auto tokens = lex_source(source);
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    if (!contains(keepers, tokens[i].text)) continue;
    bool may_change = true;
    std::size_t end = i + 1;
    for (; end < tokens.size() && !contains(std::array<std::string_view, 6>{"(", ";", "=", "[", "{", ")"}, tokens[end].text);
         ++end)
      may_change &= !contains(no_variables, tokens[end].text);
    if (end < tokens.size() && end >= i + 3 && may_change &&
        contains(std::array<std::string_view, 4>{";", "=", "[", "{"}, tokens[end].text))
      return true;
  }
  return false;
}

}  // namespace judge
