#pragma once

#include <cstddef>
#include <cstdint>

/// What the emulated runtime exports besides the CUDA runtime's own functions, with C linkage. The judge looks these up
/// by name; on NVIDIA's runtime they are absent and the judge does without.
extern "C" {

/// A fault or finding, as the emulated runtime reports it from inside its signal handler: plain data, static strings.
struct JudgeEmulatedFault {
  int kind;  ///< judge::Fault::Kind
  int is_write;
  int in_kernel;
  int is_fatal;  ///< 0: a forgiven read beside a buffer, the call goes on after the handler returns
  char kernel[256];
  unsigned block[3], thread[3];
  int thread_is_unknown;     ///< some thread of the block: the compiler made one loop of several
  const void* code_address;  ///< of the access in the attempt's library; null if unknown
  const void* buffer;        ///< first byte of the nearest allocation; null if none is near
  std::size_t buffer_bytes;
  std::int64_t offset_bytes;  ///< of the access from `buffer`
  char note[1024];
  char thing[192];         ///< judge::Fault::thing, without the line
  int passes_on_gpu;       ///< judge::Fault::passes_on_gpu
  const void* thing_code;  ///< of an allocation: where it was made; null if unknown
  int space;               ///< judge::Fault::Space
  // Of a race, the earlier access, and whether both threads are lanes of one warp and change the place by `x += y` or its like; of a divergent barrier, the thread that waits in the other place.
  int has_other, other_is_write, in_one_warp, is_update;
  unsigned other_block[3], other_thread[3];
  const void* other_code_address;
};

/// Called on the faulting thread. For a fatal fault the handler does not return (it reports and ends the process).
using JudgeEmulatedFaultHandler = void (*)(const JudgeEmulatedFault*);
void judgeEmulatedSetFaultHandler(JudgeEmulatedFaultHandler handler);

/// Makes `bytes` bytes at `pointer`, the tail of an allocation or of an opened IPC handle, the one legal window of it:
/// accesses before the window fault (to the page), accesses after it fault to the byte rounded up to 16. 0 = cudaSuccess.
int judgeEmulatedSetWindow(void* pointer, std::size_t bytes, int flags, const char* name);
enum JudgeEmulatedWindow {
  judge_emulated_read_only = 1,    ///< a write inside the window is a fault of kind write_to_input
  judge_emulated_holds_input = 2,  ///< initialised before the call
  judge_emulated_pageable = 4,     ///< of cudaHostAlloc()'s memory: passes for malloc()'s, which no kernel can reach
};

/// Lays memory out as a GPU does, without guards between neighbours: accesses beside an array or an allocation do there what
/// they do on a GPU. Call it before an attempt is loaded.
void judgeEmulatedUseGpuLayout();

/// The values of judge::ThreadOrder (model/protocol.hpp), for kernels that are launched from now on. JUDGE_EMULATED_FIBERS=1 and
/// JUDGE_EMULATED_LAST_BLOCK_FIRST=1 do the same. Call it before an attempt is loaded.
enum JudgeEmulatedOrder {
  judge_emulated_loops = 0,
  judge_emulated_fibers = 1,
  judge_emulated_last_block_first = 2,
  judge_emulated_late_writes = 3,
  judge_emulated_low_warps_ahead = 4,
  judge_emulated_high_warps_ahead = 5,
  judge_emulated_even_warps_ahead = 6,
  judge_emulated_low_warps_far_ahead = 7,
  judge_emulated_high_warps_far_ahead = 8,
  judge_emulated_even_warps_far_ahead = 9,
  judge_emulated_cleared_shared = 10,
  judge_emulated_blocks_side_by_side = 11,
  judge_emulated_early_copies = 12,
  judge_emulated_early_launches = 13,
  judge_emulated_blocks_in_turns = 14,
  judge_emulated_some_warps_late = 15,
  judge_emulated_other_warps_late = 16,
  judge_emulated_last_thread_first = 17,
  judge_emulated_some_streams_ahead = 18,
  judge_emulated_absent_lanes = 19,
  judge_emulated_absent_lanes_are_large = 20,
  judge_emulated_absent_lanes_are_negative = 21,
};
void judgeEmulatedUseOrder(enum JudgeEmulatedOrder order);

/// The calling thread's next allocation is attributed to the call at `code`.
void judgeEmulatedAllocating(const void* code);

/// What happens to host code that touches device memory.
enum JudgeEmulatedHostAccess {
  judge_emulated_open = 0,  ///< nothing, and launches and copies cost nothing more
  judge_emulated_faults =
      1,  ///< it faults, as on a GPU. As with the next one, each launch or copy moves all of the memory twice
  judge_emulated_decoys = 2,  ///< it gets zeros, what it writes is lost, and it can't see that; the gate tells afterwards
};
/// Decides that from now on. Returns what host code touched since the last time, the name of an argument or "device memory"; null = nothing.
using JudgeEmulatedGate = const char* (*)(enum JudgeEmulatedHostAccess);
/// The first caller gets it, others null: no name leads an attempt to it. Call it before an attempt is loaded, and before memory files
/// are forbidden.
JudgeEmulatedGate judgeEmulatedTakeGate();

/// From here on launches are checked and no kernel runs, copies and fills do nothing, and cudaMalloc() gives addresses without memory, as many as
/// an H200 has. `over`
/// is called, by any thread, when something that a kernel computes would reach the host: it ends the call and does not return.
void judgeEmulatedBeginDryCall(void (*over)());
struct JudgeEmulatedDryCall {
  int error;                  ///< of the first launch that failed, or allocation that was too large; 0 = none was
  char kernel[256];           ///< or the function that allocates
  unsigned long long number;  ///< of that launch among those of its kernel, of that call among those of the function, from 1
  int goes_on;                ///< solve() could know of the failure and gave the device more to do
};
void judgeEmulatedEndDryCall(struct JudgeEmulatedDryCall* report);

/// Of the launches from here on the `number`th one of this kernel, or call of this function that allocates, fails with `error` and does
/// nothing else.
void judgeEmulatedRefuseLaunch(const char* kernel, unsigned long long number, int error);

/// Of an attempt that was built with --check: how many blocks were launched so far, and the accesses of how many of them
/// were looked at for races.
void judgeEmulatedCheckedBlocks(unsigned long long* launched, unsigned long long* watched);
}
