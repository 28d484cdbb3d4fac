#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>

#include "judge/util/result.hpp"

namespace judge {

/// Which problem an attempt is for, as its place and its name say.
class ProblemOfFile {
 public:
  /// Among the visible_problems() of a root. Errors: theirs.
  static Result<ProblemOfFile> among(const std::filesystem::path& root);

  /// The innermost folder in the path that is called like a problem says it, else the file's prefix: reduction/a.cu, red_a.cu.
  std::optional<std::string> of(const std::filesystem::path& file) const;

 private:
  std::map<std::string, std::string> m_by_name;  // by its name and, with '_', by the prefix of its attempts
};

}  // namespace judge
