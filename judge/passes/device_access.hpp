#pragma once

#include "judge/util/result.hpp"

namespace judge {

/// How this judge uses a device that several judges use: one times alone, or several call beside each other. Each of these ends what was
/// before. What this class does is enough where there are no others.
class DeviceAccess {
 public:
  DeviceAccess() = default;
  DeviceAccess(const DeviceAccess&) = delete;
  DeviceAccess& operator=(const DeviceAccess&) = delete;
  virtual ~DeviceAccess() = default;

  /// Waits until no other judge uses the device. Errors: interrupted. So below.
  virtual Result<void> alone() { return {}; }
  /// Waits until none times.
  virtual Result<void> beside_others() { return {}; }
  /// Others may time.
  virtual void leave() {}
  /// Whether others are likely to wait for it: then all that can be done without the device is done without it.
  virtual bool has_others() const { return false; }
};

}  // namespace judge
