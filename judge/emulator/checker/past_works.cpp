#include "judge/emulator/checker/past_works.hpp"

#include <algorithm>
#include <iterator>

namespace judge::emulated {

void PastWorks::begin(const StreamClock& known) {
  m_unordered.clear();
  m_unordered_ranges.clear();
  const auto is_unordered = [&](const auto& one) { return !known.covers(one.id); };
  std::ranges::copy_if(m_works, std::back_inserter(m_unordered), is_unordered);
  std::ranges::copy_if(m_ranges, std::back_inserter(m_unordered_ranges), is_unordered);
}

void PastWorks::add(const RangeAccess& access) {
  const auto is_same = [&](const RangeAccess& known) { return known.id.number == access.id.number; };
  if (static_cast<std::size_t>(std::ranges::count_if(m_ranges, is_same)) < most_ranges_of_a_task) m_ranges.push_back(access);
}

void PastWorks::forget(const StreamClock& host) {
  const auto is_known = [&](const auto& one) { return host.covers(one.id); };
  std::erase_if(m_works, is_known);
  std::erase_if(m_ranges, is_known);
}

const PastWork* PastWorks::unordered_at(HappensBefore::Time time) const {
  const auto holds = [time](const PastWork& work) { return work.after < time && time <= work.until; };
  const auto found = std::ranges::find_if(m_unordered, holds);
  return found == m_unordered.end() ? nullptr : &*found;
}

const RangeAccess* PastWorks::unordered_range(std::uintptr_t address, std::size_t bytes, bool is_write) const {
  const auto conflicts = [&](const RangeAccess& range) {
    return (is_write || range.is_write) && range.overlaps(address, bytes);
  };
  const auto found = std::ranges::find_if(m_unordered_ranges, conflicts);
  return found == m_unordered_ranges.end() ? nullptr : &*found;
}

}  // namespace judge::emulated
