#include "judge/measure/clocks.hpp"

#include <gtest/gtest.h>

namespace judge {
namespace {

std::vector<Sample> at_clocks(const std::vector<int>& clocks_mhz) {
  std::vector<Sample> samples;
  for (const int mhz : clocks_mhz) samples.push_back({.device_ns = 1, .sm_clock_mhz = mhz});
  return samples;
}

TEST(Clocks, WobbleIsNoDrop) {
  const auto samples = mark_throttled(at_clocks({1980, 1965, 1950, 1980, 1980, 1965}));
  EXPECT_EQ(throttled_share(samples), 0);
  EXPECT_EQ(own_clock_mhz(samples), 1980);
}

TEST(Clocks, ADropIsMarkedHoweverLongItLasts) {
  std::vector<int> clocks(100, 1200);
  for (int i = 0; i < 20; ++i) clocks[static_cast<std::size_t>(i)] = 1980;
  const auto samples = mark_throttled(at_clocks(clocks));
  EXPECT_EQ(throttled_share(samples), 0.8);
  EXPECT_FALSE(samples[0].throttled);
  EXPECT_TRUE(samples[99].throttled);
}

TEST(Clocks, OneHighReadingDoesNotMakeTheRestThrottled) {
  std::vector<int> clocks(50, 1700);
  clocks[7] = 1980;
  EXPECT_EQ(throttled_share(mark_throttled(at_clocks(clocks))), 0);
}

TEST(Clocks, AnEvenLowClockIsTheRunsOwn) {
  EXPECT_EQ(throttled_share(mark_throttled(at_clocks(std::vector<int>(30, 1200)))), 0);
}

TEST(Clocks, UnreadClocksAreNeverMarkedAndMarksAreSetAnew) {
  auto samples = at_clocks({0, 1980, 0, 1200, 1980});
  samples[0].throttled = true;
  samples = mark_throttled(samples);
  EXPECT_FALSE(samples[0].throttled);
  EXPECT_TRUE(samples[3].throttled);
  EXPECT_EQ(own_clock_mhz(at_clocks({0, 0})), 0);
  EXPECT_EQ(throttled_share(mark_throttled(at_clocks({0, 0}))), 0);
  EXPECT_EQ(throttled_share({}), 0);
}

}  // namespace
}  // namespace judge
