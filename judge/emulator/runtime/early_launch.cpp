#include "judge/emulator/runtime/early_launch.hpp"

#include <chrono>

namespace judge::emulated {

namespace {

// A block may wait for a flag of the other launch, or for a block that is held.
constexpr std::chrono::milliseconds longest_wait{100};

}  // namespace

void EarlyLaunch::allow() {
  std::unique_lock lock(m_mutex);
  ++m_allowed;
  m_changed.notify_all();
  if (!m_changed.wait_for(lock, longest_wait, [&] { return m_settled == m_dependent_blocks || m_goes_on; })) m_goes_on = true;
  m_changed.notify_all();
}

void EarlyLaunch::primary_block_ended() {
  const std::lock_guard lock(m_mutex);
  ++m_allowed;
  m_changed.notify_all();
}

void EarlyLaunch::primary_ended() {
  const std::lock_guard lock(m_mutex);
  m_has_primary_ended = true;
  m_changed.notify_all();
}

void EarlyLaunch::wait_until_allowed() {
  std::unique_lock lock(m_mutex);
  m_changed.wait(lock, [&] { return is_allowed(); });
}

void EarlyLaunch::wait_for_primary() {
  std::unique_lock lock(m_mutex);
  ++m_settled;
  m_changed.notify_all();
  m_changed.wait(lock, [&] { return m_has_primary_ended; });
}

void EarlyLaunch::dependent_block_ended() {
  const std::lock_guard lock(m_mutex);
  ++m_settled;
  m_changed.notify_all();
}

}  // namespace judge::emulated
