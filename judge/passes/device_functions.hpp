#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "judge/passes/source_tokens.hpp"

namespace judge {

struct DeviceParameter {
  std::string_view name;
  bool is_pointer = false, is_reference = false;
  std::string_view same_as;  ///< a parameter before, which gets the same pointer in some launch
};

/// A kernel, a function or method for the device, or a named lambda.
struct DeviceFunction {
  std::string_view name;
  bool is_kernel = false;
  std::size_t begin = 0;     ///< `__global__`, `__device__`, or the bracket of a lambda
  std::size_t open = 0;      ///< the bracket of the parameters
  SourceTokens::Range body;  ///< without its braces; empty: it is only declared
  std::vector<DeviceParameter> parameters;
  bool is_called_by_name = false;  ///< outside its own body
};

/// Of one declaration of several the order is the source's.
std::vector<DeviceFunction> device_functions(const SourceTokens& source);

/// Behind the body that opens at `i` if only the host can run it: it launches kernels or calls the CUDA runtime, and nothing from
/// the end of the declaration before says that it is for the device. 0 = it is none. Lambdas and classes for the device may be in
/// it: then it is looked at.
std::size_t end_of_host_function(const SourceTokens& source, std::size_t i);

/// The bracket of the call `put(` or `put<float>(` whose name is token `i`; 0 = it is none.
std::size_t opening_of_call(const SourceTokens& source, std::size_t i);

}  // namespace judge
