#pragma once

#include <cstddef>
#include <iterator>
#include <new>
#include <system_error>
#include <type_traits>
#include <utility>

#include "judge_emulated/brought_along_by_cub.h"
#include "judge_emulated/device_work.h"

// Thrust for the emulated runtime: the interfaces of NVIDIA's library. An algorithm with the device's iterators or policy
// runs as a kernel of its own name in the policy's stream; others, and those that a kernel calls, run where they are called.
#define THRUST_MAJOR_VERSION 2
#define THRUST_MINOR_VERSION 8
#define THRUST_SUBMINOR_VERSION 0
#define THRUST_VERSION 200800

namespace thrust {

using std::system_error;
inline const std::error_category& cuda_category() {
  struct Category : std::error_category {
    const char* name() const noexcept override { return "cuda"; }
    std::string message(int code) const override { return cudaGetErrorString(static_cast<cudaError_t>(code)); }
  };
  static const Category category;
  return category;
}

namespace detail {

inline void check(cudaError_t error, const char* what) {
  if (error != cudaSuccess) throw system_error(static_cast<int>(error), cuda_category(), what);
}

struct PolicyBase {};

struct HostPolicy : PolicyBase {
  template <class Name, class Work>
  void run(Name, Work work) const { work(); }
  template <class Name, class Work>
  void run_each(Name, std::size_t count, Work work) const {
    for (std::size_t i = 0; i < count; ++i) work(i);
  }
};

struct DevicePolicy : PolicyBase {
  cudaStream_t stream = nullptr;
  bool synchronizes = true;

  DevicePolicy() = default;
  DevicePolicy(cudaStream_t in, bool waits) : stream(in), synchronizes(waits) {}
  DevicePolicy on(cudaStream_t other) const { return {other, synchronizes}; }
  template <class Allocator>
  DevicePolicy operator()(Allocator&&) const { return *this; }

  /// `work()` in one thread.
  template <class Name, class Work>
  void run(Name name, Work work) const {
    if (judgeEmulatedInKernel()) return work();
    check(judge_emulated::run_on_device(name, 1, 1, stream, std::move(work)), name());
    finish(name());
  }
  /// `work(i)` for each i below `count`, in as many threads.
  template <class Name, class Work>
  void run_each(Name name, std::size_t count, Work work) const {
    constexpr unsigned threads = 256;
    if (count == 0) return;
    if (judgeEmulatedInKernel()) return HostPolicy().run_each(name, count, std::move(work));
    const auto thread = [count, work]() mutable {
      const std::size_t i = std::size_t{blockIdx.x} * threads + threadIdx.x;
      if (i < count) work(i);
    };
    check(judge_emulated::run_on_device(name, static_cast<unsigned>((count + threads - 1) / threads), threads, stream, thread),
          name());
    finish(name());
  }

 private:
  void finish(const char* name) const {
    if (synchronizes) check(cudaStreamSynchronize(stream), name);
  }
};

template <class T>
constexpr bool is_policy = std::is_base_of_v<PolicyBase, std::decay_t<T>>;
inline const HostPolicy& policy_of(const HostPolicy& policy) { return policy; }
inline const DevicePolicy& policy_of(const DevicePolicy& policy) { return policy; }

/// Iterators of the device say so by `static constexpr bool is_of_device = true`.
template <class T, class = void>
constexpr bool is_of_device = false;
template <class T>
constexpr bool is_of_device<T, std::enable_if_t<std::decay_t<T>::is_of_device>> = true;

template <class Iterator>
constexpr bool is_of_device<std::reverse_iterator<Iterator>, void> = is_of_device<Iterator>;

template <class... Arguments>
using PolicyFor = std::conditional_t<(is_of_device<std::decay_t<Arguments>> || ...), DevicePolicy, HostPolicy>;

/// An iterator as the work itself uses it: pointers instead of what stands for them.
template <class Iterator>
auto unwrap(Iterator iterator) {
  if constexpr (requires { iterator.judge_unwrapped(); }) return iterator.judge_unwrapped();
  else return iterator;
}
template <class Iterator>
auto unwrap(std::reverse_iterator<Iterator> iterator) {
  return std::make_reverse_iterator(unwrap(iterator.base()));
}

template <class Iterator>
using value_t = typename std::iterator_traits<Iterator>::value_type;
template <class Iterator>
using difference_t = typename std::iterator_traits<Iterator>::difference_type;

template <class Iterator>
std::size_t length(Iterator first, Iterator last) { return static_cast<std::size_t>(last - first); }

}  // namespace detail

// Exceptions to the namespace's other names: these are values and types that people write.
typedef detail::HostPolicy host_execution_policy_type;
inline constexpr detail::HostPolicy host{}, seq{};
inline const detail::DevicePolicy device{};
namespace cuda {
inline const detail::DevicePolicy par{};
inline const detail::DevicePolicy par_nosync{nullptr, false};
}  // namespace cuda
namespace cpp {
inline constexpr detail::HostPolicy par{};
}
namespace omp {
inline constexpr detail::HostPolicy par{};
}

struct host_system_tag : detail::HostPolicy {};
struct device_system_tag : detail::DevicePolicy {};
struct any_system_tag {};
template <class Derived>
struct host_execution_policy : detail::HostPolicy {};
template <class Derived>
struct device_execution_policy : detail::DevicePolicy {};
/// In the place of a template's argument.
struct use_default {};

}  // namespace thrust

#define JUDGE_THRUST_NAME(name) [] { return "thrust::" name; }

/// thrust::name(policy, ...) and thrust::name(...), by detail::name_impl(policy, ...).
#define JUDGE_THRUST(name)                                                                                         \
  template <class First, class... Rest>                                                                            \
  auto name(First&& first, Rest&&... rest) {                                                                       \
    if constexpr (detail::is_policy<First>) return detail::name##_impl(detail::policy_of(first), rest...);         \
    else return detail::name##_impl(detail::PolicyFor<First, Rest...>(), first, rest...);                          \
  }
