#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "judge/model/problem.hpp"
#include "judge/util/result.hpp"

namespace judge {

/// The largest text that a browser may save or submit.
inline constexpr std::size_t k_most_source_bytes = 256 << 10;

/// Errors: it is too large, or has a byte 0.
Result<void> check_text(std::string_view text);

/// A file as it is on the disk.
struct FileText {
  std::string text;
  std::string version;  ///< of its content; empty = there is no such file
};

/// What became of a save.
struct Saved {
  bool conflict = false;  ///< the file is not what the save was based on; nothing was written
  FileText now;           ///< on the disk
};

/// One user's attempts: plain .cu files in one folder, which editors and `judge run` use as well.
class Workspace {
 public:
  explicit Workspace(std::filesystem::path folder) : m_folder(std::move(folder)) {}

  /// The names of a problem's attempts, sorted: "va_mine" for va_mine.cu, where the problem's prefix is va.
  std::vector<std::string> attempts(std::string_view prefix) const;

  /// May an attempt of this prefix be called so? Letters, digits, '_' and '-' behind "PREFIX_", at most 64 in all.
  static bool is_attempt_name(std::string_view name, std::string_view prefix);

  /// FOLDER/ATTEMPT.cu, be it there or not.
  std::filesystem::path path_of(std::string_view attempt) const;

  /// The file; empty, without a version, where there is none. Errors: no plain file, not readable, larger than k_most_source_bytes.
  Result<FileText> read(std::string_view attempt) const;

  /// Writes `text` where the file still has the version `base` (empty: where there is no file). The file is never half written, and
  /// what somebody else saved meanwhile is never replaced. Errors: it cannot be written, those of check_text().
  Result<Saved> save(std::string_view attempt, std::string_view base, std::string_view text) const;

  /// The version as read() has it, without an error.
  std::string version(std::string_view attempt) const;

 private:
  std::filesystem::path m_folder;
};

}  // namespace judge
