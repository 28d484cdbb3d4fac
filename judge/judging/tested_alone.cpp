#include "judge/judging/tested_alone.hpp"

#include <algorithm>

#include "judge/judging/timing_lock.hpp"
#include "judge/passes/testing.hpp"

namespace judge {

Result<void> test_alone_what_lacked_memory(Harness& harness, std::vector<Tested>& tested, std::optional<FileLock>& shared,
                                           const std::filesystem::path& lock_file, Observer& observer,
                                           const std::function<void(const Tested&)>& done) {
  if (std::ranges::none_of(tested, &Tested::lacked_device_memory)) return {};
  shared.reset();
  JUDGE_TRY(auto alone, wait_for_timing_lock(lock_file, observer));
  for (Tested& attempt : tested) {
    if (!attempt.lacked_device_memory()) continue;
    observer.message(
        fmt::format("{} lacked device memory beside other attempts: it is tested once more, alone", attempt.attempt.name));
    JUDGE_CHECK(test_again(harness, attempt));
    done(attempt);
  }
  alone.reset();
  JUDGE_TRY(shared, wait_beside_others(lock_file));
  return {};
}

}  // namespace judge
