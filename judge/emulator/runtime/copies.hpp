#pragma once

#include <cstddef>

#include "judge_emulated/runtime_types.h"

/// Copies and memsets of the runtime API, without streams. Errors are CUDA's.
namespace judge::emulated {

cudaError_t copy(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind);
cudaError_t copy_box(const cudaMemcpy3DParms& box);
cudaError_t fill(void* to, int value, std::size_t bytes);
/// True if the range is writable device memory.
cudaError_t check_filled(const void* to, std::size_t bytes);

}  // namespace judge::emulated
