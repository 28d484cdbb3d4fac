#include "judge/util/files.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <utility>

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

Result<void> write_file(const fs::path& path, std::string_view content) {
  static std::atomic<unsigned> count = 0;
  const fs::path beside = fmt::format("{}.{}.{}.tmp", path.string(), ::getpid(), ++count);
  {
    std::ofstream stream(beside, std::ios::binary);
    stream.write(content.data(), static_cast<std::streamsize>(content.size()));
    stream.flush();
    if (!stream) {
      const int reason = errno;
      std::error_code ignored;
      fs::remove(beside, ignored);
      return fail("{}: cannot be written: {}", path.string(), std::strerror(reason));
    }
  }
  std::error_code error;
  fs::rename(beside, path, error);
  if (error) {
    std::error_code ignored;
    fs::remove(beside, ignored);
    return fail("{}: cannot be written: {}", path.string(), error.message());
  }
  return {};
}

static fs::path xdg_dir(const char* variable, const char* below_home) {
  if (const char* base = std::getenv(variable); base && *base == '/') return fs::path(base) / "judge";
  if (const char* home = std::getenv("HOME"); home && *home) return fs::path(home) / below_home / "judge";
  return fs::temp_directory_path() / fmt::format("judge-{}", ::getuid());
}

fs::path default_cache_dir() { return xdg_dir("XDG_CACHE_HOME", ".cache"); }
fs::path default_data_dir() { return xdg_dir("XDG_DATA_HOME", ".local/share"); }

Result<TemporaryDirectory> TemporaryDirectory::create(std::string_view prefix) {
  std::error_code error;
  const fs::path parent = fs::temp_directory_path(error);  // fails where TMPDIR names no directory
  std::string pattern = ((error ? fs::path("/tmp") : fs::absolute(parent)) / fmt::format("{}-XXXXXX", prefix)).string();
  if (!::mkdtemp(pattern.data())) return fail("{}: no temporary directory: {}", pattern, std::strerror(errno));
  return TemporaryDirectory(pattern);
}

TemporaryDirectory::TemporaryDirectory(TemporaryDirectory&& other) noexcept : m_path(std::exchange(other.m_path, {})) {}

TemporaryDirectory& TemporaryDirectory::operator=(TemporaryDirectory&& other) noexcept {
  std::swap(m_path, other.m_path);
  return *this;
}

TemporaryDirectory::~TemporaryDirectory() {
  std::error_code ignored;
  if (!m_path.empty()) fs::remove_all(m_path, ignored);
}

}  // namespace judge
