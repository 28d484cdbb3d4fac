#pragma once

#include <cstdint>
#include <limits>

#include "cub/detail/device_run.cuh"
#include "cub/iterator/arg_index_input_iterator.cuh"

namespace cub {

struct DeviceReduce {
  template <class In, class Out, class Operation, class T, class Count>
  static cudaError_t Reduce(void* temp, std::size_t& bytes, In in, Out out, Count count, Operation operation, T initial,
                            cudaStream_t stream = nullptr) {
    return reduce(JUDGE_CUB_NAME("DeviceReduce::Reduce"), {temp, bytes}, in, out, count, operation, initial, stream);
  }
  template <class In, class Out, class Count>
  static cudaError_t Sum(void* temp, std::size_t& bytes, In in, Out out, Count count, cudaStream_t stream = nullptr) {
    typedef detail::output_t<Out, detail::value_t<In>> T;
    return reduce(JUDGE_CUB_NAME("DeviceReduce::Sum"), {temp, bytes}, in, out, count, detail::Sum(), T{}, stream);
  }
  template <class In, class Out, class Count>
  static cudaError_t Min(void* temp, std::size_t& bytes, In in, Out out, Count count, cudaStream_t stream = nullptr) {
    typedef detail::value_t<In> T;
    return reduce(JUDGE_CUB_NAME("DeviceReduce::Min"), {temp, bytes}, in, out, count, detail::Min(), highest<T>(), stream);
  }
  template <class In, class Out, class Count>
  static cudaError_t Max(void* temp, std::size_t& bytes, In in, Out out, Count count, cudaStream_t stream = nullptr) {
    typedef detail::value_t<In> T;
    return reduce(JUDGE_CUB_NAME("DeviceReduce::Max"), {temp, bytes}, in, out, count, detail::Max(), lowest<T>(), stream);
  }

  /// The first smallest item and its index, as a KeyValuePair.
  template <class In, class Out>
  static cudaError_t ArgMin(void* temp, std::size_t& bytes, In in, Out out, int count, cudaStream_t stream = nullptr) {
    return arg(JUDGE_CUB_NAME("DeviceReduce::ArgMin"), {temp, bytes}, in, count, cub::ArgMin(),
               highest<detail::value_t<In>>(), stream, [out](auto best) mutable { *out = {static_cast<int>(best.key), best.value}; });
  }
  template <class In, class Out>
  static cudaError_t ArgMax(void* temp, std::size_t& bytes, In in, Out out, int count, cudaStream_t stream = nullptr) {
    return arg(JUDGE_CUB_NAME("DeviceReduce::ArgMax"), {temp, bytes}, in, count, cub::ArgMax(),
               lowest<detail::value_t<In>>(), stream, [out](auto best) mutable { *out = {static_cast<int>(best.key), best.value}; });
  }
  /// The same to two places.
  template <class In, class Out, class Index>
  static cudaError_t ArgMin(void* temp, std::size_t& bytes, In in, Out out, Index index, std::int64_t count,
                            cudaStream_t stream = nullptr) {
    return arg(JUDGE_CUB_NAME("DeviceReduce::ArgMin"), {temp, bytes}, in, count, cub::ArgMin(),
               highest<detail::value_t<In>>(), stream, [=](auto best) mutable { *out = best.value, *index = best.key; });
  }
  template <class In, class Out, class Index>
  static cudaError_t ArgMax(void* temp, std::size_t& bytes, In in, Out out, Index index, std::int64_t count,
                            cudaStream_t stream = nullptr) {
    return arg(JUDGE_CUB_NAME("DeviceReduce::ArgMax"), {temp, bytes}, in, count, cub::ArgMax(),
               lowest<detail::value_t<In>>(), stream, [=](auto best) mutable { *out = best.value, *index = best.key; });
  }

  template <class In, class Out, class Operation, class Transform, class T, class Count>
  static cudaError_t TransformReduce(void* temp, std::size_t& bytes, In in, Out out, Count count, Operation operation,
                                     Transform transform, T initial, cudaStream_t stream = nullptr) {
    typedef std::decay_t<std::invoke_result_t<Transform, detail::value_t<In>>> Item;
    return reduce(JUDGE_CUB_NAME("DeviceReduce::TransformReduce"), {temp, bytes},
                  detail::TransformInputIterator<Item, Transform, In>(in, transform), out, count, operation, initial, stream);
  }

  template <class Keys, class UniqueOut, class Values, class AggregatesOut, class RunsOut, class Operation, class Count>
  static cudaError_t ReduceByKey(void* temp, std::size_t& bytes, Keys keys, UniqueOut unique, Values values,
                                 AggregatesOut aggregates, RunsOut runs, Operation operation, Count count,
                                 cudaStream_t stream = nullptr) {
    const auto size = static_cast<std::size_t>(count);
    typedef detail::value_t<Values> Value;
    typedef detail::accumulator_t<Operation, Value, Value> Accumulator;
    return detail::run({temp, bytes}, detail::tile_bytes(2 * size), stream, JUDGE_CUB_NAME("DeviceReduce::ReduceByKey"), [=]() mutable {
      std::size_t found = 0;
      detail::Equality equal;
      detail::for_each_run(keys, size, equal, [&](std::size_t begin, std::size_t end) {
        unique[found] = keys[begin];
        aggregates[found++] = detail::reduce_range<Accumulator>(values + static_cast<std::ptrdiff_t>(begin), end - begin, operation);
      });
      *runs = static_cast<detail::output_t<RunsOut, int>>(found);
    });
  }

 private:
  template <class T>
  static T highest() {
    if constexpr (std::numeric_limits<T>::is_specialized) return std::numeric_limits<T>::max();
    else return T(HUGE_VALF);      // half and bfloat16
  }
  template <class T>
  static T lowest() {
    if constexpr (std::numeric_limits<T>::is_specialized) return std::numeric_limits<T>::lowest();
    else return T(-HUGE_VALF);
  }
  template <class Name, class In, class Out, class Count, class Operation, class T>
  static cudaError_t reduce(Name name, detail::TempStorage storage, In in, Out out, Count count, Operation operation,
                            T initial, cudaStream_t stream) {
    typedef detail::accumulator_t<Operation, T, detail::value_t<In>> Accumulator;
    const auto size = static_cast<std::size_t>(count);
    return detail::run(storage, detail::tile_bytes(size), stream, name, [=]() mutable {
      *out = detail::reduce_range<Accumulator>(in, size, operation, static_cast<Accumulator>(initial));
    });
  }
  template <class Name, class In, class Count, class Operation, class T, class Write>
  static cudaError_t arg(Name name, detail::TempStorage storage, In in, Count count, Operation operation, T extreme,
                         cudaStream_t stream, Write write) {
    typedef KeyValuePair<std::ptrdiff_t, detail::value_t<In>> Pair;
    const auto size = static_cast<std::size_t>(count);
    return detail::run(storage, detail::tile_bytes(size), stream, name, [=]() mutable {
      const ArgIndexInputIterator<In> indexed(in);
      write(size == 0 ? Pair{1, extreme} : detail::reduce_range<Pair>(indexed, size, operation));
    });
  }
};

}  // namespace cub
