#pragma once

#include <functional>
#include <span>
#include <string>
#include <vector>

#include "judge/model/recording.hpp"
#include "judge/runtime/runtime.hpp"

namespace judge {

/// Does on the device what a recorded call of solve() did, with the attempt's kernels and none of its host code.
class Playback {
 public:
  Playback() = default;
  Playback(const Playback&) = delete;
  Playback& operator=(const Playback&) = delete;
  ~Playback();

  /// `images`: fat binaries with the attempt's kernels. Errors: a kernel is not there; no memory; this runtime (before CUDA 12.8) loads no
  /// libraries of kernels.
  Result<void> load(const Runtime& runtime, Recording recording, std::span<const std::string> images);

  /// Of an argument of solve(), in this call.
  struct Window {
    char* pointer = nullptr;       ///< what solve() would get; null = it is no buffer
    const char* memory = nullptr;  ///< what it lies in
    std::uint64_t memory_bytes = 0;
  };
  /// Returns the first error of a launch. error_not_supported: an operation is none on these windows.
  cuda::Error play(const std::function<Window(int argument)>& window_of);

  std::size_t operations() const { return m_recording.operations.size(); }

 private:
  Result<void*> allocate(std::uint64_t bytes);
  Result<void*> find_variable(const RecordedScratch& scratch) const;
  Window scratch_of(const RecordedPointer& pointer) const;
  Result<const void*> find_kernel(const RecordedOperation& operation) const;
  Result<void> prepare(const RecordedOperation& operation);

  const Runtime* m_runtime = nullptr;
  Recording m_recording;
  std::vector<void*> m_libraries, m_scratch, m_allocated;
  std::uint64_t m_allocated_bytes = 0;
  std::vector<const void*> m_kernels;  // by operation; null where it is none
};

}  // namespace judge
