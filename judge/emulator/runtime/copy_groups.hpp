#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "judge/emulator/runtime/chip.hpp"

namespace judge::emulated {

/// The copies of a block's threads that have not finished, and how each thread has grouped its own. A thread's copies finish in the
/// order in which it made them: each wait is for the first so many.
template <class Copy>
class CopyGroups {
 public:
  void start_block() {
    if (!m_is_used) return;
    for (Thread& thread : m_threads) {
      thread.copies.clear();
      thread.ends.clear();
      thread.first = thread.last = 0;
    }
    m_is_used = false;
  }
  bool is_used() const { return m_is_used; }
  void add(unsigned index, Copy copy) {
    Thread& mine = thread(index);
    mine.copies.push_back(std::move(copy));
    ++mine.last;
  }
  /// Closes a group of the thread's copies, which may be empty.
  void commit(unsigned index) {
    Thread& mine = thread(index);
    mine.ends.push_back(mine.last);
  }
  /// Calls finish(copy) for those of the thread in all groups but the newest `groups`, and forgets them.
  template <class Finish>
  void wait(unsigned index, std::uint64_t groups, Finish finish) {
    const std::vector<std::uint64_t>& ends = thread(index).ends;
    if (groups < ends.size()) finish_until(index, ends[ends.size() - 1 - groups], finish);
  }
  /// The same for all, also those in no group yet.
  template <class Finish>
  void wait_for_all(unsigned index, Finish finish) {
    finish_until(index, thread(index).last, finish);
  }
  template <class Finish>
  void finish_until(unsigned index, std::uint64_t last, Finish finish) {
    Thread& mine = thread(index);
    if (last <= mine.first) return;
    const auto end = mine.copies.begin() + static_cast<std::ptrdiff_t>(last - mine.first);
    for (auto copy = mine.copies.begin(); copy != end; ++copy) finish(*copy);
    mine.copies.erase(mine.copies.begin(), end);
    mine.first = last;
  }
  /// Calls visit(copy) for those that wait() would finish.
  template <class Visit>
  void visit(unsigned index, std::uint64_t groups, Visit visit) {
    Thread& mine = thread(index);
    if (groups >= mine.ends.size()) return;
    const std::uint64_t last = mine.ends[mine.ends.size() - 1 - groups];
    for (std::uint64_t i = mine.first; i < last; ++i) visit(mine.copies[i - mine.first]);
  }
  /// Calls visit(copy) for those of all threads.
  template <class Visit>
  void visit_all(Visit visit) {
    if (!m_is_used) return;
    for (Thread& thread : m_threads)
      for (Copy& copy : thread.copies) visit(copy);
  }
  /// Calls finish(copy) for those of all threads.
  template <class Finish>
  void finish_all(Finish finish) {
    if (!m_is_used) return;
    for (unsigned index = 0; index < m_threads.size(); ++index) wait_for_all(index, finish);
  }
  /// The number behind the thread's last copy.
  std::uint64_t last_of(unsigned index) { return thread(index).last; }
  bool has_any(unsigned index) { return !thread(index).copies.empty(); }

 private:
  struct Thread {
    std::vector<Copy> copies;           // that have not finished
    std::uint64_t first = 0, last = 0;  // their numbers, half open
    std::vector<std::uint64_t> ends;    // of the groups: the number behind the last copy
  };

  Thread& thread(unsigned index) {
    if (m_threads.empty()) m_threads.resize(chip::max_threads_per_block);
    m_is_used = true;
    return m_threads[index];
  }

  std::vector<Thread> m_threads;  // empty until a thread copies
  bool m_is_used = false;
};

}  // namespace judge::emulated
