#include "judge/emulator/runtime/write_meeting.hpp"

#include <chrono>
#include <map>

namespace judge::emulated {

namespace {

constexpr std::chrono::milliseconds patience{20};
constexpr int most_misses = 8, most_in_one_place = 64;

/// What is worth waiting for, in the whole process: a block of another role, which never comes here, costs `patience` each time.
class Worth {
 public:
  bool is_worth(const void* code) {
    const std::lock_guard lock(m_mutex);
    return m_missed < most_misses && m_waited_at[code]++ < most_in_one_place;
  }
  void missed() {
    const std::lock_guard lock(m_mutex);
    ++m_missed;
  }

 private:
  std::mutex m_mutex;
  std::map<const void*, int> m_waited_at;
  int m_missed = 0;
};

Worth& worth() {
  static auto* the_worth = new Worth;  // never destroyed: threads may wait when the process ends
  return *the_worth;
}

}  // namespace

void WriteMeeting::add_runners(unsigned count) {
  const std::lock_guard lock(m_mutex);
  m_runners += count;
}

void WriteMeeting::leave() {
  const std::lock_guard lock(m_mutex);
  --m_runners;
  release_if_all_are_here();
}

void WriteMeeting::release_if_all_are_here() {
  if (m_waiting != m_runners) return;
  m_waiting = 0;
  ++m_meetings;
  m_changed.notify_all();
}

void WriteMeeting::meet(const void* code) {
  std::unique_lock lock(m_mutex);
  if (m_runners < 2 || !worth().is_worth(code)) return;
  const std::uint64_t before = m_meetings;
  ++m_waiting;
  release_if_all_are_here();
  if (m_changed.wait_for(lock, patience, [&] { return m_meetings != before; })) return;
  --m_waiting;
  worth().missed();
}

}  // namespace judge::emulated
