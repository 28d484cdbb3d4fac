#pragma once

#include "cub/detail/device_run.cuh"

namespace cub {

struct DeviceScan {
#define JUDGE_SCAN_NAME(name) JUDGE_CUB_NAME("DeviceScan::" name)
  template <class In, class Out, class Count>
  static cudaError_t ExclusiveSum(void* temp, std::size_t& bytes, In in, Out out, Count count,
                                  cudaStream_t stream = nullptr) {
    typedef detail::value_t<In> T;
    return scan(JUDGE_SCAN_NAME("ExclusiveSum"), {temp, bytes}, in, out, count, detail::Sum(), T{}, stream,
                detail::ScanKind::exclusive);
  }
  template <class In, class Out, class Count>
  static cudaError_t InclusiveSum(void* temp, std::size_t& bytes, In in, Out out, Count count,
                                  cudaStream_t stream = nullptr) {
    return scan(JUDGE_SCAN_NAME("InclusiveSum"), {temp, bytes}, in, out, count, detail::Sum(), NullType(), stream,
                detail::ScanKind::inclusive);
  }
  template <class In, class Out, class Operation, class T, class Count>
  static cudaError_t ExclusiveScan(void* temp, std::size_t& bytes, In in, Out out, Operation operation, T initial,
                                   Count count, cudaStream_t stream = nullptr) {
    return scan(JUDGE_SCAN_NAME("ExclusiveScan"), {temp, bytes}, in, out, count, operation, initial, stream,
                detail::ScanKind::exclusive);
  }
  template <class In, class Out, class Operation, class Count>
  static cudaError_t InclusiveScan(void* temp, std::size_t& bytes, In in, Out out, Operation operation, Count count,
                                   cudaStream_t stream = nullptr) {
    return scan(JUDGE_SCAN_NAME("InclusiveScan"), {temp, bytes}, in, out, count, operation, NullType(), stream,
                detail::ScanKind::inclusive);
  }
  template <class In, class Out, class Operation, class T, class Count>
  static cudaError_t InclusiveScanInit(void* temp, std::size_t& bytes, In in, Out out, Operation operation, T initial,
                                       Count count, cudaStream_t stream = nullptr) {
    return scan(JUDGE_SCAN_NAME("InclusiveScanInit"), {temp, bytes}, in, out, count, operation, initial, stream,
                detail::ScanKind::inclusive);
  }
  // In place.
  template <class Data, class Count, class = std::enable_if_t<std::is_integral_v<Count>>>
  static cudaError_t ExclusiveSum(void* temp, std::size_t& bytes, Data data, Count count, cudaStream_t stream = nullptr) {
    return ExclusiveSum(temp, bytes, data, data, count, stream);
  }
  template <class Data, class Count, class = std::enable_if_t<std::is_integral_v<Count>>>
  static cudaError_t InclusiveSum(void* temp, std::size_t& bytes, Data data, Count count, cudaStream_t stream = nullptr) {
    return InclusiveSum(temp, bytes, data, data, count, stream);
  }

  // Every run of equal keys by itself.
  template <class Keys, class In, class Out, class Count, class Equal = detail::Equality>
  static cudaError_t ExclusiveSumByKey(void* temp, std::size_t& bytes, Keys keys, In in, Out out, Count count,
                                       Equal equal = Equal(), cudaStream_t stream = nullptr) {
    typedef detail::value_t<In> T;
    return by_key(JUDGE_SCAN_NAME("ExclusiveSumByKey"), {temp, bytes}, keys, in, out, count, detail::Sum(), T{}, equal, stream,
                  detail::ScanKind::exclusive);
  }
  template <class Keys, class In, class Out, class Count, class Equal = detail::Equality>
  static cudaError_t InclusiveSumByKey(void* temp, std::size_t& bytes, Keys keys, In in, Out out, Count count,
                                       Equal equal = Equal(), cudaStream_t stream = nullptr) {
    return by_key(JUDGE_SCAN_NAME("InclusiveSumByKey"), {temp, bytes}, keys, in, out, count, detail::Sum(), NullType(), equal,
                  stream, detail::ScanKind::inclusive);
  }
  template <class Keys, class In, class Out, class Operation, class T, class Count, class Equal = detail::Equality>
  static cudaError_t ExclusiveScanByKey(void* temp, std::size_t& bytes, Keys keys, In in, Out out, Operation operation,
                                        T initial, Count count, Equal equal = Equal(), cudaStream_t stream = nullptr) {
    return by_key(JUDGE_SCAN_NAME("ExclusiveScanByKey"), {temp, bytes}, keys, in, out, count, operation, initial, equal,
                  stream, detail::ScanKind::exclusive);
  }
  template <class Keys, class In, class Out, class Operation, class Count, class Equal = detail::Equality>
  static cudaError_t InclusiveScanByKey(void* temp, std::size_t& bytes, Keys keys, In in, Out out, Operation operation,
                                        Count count, Equal equal = Equal(), cudaStream_t stream = nullptr) {
    return by_key(JUDGE_SCAN_NAME("InclusiveScanByKey"), {temp, bytes}, keys, in, out, count, operation, NullType(), equal,
                  stream, detail::ScanKind::inclusive);
  }
#undef JUDGE_SCAN_NAME

 private:
  template <class Operation, class In, class T>
  using accumulator = detail::accumulator_t<
      Operation, std::conditional_t<std::is_same_v<T, NullType>, detail::value_t<In>, T>, detail::value_t<In>>;

  /// NullType: no initial value.
  template <class In, class Out, class Operation, class T>
  static void scan_part(In in, Out out, std::size_t size, Operation& operation, const T& initial, detail::ScanKind kind) {
    typedef accumulator<Operation, In, T> Accumulator;
    if constexpr (std::is_same_v<T, NullType>) {
      detail::scan_range<Accumulator>(in, out, size, operation, nullptr, kind);
    } else {
      const Accumulator first = static_cast<Accumulator>(initial);
      detail::scan_range<Accumulator>(in, out, size, operation, &first, kind);
    }
  }
  template <class Name, class In, class Out, class Operation, class T, class Count>
  static cudaError_t scan(Name name, detail::TempStorage storage, In in, Out out, Count count, Operation operation,
                          T initial, cudaStream_t stream, detail::ScanKind kind) {
    const auto size = static_cast<std::size_t>(count);
    return detail::run(storage, detail::tile_bytes(2 * size), stream, name,
                       [=]() mutable { scan_part(in, out, size, operation, initial, kind); });
  }
  template <class Name, class Keys, class In, class Out, class Operation, class T, class Count, class Equal>
  static cudaError_t by_key(Name name, detail::TempStorage storage, Keys keys, In in, Out out, Count count,
                            Operation operation, T initial, Equal equal, cudaStream_t stream, detail::ScanKind kind) {
    const auto size = static_cast<std::size_t>(count);
    return detail::run(storage, detail::tile_bytes(2 * size), stream, name, [=]() mutable {
      detail::for_each_run(keys, size, equal, [&](std::size_t begin, std::size_t end) {
        const auto offset = static_cast<std::ptrdiff_t>(begin);
        scan_part(in + offset, out + offset, end - begin, operation, initial, kind);
      });
    });
  }
};

}  // namespace cub
