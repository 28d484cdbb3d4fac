#include "judge/emulator/runtime/async_copies.hpp"

#include <cstring>

#include "judge/emulator/runtime/block_runner.hpp"
#include "judge/emulator/runtime/watcher.hpp"

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

namespace {

void land(const AsyncCopy& copy, LandedBy by) {
  if (watcher) watcher->copy_landed(copy, by);
  std::memcpy(copy.to, copy.data.data(), copy.bytes);
}

}  // namespace

}  // namespace judge::emulated

using namespace judge::emulated;

extern "C" {

int judgeEmulatedCopyAsync(unsigned thread, void* to, const void* data, unsigned bytes, const void* code) {
  BlockRunner& runner = *BlockRunner::running();
  if (runner.space_of(to) != judge_emulated::Space::shared) return 0;
  AsyncCopy copy{static_cast<char*>(to), code, bytes, {}};
  std::memcpy(copy.data.data(), data, bytes);
  if (watcher) watcher->copy_started(copy);
  runner.copies().add(thread, copy);
  return 1;
}

void judgeEmulatedCommitCopies(unsigned thread) { BlockRunner::running()->copies().commit(thread); }

void judgeEmulatedWaitForCopies(unsigned thread, std::uint64_t groups) {
  const auto land_own = [](const AsyncCopy& copy) { land(copy, LandedBy::its_thread); };
  AsyncCopies& copies = BlockRunner::running()->copies();
  if (groups == judge_emulated::no_group_left) copies.wait_for_all(thread, land_own);
  else copies.wait(thread, groups, land_own);
}

void judgeEmulatedHoldBarrier(unsigned thread, const void* barrier) {
  BlockRunner::running()->copies().hold_barrier(thread, barrier);
}

void judgeEmulatedEndPhase(const void* barrier) {
  BlockRunner* const runner = BlockRunner::running();
  if (!runner) return;
  runner->copies().end_phase(barrier, [](const AsyncCopy& copy) { land(copy, LandedBy::a_barrier); });
}
}
