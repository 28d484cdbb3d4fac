#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>

#include "judge/util/result.hpp"

namespace judge {

/// The largest text that somebody wrote.
constexpr std::size_t k_most_text_bytes = 16 << 20;

enum class FileKind {
  text,    ///< no larger than k_most_text_bytes
  binary,  ///< of any size
};

/// A regular file, which alone ends and answers at once; not larger than its kind may be. Errors: another file, or none.
Result<void> check_file(const std::filesystem::path& path, FileKind kind = FileKind::text);

/// Is it a header, as far as its ending tells? It may be included, counts to what includes it, and is no text of another kind.
bool is_header_name(const std::filesystem::path& file);

/// Is it a header by its own name, and by that of the file that a link leads to? A link in a submission may lead to any file of the user's.
bool is_header(const std::filesystem::path& file);

/// The whole file. Errors: not there, not readable, and those of check_file().
Result<std::string> read_file(const std::filesystem::path& path, FileKind kind = FileKind::text);

/// read_file() of what somebody handed in. Errors: besides, it is a link to a file with another ending, such as a key.
Result<std::string> read_submission(const std::filesystem::path& path);

/// Writes beside `path` and renames over it, so no reader sees half a file. A link stays one, and a file keeps its mode. Errors: cannot be written; a pipe or device is there.
Result<void> write_file(const std::filesystem::path& path, std::string_view content);

/// $XDG_CACHE_HOME/judge or ~/.cache/judge. Empty, as below, if the user has no home and no folder in the temporary one.
std::filesystem::path default_cache_dir();

/// $XDG_DATA_HOME/judge or ~/.local/share/judge.
std::filesystem::path default_data_dir();

/// A fresh directory, removed with all it holds when this goes. Those of processes that were killed are removed by the next
/// process that makes one; it removes nothing else.
class TemporaryDirectory {
 public:
  /// `purpose` is a word in its name, for whoever finds it.
  static Result<TemporaryDirectory> create(std::string_view purpose);
  /// What create() does first, once in a process: removes those in `parent` whose process was killed.
  static void remove_abandoned(const std::filesystem::path& parent);
  TemporaryDirectory(TemporaryDirectory&& other) noexcept;
  TemporaryDirectory& operator=(TemporaryDirectory&& other) noexcept;
  ~TemporaryDirectory();
  const std::filesystem::path& path() const { return m_path; }

 private:
  TemporaryDirectory(std::filesystem::path path, int lock) : m_path(std::move(path)), m_lock(lock) {}
  std::filesystem::path m_path;
  int m_lock;  ///< a descriptor; -1 = none
};

}  // namespace judge
