#include "judge/judging/timing_lock.hpp"

#include <unistd.h>

#include <cstdlib>
#include <fstream>

#include "judge/util/files.hpp"
#include "judge/util/hash.hpp"
#include "judge/util/interrupt.hpp"

namespace judge {

namespace fs = std::filesystem;

fs::path timing_lock_file(const Device& device) {
  const char* runtime = std::getenv("XDG_RUNTIME_DIR");
  const fs::path folder = runtime && *runtime == '/' ? fs::path(runtime) / "judge" : default_cache_dir();
  if (folder.empty()) return {};
  const std::string name = device.runtime == RuntimeKind::emulated ? "processors" : hash_of(device.id).substr(0, 16);
  return folder / ("timing-" + name + ".lock");
}

// Written by whoever holds the lock alone; empty where others share it, and for a moment.
static std::string holder_of(const fs::path& file) {
  const auto text = read_file(file);
  return text && !text->empty() ? fmt::format(" (pid {})", *text) : "";
}

// Whoever waits for the lock itself holds this one, so that those who come later cannot share it for ever before him.
static fs::path queue_of(const fs::path& file) { return file.string() + ".queue"; }

static Result<std::optional<FileLock>> try_to_take(const fs::path& file, LockMode mode) {
  JUDGE_TRY(const auto first_in_queue, FileLock::try_acquire(queue_of(file), LockMode::exclusive, LockFile::stays));
  if (!first_in_queue) return std::nullopt;
  return FileLock::try_acquire(file, mode, LockFile::stays);
}

// The patience is for both together.
static Result<FileLock> take(const fs::path& file, LockMode mode, std::chrono::milliseconds patience) {
  const auto begin = std::chrono::steady_clock::now();
  JUDGE_TRY(const auto first_in_queue, FileLock::acquire(queue_of(file), LockMode::exclusive, LockFile::stays, patience));
  const auto waited = std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::steady_clock::now() - begin);
  return FileLock::acquire(file, mode, LockFile::stays, std::max(patience - waited, std::chrono::milliseconds(0)));
}

Result<std::optional<FileLock>> wait_for_timing_lock(const fs::path& file, Observer& observer,
                                                     std::chrono::milliseconds patience) {
  std::error_code error;
  if (file.empty()) return std::nullopt;
  fs::create_directories(file.parent_path(), error);
  auto lock = try_to_take(file, LockMode::exclusive);
  if (!lock) return std::nullopt;
  if (!*lock) {
    observer.message(fmt::format("waiting for another judge's timing{}", holder_of(file)));
    auto later = take(file, LockMode::exclusive, patience);
    if (!later && interrupted()) return std::unexpected(later.error());
    if (!later) {
      observer.message(fmt::format("another judge{} still times; timing beside it, so times may be too long", holder_of(file)));
      return std::nullopt;
    }
    *lock = *std::move(later);
  }
  std::ofstream(file) << ::getpid();
  return std::move(*lock);
}

Result<std::optional<FileLock>> wait_beside_others(const fs::path& file, std::chrono::milliseconds patience) {
  std::error_code error;
  if (file.empty()) return std::nullopt;
  fs::create_directories(file.parent_path(), error);
  auto lock = take(file, LockMode::shared, patience);
  if (!lock && interrupted()) return std::unexpected(lock.error());
  if (!lock) return std::nullopt;
  const std::ofstream no_holder(file);
  return *std::move(lock);
}

Result<void> LockedTurn::alone() {
  leave();
  JUDGE_TRY(m_lock, wait_for_timing_lock(m_file, *m_observer));
  return {};
}

Result<void> LockedTurn::beside_others() {
  leave();
  JUDGE_TRY(m_lock, wait_beside_others(m_file));
  return {};
}

}  // namespace judge
