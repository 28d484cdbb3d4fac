#pragma once

#include "cub/detail/device_run.cuh"

namespace cub {

struct DeviceRunLengthEncode {
  template <class In, class UniqueOut, class LengthsOut, class RunsOut, class Count>
  static cudaError_t Encode(void* temp, std::size_t& bytes, In in, UniqueOut unique, LengthsOut lengths, RunsOut runs,
                            Count count, cudaStream_t stream = nullptr) {
    const auto size = static_cast<std::size_t>(count);
    return detail::run({temp, bytes}, detail::tile_bytes(size), stream, JUDGE_CUB_NAME("DeviceRunLengthEncode::Encode"), [=]() mutable {
      std::size_t found = 0;
      detail::Equality equal;
      detail::for_each_run(in, size, equal, [&](std::size_t begin, std::size_t end) {
        unique[found] = in[begin];
        lengths[found++] = static_cast<detail::output_t<LengthsOut, int>>(end - begin);
      });
      *runs = static_cast<detail::output_t<RunsOut, int>>(found);
    });
  }
  /// Where runs of more than one item begin, and how long they are.
  template <class In, class OffsetsOut, class LengthsOut, class RunsOut, class Count>
  static cudaError_t NonTrivialRuns(void* temp, std::size_t& bytes, In in, OffsetsOut offsets, LengthsOut lengths,
                                    RunsOut runs, Count count, cudaStream_t stream = nullptr) {
    const auto size = static_cast<std::size_t>(count);
    return detail::run({temp, bytes}, detail::tile_bytes(size), stream, JUDGE_CUB_NAME("DeviceRunLengthEncode::NonTrivialRuns"), [=]() mutable {
      std::size_t found = 0;
      detail::Equality equal;
      detail::for_each_run(in, size, equal, [&](std::size_t begin, std::size_t end) {
        if (end - begin < 2) return;
        offsets[found] = static_cast<detail::output_t<OffsetsOut, int>>(begin);
        lengths[found++] = static_cast<detail::output_t<LengthsOut, int>>(end - begin);
      });
      *runs = static_cast<detail::output_t<RunsOut, int>>(found);
    });
  }
};

}  // namespace cub
