#include "judge/util/files.hpp"

#include <fcntl.h>
#include <pwd.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

#include "judge/util/contains.hpp"
#include "judge/util/random_bits.hpp"

namespace judge {

namespace fs = std::filesystem;

static Result<void> check_status(const fs::path& path, const struct stat& status, FileKind kind) {
  const char* other = S_ISDIR(status.st_mode)    ? "a directory"
                      : S_ISFIFO(status.st_mode) ? "a named pipe"
                      : S_ISSOCK(status.st_mode) ? "a socket"
                      : S_ISREG(status.st_mode)  ? nullptr
                                                 : "a device";
  if (other) return fail("{}: is {}, not a regular file", path.string(), other);
  if (kind == FileKind::text && static_cast<std::size_t>(status.st_size) > k_most_text_bytes)
    return fail("{}: has {} MiB; no text that the judge reads may have more than {}", path.string(), status.st_size >> 20,
                k_most_text_bytes >> 20);
  return {};
}

Result<void> check_file(const fs::path& path, FileKind kind) {
  struct stat status {};
  if (::stat(path.c_str(), &status)) return fail("{}: cannot be read: {}", path.string(), std::strerror(errno));
  return check_status(path, status, kind);
}

bool is_header_name(const fs::path& file) {
  constexpr std::array<std::string_view, 8> endings{".h", ".hh", ".hpp", ".hxx", ".cuh", ".inc", ".inl", ".ipp"};
  return !file.filename().string().starts_with('.') && contains(endings, file.extension().string());
}

bool is_header(const fs::path& file) {
  std::error_code error;
  return is_header_name(file) && is_header_name(fs::weakly_canonical(file, error));
}

static Result<std::string> read_all(const fs::path& path, int file, FileKind kind) {
  struct stat status {};
  if (::fstat(file, &status)) return fail("{}: cannot be read: {}", path.string(), std::strerror(errno));
  JUDGE_CHECK(check_status(path, status, kind));
  std::string content(static_cast<std::size_t>(status.st_size), '\0');
  std::size_t size = 0;
  while (size < content.size()) {
    const ssize_t got = ::read(file, content.data() + size, content.size() - size);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return fail("{}: cannot be read: {}", path.string(), std::strerror(errno));
    if (got == 0) break;
    size += static_cast<std::size_t>(got);
  }
  content.resize(size);
  return content;
}

// Looked at before it is opened, because opening a device may do something; and after, because it may be another one by then.
Result<std::string> read_file(const fs::path& path, FileKind kind) {
  JUDGE_CHECK(check_file(path, kind));
  const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
  if (file < 0) return fail("{}: cannot be read: {}", path.string(), std::strerror(errno));
  auto content = read_all(path, file, kind);
  ::close(file);
  return content;
}

Result<std::string> read_submission(const fs::path& path) {
  std::error_code error;
  const fs::path file = fs::weakly_canonical(path, error);
  if (file.extension() != path.extension())
    return fail("{}: is a link to {}, a file of another kind; name that file itself", path.string(), file.filename().string());
  return read_file(path);
}

// Fails with errno.
static bool write_new(const fs::path& path, std::string_view content, std::optional<mode_t> mode) {
  std::ofstream stream(path, std::ios::binary);
  stream.write(content.data(), static_cast<std::streamsize>(content.size()));
  stream.flush();
  return stream && (!mode || ::chmod(path.c_str(), *mode) == 0);
}

Result<void> write_file(const fs::path& path, std::string_view content) {
  static std::atomic<unsigned> count = 0;
  struct stat status {};
  const bool is_there = ::stat(path.c_str(), &status) == 0;
  if (is_there && !S_ISREG(status.st_mode) && !S_ISDIR(status.st_mode))
    return fail("{}: is no regular file, and is not replaced; name another file", path.string());
  std::error_code error, ignored;
  const fs::path place = fs::is_symlink(path, error) ? fs::weakly_canonical(path, error) : path;
  if (place.empty()) return fail("{}: cannot be written: {}", path.string(), error.message());
  const fs::path beside = fmt::format("{}.{}.{}.tmp", place.string(), ::getpid(), ++count);
  if (!write_new(beside, content, is_there ? std::optional(status.st_mode & 07777) : std::nullopt)) {
    const int reason = errno;
    fs::remove(beside, ignored);
    return fail("{}: cannot be written: {}", path.string(), std::strerror(reason));
  }
  fs::rename(beside, place, error);
  if (!error) return {};
  fs::remove(beside, ignored);
  return fail("{}: cannot be written: {}", path.string(), error.message());
}

static fs::path temporary_folder() {
  std::error_code error;
  const fs::path folder = fs::temp_directory_path(error);  // fails where TMPDIR names no directory
  return error ? fs::path("/tmp") : fs::absolute(folder);
}

// One that another user has made could hold anything.
static fs::path temporary_folder_of_user() {
  const fs::path folder = temporary_folder() / fmt::format("judge-{}", ::getuid());
  ::mkdir(folder.c_str(), 0700);
  struct stat status {};
  const bool is_ours = ::lstat(folder.c_str(), &status) == 0 && S_ISDIR(status.st_mode) && status.st_uid == ::getuid() &&
                       (status.st_mode & (S_IWGRP | S_IWOTH)) == 0;
  return is_ours ? folder : fs::path();
}

static fs::path xdg_dir(const char* variable, const char* below_home) {
  if (const char* base = std::getenv(variable); base && *base == '/') return fs::path(base) / "judge";
  if (const char* home = std::getenv("HOME"); home && *home) return fs::path(home) / below_home / "judge";
  if (const passwd* user = ::getpwuid(::getuid()); user && user->pw_dir && fs::exists(user->pw_dir))
    return fs::path(user->pw_dir) / below_home / "judge";
  return temporary_folder_of_user();
}

fs::path default_cache_dir() { return xdg_dir("XDG_CACHE_HOME", ".cache"); }
fs::path default_data_dir() { return xdg_dir("XDG_DATA_HOME", ".local/share"); }

// Whoever holds its lock lives. None: it is gone, or it is not ours.
static int lock_directory(const fs::path& path, int operation) {
  const int lock = ::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  if (lock < 0) return -1;
  struct stat ours {
  }, there{};
  const bool is_held = ::flock(lock, operation) == 0 && ::fstat(lock, &ours) == 0 && ::stat(path.c_str(), &there) == 0 &&
                       ours.st_ino == there.st_ino && ours.st_uid == ::getuid();
  if (is_held) return lock;
  ::close(lock);
  return -1;
}

static constexpr std::string_view k_temporary = "judge-temporary-";

/// What marks a folder that create() made: its user's alone, and sticky, which makes no difference there and is nobody's habit.
static constexpr mode_t k_temporary_mode = S_ISVTX | S_IRWXU;

static bool is_temporary(const fs::path& path) {
  struct stat status {};
  return path.filename().string().starts_with(k_temporary) && ::lstat(path.c_str(), &status) == 0 && S_ISDIR(status.st_mode) &&
         (status.st_mode & 07777) == k_temporary_mode;
}

void TemporaryDirectory::remove_abandoned(const fs::path& parent) {
  std::error_code error;
  std::vector<fs::path> abandoned;
  for (const auto& entry : fs::directory_iterator(parent, error))
    if (is_temporary(entry.path())) abandoned.push_back(entry.path());
  for (const auto& path : abandoned)
    if (const int lock = lock_directory(path, LOCK_EX | LOCK_NB); lock >= 0) {
      fs::remove_all(path, error);
      ::close(lock);
    }
}

Result<TemporaryDirectory> TemporaryDirectory::create(std::string_view purpose) {
  const fs::path parent = temporary_folder();
  static std::once_flag is_clean;
  std::call_once(is_clean, [&] { remove_abandoned(parent); });
  constexpr int k_tries = 20;
  for (int tries = 0; tries < k_tries; ++tries) {
    const fs::path path = parent / fmt::format("{}{}.{:08x}", k_temporary, purpose, static_cast<std::uint32_t>(random_bits()));
    if (::mkdir(path.c_str(), k_temporary_mode) != 0) {
      if (errno == EEXIST) continue;
      return fail("{}: no temporary directory: {}", path.string(), std::strerror(errno));
    }
    const int lock = lock_directory(path, LOCK_EX);
    if (lock < 0 && !is_temporary(path)) continue;  // another judge took it for abandoned, before it was locked
    if (lock < 0) ::chmod(path.c_str(), S_IRWXU);   // no locks here: no other judge shall think so
    return TemporaryDirectory(path, lock);
  }
  return fail("{}: no temporary directory: {} names are taken", parent.string(), k_tries);
}

TemporaryDirectory::TemporaryDirectory(TemporaryDirectory&& other) noexcept
    : m_path(std::exchange(other.m_path, {})), m_lock(std::exchange(other.m_lock, -1)) {}

TemporaryDirectory& TemporaryDirectory::operator=(TemporaryDirectory&& other) noexcept {
  std::swap(m_path, other.m_path);
  std::swap(m_lock, other.m_lock);
  return *this;
}

TemporaryDirectory::~TemporaryDirectory() {
  std::error_code ignored;
  if (!m_path.empty()) fs::remove_all(m_path, ignored);
  if (m_lock >= 0) ::close(m_lock);
}

}  // namespace judge
