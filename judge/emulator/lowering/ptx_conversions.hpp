#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace judge::lowering {

/// The C++ type of a register of a PTX type.
std::string type_of_register(std::string_view type);

/// The call of judge_emulated/ptx.h for a cvt instruction, its operands given in C++; empty for conversions that there
/// are none of.
std::string conversion_call(const std::string& mnemonic, const std::vector<std::string>& operands);

}  // namespace judge::lowering
