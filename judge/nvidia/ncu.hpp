#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "judge/model/kernel_profile.hpp"
#include "judge/util/result.hpp"

namespace judge {

/// What is asked of Nsight Compute for each kernel, by its own names.
std::span<const std::string_view> profile_metrics();

/// Every kernel in what `ncu --csv --page raw --print-units base` printed, in the order they ran, without the attempt's
/// name. Values that are no numbers are left out.
std::vector<KernelProfile> read_ncu_raw(std::string_view csv);

/// "void multiply<(bool)1>(const float *, int)" as "multiply<1>".
std::string short_kernel_name(std::string_view name);

/// Runs `command` under ncu, which looks at what happens between cudaProfilerStart() and cudaProfilerStop(). Metrics
/// that this ncu does not know are left out. Errors: ncu fails, with what it said and, where counters are not
/// permitted, what to do.
Result<std::vector<KernelProfile>> profile_command(const std::filesystem::path& ncu, const std::vector<std::string>& command);

}  // namespace judge
