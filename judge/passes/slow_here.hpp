#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "judge/model/problem.hpp"
#include "judge/model/record.hpp"

namespace judge {

/// Case `index` is a full-size copy and was not done in its time limit, behind `earlier`, the results of the cases before it. True if the largest of
/// those that are right took so long that this was to be expected: the attempt is slow on the emulated runtime, and shows no sign that it hangs.
/// Time may grow twice as fast as bytes, or as it grew from a case of a quarter of its bytes to that one, up to their square.
bool is_foretold_slow(const std::vector<Case>& cases, const std::vector<CaseResult>& earlier, std::size_t index);

/// By its growth in smaller cases it would take four times its limit, as a sort that compares each element with each other one does.
bool is_not_to_be_tried(const std::vector<Case>& cases, const std::vector<CaseResult>& earlier, std::size_t index);

/// That this case was not judged.
enum class Tried { no, until_its_limit };
Finding slow_here(const Case& test, Tried tried);

/// The largest of the cases before `end` that are right; none if none is.
std::optional<std::size_t> largest_right(const std::vector<Case>& cases, const std::vector<CaseResult>& results,
                                         std::size_t end);

double ratio_of_bytes(const Case& large, const Case& small);

/// Whether case `index` is not done in its limit by a later call of the largest right one before it, too. First calls take longer, by less than a
/// factor of four; where it is more, how they grew says nothing.
bool later_calls_foretell(const std::vector<Case>& cases, const std::vector<CaseResult>& earlier, std::size_t index,
                          double later_ns);

}  // namespace judge
