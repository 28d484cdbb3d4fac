#pragma once

#include <cstdint>
#include <limits>

#include "cub/detail/device_run.cuh"

namespace cub {

/// Reduces each segment [begins[i], ends[i]) by itself.
struct DeviceSegmentedReduce {
  template <class In, class Out, class Begins, class Ends, class Operation, class T>
  static cudaError_t Reduce(void* temp, std::size_t& bytes, In in, Out out, std::int64_t segments, Begins begins, Ends ends,
                            Operation operation, T initial, cudaStream_t stream = nullptr) {
    return reduce(JUDGE_CUB_NAME("DeviceSegmentedReduce::Reduce"), {temp, bytes}, in, out, segments, begins, ends, operation,
                  initial, stream);
  }
  template <class In, class Out, class Begins, class Ends>
  static cudaError_t Sum(void* temp, std::size_t& bytes, In in, Out out, std::int64_t segments, Begins begins, Ends ends,
                         cudaStream_t stream = nullptr) {
    typedef detail::output_t<Out, detail::value_t<In>> T;
    return reduce(JUDGE_CUB_NAME("DeviceSegmentedReduce::Sum"), {temp, bytes}, in, out, segments, begins, ends, detail::Sum(),
                  T{}, stream);
  }
  template <class In, class Out, class Begins, class Ends>
  static cudaError_t Min(void* temp, std::size_t& bytes, In in, Out out, std::int64_t segments, Begins begins, Ends ends,
                         cudaStream_t stream = nullptr) {
    return reduce(JUDGE_CUB_NAME("DeviceSegmentedReduce::Min"), {temp, bytes}, in, out, segments, begins, ends, detail::Min(),
                  std::numeric_limits<detail::value_t<In>>::max(), stream);
  }
  template <class In, class Out, class Begins, class Ends>
  static cudaError_t Max(void* temp, std::size_t& bytes, In in, Out out, std::int64_t segments, Begins begins, Ends ends,
                         cudaStream_t stream = nullptr) {
    return reduce(JUDGE_CUB_NAME("DeviceSegmentedReduce::Max"), {temp, bytes}, in, out, segments, begins, ends, detail::Max(),
                  std::numeric_limits<detail::value_t<In>>::lowest(), stream);
  }
  /// Indices count from the segment's begin.
  template <class In, class Out, class Begins, class Ends>
  static cudaError_t ArgMin(void* temp, std::size_t& bytes, In in, Out out, std::int64_t segments, Begins begins, Ends ends,
                            cudaStream_t stream = nullptr) {
    return arg(JUDGE_CUB_NAME("DeviceSegmentedReduce::ArgMin"), {temp, bytes}, in, out, segments, begins, ends,
               std::numeric_limits<detail::value_t<In>>::max(), [](const auto& a, const auto& b) { return a < b; }, stream);
  }
  template <class In, class Out, class Begins, class Ends>
  static cudaError_t ArgMax(void* temp, std::size_t& bytes, In in, Out out, std::int64_t segments, Begins begins, Ends ends,
                            cudaStream_t stream = nullptr) {
    return arg(JUDGE_CUB_NAME("DeviceSegmentedReduce::ArgMax"), {temp, bytes}, in, out, segments, begins, ends,
               std::numeric_limits<detail::value_t<In>>::lowest(), [](const auto& a, const auto& b) { return b < a; }, stream);
  }

 private:
  template <class Name, class In, class Out, class Begins, class Ends, class Operation, class T>
  static cudaError_t reduce(Name name, detail::TempStorage storage, In in, Out out, std::int64_t segments, Begins begins,
                            Ends ends, Operation operation, T initial, cudaStream_t stream) {
    typedef detail::accumulator_t<Operation, T, detail::value_t<In>> Accumulator;
    return detail::run(storage, 1, stream, name, [=]() mutable {
      for (std::int64_t i = 0; i < segments; ++i) {
        const auto begin = static_cast<std::ptrdiff_t>(begins[i]), end = static_cast<std::ptrdiff_t>(ends[i]);
        out[i] = detail::reduce_range<Accumulator>(in + begin, static_cast<std::size_t>(end > begin ? end - begin : 0), operation,
                                                   static_cast<Accumulator>(initial));
      }
    });
  }
  template <class Name, class In, class Out, class Begins, class Ends, class T, class Better>
  static cudaError_t arg(Name name, detail::TempStorage storage, In in, Out out, std::int64_t segments, Begins begins,
                         Ends ends, T extreme, Better is_better, cudaStream_t stream) {
    return detail::run(storage, 1, stream, name, [=]() mutable {
      for (std::int64_t i = 0; i < segments; ++i) {
        const auto begin = static_cast<std::ptrdiff_t>(begins[i]), end = static_cast<std::ptrdiff_t>(ends[i]);
        std::ptrdiff_t best = begin;
        for (std::ptrdiff_t at = begin + 1; at < end; ++at)
          if (is_better(in[at], in[best])) best = at;
        if (begin < end) out[i] = {static_cast<int>(best - begin), in[best]};
        else out[i] = {1, extreme};
      }
    });
  }
};

}  // namespace cub
