#include "judge/selftest/ncu_times.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <cstdlib>
#include <thread>

#include "judge/judging/timing_lock.hpp"
#include "judge/selftest/trials.hpp"
#include "judge/util/files.hpp"

namespace judge {
namespace {

using testing::HasSubstr;

TEST(MediansOfCalls, AreThoseOfEachSize) {
  const std::vector<double> durations{19, 21, 20, 20, /* the next size */ 5, 7, 6, 6};
  const auto medians = medians_of_calls(durations, 2, 4);
  ASSERT_TRUE(medians) << medians.error().message;
  ASSERT_EQ(medians->size(), 2u);
  EXPECT_NEAR(medians->at(0).sum_ns, 20, 0.1);
  EXPECT_NEAR(medians->at(1).longest_ns, 6, 0.1);
}

TEST(MediansOfCalls, TellTheSumAndTheLongestKernelOfACall) {
  const std::vector<double> durations{19, 3, 21, 3, 20, 3, 20, 3};
  const auto medians = medians_of_calls(durations, 1, 4);
  ASSERT_TRUE(medians) << medians.error().message;
  EXPECT_NEAR(medians->front().sum_ns, 23, 0.1);
  EXPECT_NEAR(medians->front().longest_ns, 20, 0.1);
}

TEST(MediansOfCalls, RefuseWhatFitsNoPlan) {
  const auto odd = medians_of_calls(std::vector<double>{1, 2, 3, 4, 5, 6, 7}, 2, 3);
  ASSERT_FALSE(odd);
  EXPECT_THAT(odd.error().message, HasSubstr("ncu saw 7 kernels"));
  EXPECT_FALSE(medians_of_calls({}, 2, 3));
}

TEST(SelfTrials, WaitUntilNoOtherJudgeTimes) {
  const auto folder = *TemporaryDirectory::create("self-tests");
  ::setenv("XDG_RUNTIME_DIR", folder.path().c_str(), 1);
  auto trials = SelfTrials::create({.cache = JUDGE_BINARY_DIR "/tests/cache", .runtime = RuntimeKind::emulated});
  ASSERT_TRUE(trials) << trials.error().message;
  const auto index = trials->case_index("1k");
  ASSERT_TRUE(index) << index.error().message;
  Observer nobody;
  auto held = wait_for_timing_lock(timing_lock_file(trials->setting().device), nobody);
  ASSERT_TRUE(held && *held);
  std::atomic<bool> is_alone = false;
  std::thread other([&] {
    std::this_thread::sleep_for(std::chrono::seconds(3));
    is_alone = true;
    held->reset();
  });
  const auto done = trials->measure_fresh("self_float4", *index);
  EXPECT_TRUE(is_alone) << "it timed beside another judge";
  other.join();
  EXPECT_TRUE(done) << done.error().message;
}

}  // namespace
}  // namespace judge
