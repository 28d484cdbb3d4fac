#include "judge/serve/workspace.hpp"

#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstring>
#include <mutex>
#include <utility>

#include "judge/util/hash.hpp"

namespace judge {

namespace fs = std::filesystem;

namespace {

constexpr std::string_view k_extension = ".cu";

Result<FileText> read_plain(const fs::path& path) {
  const int file = open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
  if (file < 0 && errno == ENOENT) return FileText();
  if (file < 0 && errno == ELOOP) return fail("{}: is a link; this page works with plain files alone", path.string());
  if (file < 0) return fail("{}: cannot be read: {}", path.string(), std::strerror(errno));
  struct stat status = {};
  FileText read;
  bool is_fine = fstat(file, &status) == 0 && S_ISREG(status.st_mode);
  if (is_fine) {
    read.text.resize(k_most_source_bytes + 1);
    std::size_t size = 0;
    ssize_t count = 0;
    while (size < read.text.size() && (count = ::read(file, read.text.data() + size, read.text.size() - size)) > 0)
      size += static_cast<std::size_t>(count);
    is_fine = count >= 0;
    read.text.resize(size);
  }
  close(file);
  if (!is_fine) return fail("{}: is no plain file that can be read", path.string());
  if (read.text.size() > k_most_source_bytes)
    return fail("{}: is larger than {} KiB, too large for this page", path.string(), k_most_source_bytes >> 10);
  read.version = hash_of(read.text);
  return read;
}

// A file that goes unless it is put in its place.
class Draft {
 public:
  static Result<Draft> write(const fs::path& beside, std::string_view text) {
    static std::atomic<unsigned> count = 0;
    Draft draft(beside.parent_path() / fmt::format(".{}.{}.{}", beside.filename().string(), getpid(), count++));
    struct stat old = {};
    const mode_t mode = stat(beside.c_str(), &old) == 0 ? old.st_mode & 0777 : 0666;
    const int file = open(draft.m_path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode);
    if (file < 0) return fail("{}: cannot be written: {}", beside.string(), std::strerror(errno));
    std::size_t size = 0;
    while (size < text.size()) {
      const auto count_written = ::write(file, text.data() + size, text.size() - size);
      if (count_written <= 0) break;
      size += static_cast<std::size_t>(count_written);
    }
    const bool is_whole = size == text.size() && fsync(file) == 0;
    close(file);
    if (!is_whole) return fail("{}: cannot be written: {}", beside.string(), std::strerror(errno));
    return draft;
  }
  Draft(Draft&& other) noexcept : m_path(std::exchange(other.m_path, {})) {}
  ~Draft() {
    if (!m_path.empty()) unlink(m_path.c_str());
  }
  /// With RENAME_NOREPLACE or RENAME_EXCHANGE; 0, or -1 with errno.
  int rename_to(const fs::path& path, unsigned flags) const {
    return renameat2(AT_FDCWD, m_path.c_str(), AT_FDCWD, path.c_str(), flags);
  }
  const fs::path& path() const { return m_path; }

 private:
  explicit Draft(fs::path path) : m_path(std::move(path)) {}
  fs::path m_path;
};

Result<Saved> conflict_at(const fs::path& path) {
  JUDGE_TRY(auto now, read_plain(path));
  return Saved{.conflict = true, .now = std::move(now)};
}

}  // namespace

Result<void> check_text(std::string_view text) {
  if (text.size() > k_most_source_bytes) return fail("this text is larger than {} KiB", k_most_source_bytes >> 10);
  if (text.find('\0') != std::string_view::npos) return fail("this text has a byte 0, which no compiler takes");
  return {};
}

fs::path Workspace::path_of(std::string_view attempt) const {
  return m_folder / (std::string(attempt) + std::string(k_extension));
}

bool Workspace::is_attempt_name(std::string_view name, std::string_view prefix) {
  const auto is_fine = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-';
  };
  return name.size() <= 64 && name.size() > prefix.size() + 1 && name.starts_with(prefix) && name[prefix.size()] == '_' &&
         std::ranges::all_of(name, is_fine);
}

std::vector<std::string> Workspace::attempts(std::string_view prefix) const {
  std::vector<std::string> names;
  std::error_code error;
  for (fs::directory_iterator entry(m_folder, error), end; !error && entry != end; entry.increment(error)) {
    const auto name = entry->path().stem().string();
    std::error_code ignored;
    if (entry->path().extension() == k_extension && is_attempt_name(name, prefix) &&
        entry->symlink_status(ignored).type() == fs::file_type::regular)
      names.push_back(name);
  }
  std::ranges::sort(names);
  return names;
}

Result<FileText> Workspace::read(std::string_view attempt) const { return read_plain(path_of(attempt)); }

std::string Workspace::version(std::string_view attempt) const {
  auto file = read_plain(path_of(attempt));
  return file ? std::move(file->version) : std::string();
}

Result<Saved> Workspace::save(std::string_view attempt, std::string_view base, std::string_view text) const {
  JUDGE_CHECK(check_text(text));
  static std::mutex one_at_a_time;  // of this server's own saves
  const std::lock_guard lock(one_at_a_time);
  const auto path = path_of(attempt);
  JUDGE_TRY(auto present, read_plain(path));
  Saved saved{.now = {std::string(text), hash_of(text)}};
  if (present.version == saved.now.version) return saved;
  if (present.version != base) return Saved{.conflict = true, .now = std::move(present)};
  std::error_code error;
  fs::create_directories(m_folder, error);
  if (error) return fail("{}: cannot be made: {}; --solutions FOLDER names another one", m_folder.string(), error.message());
  JUDGE_TRY(const auto draft, Draft::write(path, text));
  if (base.empty()) {
    if (draft.rename_to(path, RENAME_NOREPLACE) == 0) return saved;
    if (errno == EEXIST) return conflict_at(path);
    return fail("{}: cannot be written: {}", path.string(), std::strerror(errno));
  }
  // The two files change places in one step. What was taken away is looked at afterwards, so that a save between the look above
  // and this one is found, and put back.
  if (draft.rename_to(path, RENAME_EXCHANGE) != 0) {
    if (errno == ENOENT) return conflict_at(path);
    if (errno != EINVAL && errno != ENOSYS) return fail("{}: cannot be written: {}", path.string(), std::strerror(errno));
    JUDGE_TRY(const auto again, read_plain(path));  // a file system that cannot exchange: as near to it as can be
    if (again.version != base) return Saved{.conflict = true, .now = again};
    if (draft.rename_to(path, 0) != 0) return fail("{}: cannot be written: {}", path.string(), std::strerror(errno));
    return saved;
  }
  if (const auto taken = read_plain(draft.path()); !taken || taken->version != base) {
    draft.rename_to(path, RENAME_EXCHANGE);
    // And where that took away a still later save instead of our text, it goes back as well.
    if (const auto ours = read_plain(draft.path()); !ours || ours->version != saved.now.version)
      draft.rename_to(path, RENAME_EXCHANGE);
    return conflict_at(path);
  }
  return saved;
}

}  // namespace judge
