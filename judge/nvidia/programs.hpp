#pragma once

#include <filesystem>
#include <optional>
#include <string>

namespace judge {

/// A program of the CUDA Toolkit, such as "ncu", "cuobjdump" or "compute-sanitizer": in PATH, beside nvcc, or in a folder of
/// its own name beside nvcc's.
std::optional<std::filesystem::path> find_toolkit_program(const std::string& name);

}  // namespace judge
