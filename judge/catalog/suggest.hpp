#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace judge {

/// ASCII letters as small ones.
std::string lower_case(std::string_view text);

/// The candidates that `name` is probably a misspelling of, nearest first, at most three.
std::vector<std::string> closest_names(std::string_view name, std::span<const std::string> candidates);

/// "; did you mean 'shape'?", or nothing if no candidate is near. To be appended to a message.
std::string did_you_mean(std::string_view name, std::span<const std::string> candidates);

}  // namespace judge
