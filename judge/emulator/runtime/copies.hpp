#pragma once

#include <cstddef>

#include "judge_emulated/runtime_types.h"

/// Copies and memsets of the runtime API. Errors are CUDA's.
namespace judge::emulated {

// Without streams.
cudaError_t copy(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind);
cudaError_t copy_box(const cudaMemcpy3DParms& box);
cudaError_t fill(void* to, int value, std::size_t bytes);
/// True if the range is writable device memory.
cudaError_t check_filled(const void* to, std::size_t bytes);

struct Pitched {
  char* pointer;
  std::size_t pitch;
};

/// What is known of a call on a stream before it is a StreamCall.
struct CopyCall {
  cudaStream_t stream = nullptr;
  const char* name = "";
  bool is_asynchronous = false;
};

cudaError_t copy_rows_on(const CopyCall& call, Pitched to, Pitched from, std::size_t width, std::size_t height,
                         cudaMemcpyKind kind);

}  // namespace judge::emulated
