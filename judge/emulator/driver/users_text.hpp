#pragma once

#include <string>
#include <string_view>

namespace judge::cucc {

/// What the user wrote of a preprocessed file: all but what a line marker (# 12 "/usr/include/stdio.h" 1 3) gives to a
/// system's header, as ours are. What a system's macro left in the user's file is the user's.
std::string users_text(std::string_view preprocessed);

}  // namespace judge::cucc
