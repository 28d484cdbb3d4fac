#pragma once

#include <dlfcn.h>

#include <atomic>

#include "judge/player/call_offset.hpp"
#include "judge/player/real_runtime.hpp"
#include "judge/player/tracer.hpp"

/// What the functions that the player exports in place of the CUDA runtime's share.
namespace judge {

using Status = cuda::Error;
using cuda::Stream;

/// The runtime's own function of this name, looked up once.
template <class Function>
class Real {
 public:
  explicit constexpr Real(const char* name) : m_name(name) {}

  /// Calls it and tells the tracer where it fails.
  template <class... Args>
  Status operator()(Args... args) {
    const Status error = call(args...);
    if (error != cuda::success && error != cuda::error_not_ready && tracer().active()) tracer().errors().failed(m_name, error);
    return error;
  }

  template <class... Args>
  Status call(Args... args) {
    auto* function = m_function.load(std::memory_order_acquire);
    if (!function) {
      void* handle = forwards_to();
      function = handle ? reinterpret_cast<Function*>(::dlsym(handle, m_name)) : nullptr;
      if (!function) return cuda::error_not_supported;
      m_function.store(function, std::memory_order_release);
    }
    return function(args...);
  }

 private:
  const char* m_name;
  std::atomic<Function*> m_function{nullptr};
};

/// Null: this runtime has none of this name.
template <class Function>
Function* runtime_function(const char* name) {
  return reinterpret_cast<Function*>(::dlsym(forwards_to(), name));
}

inline Stream per_thread_if_default(Stream stream) { return stream ? stream : k_per_thread; }

/// Tells of a copy, a set or another operation that is no kernel.
inline Status told(Status error, Stream stream, const char* function, std::size_t bytes = 0) {
  tracer().worked(stream, [&] { return Operation{.what = function, .bytes = bytes}; });
  return error;
}

}  // namespace judge
