#pragma once

#include "judge_emulated/threads.h"

// Included where judge-cucc --lockstep builds an attempt: tells the runtime so while the library is loaded.
extern "C" void judgeEmulatedStartLockstep(void (*restore_thread)(const unsigned thread[3]));

namespace judge_emulated {

struct LockstepStart {
  LockstepStart() {
    judgeEmulatedStartLockstep(
        [](const unsigned thread[3]) { SavedThread{{thread[0], thread[1], thread[2]}}.restore(); });
  }
};
static LockstepStart lockstep_start;

}  // namespace judge_emulated
