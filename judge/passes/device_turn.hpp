#pragma once

#include "judge/util/result.hpp"

namespace judge {

/// Whose turn it is on a device that several judges use: one times alone, or several call beside each other. Each of these ends the
/// turn before. What this class does is enough where there are no others.
class DeviceTurn {
 public:
  DeviceTurn() = default;
  DeviceTurn(const DeviceTurn&) = delete;
  DeviceTurn& operator=(const DeviceTurn&) = delete;
  virtual ~DeviceTurn() = default;

  /// Waits until no other judge uses the device. Errors: interrupted. So below.
  virtual Result<void> alone() { return {}; }
  /// Waits until none times.
  virtual Result<void> beside_others() { return {}; }
  /// Others may time.
  virtual void leave() {}
};

}  // namespace judge
