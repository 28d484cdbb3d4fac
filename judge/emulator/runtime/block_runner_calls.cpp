// What a kernel's code calls, on the runner that runs it.
#include <algorithm>

#include "judge/emulator/runtime/block_runner.hpp"

using judge::emulated::BlockRunner;

extern "C" {

int judgeEmulatedBarrier(unsigned thread, judge_emulated::BarrierKind kind, int predicate, int line, const void* code) {
  return BlockRunner::running()->barrier(thread, kind, predicate, line, code);
}
judge_emulated::WarpAnswer judgeEmulatedWarp(unsigned thread, const judge_emulated::WarpRequest* request) {
  return BlockRunner::running()->warp(thread, *request);
}
judge_emulated::Space judgeEmulatedSpaceOf(const void* address) {
  const BlockRunner* const runner = BlockRunner::running();
  return runner ? runner->space_of(address) : judge_emulated::Space::global;
}
void judgeEmulatedWarpArrives(unsigned thread, unsigned barrier, unsigned threads, int waits, int line, const void* code) {
  BlockRunner::running()->warp_arrives(thread, barrier, threads, waits != 0, line, code);
}
int judgeEmulatedIsCooperative() {
  const BlockRunner* const runner = BlockRunner::running();
  return runner && runner->launch().grid_barrier;
}
void judgeEmulatedClusterArrive(unsigned thread) { BlockRunner::running()->cluster_arrive(thread); }
void judgeEmulatedClusterWait(unsigned thread, int line, const void* code) {
  BlockRunner::running()->cluster_wait(thread, line, code);
}
void judgeEmulatedClusterSize(unsigned size[3]) { std::copy_n(BlockRunner::running()->launch().cluster, 3, size); }
unsigned judgeEmulatedSharedRank(const void* address) {
  unsigned rank = judge_emulated::no_rank;
  if (const BlockRunner* const runner = BlockRunner::running()) runner->arena_of(address, &rank);
  return rank;
}
void* judgeEmulatedMapShared(const void* address, unsigned rank) { return BlockRunner::running()->map_shared(address, rank); }
void judgeEmulatedYield(unsigned thread) { BlockRunner::running()->yield(thread); }
int judgeEmulatedMeetOtherLaunch(unsigned thread, int waits) {
  BlockRunner* const runner = BlockRunner::running();
  return runner && runner->meet_other_launch(thread, waits != 0);
}

judge_emulated::SplitState* judgeEmulatedSplitBegin(const judge_emulated::Block* block) {
  return BlockRunner::running()->split().begin(block->size);
}
void* judgeEmulatedSplitStorage(std::size_t bytes) { return BlockRunner::running()->split().allocate(bytes); }
void judgeEmulatedSplitBranch() { BlockRunner::running()->split().branch(); }
void judgeEmulatedSplitJump(unsigned target) { BlockRunner::running()->split().jump(target); }
void judgeEmulatedSplitBarrier(const judge_emulated::Slot* slot, judge_emulated::BarrierKind kind, unsigned target) {
  BlockRunner::running()->split().wait_at_barrier(slot, kind, target);
}
void judgeEmulatedSplitAsk(unsigned thread, const judge_emulated::WarpRequest* request, const judge_emulated::Slot* slot,
                           unsigned bytes) {
  BlockRunner::running()->split().ask(thread, *request, *slot, bytes);
}
void judgeEmulatedSplitWarps(unsigned target) { BlockRunner::running()->split().answer_warps(target); }
void judgeEmulatedSplitNeedAll(unsigned begin, unsigned end) {
  BlockRunner& runner = *BlockRunner::running();
  runner.expect_fine(runner.split().need_all(begin, end));
}
int judgeEmulatedSplitPick() {
  BlockRunner& runner = *BlockRunner::running();
  runner.expect_fine(runner.split().pick());
  return runner.split().is_over() ? 0 : 1;
}
}
