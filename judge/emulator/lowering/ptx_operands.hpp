#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace judge::lowering {

/// At each separator outside { } and [ ].
std::vector<std::string> split_ptx(std::string_view text, char separator);
/// Without blanks at either end.
std::string trim_ptx(std::string_view text);

/// The operands of an asm statement's instructions: its registers, %0 and the like, special registers and numbers.
class PtxOperands {
 public:
  enum class Initial { zero, unset };
  /// The variables for `.reg .u32 a, b<4>`.
  std::string declare(const std::string& text, Initial initial);
  /// An operand of an instruction of this type as C++; an address without its brackets.
  std::string expression(std::string text, std::string_view type);
  /// Remembers the first thing that is not known. Returns "".
  std::string fail(const std::string& what);
  const std::string& unknown() const { return m_unknown; }

 private:
  std::string declared(const std::string& name);

  std::set<std::string> m_registers;
  std::string m_unknown;
};

/// `mov.b64 {low, high}, x` and `mov.b64 x, {low, high}`.
std::string move_of_pieces(const std::string& mnemonic, const std::vector<std::string>& operands, PtxOperands& known);

}  // namespace judge::lowering
