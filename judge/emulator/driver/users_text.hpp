#pragma once

#include <string>
#include <string_view>

namespace judge::cucc {

/// What the user wrote of a preprocessed file: all but what a line marker (# 12 "/usr/include/stdio.h" 1 3) gives to a
/// system's header, as ours are. What a system's macro left in the user's file is the user's.
std::string users_text(std::string_view preprocessed);

/// The same as tokens with blanks only between words, without pragmas, and with neighbouring string literals in one.
std::string canonical(std::string_view users_text);

/// C++ that keeps it in the library's section k_section_of_code (judge/util/section_of_code.hpp), so that the judge can look at what its headers and
/// macros hold, too.
std::string kept_in_library(std::string_view canonical);

}  // namespace judge::cucc
