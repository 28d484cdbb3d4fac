#pragma once

#include "judge/emulator/runtime/fiber.hpp"
#include "judge_emulated/abi.h"

namespace judge::emulated {

constexpr unsigned warp_lanes = 32;

/// A lane that waits for others of its warp. The request lies on the waiting fiber's stack.
struct LaneWait {
  const judge_emulated::WarpRequest* request = nullptr;
  judge_emulated::WarpAnswer answer{};
  int absent_source = -1;  ///< of a shuffle: the lane that it would read, if that takes no part
  Fiber* fiber = nullptr;
};

struct Warp {
  unsigned exited = 0;   ///< lanes that returned from the kernel, or never were
  unsigned arrived = 0;  ///< lanes that wait
  LaneWait* lanes = nullptr;
};

/// What a shuffle gets that reads a lane which takes no part, in each byte. CUDA leaves it open.
inline unsigned char byte_of_absent_lane = 0;

/// If every lane that takes part in `lane`'s request has arrived with the same one: answers them all, takes them out of
/// `arrived` and returns their mask. Else 0. Exited lanes take no part.
unsigned answer_warp(Warp& warp, unsigned lane);

/// Answers the lanes that asked for the active mask at the same place as `lane`: they are the active ones.
unsigned answer_active_mask(Warp& warp, unsigned lane);

}  // namespace judge::emulated
