#include "judge/verdict/cuda_errors.hpp"

#include <fmt/format.h>

#include <array>
#include <csignal>
#include <cstring>
#include <string_view>
#include <utility>

namespace judge {

using Hint = std::pair<int, std::string_view>;

/// Numbers and meanings: CUDA Runtime API reference, cudaError_t.
static constexpr std::array<Hint, 18> k_cuda_hints{{
    {1, "an argument of a CUDA call is out of range: a null or host pointer, a size of 0 or a wrong copy direction"},
    {2, "not enough device memory: look at the sizes given to cudaMalloc, and free what is no longer needed"},
    {9,
     "the launch's shape is not allowed: a block has at most 1024 threads (x*y*z, and z at most 64), no dimension of "
     "grid or block may be 0, and grid.y and grid.z are at most 65,535"},
    {11, "a cudaMemcpyKind and its pointers do not fit together"},
    {98, "the kernel was not built for this GPU"},
    {101, "solve() asked for a device that is not there: attempts run on device 0"},
    {209, "the kernel was not built for this GPU"},
    {400, "a stream or event is used after its destruction, or before its creation"},
    {700,
     "a kernel read or wrote outside every buffer: check the guard (if (i < N)), the index arithmetic for int "
     "overflow, and that no host pointer goes to the kernel; `--runtime emulated` names the thread and the line"},
    {701,
     "the kernel needs too many registers or too much shared memory for this many threads a block: smaller blocks, "
     "__launch_bounds__, or less shared memory"},
    {702, "the kernel ran into the driver's own time limit"},
    {710, "an assert() in a kernel failed"},
    {715, "the kernel ran into an illegal instruction: code built for another GPU, or a jump through a bad pointer"},
    {716,
     "an access is not aligned to its size: a float4 needs an address divisible by 16, so every row, offset and "
     "shared array that is read as float4 does too"},
    {717, "an atomic or special access got a pointer to the wrong kind of memory"},
    {719, "the kernel failed on the device: most often an access through a bad pointer, in shared memory too"},
    {720, "a cooperative launch needs all its blocks on the GPU at once: fewer or smaller blocks"},
    {801, "this device or runtime does not support that call"},
}};

static constexpr std::array<Hint, 6> k_signal_hints{{
    {SIGSEGV,
     "host code used a bad pointer: the buffers that solve() gets are device memory and cannot be read or "
     "written outside kernels; copy with cudaMemcpy"},
    {SIGBUS, "host code used a bad pointer"},
    {SIGABRT, "abort() was called: a failed assert, an uncaught exception, or a corrupted heap"},
    {SIGFPE, "an integer was divided by zero on the host"},
    {SIGILL, "host code ran into an illegal instruction: a function without a return, or a jump through a bad pointer"},
    {SIGKILL, "the process was killed from outside, most often because the machine ran out of memory"},
}};

template <std::size_t N>
static std::string find_hint(const std::array<Hint, N>& hints, int code) {
  for (const auto& [known, text] : hints)
    if (known == code) return std::string(text);
  return {};
}

std::string cuda_error_hint(int code, std::string_view call) {
  // CUDA 13 says no more than "invalid argument" of a launch in an impossible shape.
  const bool is_launch = call.contains("launch") || call.contains("<<<");
  if (code == 1 && is_launch)
    return "the launch asks for what no launch may have: a block has at most 1024 threads (64 in z), a grid at least one block "
           "and at most 65535 in y and in z, and "
           "dynamic shared memory over 48 KiB needs cudaFuncSetAttribute() with cudaFuncAttributeMaxDynamicSharedMemorySize";
  return find_hint(k_cuda_hints, code);
}

std::string signal_hint(int signal, const Case& test) {
  if (signal == SIGSEGV && test.is_end_to_end())
    return "host code used a bad pointer: an index outside a buffer, or memory of cudaMalloc(), which host code cannot touch";
  return find_hint(k_signal_hints, signal);
}

std::string signal_name(int signal) {
  const char* name = sigabbrev_np(signal);
  return name != nullptr ? fmt::format("SIG{}", name) : fmt::format("signal {}", signal);
}

}  // namespace judge
