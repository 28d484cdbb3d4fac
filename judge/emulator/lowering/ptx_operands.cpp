#include "judge/emulator/lowering/ptx_operands.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <utility>

#include "judge/emulator/lowering/ptx_conversions.hpp"

namespace judge::lowering {

namespace {

const std::set<std::string_view>& special_registers() {
  static const std::set<std::string_view> names = {
#define JUDGE_PTX(name, ...)
#define JUDGE_PTX_EFFECT(name, ...)
#define JUDGE_PTX_REGISTER(name, ...) #name,
#include "judge/emulator/include/emulated/judge_emulated/ptx_instructions.inc"
#undef JUDGE_PTX
#undef JUDGE_PTX_EFFECT
#undef JUDGE_PTX_REGISTER
  };
  return names;
}

/// r<4> are r0 to r3.
std::vector<std::string> names_of(const std::string& declared) {
  const std::size_t angle = declared.find('<');
  if (angle == std::string::npos) return {declared};
  std::vector<std::string> names;
  const int count = std::min(std::atoi(declared.c_str() + angle + 1), 1024);
  for (int i = 0; i < count; ++i) names.push_back(fmt::format("{}{}", trim_ptx(declared.substr(0, angle)), i));
  return names;
}

std::string variable(std::string name) {
  if (name.starts_with("%%")) name.erase(0, 1);
  std::ranges::replace(name, '%', '_');
  std::ranges::replace(name, '$', '_');
  return "judge_reg_" + name;
}

}  // namespace

std::vector<std::string> split_ptx(std::string_view text, char separator) {
  std::vector<std::string> parts;
  int depth = 0;
  std::string part;
  for (const char c : text) {
    depth += (c == '{' || c == '[') - (c == '}' || c == ']');
    if (c == separator && depth == 0) parts.push_back(std::exchange(part, ""));
    else part += c;
  }
  parts.push_back(part);
  return parts;
}

std::string trim_ptx(std::string_view text) {
  const auto first = text.find_first_not_of(" \t\n\r");
  return first == std::string_view::npos ? "" : std::string(text.substr(first, text.find_last_not_of(" \t\n\r") - first + 1));
}

std::string PtxOperands::fail(const std::string& what) {
  if (m_unknown.empty()) m_unknown = what;
  return "";
}

std::string PtxOperands::declare(const std::string& text, Initial initial) {
  const std::size_t dot = text.find('.', 4), space = text.find_first_of(" \t", dot);
  if (dot == std::string::npos || space == std::string::npos) return fail(text);
  std::string code = type_of_register(text.substr(dot + 1, space - dot - 1));
  std::string separator = " ";
  for (const std::string& part : split_ptx(text.substr(space), ','))
    for (const std::string& name : names_of(trim_ptx(part))) {
      code += separator + variable(name) + (initial == Initial::zero ? " = {}" : "");
      separator = ", ";
      m_registers.insert(variable(name));
    }
  return code + "; ";
}

std::string PtxOperands::expression(std::string text, std::string_view type) {
  if (text.starts_with('[') && text.ends_with(']')) {
    const std::string inner = trim_ptx(text.substr(1, text.size() - 2));
    const std::size_t plus = inner.find('+');
    if (plus == std::string::npos) return expression(inner, type);
    return fmt::format("({} + {})", expression(trim_ptx(inner.substr(0, plus)), type),
                       expression(trim_ptx(inner.substr(plus + 1)), type));
  }
  if (text.starts_with("%%")) text.erase(0, 1);
  if (text.starts_with('%') && text.size() > 1 && text[1] >= '0' && text[1] <= '9') return "judge_op" + text.substr(1);
  if (text.starts_with('%')) {
    std::string name = text.substr(1);
    std::ranges::replace(name, '.', '_');
    return special_registers().contains(name) ? fmt::format("::judge_emulated::ptx::register_{}()", name) : declared(text);
  }
  if (text.starts_with("0f") || text.starts_with("0F")) return fmt::format("0x{}u", text.substr(2));
  if (text.starts_with("0d") || text.starts_with("0D")) return fmt::format("0x{}ull", text.substr(2));
  const bool is_number = !text.empty() && (text[0] == '-' || (text[0] >= '0' && text[0] <= '9'));
  if (is_number && text.contains('.') && type == "f32") return text + "f";
  if (is_number) return text.contains('.') ? text : fmt::format("static_cast<long long>({})", text);
  return declared(text);
}

std::string PtxOperands::declared(const std::string& name) {
  return m_registers.contains(variable(name)) ? variable(name) : fail(fmt::format("the operand {}", name));
}

/// mov.b64 {low, high}, x and mov.b64 x, {low, high}.
std::string move_of_pieces(const std::string& mnemonic, const std::vector<std::string>& operands, PtxOperands& known) {
  const bool takes_apart = operands[0].starts_with('{');
  std::string list = operands[takes_apart ? 0 : 1];
  std::erase_if(list, [](char c) { return c == '{' || c == '}'; });
  std::vector<std::string> pieces;
  for (const std::string& name : split_ptx(list, ','))
    pieces.push_back(trim_ptx(name) == "_" ? "_" : known.expression(trim_ptx(name), "b64"));
  const std::size_t bits = mnemonic == "mov.b64" ? 64 : mnemonic == "mov.b32" ? 32 : mnemonic == "mov.b16" ? 16 : 0;
  if (bits == 0 || (pieces.size() != 2 && pieces.size() != 4)) return known.fail(mnemonic);
  const std::size_t each = bits / pieces.size();
  const std::string whole = known.expression(operands[takes_apart ? 1 : 0], "b64");
  if (!takes_apart)
    return fmt::format("::judge_emulated::ptx::put({}, ::judge_emulated::ptx::joined<{}>({})); ", whole, each,
                       fmt::join(pieces, ", "));
  std::string code = fmt::format("{{ const ::judge_emulated::ptx::Bits judge_whole = {}; ", whole);
  for (std::size_t i = 0; i < pieces.size(); ++i)
    if (pieces[i] != "_")
      code += fmt::format("::judge_emulated::ptx::put({}, ::judge_emulated::ptx::piece<{}>(judge_whole, {})); ", pieces[i],
                          each, i);
  return code + "} ";
}

}  // namespace judge::lowering
