#pragma once

#include <string>
#include <vector>

namespace judge {

/// What this kernel, or the container that we are in, lacks of what attempts and compilers are shut in by, a sentence each. Empty =
/// nothing. Takes microseconds.
std::vector<std::string> missing_protection();

}  // namespace judge
