#pragma once

#include <filesystem>
#include <optional>
#include <vector>

namespace judge {

/// nvcc of PATH, else of $CUDA_HOME, $CUDA_PATH or /usr/local/cuda.
std::optional<std::filesystem::path> find_nvcc();

/// The CUDA Toolkit that a program, links followed, lies in the bin/ of.
std::filesystem::path toolkit_of(const std::filesystem::path& program);

/// Where the toolkit's other files are looked for: with the nvcc that find_nvcc() takes, then in $CUDA_HOME, $CUDA_PATH and
/// /usr/local/cuda.
std::vector<std::filesystem::path> toolkit_folders();

}  // namespace judge
