#include "judge/measure/schedule.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "judge/measure/summary.hpp"

namespace judge {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(Schedule, EveryBlockIsAPermutationAndItsReverse) {
  for (const int n : {1, 2, 3, 12}) {
    const auto order = interleaved_order(n, 20, 7);
    ASSERT_EQ(order.size(), static_cast<std::size_t>(2 * n * 20));
    for (std::size_t begin = 0; begin < order.size(); begin += static_cast<std::size_t>(2 * n)) {
      const auto first = order.begin() + static_cast<std::ptrdiff_t>(begin);
      std::vector<int> there(first, first + n), back(first + n, first + 2 * n);
      std::ranges::reverse(back);
      EXPECT_EQ(there, back);
      std::ranges::sort(there);
      for (int i = 0; i < n; ++i) EXPECT_EQ(there[static_cast<std::size_t>(i)], i);
    }
  }
}

TEST(Schedule, TheSeedDecidesAndIsTheSameEverywhere) {
  EXPECT_EQ(interleaved_order(5, 10, 3), interleaved_order(5, 10, 3));
  EXPECT_NE(interleaved_order(5, 10, 3), interleaved_order(5, 10, 4));
  // A longer run begins like a shorter one, so that blocks can be added.
  const auto few = interleaved_order(3, 4, 9), many = interleaved_order(3, 8, 9);
  EXPECT_TRUE(std::equal(few.begin(), few.end(), many.begin()));
}

TEST(Schedule, AllPermutationsAreEquallyLikely) {
  std::map<std::vector<int>, int> seen;
  const auto order = interleaved_order(3, 6000, 1);
  for (auto block = order.begin(); block != order.end(); block += 6) ++seen[std::vector(block, block + 3)];
  EXPECT_EQ(seen.size(), 6u);
  for (const auto& [permutation, count] : seen) EXPECT_NEAR(count, 1000, 130);
}

TEST(Schedule, NothingToDo) {
  EXPECT_THAT(interleaved_order(0, 5, 1), IsEmpty());
  EXPECT_THAT(interleaved_order(3, 0, 1), IsEmpty());
  EXPECT_THAT(block_times_ns({}, {}, 0), IsEmpty());
}

TEST(BlockTimes, AreGeometricMeansAndLinearDriftFallsOut) {
  const std::vector<int> order{0, 1, 1, 0, 1, 0, 0, 1};
  const std::vector<double> samples{100, 200, 206, 104, 300, 1000, 1020, 303};
  const auto times = block_times_ns(order, samples, 2);
  ASSERT_EQ(times.size(), 2u);
  EXPECT_NEAR(times[0][0], std::sqrt(100 * 104), 1e-9);
  EXPECT_NEAR(times[1][0], std::sqrt(200 * 206), 1e-9);
  EXPECT_NEAR(times[0][1], std::sqrt(1000 * 1020), 1e-9);
  EXPECT_NEAR(times[1][1], std::sqrt(300 * 303), 1e-9);

  const auto long_order = interleaved_order(4, 50, 2);
  std::vector<double> drifting;
  for (double log_time = 0; drifting.size() < long_order.size(); log_time += 0.001)
    drifting.push_back(1000 * std::exp(log_time));
  const auto level = block_times_ns(long_order, drifting, 4);
  for (std::size_t block = 0; block < 50; ++block)
    for (std::size_t who = 1; who < 4; ++who) EXPECT_NEAR(level[who][block] / level[0][block], 1, 1e-9);
}

// Half of the work left out in one call of each block gains nothing where calls are held. Other times vary by more.
TEST(BlockTimes, AreThoseOfTheSlowerCallWhereHeldOnesAreFarApart) {
  const std::vector<int> order{0, 1, 1, 0, 0, 1, 1, 0};
  const std::vector<double> samples{100, 100, 50, 50, 80, 80, 100, 100};
  const auto times = block_times_ns(order, samples, 2, std::vector{Bracket::blocked, Bracket::host_paced});
  EXPECT_EQ(times[0][0], 100);
  EXPECT_NEAR(times[1][0], std::sqrt(50 * 100), 1e-9);
  EXPECT_NEAR(times[0][1], std::sqrt(80 * 100), 1e-9);
  EXPECT_NEAR(times[1][1], std::sqrt(80 * 100), 1e-9);
  EXPECT_EQ(block_time_ns(40, 100, Bracket::blocked), 100);
  EXPECT_EQ(block_time_ns(0, 0, Bracket::blocked), 0);
}

TEST(BlockTimes, WhatIsMissingOrNonsenseIsNan) {
  const std::vector<int> order{0, 1, 1, 0, 1, 0, 0, 1, 0, 1, 1, 0};
  const auto times = block_times_ns(order, std::vector<double>{1, 1, 1, 0, 1, 1, 1}, 2);
  ASSERT_EQ(times[0].size(), 2u);
  EXPECT_TRUE(std::isnan(times[0][0]));  // a zero
  EXPECT_EQ(times[1][0], 1);
  EXPECT_EQ(times[0][1], 1);
  EXPECT_TRUE(std::isnan(times[1][1]));  // its second call never came
}

}  // namespace
}  // namespace judge
