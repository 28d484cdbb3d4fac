#include "judge/passes/passes.hpp"

namespace judge {

void TimedCase::keep_only(const std::function<bool(std::size_t)>& keep) {
  for (std::size_t position = contestants.size(); position-- > 0;) {
    if (keep(contestants[position])) continue;
    contestants.erase(contestants.begin() + static_cast<std::ptrdiff_t>(position));
    block_times_ns.erase(block_times_ns.begin() + static_cast<std::ptrdiff_t>(position));
    if (auto& doubts = comparing.doubts; position < doubts.size())
      doubts.erase(doubts.begin() + static_cast<std::ptrdiff_t>(position));
  }
}

}  // namespace judge
