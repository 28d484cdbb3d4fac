#include "judge/selftest/ncu_times.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace judge {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

// As ncu prints it: chatter, a header, one line a kernel, names with commas in quotes.
constexpr const char* k_ncu_csv =
    "==PROF== Connected to process 4711 (/usr/bin/judge)\n"
    "==PROF== Profiling \"add_float4\" - 0: 0%....50%....100% - 1 pass\n"
    "\"ID\",\"Process ID\",\"Kernel Name\",\"Section Name\",\"Metric Name\",\"Metric Unit\",\"Metric Value\"\n"
    "\"0\",\"4711\",\"add_float4(const float *, const float *, float *, int, int)\",\"Command line profiler metrics\","
    "\"gpu__time_duration.sum\",\"ns\",\"2,176\"\n"
    "\"1\",\"4711\",\"add_float4(const float *, const float *, float *, int, int)\",\"Command line profiler metrics\","
    "\"gpu__time_duration.sum\",\"usecond\",\"73.12\"\r\n"
    "\"2\",\"4711\",\"add_float4\",\"Command line profiler metrics\",\"gpu__cycles.sum\",\"cycle\",\"5\"\n"
    "\"3\",\"4711\",\"add_float4\",\"Command line profiler metrics\",\"gpu__time_duration.sum\",\"ns\",\"n/a\"\n";

TEST(NcuDurations, AreReadInOrderAndInTheirUnits) {
  EXPECT_THAT(ncu_durations_ns(k_ncu_csv), ElementsAre(2176, testing::DoubleNear(73120, 1e-6)));
}

TEST(NcuDurations, NoneInWhatIsNoTable) {
  EXPECT_TRUE(ncu_durations_ns("").empty());
  EXPECT_TRUE(ncu_durations_ns("==ERROR== ERR_NVGPUCTRPERM - The user does not have permission\n").empty());
}

TEST(MediansOfCalls, LeaveOutTheWarmUpsOfEachSize) {
  const std::vector<double> durations{900, 900, 10, 30, 20, 20, /* the next size */ 900, 900, 5, 7, 6, 6};
  const auto medians = medians_of_calls(durations, 2, 6);
  ASSERT_TRUE(medians) << medians.error().message;
  ASSERT_EQ(medians->size(), 2u);
  EXPECT_EQ(medians->at(0).sum_ns, 20);
  EXPECT_EQ(medians->at(1).longest_ns, 6);
}

TEST(MediansOfCalls, TellTheSumAndTheLongestKernelOfACall) {
  const std::vector<double> durations{1, 1, 1, 1, 10, 3, 20, 3, 30, 3, 20, 3};
  const auto medians = medians_of_calls(durations, 1, 6);
  ASSERT_TRUE(medians) << medians.error().message;
  EXPECT_EQ(medians->front().sum_ns, 23);
  EXPECT_EQ(medians->front().longest_ns, 20);
}

TEST(MediansOfCalls, RefuseWhatFitsNoPlan) {
  const auto odd = medians_of_calls(std::vector<double>{1, 2, 3, 4, 5, 6, 7}, 2, 3);
  ASSERT_FALSE(odd);
  EXPECT_THAT(odd.error().message, HasSubstr("ncu saw 7 kernels"));
  EXPECT_FALSE(medians_of_calls({}, 2, 3));
}

}  // namespace
}  // namespace judge
