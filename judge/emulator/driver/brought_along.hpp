#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace judge::cucc {

/// Macros with which judge_emulated/brought_along.h includes the headers whose names the user's text has. None where
/// no header of CUDA's that brings them is included, and none for those that are there already.
std::vector<std::string> brought_along_macros(std::string_view preprocessed, std::string_view users_text);

}  // namespace judge::cucc
