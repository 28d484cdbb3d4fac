#pragma once

#include <chrono>
#include <filesystem>
#include <optional>

#include "judge/util/result.hpp"

namespace judge {

enum class LockMode { shared, exclusive };
/// Whether the lock's file goes when the lock does. Only for locks that every holder takes in the same way.
enum class LockFile { stays, is_removed };

/// A lock between threads and processes, by flock(2) on a file of its own: the kernel gives it back however its holder
/// ends.
class FileLock {
 public:
  /// Empty if another process holds it. Errors: the file cannot be made, the file system has no locks.
  static Result<std::optional<FileLock>> try_acquire(const std::filesystem::path& path, LockMode mode, LockFile file);

  /// Waits until it is free. Errors: those of try_acquire, `patience` is over, interrupted.
  static Result<FileLock> acquire(const std::filesystem::path& path, LockMode mode, LockFile file,
                                  std::chrono::milliseconds patience);

  FileLock(FileLock&& other) noexcept;
  FileLock& operator=(FileLock&& other) noexcept;
  ~FileLock();

 private:
  FileLock(int fd, std::filesystem::path removed) : m_fd(fd), m_removed(std::move(removed)) {}
  int m_fd;
  std::filesystem::path m_removed;  ///< empty: the file stays
};

}  // namespace judge
