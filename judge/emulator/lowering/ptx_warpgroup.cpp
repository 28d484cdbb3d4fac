// wgmma:
//
//     wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%0, %1, %2, %3}, %4, %5, p, 1, 1, 0, 1;
//
// becomes multiply({.d = ProductType::f32, ..., .results = {&judge_op0, ...}, .adds = judge_reg_p, ...}), where judge_op0 and
// the others refer to what the asm statement names, since the results come when the thread waits for them.
#include "judge/emulator/lowering/ptx_warpgroup.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <string_view>

#include "judge/util/contains.hpp"

namespace judge::lowering {

namespace {

/// Products of A and B (or of any two of a family) that PTX has, and what it adds them up in.
struct ProductFamily {
  std::string_view inputs, results;  // words
  int k = 0;
  bool has_signs = true, has_transposes = false;
};

constexpr std::array<ProductFamily, 5> families = {{{"f16", "f16 f32", 16, true, true},
                                                    {"bf16", "f32", 16, true, true},
                                                    {"tf32", "f32", 8, true, false},
                                                    {"e4m3 e5m2", "f16 f32", 32, true, false},
                                                    {"s8 u8", "s32", 32, false, false}}};

bool has_word(std::string_view words, const std::string& word) { return contains(split_ptx(words, ' '), word); }

/// m64n128k16.f32.f16.f16
struct ProductShape {
  const ProductFamily* family = nullptr;
  int columns = 0;
  std::string d, a, b;
  bool saturates = false;

  std::size_t results() const { return static_cast<std::size_t>(columns / (d == "f16" ? 4 : 2)); }
};

bool is_width(int n, const ProductFamily& family) {
  if (n < 8 || n > 256 || n % 8 != 0) return false;
  return family.has_signs || n % 16 == 0 || n == 8 || n == 24;
}

/// No family where there is no such instruction.
ProductShape parse_product(std::vector<std::string> words) {
  ProductShape shape;
  shape.saturates = std::erase(words, "satfinite") != 0;
  if (words.size() != 8 || words[2] != "sync" || words[3] != "aligned") return shape;
  shape.d = words[5], shape.a = words[6], shape.b = words[7];
  const std::string& extents = words[4];
  const std::size_t k = extents.find('k');
  if (!extents.starts_with("m64n") || k == std::string::npos) return shape;
  shape.columns = std::atoi(extents.c_str() + 4);
  for (const ProductFamily& family : families)
    if (has_word(family.inputs, shape.a) && has_word(family.inputs, shape.b) && has_word(family.results, shape.d) &&
        extents == fmt::format("m64n{}k{}", shape.columns, family.k) && is_width(shape.columns, family) &&
        (!shape.saturates || !family.has_signs))
      shape.family = &family;
  return shape;
}

std::vector<std::string> listed(std::string text) {
  std::erase_if(text, [](char c) { return c == '{' || c == '}'; });
  std::vector<std::string> names;
  for (const std::string& name : split_ptx(text, ',')) names.push_back(trim_ptx(name));
  return names;
}

class ProductWriter {
 public:
  ProductWriter(const ProductShape& shape, const std::vector<std::string>& operands, PtxOperands& known)
      : m_shape(shape), m_operands(operands), m_known(known) {}

  std::string write() {
    const ProductFamily& family = *m_shape.family;
    if (m_operands.size() < 3) return "";
    const bool has_registers = m_operands[1].starts_with('{');
    const std::size_t transposes = !family.has_transposes ? 0 : has_registers ? 1 : 2, first_sign = 4;
    const std::size_t first_transpose = first_sign + (family.has_signs ? 2 : 0);
    if (m_operands.size() != first_transpose + transposes) return "";
    const std::vector<std::string> results = listed(m_operands[0]);
    if (results.size() != m_shape.results()) return "";
    std::string code = "{ void* const judge_results[] = {";
    for (const std::string& name : results) {
      if (!name.starts_with('%') || name.starts_with("%%")) return "";  // a .reg would be gone when they come
      code += fmt::format("::judge_emulated::ptx::result_register({}), ", value(name));
    }
    code += "}; ";
    if (has_registers) {
      const std::vector<std::string> registers = listed(m_operands[1]);
      if (registers.size() != 4) return "";
      code += "const unsigned judge_a[] = {";
      for (const std::string& name : registers) code += bits(value(name)) + ".u32(), ";
      code += "}; ";
    }
    const std::string negates =
        family.has_signs ? fmt::format("({} < 0) != ({} < 0)", number(first_sign), number(first_sign + 1)) : "false";
    return code +
           fmt::format(
               "::judge_emulated::ptx::multiply({{.d = {}, .a = {}, .b = {}, .columns = {}, .a_matrix = {}, .b_matrix = {}, "
               ".a_registers = {}, .results = judge_results, .adds = {} != 0, .negates = {}, .transposes_a = {}, "
               ".transposes_b = {}, .saturates = {}, .line = 0, .code = nullptr}}, __builtin_LINE()); }} ",
               type(m_shape.d), type(m_shape.a), type(m_shape.b), m_shape.columns,
               has_registers ? "0" : bits(value(m_operands[1])) + ".u64()", bits(value(m_operands[2])) + ".u64()",
               has_registers ? "judge_a" : "nullptr", number(3), negates,
               transposes == 2 ? number(first_transpose) + " != 0" : "false",
               transposes != 0 ? number(first_transpose + transposes - 1) + " != 0" : "false", m_shape.saturates);
  }

 private:
  static std::string type(const std::string& name) { return "::judge_emulated::ProductType::" + name; }
  static std::string bits(const std::string& value) { return fmt::format("::judge_emulated::ptx::Bits({})", value); }
  std::string value(const std::string& name) { return m_known.expression(name, "b32"); }
  std::string number(std::size_t i) { return fmt::format("static_cast<int>({})", value(m_operands[i])); }

  const ProductShape& m_shape;
  const std::vector<std::string>& m_operands;
  PtxOperands& m_known;
};

}  // namespace

bool is_warpgroup_instruction(const std::string& mnemonic) { return mnemonic.starts_with("wgmma."); }

std::string warpgroup_call(const std::string& mnemonic, const std::vector<std::string>& operands, PtxOperands& known) {
  if (mnemonic == "wgmma.fence.sync.aligned" && operands.empty()) return "(void)0; ";
  if (mnemonic == "wgmma.commit_group.sync.aligned" && operands.empty()) return "::judge_emulated::ptx::commit_products(); ";
  if (mnemonic == "wgmma.wait_group.sync.aligned" && operands.size() == 1)
    return fmt::format("::judge_emulated::ptx::wait_for_products({}, __builtin_LINE()); ",
                       known.expression(operands[0], "u32"));
  if (!mnemonic.starts_with("wgmma.mma_async.sync.")) return "";
  const ProductShape shape = parse_product(split_ptx(mnemonic, '.'));
  return shape.family ? ProductWriter(shape, operands, known).write() : "";
}

std::set<std::size_t> late_results(const std::vector<PtxStatement>& statements) {
  std::set<std::size_t> results;
  for (const PtxStatement& statement : statements) {
    const std::size_t instruction = statement.text.find("wgmma.mma_async"), begin = statement.text.find('{', instruction);
    if (instruction == std::string::npos || begin == std::string::npos) continue;
    for (const std::string& name : listed(statement.text.substr(begin, statement.text.find('}', begin) - begin)))
      if (name.starts_with('%')) results.insert(static_cast<std::size_t>(std::atoi(name.c_str() + 1)));
  }
  return results;
}

}  // namespace judge::lowering
