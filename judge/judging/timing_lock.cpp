#include "judge/judging/timing_lock.hpp"

#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <thread>

#include "judge/util/files.hpp"
#include "judge/util/hash.hpp"
#include "judge/util/interrupt.hpp"

namespace judge {

namespace fs = std::filesystem;
using namespace std::chrono_literals;

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

// Who waits to time holds this one, with others who do: nobody begins to share the lock while somebody does. So those who share it do so side by
// side for a while, and then all who wait to time do so one after another.
static fs::path gate_of(const fs::path& file) { return file.string() + ".queue"; }

// While others share the lock, some more may.
constexpr std::chrono::milliseconds k_until_the_gate_closes{200};
// Nobody times from the end of one timing to the next look of those who wait.
constexpr std::chrono::milliseconds k_longest_pause{4};

/// Tries again and again, more and more rarely, until `attempt` gives a lock, or the patience is over. Errors: the lock's own; interrupted.
template <class Attempt>
static Result<FileLock> keep_trying(const fs::path& file, std::chrono::milliseconds patience, Attempt attempt) {
  const auto deadline = std::chrono::steady_clock::now() + patience;
  for (auto pause = 1ms;; pause = std::min(pause * 2, k_longest_pause)) {
    JUDGE_TRY(std::optional<FileLock> lock, attempt());
    if (lock) return *std::move(lock);
    if (interrupted()) return fail("interrupted while waiting for {}", file.string());
    if (std::chrono::steady_clock::now() > deadline) return fail("{}: is held by another process", file.string());
    std::this_thread::sleep_for(pause);
  }
}

static Result<bool> somebody_times(const fs::path& file) {
  JUDGE_TRY(const auto shared, FileLock::try_acquire(file, LockMode::shared, LockFile::stays));
  return !shared;
}

static Result<FileLock> take_alone(const fs::path& file, std::chrono::milliseconds patience) {
  std::optional<FileLock> gate;
  const auto closes = std::chrono::steady_clock::now() + k_until_the_gate_closes;
  return keep_trying(file, patience, [&]() -> Result<std::optional<FileLock>> {
    if (!gate) {
      JUDGE_TRY(bool closes_now, somebody_times(file));
      closes_now |= std::chrono::steady_clock::now() >= closes;
      if (closes_now) {
        JUDGE_TRY(gate, FileLock::try_acquire(gate_of(file), LockMode::shared, LockFile::stays));
      }
    }
    return FileLock::try_acquire(file, LockMode::exclusive, LockFile::stays);
  });
}

static Result<FileLock> take_beside_others(const fs::path& file, std::chrono::milliseconds patience) {
  return keep_trying(file, patience, [&]() -> Result<std::optional<FileLock>> {
    JUDGE_TRY(const auto is_open, FileLock::try_acquire(gate_of(file), LockMode::exclusive, LockFile::stays));
    if (!is_open) return std::nullopt;
    return FileLock::try_acquire(file, LockMode::shared, LockFile::stays);
  });
}

Result<std::optional<FileLock>> wait_for_timing_lock(const fs::path& file, Observer& observer,
                                                     std::chrono::milliseconds patience) {
  std::error_code error;
  if (file.empty()) return std::nullopt;
  fs::create_directories(file.parent_path(), error);
  auto lock = FileLock::try_acquire(file, LockMode::exclusive, LockFile::stays);
  if (!lock) return std::nullopt;
  if (!*lock) {
    observer.message(fmt::format("waiting for another judge's timing{}", holder_of(file)));
    auto later = take_alone(file, patience);
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
  auto lock = take_beside_others(file, patience);
  if (!lock && interrupted()) return std::unexpected(lock.error());
  if (!lock) return std::nullopt;
  const std::ofstream no_holder(file);
  return *std::move(lock);
}

Result<void> LockedDevice::alone() {
  leave();
  JUDGE_TRY(m_lock, wait_for_timing_lock(m_file, *m_observer));
  return {};
}

Result<void> LockedDevice::beside_others() {
  leave();
  JUDGE_TRY(m_lock, wait_beside_others(m_file));
  return {};
}

}  // namespace judge
