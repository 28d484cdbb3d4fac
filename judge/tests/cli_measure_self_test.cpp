#include "judge/selftest/ncu_times.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace judge {
namespace {

using testing::HasSubstr;

TEST(MediansOfCalls, AreThoseOfEachSize) {
  const std::vector<double> durations{10, 30, 20, 20, /* the next size */ 5, 7, 6, 6};
  const auto medians = medians_of_calls(durations, 2, 4);
  ASSERT_TRUE(medians) << medians.error().message;
  ASSERT_EQ(medians->size(), 2u);
  EXPECT_EQ(medians->at(0).sum_ns, 20);
  EXPECT_EQ(medians->at(1).longest_ns, 6);
}

TEST(MediansOfCalls, TellTheSumAndTheLongestKernelOfACall) {
  const std::vector<double> durations{10, 3, 20, 3, 30, 3, 20, 3};
  const auto medians = medians_of_calls(durations, 1, 4);
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
