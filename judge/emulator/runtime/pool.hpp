#pragma once

#include "judge/emulator/runtime/block_runner.hpp"

namespace judge::emulated {

/// How many host threads run blocks: what the process may use, or JUDGE_EMULATED_THREADS.
unsigned worker_threads();

/// Runs the launch to its end on the calling host thread and the pool's. One launch at a time.
void run_launch(Launch& launch);

/// Runs two, of which the second begins as soon as the first allows it. Each block has a host thread.
void run_with_dependent(Launch& primary, Launch& dependent);

}  // namespace judge::emulated
