#include "judge/util/cpp_standard.hpp"

#include <algorithm>
#include <array>

#include "judge/util/c_lexer.hpp"

namespace judge {

bool hints_at_cpp20(std::string_view source) {
  constexpr std::array<std::string_view, 8> words{"concept",   "requires", "consteval", "constinit",
                                                  "co_return", "co_yield", "co_await",  "char8_t"};
  constexpr std::array<std::string_view, 21> pieces{"<=>",
                                                    "<concepts>",
                                                    "<bit>",
                                                    "<ranges>",
                                                    "<span>",
                                                    "<numbers>",
                                                    "<compare>",
                                                    "<barrier>",
                                                    "<latch>",
                                                    "<semaphore>",
                                                    "<source_location>",
                                                    "<coroutine>",
                                                    "[]<typename",
                                                    "[]<class",
                                                    "std::bit_cast",
                                                    "std::span",
                                                    "std::ranges",
                                                    "std::numbers",
                                                    "std::has_single_bit",
                                                    "std::popcount",
                                                    "std::midpoint"};
  return std::ranges::any_of(words, [&](auto word) { return find_word(source, word) != source.npos; }) ||
         std::ranges::any_of(pieces, [&](auto piece) { return source.contains(piece); });
}

}  // namespace judge
