#pragma once

#include "cub/detail/device_run.cuh"

namespace cub {

/// Keeps some of the items, in their order.
struct DeviceSelect {
  template <class In, class Flags, class Out, class Number, class Count>
  static cudaError_t Flagged(void* temp, std::size_t& bytes, In in, Flags flags, Out out, Number number, Count count,
                             cudaStream_t stream = nullptr) {
    return select(JUDGE_CUB_NAME("DeviceSelect::Flagged"), {temp, bytes}, in, out, number, count, stream,
                  [flags](std::size_t i, const auto&) { return static_cast<bool>(flags[i]); });
  }
  template <class Data, class Flags, class Number, class Count, class = std::enable_if_t<std::is_integral_v<Count>>>
  static cudaError_t Flagged(void* temp, std::size_t& bytes, Data data, Flags flags, Number number, Count count,
                             cudaStream_t stream = nullptr) {
    return Flagged(temp, bytes, data, flags, data, number, count, stream);
  }
  template <class In, class Out, class Number, class Count, class Predicate>
  static cudaError_t If(void* temp, std::size_t& bytes, In in, Out out, Number number, Count count, Predicate predicate,
                        cudaStream_t stream = nullptr) {
    return select(JUDGE_CUB_NAME("DeviceSelect::If"), {temp, bytes}, in, out, number, count, stream,
                  [predicate](std::size_t, const auto& item) mutable { return static_cast<bool>(predicate(item)); });
  }
  template <class Data, class Number, class Count, class Predicate, class = std::enable_if_t<std::is_integral_v<Count>>>
  static cudaError_t If(void* temp, std::size_t& bytes, Data data, Number number, Count count, Predicate predicate,
                        cudaStream_t stream = nullptr) {
    return If(temp, bytes, data, data, number, count, predicate, stream);
  }
  template <class In, class Flags, class Out, class Number, class Count, class Predicate>
  static cudaError_t FlaggedIf(void* temp, std::size_t& bytes, In in, Flags flags, Out out, Number number, Count count,
                               Predicate predicate, cudaStream_t stream = nullptr) {
    return select(JUDGE_CUB_NAME("DeviceSelect::FlaggedIf"), {temp, bytes}, in, out, number, count, stream,
                  [=](std::size_t i, const auto&) mutable { return static_cast<bool>(predicate(flags[i])); });
  }
  /// The first of each run of equal items.
  template <class In, class Out, class Number, class Count>
  static cudaError_t Unique(void* temp, std::size_t& bytes, In in, Out out, Number number, Count count,
                            cudaStream_t stream = nullptr) {
    return unique(JUDGE_CUB_NAME("DeviceSelect::Unique"), {temp, bytes}, in, out, number, count, stream, detail::Equality(),
                  [](std::size_t, std::size_t) {});
  }
  template <class Keys, class Values, class KeysOut, class ValuesOut, class Number, class Count, class Equal = detail::Equality>
  static cudaError_t UniqueByKey(void* temp, std::size_t& bytes, Keys keys, Values values, KeysOut keys_out,
                                 ValuesOut values_out, Number number, Count count, Equal equal = Equal(),
                                 cudaStream_t stream = nullptr) {
    return unique(JUDGE_CUB_NAME("DeviceSelect::UniqueByKey"), {temp, bytes}, keys, keys_out, number, count, stream, equal,
                  [=](std::size_t to, std::size_t from) mutable { values_out[to] = values[from]; });
  }

 private:
  template <class Name, class In, class Out, class Number, class Count, class Keeps>
  static cudaError_t select(Name name, detail::TempStorage storage, In in, Out out, Number number, Count count,
                            cudaStream_t stream, Keeps keeps) {
    const auto size = static_cast<std::size_t>(count);
    return detail::run(storage, detail::tile_bytes(size), stream, name, [=]() mutable {
      std::size_t kept = 0;
      for (std::size_t i = 0; i < size; ++i) {
        const detail::value_t<In> item = in[i];
        if (keeps(i, item)) out[kept++] = item;
      }
      *number = static_cast<detail::output_t<Number, int>>(kept);
    });
  }
  template <class Name, class In, class Out, class Number, class Count, class Equal, class Also>
  static cudaError_t unique(Name name, detail::TempStorage storage, In in, Out out, Number number, Count count,
                            cudaStream_t stream, Equal equal, Also also) {
    const auto size = static_cast<std::size_t>(count);
    return detail::run(storage, detail::tile_bytes(size), stream, name, [=]() mutable {
      std::size_t kept = 0;
      detail::for_each_run(in, size, equal, [&](std::size_t begin, std::size_t) {
        out[kept] = in[begin];
        also(kept++, begin);
      });
      *number = static_cast<detail::output_t<Number, int>>(kept);
    });
  }
};

/// Chosen items first, in their order; the others behind them, the last one first.
struct DevicePartition {
  template <class In, class Flags, class Out, class Number, class Count>
  static cudaError_t Flagged(void* temp, std::size_t& bytes, In in, Flags flags, Out out, Number number, Count count,
                             cudaStream_t stream = nullptr) {
    return partition(JUDGE_CUB_NAME("DevicePartition::Flagged"), {temp, bytes}, in, out, number, count, stream,
                     [flags](std::size_t i, const auto&) { return static_cast<bool>(flags[i]); });
  }
  template <class In, class Out, class Number, class Count, class Predicate>
  static cudaError_t If(void* temp, std::size_t& bytes, In in, Out out, Number number, Count count, Predicate predicate,
                        cudaStream_t stream = nullptr) {
    return partition(JUDGE_CUB_NAME("DevicePartition::If"), {temp, bytes}, in, out, number, count, stream,
                     [predicate](std::size_t, const auto& item) mutable { return static_cast<bool>(predicate(item)); });
  }

 private:
  template <class Name, class In, class Out, class Number, class Count, class Chooses>
  static cudaError_t partition(Name name, detail::TempStorage storage, In in, Out out, Number number, Count count,
                               cudaStream_t stream, Chooses chooses) {
    const auto size = static_cast<std::size_t>(count);
    return detail::run(storage, detail::tile_bytes(size), stream, name, [=]() mutable {
      std::size_t first = 0, last = size;
      for (std::size_t i = 0; i < size; ++i) {
        const detail::value_t<In> item = in[i];
        if (chooses(i, item)) out[first++] = item;
        else out[--last] = item;
      }
      *number = static_cast<detail::output_t<Number, int>>(first);
    });
  }
};

}  // namespace cub
