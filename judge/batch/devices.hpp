#pragma once

#include <string>
#include <vector>

#include "judge/passes/common_options.hpp"
#include "judge/util/result.hpp"

namespace judge {

/// The GPUs that `wanted` names, each as CUDA_VISIBLE_DEVICES wants it. "": none, so that all workers use the first; "all": those that
/// CUDA_VISIBLE_DEVICES lets us see, else all of the machine; else numbers, "0,2". Errors: there is no GPU, or none of that number.
Result<std::vector<std::string>> chosen_gpus(const CommonOptions& common, const std::string& wanted);

/// The same, of `visible` as CUDA_VISIBLE_DEVICES has it (empty = not set) on a machine of `count` GPUs.
Result<std::vector<std::string>> gpus_of(const std::string& wanted, const std::string& visible, int count);

/// How many workers keep this machine busy: compilers need processors, and a GPU some attempts that are tested side by side.
/// `gpus`: 0 = one that was not named, or none. Errors: those of choose_target().
Result<int> default_workers(const CommonOptions& common, std::size_t gpus);

}  // namespace judge
