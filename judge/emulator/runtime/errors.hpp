#pragma once

#include "judge_emulated/runtime_types.h"

namespace judge::emulated {

/// Every function of the runtime API returns through this: an error is remembered for cudaGetLastError, a sticky one
/// (a kernel's failure) answers every later call.
cudaError_t finish(cudaError_t error);
/// The same of what may fail in a dry call: a launch. Where another call fails, the dry call is over.
cudaError_t finish_launch(cudaError_t error);

/// After this every call fails with `error`, as after a kernel that crashed.
void make_sticky(cudaError_t error);

}  // namespace judge::emulated
