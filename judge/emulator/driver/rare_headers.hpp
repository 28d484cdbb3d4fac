#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace judge::cucc {

/// Headers of the emulated runtime that a user's text needs without including them, as CUDA declares what is in them
/// everywhere. They are left out of <cuda_runtime.h>, since every compilation would pay for them.
std::vector<std::string> rare_headers(std::string_view users_text);

}  // namespace judge::cucc
