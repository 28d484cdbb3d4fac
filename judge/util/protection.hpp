#pragma once

#include <string>
#include <vector>

namespace judge {

/// Parts of the sandbox that this kernel, or the container that we are in, lacks, a sentence each. Empty = none. Takes microseconds.
std::vector<std::string> missing_protection();

}  // namespace judge
