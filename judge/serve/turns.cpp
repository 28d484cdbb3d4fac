#include "judge/serve/turns.hpp"

#include <algorithm>
#include <deque>

namespace judge {

std::vector<Turn> turns_of(const std::vector<Waiting>& waiting, const std::map<std::string, double>& last_turns,
                           double busy_seconds) {
  struct Line {
    double last_turn = 0;
    std::deque<const Waiting*> orders;
  };
  std::vector<Line> lines;
  std::map<std::string, std::size_t> line_of;
  for (const auto& one : waiting) {
    const auto [place, is_new] = line_of.try_emplace(one.user, lines.size());
    if (is_new) {
      const auto last = last_turns.find(one.user);
      lines.push_back({last == last_turns.end() ? 0 : last->second, {}});
    }
    lines[place->second].orders.push_back(&one);
  }
  std::ranges::stable_sort(lines, {}, &Line::last_turn);  // stable: else the one whose first order is older
  std::vector<Turn> turns;
  double wait = busy_seconds;
  while (turns.size() < waiting.size())
    for (auto& line : lines) {
      if (line.orders.empty()) continue;
      turns.push_back({line.orders.front()->id, static_cast<int>(turns.size()) + 1, wait});
      wait += line.orders.front()->seconds;
      line.orders.pop_front();
    }
  return turns;
}

}  // namespace judge
