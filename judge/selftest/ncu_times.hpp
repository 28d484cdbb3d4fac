#pragma once

#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "judge/judging/common_options.hpp"
#include "judge/util/result.hpp"

namespace judge {

/// The gpu__time_duration.sum of every kernel in what `ncu --csv` printed, in the order they ran, ns.
std::vector<double> ncu_durations_ns(std::string_view csv);

/// What ncu says of the kernels of one call, which it runs one by one: were they to run side by side, the call would take
/// between the longest and the sum.
struct NcuTime {
  double longest_ns = 0, sum_ns = 0;
};

/// Medians for each of `sizes` sizes over their calls, two and two as in the judge's blocks, where durations are of sizes
/// one after the other, `calls` calls of each, and every call ran the same number of kernels. The first two calls of each
/// size warm up and are left out. Errors: the number of durations fits no such plan.
Result<std::vector<NcuTime>> medians_of_calls(std::span<const double> durations_ns, std::size_t sizes, std::size_t calls);

/// Has ncu look at the kernels of one of the judge's own attempts: its median times in each of the named cases of the
/// judge's own problem. Buffers lie in the same slabs, at another place in each call, and hold what is drawn for attempts,
/// too; before each call the L2 is flushed as the judge does it, by judge_read() of `kernels`; clocks and caches are
/// otherwise left alone. Errors: ncu fails, with what it says.
Result<std::vector<NcuTime>> times_by_ncu(const std::filesystem::path& ncu, const std::filesystem::path& library,
                                          const std::filesystem::path& kernels, std::span<const std::string> cases);

/// The process that ncu looks at: loads the library and calls its solve(), an addition, `calls` times in each of the
/// named cases. Errors: no GPU, not enough memory, no such case.
Result<int> drive_for_ncu(const CommonOptions& common, const std::filesystem::path& library,
                          const std::filesystem::path& kernels, const std::vector<std::string>& names, int calls);

}  // namespace judge
