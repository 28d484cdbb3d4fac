#pragma once

#include <chrono>
#include <filesystem>
#include <optional>

#include "judge/build/file_lock.hpp"
#include "judge/model/observer.hpp"
#include "judge/passes/device_access.hpp"

namespace judge {

/// The file that a judge locks while it times on this device; for the emulated runtime the device is this machine's processors.
/// It lies in $XDG_RUNTIME_DIR/judge, or where there is none in the default cache. Empty: there is no such place.
std::filesystem::path timing_lock_file(const Device& device);

/// Two judges that time side by side measure each other: waits until no other judge of this user times on the device or holds it by
/// wait_beside_others(), and tells the observer which one it waits for. Empty where there is no lock to be had, or after `patience`, which a message says.
/// Errors: interrupted.
Result<std::optional<FileLock>> wait_for_timing_lock(const std::filesystem::path& file, Observer& observer,
                                                     std::chrono::milliseconds patience = std::chrono::minutes(5));

/// To call solve() beside others who do, and beside nobody who times: waits while one does or waits for that. Empty and errors: likewise.
Result<std::optional<FileLock>> wait_beside_others(const std::filesystem::path& file,
                                                   std::chrono::milliseconds patience = std::chrono::minutes(5));

/// A judge's access to its device, by these locks. `observer` must outlive it.
class LockedDevice : public DeviceAccess {
 public:
  enum class Others { unlikely, wait_for_it };
  LockedDevice(std::filesystem::path file, Observer& observer, Others others = Others::unlikely)
      : m_file(std::move(file)), m_observer(&observer), m_others(others) {}

  Result<void> alone() override;
  Result<void> beside_others() override;
  void leave() override { m_lock.reset(); }
  bool has_others() const override { return m_others == Others::wait_for_it; }

 private:
  std::filesystem::path m_file;
  Observer* m_observer;
  Others m_others;
  std::optional<FileLock> m_lock;
};

}  // namespace judge
