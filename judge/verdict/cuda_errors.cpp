#include "judge/verdict/cuda_errors.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <csignal>
#include <cstring>
#include <string_view>
#include <utility>
#include <vector>

#include "judge/util/units.hpp"
#include "judge/verdict/texts.hpp"

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

// Of "the launch add<<<(1, 1, 1), (2048, 1, 1), 0>>>": which limit it exceeds, and what to do. Limits: CUDA C++ Programming Guide,
// technical specifications per compute capability.
static std::string launch_hint(std::string_view call) {
  const auto begin = call.rfind("<<<");
  if (begin == call.npos) return {};
  std::vector<std::uint64_t> numbers;
  for (std::size_t at = begin; at < call.size();) {
    std::uint64_t number = 0;
    const auto read = std::from_chars(call.data() + at, call.data() + call.size(), number);
    if (read.ec == std::errc()) numbers.push_back(number);
    at = read.ec == std::errc() ? static_cast<std::size_t>(read.ptr - call.data()) : at + 1;
  }
  if (numbers.size() != 7) return {};
  constexpr std::uint64_t k_most_threads = 1024, k_most_in_z = 64, k_most_in_grid_yz = 65'535;
  constexpr std::uint64_t k_shared_bytes = 48 << 10, k_most_shared_bytes = 227 << 10;
  const std::uint64_t *const grid = numbers.data(), *const block = grid + 3, shared_bytes = numbers[6];
  const auto count = [](std::uint64_t n) { return format_count(static_cast<std::int64_t>(n)); };
  if (std::min({grid[0], grid[1], grid[2]}) == 0)
    return "the grid is empty: N / threads rounds down to 0 if N is less; use (N + threads - 1) / threads, and return before "
           "the "
           "launch if N is 0";
  if (std::min({block[0], block[1], block[2]}) == 0) return "a block needs at least one thread, in x, y and z";
  if (block[0] > k_most_threads && block[1] * block[2] == 1)
    return fmt::format("{} threads a block: {} at most", count(block[0]), count(k_most_threads));
  if (std::max({block[0], block[1], block[2]}) > k_most_threads || block[0] * block[1] * block[2] > k_most_threads)
    return fmt::format("{} x {} x {} threads are {} a block: {} at most", count(block[0]), count(block[1]), count(block[2]),
                       count(block[0] * block[1] * block[2]), count(k_most_threads));
  if (block[2] > k_most_in_z) return fmt::format("{} threads in z: {} at most", count(block[2]), k_most_in_z);
  if (std::max(grid[1], grid[2]) > k_most_in_grid_yz)
    return fmt::format("{} blocks in {}: {} at most; x may have 2,147,483,647", count(std::max(grid[1], grid[2])),
                       grid[1] > k_most_in_grid_yz ? "y" : "z", count(k_most_in_grid_yz));
  if (shared_bytes > k_most_shared_bytes)
    return fmt::format("{} bytes of dynamic shared memory: {} (227 KiB) at most, with the kernel's __shared__ variables",
                       count(shared_bytes), count(k_most_shared_bytes));
  if (shared_bytes > k_shared_bytes)
    return fmt::format(
        "{0} bytes of dynamic shared memory: more than {1} (48 KiB) need, before the launch, "
        "cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes); 227 KiB at most",
        count(shared_bytes), count(k_shared_bytes));
  return {};
}

std::string cuda_error_hint(int code, std::string_view call) {
  // CUDA 13 says no more than "invalid argument" of a launch in an impossible shape.
  const bool is_launch = call.contains("launch") || call.contains("<<<");
  if ((code == 1 || code == 9) && is_launch)
    if (auto hint = launch_hint(call); !hint.empty()) return hint;
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
