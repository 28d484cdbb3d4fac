#pragma once

#include <string_view>

namespace judge {

/// Has an #include that is not of the form <...>: what it finds may depend on the folder of the source.
bool has_local_include(std::string_view source);

/// Uses its own file name (__FILE__, assert and the like), so that the library holds it.
bool names_its_own_file(std::string_view source);

/// Holds a lambda for the device, [=] __device__ (int i) { ... }. A wrong guess costs time, never a verdict.
bool hints_at_device_lambdas(std::string_view source);

}  // namespace judge
