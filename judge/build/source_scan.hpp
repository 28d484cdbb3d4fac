#pragma once

#include <string_view>

namespace judge {

/// Has an #include that is not of the form <...>, or may have one: what it finds may depend on the folder of the source.
bool has_local_include(std::string_view source);

/// Whether the program may depend on where its source lies: it asks for that (__FILE__, assert and the like), looks for files that its #include lines
/// do not name, may put such a word together, itself or by macros of headers that are not known, or has lines that compilers may read otherwise than we do. Where that is so needlessly, it costs a build or a verdict more.
bool may_know_its_place(std::string_view source);

/// Holds a lambda for the device, [=] __device__ (int i) { ... }. A wrong guess costs time, never a verdict.
bool hints_at_device_lambdas(std::string_view source);

}  // namespace judge
