#include "judge/util/files.hpp"

#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <utility>

namespace judge {

namespace fs = std::filesystem;

Result<std::string> read_file(const fs::path& path) {
  std::error_code error;
  if (fs::is_directory(path, error)) return fail("{}: is a directory, a file was expected", path.string());
  std::ifstream stream(path, std::ios::binary);
  if (!stream) return fail("{}: cannot be read: {}", path.string(), std::strerror(errno));
  std::string content;
  stream.seekg(0, std::ios::end);
  if (const auto size = stream.tellg(); size > 0) content.resize(static_cast<std::size_t>(size));
  stream.seekg(0);
  stream.read(content.data(), static_cast<std::streamsize>(content.size()));
  content.resize(static_cast<std::size_t>(stream.gcount()));
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
