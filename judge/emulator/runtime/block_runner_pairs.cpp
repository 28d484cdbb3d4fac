// Blocks of two launches that run at the same time: see early_launch.hpp.
#include "judge/emulator/runtime/block_runner.hpp"

namespace judge::emulated {

bool BlockRunner::meet_other_launch(unsigned thread, bool waits) {
  if (!m_launch->early || m_has_met_other || waits != m_launch->is_dependent) return false;
  started(thread);
  count_exits(thread);
  m_held[m_held_threads++] = m_current;
  wait();
  return true;
}

// Nothing else of the block can go on.
bool BlockRunner::release_held() {
  if (m_held_threads == 0) return false;
  m_has_met_other = true;
  if (m_launch->is_dependent) m_launch->early->wait_for_primary();
  else m_launch->early->allow();
  for (unsigned i = 0; i < m_held_threads; ++i) make_ready(m_held[i]);
  m_held_threads = 0;
  return true;
}

void BlockRunner::leave_other_launch() {
  if (m_has_met_other) return;
  if (m_launch->is_dependent) m_launch->early->dependent_block_ended();
  else m_launch->early->primary_block_ended();
}

}  // namespace judge::emulated
