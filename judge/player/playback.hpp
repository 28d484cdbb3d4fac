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

  /// `pointer_of`: where the memory of an argument of solve() is in this call. Returns the first error of a launch.
  cuda::Error play(const std::function<char*(int argument)>& pointer_of);

  std::size_t operations() const { return m_recording.operations.size(); }

 private:
  Result<void*> allocate(std::uint64_t bytes);
  Result<void*> find_variable(const RecordedScratch& scratch) const;
  bool is_within(const RecordedPointer& pointer, std::uint64_t bytes) const;
  Result<const void*> find_kernel(const RecordedOperation& operation) const;
  Result<void> prepare(const RecordedOperation& operation);

  const Runtime* m_runtime = nullptr;
  Recording m_recording;
  std::vector<void*> m_libraries, m_scratch, m_allocated;
  std::uint64_t m_allocated_bytes = 0;
  std::vector<const void*> m_kernels;  // by operation; null where it is none
};

}  // namespace judge
