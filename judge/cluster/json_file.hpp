#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "judge/cluster/own_files.hpp"
#include "judge/util/described_json.hpp"
#include "judge/util/files.hpp"

namespace judge {

/// A described struct from a JSON text. `what` names it in errors.
template <class T>
Result<T> parse_described(std::string_view text, const char* what) {
  JUDGE_TRY(const auto document, parse_json(text));
  return decode<T>(document, what);
}

/// The same from a file of the user's own. Errors name it.
template <class T>
Result<T> read_described(const std::filesystem::path& path, const char* what) {
  JUDGE_CHECK(check_own_file(path));
  JUDGE_TRY(const std::string text, read_file(path, FileKind::binary));
  auto value = parse_described<T>(text, what);
  if (!value) return fail("{}: {}", path.string(), value.error().message);
  return value;
}

/// From all .json files of a folder and those in it; none where there is no such folder. What is no such file is left out, and
/// `unreadable`, if there is one, gets a line about it. Errors: the folder, or one in it, cannot be listed.
template <class T>
Result<std::vector<T>> read_all_described(const std::filesystem::path& folder, const char* what,
                                          std::vector<std::string>* unreadable) {
  std::vector<T> values;
  JUDGE_TRY(const bool is_there, is_present(folder));
  if (!is_there) return values;
  std::error_code error;
  for (std::filesystem::recursive_directory_iterator entry(folder, error), end; !error && entry != end;
       entry.increment(error)) {
    if (entry->path().extension() != ".json") continue;
    auto value = read_described<T>(entry->path(), what);
    if (value) values.push_back(*std::move(value));
    else if (unreadable) unreadable->push_back(value.error().message);
  }
  if (error) return cannot_be_listed(folder, error);
  return values;
}

}  // namespace judge
