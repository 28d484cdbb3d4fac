#include "judge/emulator/runtime/errors.hpp"

#include <atomic>

#include "judge/emulator/runtime/dry_call.hpp"
#include "judge_emulated/runtime_api.h"

namespace judge::emulated {

namespace {

thread_local cudaError_t last_error = cudaSuccess;
std::atomic<cudaError_t> sticky_error = cudaSuccess;

}  // namespace

cudaError_t finish(cudaError_t error) {
  if (error != cudaSuccess && is_dry_call.load(std::memory_order_relaxed)) dry_call_is_over();
  return finish_launch(error);
}

cudaError_t finish_launch(cudaError_t error) {
  if (const cudaError_t sticky = sticky_error.load(std::memory_order_relaxed); sticky != cudaSuccess) error = sticky;
  if (error != cudaSuccess) last_error = error;
  return error;
}

void make_sticky(cudaError_t error) { sticky_error = error; }

}  // namespace judge::emulated

using namespace judge::emulated;

extern "C" {

cudaError_t cudaGetLastError() {
  if (is_dry_call.load(std::memory_order_relaxed)) error_is_read();
  const cudaError_t error = finish(cudaSuccess);
  const cudaError_t last = error != cudaSuccess ? error : last_error;
  last_error = cudaSuccess;
  return last;
}

cudaError_t cudaPeekAtLastError() {
  if (is_dry_call.load(std::memory_order_relaxed)) error_is_read();
  const cudaError_t error = finish(cudaSuccess);
  return error != cudaSuccess ? error : last_error;
}

const char* cudaGetErrorName(cudaError_t error) {
  switch (static_cast<int>(error)) {
#define JUDGE_CUDA_ERROR(name, code, text) \
  case code:                               \
    return #name;
#include "judge_emulated/errors.inc"
#undef JUDGE_CUDA_ERROR
    default: return "unrecognized error code";
  }
}

const char* cudaGetErrorString(cudaError_t error) {
  switch (static_cast<int>(error)) {
#define JUDGE_CUDA_ERROR(name, code, text) \
  case code:                               \
    return text;
#include "judge_emulated/errors.inc"
#undef JUDGE_CUDA_ERROR
    default: return "unrecognized error code";
  }
}
}
