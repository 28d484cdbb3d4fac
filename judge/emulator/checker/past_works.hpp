#pragma once

#include <cstdint>
#include <vector>

#include "judge/emulator/checker/happens_before.hpp"
#include "judge/emulator/runtime/stream_clock.hpp"

namespace judge::emulated {

/// One task that ran, and the times of HappensBefore's clock between which its threads did.
struct PastWork {
  TaskId id;
  TaskName name;
  HappensBefore::Time after = 0, until = 0;
};

/// What a task that is no kernel read or wrote: a whole range.
struct RangeAccess {
  TaskId id;
  TaskName name;
  std::uintptr_t first = 0;
  std::size_t bytes = 0;
  bool is_write = false;

  bool overlaps(std::uintptr_t address, std::size_t size) const { return first < address + size && address < first + bytes; }
};

/// Earlier work that is not ordered before the current work: of another stream, or work that the host has not waited for. Kernels'
/// accesses are stored per address (Cell), with the time; copies and memsets here, as ranges.
class PastWorks {
 public:
  static constexpr std::size_t most_ranges_of_a_task = 256;

  /// `known`: what the work that begins, or the host, comes after.
  void begin(const StreamClock& known);
  void add(const PastWork& work) { m_works.push_back(work); }
  void add(const RangeAccess& access);
  /// Forgets what all work to come is ordered behind.
  void forget(const StreamClock& host);

  bool is_empty() const { return m_works.empty() && m_ranges.empty(); }
  /// True if there is an unordered kernel or range.
  bool may_race_with_kernels() const { return !m_unordered.empty(); }
  bool may_race_with_ranges() const { return !m_unordered_ranges.empty(); }
  /// The work in which an access of this time was made, if nothing orders it.
  const PastWork* unordered_at(HappensBefore::Time time) const;
  const RangeAccess* unordered_range(std::uintptr_t address, std::size_t bytes, bool is_write) const;

 private:
  std::vector<PastWork> m_works;  // in order of time
  std::vector<RangeAccess> m_ranges;
  std::vector<PastWork> m_unordered;
  std::vector<RangeAccess> m_unordered_ranges;
};

}  // namespace judge::emulated
