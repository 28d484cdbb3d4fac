#include "judge/measure/least_time.hpp"

#include <gtest/gtest.h>

#include <limits>

namespace judge {
namespace {

/// An H200: peak copy rate, peak fp32 rate, L2.
const PeakRates k_h200{.bytes_per_s = 3.69e12, .flops_per_s = {60e12, 600e12}};
const ImpossibleTimeRule k_allowance{.cache_bytes = 60e6};

Work vector_addition(double n) { return {.bytes = 12 * n, .flops = n}; }

TEST(LeastTime, IsTheLargerOfTrafficAndArithmetic) {
  EXPECT_NEAR(least_time_ns({.bytes = 3.69e6}, k_h200), 1000, 1e-9);
  EXPECT_NEAR(least_time_ns({.bytes = 3.69e6, .flops = 120e6}, k_h200), 2000, 1e-9);
  EXPECT_NEAR(least_time_ns({.flops = 120e6, .arithmetic = Arithmetic::fp16}, k_h200), 200, 1e-9);
  EXPECT_EQ(least_time_ns({.flops = 120e6, .arithmetic = Arithmetic::int8}, k_h200), 0);  // its rate is not known
  EXPECT_EQ(least_time_ns({}, k_h200), 0);
  EXPECT_EQ(least_time_ns(vector_addition(1e6), {}), 0);
}

TEST(LeastTime, PercentOfTheLimit) {
  EXPECT_NEAR(*percent_of_peak(2000, {.bytes = 3.69e6}, k_h200), 50, 1e-9);
  EXPECT_FALSE(percent_of_peak(0, {.bytes = 3.69e6}, k_h200).has_value());
  EXPECT_FALSE(percent_of_peak(2000, {}, k_h200).has_value());
}

TEST(LeastTime, ATimeByTheHostsClockHasNoLimit) {
  Measurement timing{.bracket = Bracket::blocked, .device = {.median_ns = 2000}, .work_bytes = 3.69e6};
  EXPECT_NEAR(*percent_of_peak(timing, k_h200), 50, 1e-9);
  timing.bracket = Bracket::host_clock;
  EXPECT_FALSE(percent_of_peak(timing, k_h200).has_value());
}

/// The fastest honest times that were measured there (vector addition in float4) must never be rejected.
TEST(LeastTime, HonestTimesPass) {
  EXPECT_FALSE(is_impossible(2'180, vector_addition(1'024), k_h200, k_allowance));
  EXPECT_FALSE(is_impossible(2'690, vector_addition(102'400), k_h200, k_allowance));
  EXPECT_FALSE(is_impossible(6'020, vector_addition(1'048'576), k_h200, k_allowance));
  EXPECT_FALSE(is_impossible(73'100, vector_addition(25'000'000), k_h200, k_allowance));
  EXPECT_FALSE(is_impossible(370'700, vector_addition(134'217'728), k_h200, k_allowance));
}

/// Everything in the L2 of a card whose L2 is five times as fast as its memory, warm.
TEST(LeastTime, AWarmCachePasses) {
  const PeakRates card{.bytes_per_s = 1e12};
  EXPECT_FALSE(is_impossible(48e6 / 5e12 * 1e9, {.bytes = 48e6}, card, {.cache_bytes = 72e6}));
}

/// A solve() on a side stream that escapes the clock reads 13.8 us instead of 96.
TEST(LeastTime, TimesThatCannotBeAreRejected) {
  EXPECT_TRUE(is_impossible(13'800, vector_addition(25'000'000), k_h200, k_allowance));
  EXPECT_TRUE(is_impossible(200'000, vector_addition(134'217'728), k_h200, k_allowance));
  EXPECT_TRUE(is_impossible(0, vector_addition(25'000'000), k_h200, k_allowance));
  EXPECT_TRUE(is_impossible(std::numeric_limits<double>::quiet_NaN(), vector_addition(25'000'000), k_h200, k_allowance));
}

TEST(LeastTime, ArithmeticAloneNeverRejects) {
  EXPECT_FALSE(is_impossible(10'000, {.bytes = 3e6, .flops = 1e13}, k_h200, k_allowance));
}

TEST(LeastTime, WithoutKnowledgeNothingIsRejected) {
  EXPECT_FALSE(is_impossible(1, {}, k_h200, k_allowance));
  EXPECT_FALSE(is_impossible(1, vector_addition(1e9), {}, k_allowance));
}

}  // namespace
}  // namespace judge
