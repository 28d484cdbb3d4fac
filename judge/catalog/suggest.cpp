#include "judge/catalog/suggest.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <numeric>
#include <utility>

namespace judge {

namespace {

// Levenshtein's distance, where exchanging two neighbours also counts as one step.
std::size_t distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> before_last(b.size() + 1), last(b.size() + 1), row(b.size() + 1);
  std::iota(last.begin(), last.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      row[j] = std::min({last[j] + 1, row[j - 1] + 1, last[j - 1] + (a[i - 1] != b[j - 1])});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) row[j] = std::min(row[j], before_last[j - 2] + 1);
    }
    before_last.swap(last);
    last.swap(row);
  }
  return last[b.size()];
}

}  // namespace

std::string lower_case(std::string_view text) {
  std::string result(text);
  for (char& c : result) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return result;
}

std::vector<std::string> closest_names(std::string_view name, std::span<const std::string> candidates) {
  constexpr std::size_t longest = 200;  // the distance takes time by the product of the lengths
  if (name.size() > longest) return {};
  const std::string wanted = lower_case(name);
  std::vector<std::pair<std::size_t, std::string>> near;
  for (const auto& candidate : candidates) {
    if (candidate.size() > longest) continue;
    const std::string other = lower_case(candidate);
    const bool contained = wanted.size() >= 3 && other.contains(wanted);
    const std::size_t allowed = std::max<std::size_t>(1, std::max(wanted.size(), other.size()) / 3);
    const std::size_t longer = std::max(wanted.size(), other.size()) - std::min(wanted.size(), other.size());
    const std::size_t steps = longer > allowed ? longer : distance(wanted, other);  // as many at least
    if (steps <= allowed || contained) near.emplace_back(contained ? std::min(steps, allowed) : steps, candidate);
  }
  std::ranges::stable_sort(near, {}, [](const auto& entry) { return entry.first; });
  std::vector<std::string> names;
  for (auto& [steps, candidate] : near)
    if (names.size() < 3) names.push_back(std::move(candidate));
  return names;
}

std::string did_you_mean(std::string_view name, std::span<const std::string> candidates) {
  const auto names = closest_names(name, candidates);
  if (names.empty()) return "";
  return fmt::format("; did you mean '{}'?", fmt::join(names, "' or '"));
}

}  // namespace judge
