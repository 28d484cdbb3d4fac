#pragma once

#include <filesystem>
#include <string_view>

#include "judge/util/described_json.hpp"
#include "judge/util/files.hpp"

namespace judge {

/// A described struct from a JSON text. `what` names it in errors.
template <class T>
Result<T> parse_described(std::string_view text, const char* what) {
  JUDGE_TRY(const auto document, parse_json(text));
  return decode<T>(document, what);
}

/// The same from a file. Errors name it.
template <class T>
Result<T> read_described(const std::filesystem::path& path, const char* what) {
  JUDGE_TRY(const std::string text, read_file(path, FileKind::binary));
  auto value = parse_described<T>(text, what);
  if (!value) return fail("{}: {}", path.string(), value.error().message);
  return value;
}

}  // namespace judge
