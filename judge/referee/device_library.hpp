#pragma once

#include <filesystem>

#include "judge/model/problem.hpp"
#include "judge/runtime/runtime.hpp"

namespace judge {

/// What a comparison found. Mirrors Report in judge/device/referee.cu.
struct Report {
  unsigned long long wrong = 0, unwritten = 0;
  unsigned long long first_complement = 0;  ///< ~(flat index of the first failing element); 0 = none
  double largest_absolute = 0, largest_relative = 0;
  double squared_error = 0, squared_norm = 0;

  std::int64_t first() const { return first_complement ? static_cast<std::int64_t>(~first_complement) : -1; }
};

/// The judge's own kernels, loaded for the runtime in use. All work goes to the default stream and nothing waits.
class DeviceLibrary {
 public:
  static Result<DeviceLibrary> load(const Runtime& runtime, const std::filesystem::path& library);

  enum class Detail { counts, largest_errors };

  Result<void> fill(void* pointer, std::size_t bytes, std::uint32_t word) const;
  Result<void> check_fill(const void* pointer, std::size_t bytes, std::uint32_t word, Report* device_report) const;
  /// Finds the elements of `type` of which any byte differs.
  Result<void> compare_bytes(const void* got, const void* expected, std::size_t bytes, DType type, Report* device_report) const;
  Result<void> compare(const void* got, const void* expected, const BufferArgument& buffer, std::uint32_t poison, Detail detail,
                       Report* device_report) const;
  /// Adds to *device_sum what the bytes at places that `seed` chooses are worth.
  Result<void> sample(const void* pointer, std::size_t bytes, std::uint64_t seed, std::uint64_t* device_sum) const;
  /// Reads it once, whole quads of words: what was in the L2 leaves it if this is large enough.
  Result<void> read_all(const void* pointer, std::size_t bytes) const;
  /// One thread looks at the clock for so many cycles; *device_longest_gap becomes the longest time, in cycles, that it was kept from doing so.
  Result<void> watch(std::uint64_t cycles, std::uint64_t* device_longest_gap) const;

 private:
  using Bytes = unsigned long long;
  Result<void> check(int error, const char* what) const;

  const Runtime* m_runtime = nullptr;
  int (*m_fill)(void*, Bytes, unsigned) = nullptr;
  int (*m_check_fill)(const void*, Bytes, unsigned, void*) = nullptr;
  int (*m_compare_bytes)(const void*, const void*, Bytes, int, void*) = nullptr;
  int (*m_compare)(const void*, const void*, Bytes, const void*, void*) = nullptr;
  int (*m_sample)(const void*, Bytes, Bytes, void*) = nullptr;
  int (*m_read_all)(const void*, Bytes) = nullptr;
  int (*m_watch)(Bytes, void*) = nullptr;
};

}  // namespace judge
