#pragma once

#include <string>
#include <vector>

#include "judge/emulator/lowering/translation.hpp"

/// The passes of the lowering. Each goes once over the tokens and notes its changes.
namespace judge::lowering {

/// __global__ functions become a thread body and a host stub.
void lower_kernels(Translation& translation);

/// k<<<grid, block>>>(arguments) becomes a call of the stub, behind a call that keeps the configuration.
void lower_launches(Translation& translation);

/// __shared__ variables become references into the block's arena.
void lower_shared_variables(Translation& translation);

/// Small things: __noinline__, #pragma unroll.
void lower_the_rest(Translation& translation);

}  // namespace judge::lowering
