#pragma once

#include <filesystem>
#include <string_view>
#include <vector>

#include "judge/model/kernel_profile.hpp"
#include "judge/util/result.hpp"

namespace judge {

/// Registers and shared memory of each kernel in what `cuobjdump --dump-resource-usage` printed, under Nsight Compute's
/// names for them.
std::vector<KernelProfile> read_resource_usage(std::string_view text);

/// What cuobjdump tells of a built attempt. Errors: cuobjdump fails.
Result<std::vector<KernelProfile>> resources_of(const std::filesystem::path& cuobjdump, const std::filesystem::path& library);

}  // namespace judge
