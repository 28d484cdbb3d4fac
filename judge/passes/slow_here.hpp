#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "judge/model/problem.hpp"
#include "judge/model/record.hpp"

namespace judge {

/// Case `index` is a full-size copy and was not done in its time limit, behind `earlier`, the results of the cases before it. True if the largest of
/// those that are right took so long that this was to be expected: the attempt is slow on the emulated runtime, and shows no sign that it hangs.
bool is_foretold_slow(const std::vector<Case>& cases, const std::vector<CaseResult>& earlier, std::size_t index);

/// First calls take longer than later ones, by less than this.
constexpr double k_later_calls_are_faster = 4;

/// That this case was not judged.
Finding slow_here(const Case& test);

/// The largest of the cases before `end` that are right; none if none is.
std::optional<std::size_t> largest_right(const std::vector<Case>& cases, const std::vector<CaseResult>& results,
                                         std::size_t end);

double ratio_of_bytes(const Case& large, const Case& small);

/// Whether a case is not done in its time limit, if `smaller` takes that long: time may grow twice as fast as bytes.
bool takes_too_long(const Case& test, const Case& smaller, double smaller_ns);

}  // namespace judge
