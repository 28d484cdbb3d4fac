#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "judge/util/result.hpp"

namespace judge {

/// A macro that a sweep gives several values: BLOCK=128,256.
struct SweepParameter {
  std::string name;
  std::vector<std::string> values;
};

/// Most combinations that one sweep judges side by side: each has a process, and a context on the device, of its own.
inline constexpr std::size_t k_most_combinations = 256;

/// What -D says: "BLOCK=128,256". Errors: no name, no values, a name that is none, a name or a value twice.
Result<std::vector<SweepParameter>> parse_sweep_parameters(const std::vector<std::string>& texts);

/// Every combination, the last parameter changing fastest: {"BLOCK=128", "COARSEN=1"}, ... Errors: more than
/// k_most_combinations.
Result<std::vector<std::vector<std::string>>> sweep_combinations(const std::vector<SweepParameter>& parameters);

/// Does the source let -D decide these macros? Errors, with file and line: it does not mention one, or always defines
/// it itself, as a macro or a variable.
Result<void> check_parameters_are_open(const std::vector<SweepParameter>& parameters, std::string_view source,
                                       std::string_view file);

}  // namespace judge
