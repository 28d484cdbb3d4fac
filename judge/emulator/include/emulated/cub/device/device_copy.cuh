#pragma once

#include <cstdint>

#include "cub/detail/device_run.cuh"

namespace cub {

/// Copies several ranges: from inputs[i] to outputs[i], sizes[i] items.
struct DeviceCopy {
  template <class Inputs, class Outputs, class Sizes>
  static cudaError_t Batched(void* temp, std::size_t& bytes, Inputs inputs, Outputs outputs, Sizes sizes, std::int64_t count,
                             cudaStream_t stream = nullptr) {
    return detail::run({temp, bytes}, detail::tile_bytes(static_cast<std::size_t>(count)), stream,
                       JUDGE_CUB_NAME("DeviceCopy::Batched"), [=]() mutable {
                         for (std::int64_t i = 0; i < count; ++i) {
                           auto from = inputs[i];
                           auto to = outputs[i];
                           for (std::size_t at = 0, size = static_cast<std::size_t>(sizes[i]); at < size; ++at) to[at] = from[at];
                         }
                       });
  }
};

/// The same by bytes.
struct DeviceMemcpy {
  template <class Inputs, class Outputs, class Sizes>
  static cudaError_t Batched(void* temp, std::size_t& bytes, Inputs inputs, Outputs outputs, Sizes sizes, std::int64_t count,
                             cudaStream_t stream = nullptr) {
    return detail::run({temp, bytes}, detail::tile_bytes(static_cast<std::size_t>(count)), stream,
                       JUDGE_CUB_NAME("DeviceMemcpy::Batched"), [=]() mutable {
                         for (std::int64_t i = 0; i < count; ++i) {
                           const auto* const from = static_cast<const char*>(static_cast<const void*>(inputs[i]));
                           auto* const to = static_cast<char*>(static_cast<void*>(outputs[i]));
                           for (std::size_t at = 0, size = static_cast<std::size_t>(sizes[i]); at < size; ++at) to[at] = from[at];
                         }
                       });
  }
};

}  // namespace cub
