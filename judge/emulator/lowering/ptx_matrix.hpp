#pragma once

#include <string>
#include <vector>

namespace judge::lowering {

/// Is it mma, ldmatrix, stmatrix or movmatrix?
bool is_matrix_instruction(const std::string& mnemonic);

/// The call of judge_emulated/ptx_matrix.h for a matrix instruction, each operand given as the list of its registers in
/// C++; empty for shapes and types that there are none of.
std::string matrix_call(const std::string& mnemonic, const std::vector<std::vector<std::string>>& operands);

}  // namespace judge::lowering
