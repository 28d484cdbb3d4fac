#include "judge/judging/tested_alone.hpp"

#include <algorithm>

#include "judge/passes/testing.hpp"

namespace judge {

Result<void> test_alone_what_lacked_memory(Harness& harness, std::vector<Tested>& tested, DeviceAccess& device,
                                           Observer& observer, const std::function<void(const Tested&)>& done) {
  if (std::ranges::none_of(tested, &Tested::lacked_device_memory)) return {};
  JUDGE_CHECK(device.alone());
  for (Tested& attempt : tested) {
    if (!attempt.lacked_device_memory()) continue;
    observer.message(
        fmt::format("{} lacked device memory beside other attempts: it is tested once more, alone", attempt.attempt.shown()));
    JUDGE_CHECK(test_again(harness, attempt));
    done(attempt);
  }
  return device.beside_others();
}

}  // namespace judge
