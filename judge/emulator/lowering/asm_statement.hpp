#pragma once

#include <string>
#include <vector>

#include "judge/emulator/lowering/translation.hpp"

namespace judge::lowering {

/// "=r"(x)
struct AsmOperand {
  std::string constraint, expression;
};

/// asm("add.u32 %0, %1, 1;" : "=r"(x) : "r"(y))
struct AsmStatement {
  std::string text;  ///< as the assembler sees it: escapes and comments resolved
  std::vector<AsmOperand> operands;
  std::size_t outputs = 0;  ///< so many of the operands, the first ones
};

/// The statement whose parentheses hold `inside`.
AsmStatement parse_asm(const Translation& t, Range inside);

}  // namespace judge::lowering
