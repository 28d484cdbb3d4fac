#include "judge/emulator/runtime/block_turns.hpp"

namespace judge::emulated {

void BlockTurns::wait(unsigned runner) {
  std::unique_lock lock(m_mutex);
  m_changed.wait(lock, [&] { return m_turn == runner; });
}

void BlockTurns::pass(unsigned runner) {
  std::unique_lock lock(m_mutex);
  go_on();
  m_changed.wait(lock, [&] { return m_turn == runner; });
}

void BlockTurns::barrier_released(unsigned runner) {
  constexpr unsigned barriers_of_a_turn = 4;
  if (!m_is_beginning && ++m_barriers < barriers_of_a_turn) return;  // nobody else changes them now
  pass(runner);
}

void BlockTurns::leave(unsigned runner) {
  const std::lock_guard lock(m_mutex);
  m_is_there[runner] = false;
  go_on();
}

void BlockTurns::go_on() {
  const auto runners = static_cast<unsigned>(m_is_there.size());
  m_barriers = 0;
  if (m_is_beginning && m_turn + 1 < runners) {
    ++m_turn;
  } else {
    if (m_is_beginning) m_turn = 0;  // the one behind it is the last
    m_is_beginning = false;
    for (unsigned i = 0; i < runners; ++i) {
      m_turn = (m_turn + runners - 1) % runners;
      if (m_is_there[m_turn]) break;
    }
  }
  m_changed.notify_all();
}

}  // namespace judge::emulated
