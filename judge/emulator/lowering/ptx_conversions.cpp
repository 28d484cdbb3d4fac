#include "judge/emulator/lowering/ptx_conversions.hpp"

#include <fmt/format.h>

#include <optional>
#include <sstream>

namespace judge::lowering {

namespace {

/// Of a number that cvt knows.
std::optional<std::string> type_of_number(const std::string& type) {
  if (type == "f16") return "::judge_emulated::ptx::Half";
  if (type == "bf16") return "::judge_emulated::ptx::Bfloat";
  for (const std::string_view known : {"f32", "f64", "s8", "u8", "s16", "u16", "s32", "u32", "s64", "u64"})
    if (type == known) return type_of_register(type);
  return std::nullopt;
}

std::vector<std::string> words_of(const std::string& mnemonic) {
  std::vector<std::string> words;
  std::istringstream stream(mnemonic);
  for (std::string word; std::getline(stream, word, '.');) words.push_back(word);
  return words;
}

}  // namespace

std::string type_of_register(std::string_view type) {
  if (type == "pred") return "bool";
  if (type == "f32") return "float";
  if (type == "f64") return "double";
  if (type == "s32") return "int";
  if (type == "s64") return "long long";
  if (type == "s16") return "short";
  if (type == "b16" || type == "u16" || type == "f16") return "unsigned short";
  if (type == "b64" || type == "u64") return "unsigned long long";
  if (type == "b8" || type == "u8") return "unsigned char";
  if (type == "s8") return "signed char";
  return "unsigned";
}

std::string conversion_call(const std::string& mnemonic, const std::vector<std::string>& operands) {
  // cvt[.ROUNDING][.ftz][.sat|.relu].TO.FROM
  const std::vector<std::string> words = words_of(mnemonic);
  if (words.size() < 3 || operands.size() < 2) return "";
  const std::string &to = words[words.size() - 2], &from = words.back();
  const bool is_to_integer = to.starts_with('s') || to.starts_with('u');
  std::string round = "nearest", limit = "none", function = "convert_bits";
  for (const std::string& word : words) {
    if (!is_to_integer && word.size() == 3 && word.starts_with('r') && word.ends_with('i')) function = "convert_to_integral";
    if (word == "rz" || word == "rzi") round = "zero";
    if (word == "rm" || word == "rmi") round = "down";
    if (word == "rp" || word == "rpi") round = "up";
    if (word == "relu") limit = "positive";
    if (word == "sat") limit = is_to_integer ? "type" : "unit";
  }
  const auto text = [&](std::string_view name, const std::string& types, const std::string& values) {
    return fmt::format(
        "::judge_emulated::ptx::put({0}, ::judge_emulated::ptx::{1}<{2}, ::judge_emulated::ptx::Round::{3}, "
        "::judge_emulated::ptx::Limit::{4}>({5})); ",
        operands[0], name, types, round, limit, values);
  };
  if (to == "tf32" && from == "f32" && operands.size() == 2)
    return fmt::format("::judge_emulated::ptx::put({}, ::judge_emulated::ptx::convert_to_tf32({})); ", operands[0],
                       operands[1]);
  if ((to == "f16x2" || to == "bf16x2") && from == "f32" && operands.size() == 3)
    return text("convert_pair", *type_of_number(to == "f16x2" ? "f16" : "bf16"), operands[1] + ", " + operands[2]);
  const auto converted = type_of_number(to), source = type_of_number(from);
  if (!converted || !source || operands.size() != 2) return "";
  return text(function, *converted + ", " + *source, operands[1]);
}

}  // namespace judge::lowering
