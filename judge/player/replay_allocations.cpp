// The CUDA runtime functions that judge-replay exports: an attempt's calls come here first, as in a player
// (interpose.cpp), and what they allocate gets a name in findings.
#include "judge/player/replay_allocations.hpp"

#include <dlfcn.h>
#include <unistd.h>

#include <atomic>

#include "judge/model/replay_job.hpp"
#include "judge/player/call_offset.hpp"
#include "judge/player/host_access.hpp"
#include "judge/runtime/cuda_abi.hpp"

namespace judge {

namespace {

std::atomic<void*> s_runtime{nullptr};
std::atomic<int> s_events{-1};
std::atomic<bool> s_solve_runs{false};

void tell_event(const protocol::ReplayEvent& event) {
  const std::string line = protocol::replay_line(event);
  (void)!::write(s_events, line.data(), line.size());
}

cuda::Error allocated(cuda::Error error, const char* function, void** pointer, std::size_t bytes, const void* code) {
  if (error != cuda::success || !pointer || !*pointer || !s_solve_runs) return error;
  tell_event({.said = protocol::ReplayEvent::Kind::allocation,
              .name = function,
              .address = reinterpret_cast<std::uint64_t>(*pointer),
              .bytes = bytes,
              .offset = offset_of_call(code)});
  return error;
}

void device_allocated(const char* function, void** pointer, std::size_t bytes) {
  if (s_solve_runs && pointer && *pointer)
    watch_buffer(std::string("memory from ") + function + "()", static_cast<const char*>(*pointer), bytes);
}

void freed(void* pointer) {
  if (pointer && s_solve_runs) forget_buffer(static_cast<const char*>(pointer));
}

template <class... Args>
cuda::Error call(const char* name, Args... args) {
  void* const runtime = s_runtime;
  const auto function = runtime ? reinterpret_cast<cuda::Error (*)(Args...)>(::dlsym(runtime, name)) : nullptr;
  return function ? function(args...) : cuda::error_not_supported;
}

}  // namespace

void report_allocations(int fd, void* runtime) {
  s_events = fd;
  s_runtime = runtime;
}

void set_solve_runs(bool runs) { s_solve_runs = runs; }

extern "C" {

cuda::Error cudaMalloc(void** pointer, std::size_t bytes) {
  const auto error = allocated(call(__func__, pointer, bytes), __func__, pointer, bytes, JUDGE_CALLER);
  if (error == cuda::success) device_allocated(__func__, pointer, bytes);
  return error;
}

cuda::Error cudaMallocAsync(void** pointer, std::size_t bytes, cuda::Stream stream) {
  const auto error = allocated(call(__func__, pointer, bytes, stream), __func__, pointer, bytes, JUDGE_CALLER);
  if (error == cuda::success) device_allocated(__func__, pointer, bytes);
  return error;
}

cuda::Error cudaMallocManaged(void** pointer, std::size_t bytes, unsigned flags) {
  return allocated(call(__func__, pointer, bytes, flags), __func__, pointer, bytes, JUDGE_CALLER);
}

cuda::Error cudaMallocPitch(void** pointer, std::size_t* pitch, std::size_t width, std::size_t height) {
  const auto error = call(__func__, pointer, pitch, width, height);
  return allocated(error, __func__, pointer, error == cuda::success ? *pitch * height : 0, JUDGE_CALLER);
}

cuda::Error cudaFree(void* pointer) {
  freed(pointer);
  return call(__func__, pointer);
}

cuda::Error cudaFreeAsync(void* pointer, cuda::Stream stream) {
  freed(pointer);
  return call(__func__, pointer, stream);
}
}

}  // namespace judge
