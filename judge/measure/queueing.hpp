#pragma once

#include <cstddef>

namespace judge {

/// How long solve() takes to queue its work in held calls, whose clock does not see it: the device is held meanwhile, and the host could compute
/// what the device is timed for.
class Queueing {
 public:
  /// Adds a call of so many launches, copies and sets; ns by the referee's clock. True if calls of this attempt take longer than queueing does:
  /// in so many of them that it is no chance.
  bool takes_long(double queueing_ns, int launches);

 private:
  std::size_t m_calls = 0, m_slow = 0;
};

}  // namespace judge
