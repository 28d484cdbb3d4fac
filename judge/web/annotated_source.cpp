#include "judge/web/annotated_source.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "judge/util/lines.hpp"
#include "judge/util/units.hpp"

namespace judge {

Html annotated_source(std::string_view source, const std::multimap<int, std::string>& notes) {
  constexpr int k_most_lines = 20'000;
  Html lines;
  for (int number = 1; !source.empty() && number <= k_most_lines; ++number) {
    const auto line = take_line(source);
    const auto [first, last] = notes.equal_range(number);
    lines += element("span", {{"class", first == last ? "line" : "line marked"}}, std::string(line) + "\n");
    for (auto note = first; note != last; ++note) lines += element("span", {{"class", "finding"}}, note->second);
  }
  Html view = element("pre", {{"class", "source"}, {"tabindex", "0"}, {"aria-label", "Source"}}, element("code", lines));
  if (source.empty()) return view;
  const auto rest = std::ranges::count(source, '\n') + !source.ends_with('\n');
  return view += element("p", {{"class", "faint"}}, fmt::format("{} more lines are not shown.", format_count(rest)));
}

}  // namespace judge
