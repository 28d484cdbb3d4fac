#pragma once

#include <cstddef>

#include "cuda_runtime.h"

// Waits for what a stream was given.
extern "C" void judgeEmulatedFinishStream(void* stream);
// Tells the checker, which does not see into a library, of `count` runs of bytes that were written, one every `stride` bytes.
extern "C" void judgeEmulatedWrote(const void* first, std::size_t bytes, long long count, long long stride);

// How the emulated libraries (cub, thrust, cublas, curand) do work on the device: a callable runs as a kernel of its own
// name, so that streams, faults and the judge's trace see it as they see the kernels of NVIDIA's libraries.
namespace judge_emulated {

/// Its address is what the runtime knows such a kernel by.
template <class Name, class Work>
void device_work(Work) {}

template <class Name, class Work>
struct DeviceWork {
  static constexpr unsigned bytes[1] = {sizeof(Work)};
  static void run(void** arguments, unsigned first, const Block* block) {
    thread_loop<Asks::yes, decltype([](const Here&, auto work) { work(); }), NoGuard, Work>(
        arguments, first, block, std::index_sequence_for<Work>{});
  }
  struct Registration {
    Kernel kernel{(const void*)&device_work<Name, Work>, Name{}(), &run, &current_thread, 0, 1, bytes, nullptr, true};
    Registration() { judgeEmulatedRegisterKernel(&kernel); }
  };
  static inline Registration registration;
};

/// Runs `work()` in each thread of the grid, in stream order; it is done when this returns, so it may know the caller's
/// variables. `Name` is a callable type that gives the kernel's name.
template <class Name, class Work>
static inline cudaError_t run_on_device(Name, dim3 grid, dim3 block, cudaStream_t stream, Work work) {
  (void)&DeviceWork<Name, Work>::registration;
  void* arguments[] = {static_cast<void*>(&work)};
  const cudaError_t error =
      cudaLaunchKernel((const void*)&device_work<Name, Work>, grid, block, arguments, 0, stream);
  if (error == cudaSuccess) judgeEmulatedFinishStream(stream);
  return error;
}

}  // namespace judge_emulated
