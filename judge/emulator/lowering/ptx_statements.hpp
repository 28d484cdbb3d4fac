#pragma once

#include <string>
#include <vector>

namespace judge::lowering {

/// `{`, `LABEL:`, `add.u32 %0, %1, 1` or `}`.
struct PtxStatement {
  enum class Kind { scope_begins, label, instruction, scope_ends };
  Kind kind = Kind::instruction;
  std::string text;  ///< of a label its name, of an instruction all but the semicolon
};

/// The statements of an asm statement's text. Scopes that do not end in it are left out.
std::vector<PtxStatement> split_statements(const std::string& text);

}  // namespace judge::lowering
