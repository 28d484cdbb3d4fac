#pragma once

#include <string>
#include <vector>

#include "judge/util/result.hpp"

namespace judge {

/// A file without a name that holds these, one behind the other; the descriptor is the caller's. Errors: no memory.
Result<int> file_of_images(const std::vector<std::string>& images);

}  // namespace judge
