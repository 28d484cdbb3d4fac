#include "judge/emulator/runtime/async_copies.hpp"

namespace judge::emulated {

AsyncCopies::Thread& AsyncCopies::thread(unsigned index) {
  if (m_threads.empty()) m_threads.resize(chip::max_threads_per_block);
  m_is_used = true;
  return m_threads[index];
}

void AsyncCopies::start_block() {
  if (!m_is_used) return;
  for (Thread& thread : m_threads) {
    thread.copies.clear();
    thread.ends.clear();
    thread.first = thread.last = 0;
  }
  m_held.clear();
  m_is_used = false;
}

void AsyncCopies::add(unsigned index, const AsyncCopy& copy) {
  Thread& mine = thread(index);
  mine.copies.push_back(copy);
  ++mine.last;
}

void AsyncCopies::commit(unsigned index) {
  Thread& mine = thread(index);
  mine.ends.push_back(mine.last);
}

void AsyncCopies::hold_barrier(unsigned index, const void* barrier) {
  const Thread& mine = thread(index);
  if (mine.first == mine.last) return;
  if (!m_held.empty() && m_held.back().barrier == barrier && m_held.back().thread == index) m_held.back().last = mine.last;
  else m_held.push_back({barrier, index, mine.last});
}

}  // namespace judge::emulated
