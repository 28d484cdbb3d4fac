#include "judge/build/source_scan.hpp"

#include <algorithm>
#include <array>
#include <cctype>

namespace judge {

namespace {

bool is_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; }

bool has_word(std::string_view text, std::string_view word) {
  for (auto at = text.find(word); at != text.npos; at = text.find(word, at + 1)) {
    const auto end = at + word.size();
    if ((at == 0 || !is_word(text[at - 1])) && (end == text.size() || !is_word(text[end]))) return true;
  }
  return false;
}

bool contains(std::string_view text, std::string_view piece) { return text.find(piece) != text.npos; }

}  // namespace

bool has_local_include(std::string_view source) {
  for (auto hash = source.find('#'); hash != source.npos; hash = source.find('#', hash + 1)) {
    auto rest = source.substr(hash + 1);
    const auto skip_blanks = [&] { rest.remove_prefix(std::min(rest.find_first_not_of(" \t"), rest.size())); };
    skip_blanks();
    if (!rest.starts_with("include")) continue;
    rest.remove_prefix(std::string_view("include").size());
    skip_blanks();
    if (!rest.starts_with('<')) return true;
  }
  return contains(source, "__has_include");
}

bool names_its_own_file(std::string_view source) {
  constexpr std::array<std::string_view, 4> words{"__FILE__", "__BASE_FILE__", "assert", "source_location"};
  return std::ranges::any_of(words, [&](auto word) { return has_word(source, word); });
}

bool hints_at_cpp20(std::string_view source) {
  constexpr std::array<std::string_view, 8> words{"concept",   "requires", "consteval", "constinit",
                                                  "co_return", "co_yield", "co_await",  "char8_t"};
  constexpr std::array<std::string_view, 13> pieces{
      "<=>",     "<concepts>", "<bit>",   "<ranges>",    "<span>",           "<numbers>",  "<compare>",
      "<barrier>", "<latch>",  "<semaphore>", "<source_location>", "<coroutine>", "[]<typename"};
  return std::ranges::any_of(words, [&](auto word) { return has_word(source, word); }) ||
         std::ranges::any_of(pieces, [&](auto piece) { return contains(source, piece); });
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
