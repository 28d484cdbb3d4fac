#include "judge/build/file_lock.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <thread>
#include <utility>

#include "judge/util/interrupt.hpp"

namespace judge {

using namespace std::chrono_literals;
namespace fs = std::filesystem;

// Between open and flock the file may have been removed by its holder: such a lock would exclude nobody.
static bool is_still_at(int fd, const fs::path& path) {
  struct stat ours {
  }, there{};
  return ::fstat(fd, &ours) == 0 && ::stat(path.c_str(), &there) == 0 && ours.st_ino == there.st_ino &&
         ours.st_dev == there.st_dev;
}

Result<std::optional<FileLock>> FileLock::try_acquire(const fs::path& path, LockMode mode, LockFile file) {
  while (true) {
    int fd = ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    if (fd < 0 && mode == LockMode::shared) fd = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (fd < 0) return fail("{}: cannot be opened: {}", path.string(), std::strerror(errno));
    FileLock lock(fd, {});
    if (::flock(fd, (mode == LockMode::shared ? LOCK_SH : LOCK_EX) | LOCK_NB) != 0) {
      if (errno == EWOULDBLOCK || errno == EINTR) return std::nullopt;
      return fail("{}: cannot be locked: {}", path.string(), std::strerror(errno));
    }
    if (!is_still_at(fd, path)) continue;
    if (file == LockFile::is_removed) lock.m_removed = path;
    return lock;
  }
}

Result<FileLock> FileLock::acquire(const fs::path& path, LockMode mode, LockFile file, std::chrono::milliseconds patience) {
  const auto deadline = std::chrono::steady_clock::now() + patience;
  for (auto pause = 1ms;; pause = std::min(pause * 2, 20ms)) {
    JUDGE_TRY(auto lock, try_acquire(path, mode, file));
    if (lock) return std::move(*lock);
    if (interrupted()) return fail("interrupted while waiting for {}", path.string());
    if (std::chrono::steady_clock::now() > deadline) return fail("{}: is held by another process", path.string());
    std::this_thread::sleep_for(pause);
  }
}

FileLock::FileLock(FileLock&& other) noexcept
    : m_fd(std::exchange(other.m_fd, -1)), m_removed(std::exchange(other.m_removed, {})) {}

FileLock& FileLock::operator=(FileLock&& other) noexcept {
  std::swap(m_fd, other.m_fd);
  std::swap(m_removed, other.m_removed);
  return *this;
}

FileLock::~FileLock() {
  if (m_fd < 0) return;
  if (!m_removed.empty()) ::unlink(m_removed.c_str());
  ::close(m_fd);
}

}  // namespace judge
