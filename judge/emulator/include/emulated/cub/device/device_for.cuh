#pragma once

#include "cub/detail/device_run.cuh"

namespace cub {

/// Calls a function for each index or item, each in a thread of its own.
struct DeviceFor {
  template <class Count, class Operation>
  static cudaError_t Bulk(void* temp, std::size_t& bytes, Count count, Operation operation, cudaStream_t stream = nullptr) {
    if (temp) return Bulk(count, operation, stream);
    bytes = 1;
    return cudaSuccess;
  }
  template <class Count, class Operation, class = std::enable_if_t<std::is_integral_v<Count>>>
  static cudaError_t Bulk(Count count, Operation operation, cudaStream_t stream = nullptr) {
    return for_each(JUDGE_CUB_NAME("DeviceFor::Bulk"), static_cast<std::size_t>(count), stream,
                    [=](std::size_t i) mutable { operation(static_cast<Count>(i)); });
  }
  template <class Iterator, class Operation>
  static cudaError_t ForEach(Iterator first, Iterator last, Operation operation, cudaStream_t stream = nullptr) {
    return ForEachN(first, last - first, operation, stream);
  }
  template <class Iterator, class Count, class Operation>
  static cudaError_t ForEachN(Iterator first, Count count, Operation operation, cudaStream_t stream = nullptr) {
    return for_each(JUDGE_CUB_NAME("DeviceFor::ForEachN"), static_cast<std::size_t>(count), stream,
                    [=](std::size_t i) mutable { operation(first[i]); });
  }
  template <class Iterator, class Operation>
  static cudaError_t ForEach(void* temp, std::size_t& bytes, Iterator first, Iterator last, Operation operation,
                             cudaStream_t stream = nullptr) {
    return ForEachN(temp, bytes, first, last - first, operation, stream);
  }
  template <class Iterator, class Count, class Operation>
  static cudaError_t ForEachN(void* temp, std::size_t& bytes, Iterator first, Count count, Operation operation,
                              cudaStream_t stream = nullptr) {
    if (temp) return ForEachN(first, count, operation, stream);
    bytes = 1;
    return cudaSuccess;
  }
  /// Gives the operation copies of the items.
  template <class Iterator, class Operation>
  static cudaError_t ForEachCopy(Iterator first, Iterator last, Operation operation, cudaStream_t stream = nullptr) {
    return ForEachCopyN(first, last - first, operation, stream);
  }
  template <class Iterator, class Count, class Operation>
  static cudaError_t ForEachCopyN(Iterator first, Count count, Operation operation, cudaStream_t stream = nullptr) {
    return for_each(JUDGE_CUB_NAME("DeviceFor::ForEachCopyN"), static_cast<std::size_t>(count), stream,
                    [=](std::size_t i) mutable {
                      detail::value_t<Iterator> item = first[i];
                      operation(item);
                    });
  }

 private:
  template <class Name, class Work>
  static cudaError_t for_each(Name name, std::size_t count, cudaStream_t stream, Work work) {
    constexpr unsigned threads = 256;
    if (count == 0) return cudaSuccess;
    return judge_emulated::run_on_device(name, static_cast<unsigned>((count + threads - 1) / threads), threads, stream,
                                         [=]() mutable {
                                           const std::size_t i = std::size_t{blockIdx.x} * threads + threadIdx.x;
                                           if (i < count) work(i);
                                         });
  }
};

/// output[i] = operation(input[i]), or of the items of several inputs.
struct DeviceTransform {
  template <class... In, class Out, class Count, class Operation>
  static cudaError_t Transform(std::tuple<In...> in, Out out, Count count, Operation operation, cudaStream_t stream = nullptr) {
    return DeviceFor::Bulk(static_cast<std::size_t>(count), [=](std::size_t i) mutable {
      out[i] = std::apply([&](auto&... inputs) { return operation(inputs[i]...); }, in);
    }, stream);
  }
  template <class In, class Out, class Count, class Operation>
  static cudaError_t TransformStableArgumentAddresses(In in, Out out, Count count, Operation operation,
                                                      cudaStream_t stream = nullptr) {
    return Transform(in, out, count, operation, stream);
  }
  template <class In, class Out, class Count, class Operation>
  static cudaError_t Transform(In in, Out out, Count count, Operation operation, cudaStream_t stream = nullptr) {
    return DeviceFor::Bulk(static_cast<std::size_t>(count), [=](std::size_t i) mutable { out[i] = operation(in[i]); }, stream);
  }
};

/// output[i] = operation(input[i], input[i - 1]); the first item is copied.
struct DeviceAdjacentDifference {
  template <class In, class Out, class Count, class Operation = detail::Difference>
  static cudaError_t SubtractLeftCopy(void* temp, std::size_t& bytes, In in, Out out, Count count,
                                      Operation operation = Operation(), cudaStream_t stream = nullptr) {
    const auto size = static_cast<std::size_t>(count);
    return detail::run({temp, bytes}, 1, stream, JUDGE_CUB_NAME("DeviceAdjacentDifference::SubtractLeftCopy"), [=]() mutable {
      for (std::size_t i = size; i-- > 1;) out[i] = operation(in[i], in[i - 1]);
      if (size > 0) out[0] = in[0];
    });
  }
  template <class Data, class Count, class Operation = detail::Difference>
  static cudaError_t SubtractLeft(void* temp, std::size_t& bytes, Data data, Count count, Operation operation = Operation(),
                                  cudaStream_t stream = nullptr) {
    return SubtractLeftCopy(temp, bytes, data, data, count, operation, stream);
  }
};

}  // namespace cub
