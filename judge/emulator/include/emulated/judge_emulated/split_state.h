#pragma once

#include <cstddef>
#include <cstdint>

#include "judge_emulated/abi.h"

/// What a split kernel (split.h) and the runtime share of the block that they run.
namespace judge_emulated {

/// The region of threads that have left the kernel.
constexpr unsigned finished = 0xffff;
constexpr unsigned most_split_threads = 1024, lanes_per_warp = 32;

struct ThreadRange {
  unsigned begin, end;
};

/// Threads with the same y and z, which follow each other.
struct ThreadRow {
  unsigned first, count;            ///< linear indices
  unsigned x, y, z;                 ///< of the first
};

/// What the threads of a block gave to one collective, and got from it: an array of 4 or 8 bytes for each of them.
struct Slot {
  void* values;
  void* answers;
};

/// Threads of a block and the regions they run next.
struct SplitState {
  unsigned threads;                 ///< of the block
  unsigned live;                    ///< those that have not left the kernel
  unsigned region;                  ///< to run next, by the threads in the ranges
  bool is_together;                 ///< these are all that live; else the others are in `regions`
  bool must_pick;                   ///< who runs next has to be found out; else those in the ranges go on
  unsigned others_first;            ///< the first region that other threads could run; `finished` if they wait
  unsigned others_lowest;           ///< the first region that other threads are in, waiting or not
  unsigned range_count;
  unsigned short regions[most_split_threads];
  unsigned row_count;
  ThreadRange ranges[most_split_threads / 2 + 1];
  ThreadRow rows[most_split_threads];     ///< the ranges once more
};

}  // namespace judge_emulated

extern "C" {

/// The calling runner's state, for a new block: all its threads are about to run the first region.
judge_emulated::SplitState* judgeEmulatedSplitBegin(const judge_emulated::Block* block);
/// Memory until the block's end, aligned to 64 bytes; not set to anything.
void* judgeEmulatedSplitStorage(std::size_t bytes);

// Called by the threads in the ranges, once for all of them.

/// They have chosen their next regions.
void judgeEmulatedSplitBranch();
/// All of them go to `target`, which is not before others could run.
void judgeEmulatedSplitJump(unsigned target);
/// They wait at a barrier before they go to `target`. Their predicates are in the slot, where their answers are wanted;
/// null for a barrier that has none. Only if the threads are not together.
void judgeEmulatedSplitBarrier(const judge_emulated::Slot* slot, judge_emulated::BarrierKind kind, unsigned target);
/// `thread` asks for a warp operation; its value has `bytes` bytes. To be followed by judgeEmulatedSplitWarps.
void judgeEmulatedSplitAsk(unsigned thread, const judge_emulated::WarpRequest* request,
                           const judge_emulated::Slot* slot, unsigned bytes);
/// They have all asked, and go to `target` when they are answered.
void judgeEmulatedSplitWarps(unsigned target);
/// Ends the run if threads other than these are on their way through the regions [begin, end).
void judgeEmulatedSplitNeedAll(unsigned begin, unsigned end);
/// Chooses the threads that run next. 0: all have left the kernel.
int judgeEmulatedSplitPick();
}
