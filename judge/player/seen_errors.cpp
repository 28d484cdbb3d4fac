#include "judge/player/seen_errors.hpp"

#include <utility>

#include "judge/player/call_offset.hpp"

namespace judge {

void SeenErrors::begin_call() {
  const std::lock_guard lock(m_mutex);
  m_in_call = true;
  m_launch_code = nullptr;
  m_first = m_pending = m_unchecked_launch = {};
}

void SeenErrors::end_call(protocol::Trace& trace) {
  const std::lock_guard lock(m_mutex);
  m_in_call = false;
  trace.unchecked_launch = m_unchecked_launch.text;
  trace.unchecked_launch_offset = m_unchecked_launch.offset;
}

void SeenErrors::launching(const void* code) {
  const std::lock_guard lock(m_mutex);
  m_launch_code = code;
}

void SeenErrors::failed(std::string call, cuda::Error error, std::string reason, const void* code) {
  const std::lock_guard lock(m_mutex);
  if (!m_in_call) return;
  const bool is_launch = call.starts_with(protocol::k_launch_words);
  const FailedCall call_now{std::move(call), std::move(reason), offset_of_call(is_launch ? m_launch_code : code), error};
  if (m_pending.text.empty() || m_pending.error != error) m_pending = call_now;
  if (m_first.text.empty()) m_first = call_now;
  if (is_launch && m_unchecked_launch.text.empty()) m_unchecked_launch = call_now;
}

void SeenErrors::asked(LastError last) {
  const std::lock_guard lock(m_mutex);
  if (!m_in_call) return;
  m_unchecked_launch.text.clear();
  if (last == LastError::forgotten) m_pending = {};
}

SeenErrors::FailedCall SeenErrors::first() const {
  const std::lock_guard lock(m_mutex);
  return m_first;
}

SeenErrors::FailedCall SeenErrors::pending() const {
  const std::lock_guard lock(m_mutex);
  return m_pending;
}

}  // namespace judge
