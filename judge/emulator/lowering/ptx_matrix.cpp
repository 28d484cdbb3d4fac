#include "judge/emulator/lowering/ptx_matrix.hpp"
#include "judge/util/contains.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>

namespace judge::lowering {

namespace {

struct Shape {
  int m, n, k;
};

std::optional<Shape> parse_shape(const std::string& word) {
  Shape shape{};
  const auto n = word.find('n'), k = word.find('k');
  if (!word.starts_with('m') || n == std::string::npos || k == std::string::npos) return std::nullopt;
  shape.m = std::atoi(word.c_str() + 1);
  shape.n = std::atoi(word.c_str() + n + 1);
  shape.k = std::atoi(word.c_str() + k + 1);
  return shape;
}

int bits_of(std::string_view type) {
  constexpr std::array<std::pair<std::string_view, int>, 12> sizes = {{{"f16", 16},
                                                                       {"bf16", 16},
                                                                       {"tf32", 32},
                                                                       {"f32", 32},
                                                                       {"f64", 64},
                                                                       {"s8", 8},
                                                                       {"u8", 8},
                                                                       {"s4", 4},
                                                                       {"u4", 4},
                                                                       {"s32", 32},
                                                                       {"e4m3", 8},
                                                                       {"e5m2", 8}}};
  for (const auto& [name, bits] : sizes)
    if (name == type) return bits;
  return 0;
}

bool is_one_of(std::string_view word, std::initializer_list<std::string_view> words) { return contains(words, word); }

/// May D = A B + C have these types?
bool types_fit(const std::string& d, const std::string& a, const std::string& b, const std::string& c) {
  if (is_one_of(a, {"s8", "u8"})) return is_one_of(b, {"s8", "u8"}) && d == "s32" && c == "s32";
  if (is_one_of(a, {"s4", "u4"})) return is_one_of(b, {"s4", "u4"}) && d == "s32" && c == "s32";
  if (is_one_of(a, {"e4m3", "e5m2"})) return is_one_of(b, {"e4m3", "e5m2"}) && d == "f32" && c == "f32";
  if (a != b) return false;
  if (a == "f16") return is_one_of(d, {"f16", "f32"}) && is_one_of(c, {"f16", "f32"});
  if (a == "f64") return d == "f64" && c == "f64";
  return is_one_of(a, {"bf16", "tf32"}) && d == "f32" && c == "f32";
}

std::string list(const std::vector<std::string>& registers) {
  std::string text = "{";
  for (const std::string& name : registers)
    text += fmt::format("{}::judge_emulated::ptx::Bits({})", text.size() > 1 ? ", " : "", name);
  return text + "}";
}

/// Registers that hold `elements` of the type in each lane.
std::size_t registers_of(int elements, std::string_view type) {
  return static_cast<std::size_t>(std::max(1, bits_of(type) == 64 ? elements : elements * bits_of(type) / 32));
}

std::string mma_call(const std::vector<std::string>& words, const std::vector<std::vector<std::string>>& operands) {
  // mma.sync.aligned.SHAPE.row.col[.satfinite].D.A.B.C
  if (words.size() < 10 || operands.size() != 4) return "";
  const auto shape = parse_shape(words[3]);
  const bool saturates = words[6] == "satfinite";
  const std::size_t types = saturates ? 7 : 6;
  if (!shape || words[4] != "row" || words[5] != "col" || words.size() != types + 4) return "";
  const std::string &d = words[types], &a = words[types + 1], &b = words[types + 2], &c = words[types + 3];
  const bool has_eight_rows = shape->m == 8 && is_one_of(a, {"f64", "s8", "u8", "s4", "u4"});
  if (shape->n != 8 || (shape->m != 16 && !has_eight_rows) || !types_fit(d, a, b, c)) return "";
  if (operands[0].size() != registers_of(shape->m / 4, d) || operands[3].size() != registers_of(shape->m / 4, c) ||
      operands[1].size() != registers_of(shape->m * shape->k / 32, a) || operands[2].size() != registers_of(shape->k / 4, b))
    return "";
  return fmt::format(
      "::judge_emulated::ptx::mma<{}, {}, ::judge_emulated::ptx::type_{}, ::judge_emulated::ptx::type_{}, "
      "::judge_emulated::ptx::type_{}, ::judge_emulated::ptx::type_{}, ::judge_emulated::ptx::Overflow::{}>("
      "__builtin_LINE(), {}, {}, {}, {}); ",
      shape->m, shape->k, d, a, b, c, saturates ? "saturates" : "wraps", list(operands[1]), list(operands[2]),
      list(operands[3]), fmt::join(operands[0], ", "));
}

std::vector<std::string> split_at_dots(const std::string& mnemonic) {
  std::vector<std::string> words(1);
  for (const char c : mnemonic) {
    if (c == '.') words.emplace_back();
    else words.back() += c;
  }
  return words;
}

}  // namespace

bool is_matrix_instruction(const std::string& mnemonic) {
  for (const std::string_view name : {"mma.sync.", "ldmatrix.", "stmatrix.", "movmatrix."})
    if (mnemonic.starts_with(name)) return true;
  return false;
}

std::string matrix_call(const std::string& mnemonic, const std::vector<std::vector<std::string>>& operands) {
  const std::vector<std::string> words = split_at_dots(mnemonic);
  if (words[0] == "mma") return mma_call(words, operands);
  const auto has = [&](std::string_view word) { return contains(words, word); };
  if (!has("m8n8") || !has("b16") || operands.size() != 2) return "";
  if (words[0] == "movmatrix")
    return operands[0].size() != 1 ? ""
                                   : fmt::format("::judge_emulated::ptx::transpose_matrix(__builtin_LINE(), {}, {}); ",
                                                 operands[0][0], operands[1][0]);
  const std::string order = has("trans") ? "columns" : "rows";
  const bool is_load = words[0] == "ldmatrix";
  const auto& registers = operands[is_load ? 0 : 1];
  if (registers.size() != (has("x4") ? 4u : has("x2") ? 2u : 1u)) return "";
  const std::string& address = operands[is_load ? 1 : 0][0];
  if (is_load)
    return fmt::format("::judge_emulated::ptx::load_matrices<::judge_emulated::ptx::Order::{}>(__builtin_LINE(), {}, {}); ",
                       order, address, fmt::join(registers, ", "));
  return fmt::format("::judge_emulated::ptx::store_matrices<::judge_emulated::ptx::Order::{}>(__builtin_LINE(), {}, {}); ",
                     order, address, list(registers));
}

}  // namespace judge::lowering
