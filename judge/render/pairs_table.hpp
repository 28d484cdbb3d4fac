#pragma once

#include <string>
#include <vector>

#include "judge/measure/pairs.hpp"
#include "judge/render/table.hpp"

namespace judge {

/// One line a pair: A, B, both medians, the ratio with its 95% interval, and what that means in words.
Table pairs_table(const std::vector<Pair>& pairs, const std::vector<std::string>& names, const std::vector<Summary>& times);

/// A line for each pair whose 95% interval leaves 1 out, while no difference is claimed. `max_time_s`: how long each attempt was timed at most.
std::vector<std::string> unsure_lines(const std::vector<Pair>& pairs, const std::vector<std::string>& names, double max_time_s);

/// A line for each pair of the same content, whose difference is that of the measurement.
std::vector<std::string> same_content_lines(const std::vector<Pair>& pairs, const std::vector<std::string>& names,
                                            const std::vector<std::string>& content_hashes);

}  // namespace judge
