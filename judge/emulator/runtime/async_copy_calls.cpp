// What the headers call for asynchronous copies (judge_emulated/async_copies.h).
#include <cstring>

#include "judge/emulator/runtime/block_runner.hpp"
#include "judge/emulator/runtime/watcher.hpp"

namespace judge::emulated {
namespace {

void land(const AsyncCopy& copy, LandedBy by) {
  if (copy.has_landed) return;
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
  AsyncCopy copy{{static_cast<char*>(to), code, bytes}};
  std::memcpy(copy.data.data(), data, bytes);
  if (watcher) watcher->copy_started(copy);
  if (copies_land_early) copy.due = runner.due_time(thread);
  runner.copies().add(thread, copy);
  if (copies_land_early) runner.copies().land_due(0);
  return 1;
}

void judgeEmulatedCommitCopies(unsigned thread) { BlockRunner::running()->copies().groups().commit(thread); }

void judgeEmulatedWaitForCopies(unsigned thread, std::uint64_t groups) {
  const auto land_own = [](const AsyncCopy& copy) { land(copy, LandedBy::its_thread); };
  CopyGroups<AsyncCopy>& copies = BlockRunner::running()->copies().groups();
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
