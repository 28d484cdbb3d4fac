#include "judge/serve/line_diff.hpp"

#include <algorithm>

namespace judge {

namespace {

// With their ends, so that a last line without one is another line.
std::vector<std::string_view> lines_in(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    lines.push_back(text.substr(0, std::min(text.find('\n'), text.size() - 1) + 1));
    text.remove_prefix(lines.back().size());
  }
  return lines;
}

DiffLine shown(std::size_t old_number, std::size_t new_number, std::string_view line) {
  const bool has_end = line.ends_with('\n');
  return {static_cast<int>(old_number), static_cast<int>(new_number), line.substr(0, line.size() - has_end), has_end};
}

using Lines = std::vector<std::string_view>;

// Which lines of either are kept, as pairs in order. For each number of changes d, the furthest point on each diagonal k = x - y is
// known; the way is found from the end by those of each d.
std::vector<std::pair<int, int>> kept_lines(const Lines& a, const Lines& b, int most_changes) {
  const int n = static_cast<int>(a.size()), m = static_cast<int>(b.size());
  const int most = std::min(n + m, most_changes);
  std::vector<std::vector<int>> furthest;
  std::vector<int> at(static_cast<std::size_t>(2 * most + 3), 0);
  const auto on = [&](std::vector<int>& row, int k) -> int& { return row[static_cast<std::size_t>(k + most + 1)]; };
  int changes = -1;
  for (int d = 0; d <= most && changes < 0; ++d) {
    furthest.push_back(at);
    for (int k = -d; k <= d; k += 2) {
      int x = k == -d || (k != d && on(at, k - 1) < on(at, k + 1)) ? on(at, k + 1) : on(at, k - 1) + 1;
      while (x < n && x - k < m && x - k >= 0 && a[static_cast<std::size_t>(x)] == b[static_cast<std::size_t>(x - k)]) ++x;
      on(at, k) = x;
      if (x >= n && x - k >= m) {
        changes = d;
        break;
      }
    }
  }
  std::vector<std::pair<int, int>> kept;
  if (changes < 0) return kept;
  int x = n, y = m;
  for (int d = changes; d >= 0; --d) {
    auto& row = furthest[static_cast<std::size_t>(d)];
    const int k = x - y;
    const bool is_down = k == -d || (k != d && on(row, k - 1) < on(row, k + 1));
    const int before_k = is_down ? k + 1 : k - 1;
    const int before_x = d == 0 ? 0 : on(row, before_k), before_y = d == 0 ? 0 : before_x - before_k;
    const int start_x = d == 0 ? 0 : is_down ? before_x : before_x + 1;
    while (x > start_x && y > 0 && a[static_cast<std::size_t>(x - 1)] == b[static_cast<std::size_t>(y - 1)])
      kept.emplace_back(--x, --y);
    x = before_x;
    y = before_y;
  }
  std::ranges::reverse(kept);
  return kept;
}

}  // namespace

std::vector<DiffLine> diff_lines(std::string_view old_text, std::string_view new_text, int most_changes) {
  const Lines a = lines_in(old_text), b = lines_in(new_text);
  std::size_t first = 0, last = 0;
  while (first < a.size() && first < b.size() && a[first] == b[first]) ++first;
  while (last < a.size() - first && last < b.size() - first && a[a.size() - 1 - last] == b[b.size() - 1 - last]) ++last;
  const Lines old_middle(a.begin() + static_cast<std::ptrdiff_t>(first), a.end() - static_cast<std::ptrdiff_t>(last));
  // Each change costs a pass over the lines at most: of long texts fewer are looked for.
  constexpr std::size_t k_most_steps = 40'000'000;
  const auto affordable = k_most_steps / (a.size() + b.size() + 1);
  most_changes = std::min(most_changes, static_cast<int>(std::min<std::size_t>(affordable, 1 << 20)));
  const Lines new_middle(b.begin() + static_cast<std::ptrdiff_t>(first), b.end() - static_cast<std::ptrdiff_t>(last));
  std::vector<DiffLine> lines;
  std::size_t x = 0, y = 0;
  const auto go_to = [&](std::size_t to_x, std::size_t to_y) {
    for (; x < to_x; ++x) lines.push_back(shown(x + 1, 0, a[x]));
    for (; y < to_y; ++y) lines.push_back(shown(0, y + 1, b[y]));
  };
  const auto keep = [&] {
    lines.push_back(shown(x + 1, y + 1, b[y]));
    ++x;
    ++y;
  };
  while (x < first) keep();
  for (const auto& [kept_x, kept_y] : kept_lines(old_middle, new_middle, most_changes)) {
    go_to(first + static_cast<std::size_t>(kept_x), first + static_cast<std::size_t>(kept_y));
    keep();
  }
  go_to(a.size() - last, b.size() - last);
  while (x < a.size()) keep();
  return lines;
}

}  // namespace judge
