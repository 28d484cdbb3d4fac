#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "judge/model/kernel_profile.hpp"
#include "judge/nvidia/replay.hpp"
#include "judge/util/result.hpp"

namespace judge {

/// What is asked of Nsight Compute for each kernel, by its own names.
std::span<const std::string_view> profile_metrics();

/// Every kernel in what `ncu --csv --page raw --print-units base` printed, in the order they ran, without the attempt's
/// name. Values that are no numbers are left out.
std::vector<KernelProfile> read_ncu_raw(std::string_view csv);

/// "void multiply<(bool)1>(const float *, int)" as "multiply<1>".
std::string short_kernel_name(std::string_view name);

struct NcuOptions {
  std::span<const std::string_view> metrics = profile_metrics();  ///< those that this ncu does not know are left out
  bool cold_caches = true;                                        ///< ncu flushes them before each kernel
};

struct Profiled {
  std::vector<KernelProfile> kernels;  ///< in the order they ran
  std::string note;                    ///< what was not shut in, and why; empty = all was
};

/// Has ncu look at the calls of a job that judge-replay does, kept in: early where ncu works that way. Where it does not, also
/// without an attempt, late; so an attempt has no say in that. `job_file` is written. Errors: ncu fails, with what it said and,
/// where counters are not permitted, what to do; the judge's own failures.
Result<Profiled> profile_job(const std::filesystem::path& ncu, const std::filesystem::path& replay, protocol::ReplayJob job,
                             const std::filesystem::path& job_file, const NcuOptions& options = {});

}  // namespace judge
