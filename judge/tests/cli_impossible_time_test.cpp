#include "judge/passes/peak_rates.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

namespace judge {
namespace {

using testing::HasSubstr;

// An H200's, about.
const PeakRates k_peaks{.bytes_per_s = 4.1e12, .flops_per_s = {6e13}};
const ImpossibleTimeRule k_allowance{.cache_bytes = 60e6};

Measurement measured(double median_ns, Bracket bracket = Bracket::blocked) {
  Measurement measurement{.case_name = "large", .bracket = bracket, .work_bytes = 300e6, .work_flops = 25e6};
  measurement.device.median_ns = median_ns;
  measurement.device.count = 100;
  return measurement;
}

TEST(ImpossibleTime, AnHonestTimeHasNoVerdict) {
  EXPECT_FALSE(impossible_time_verdict(measured(73'000), k_peaks, k_allowance));
}

TEST(ImpossibleTime, ATimeThatCannotBeIsRejectedWithTheNumbers) {
  const auto verdict = impossible_time_verdict(measured(73), k_peaks, k_allowance);
  ASSERT_TRUE(verdict);
  EXPECT_EQ(verdict->kind, VerdictKind::cheating);
  EXPECT_EQ(verdict->case_name, "large");
  EXPECT_EQ(verdict->summary, "73 ns is less than the 30.1 us that moving 286 MiB takes on this device at least");
  EXPECT_THAT(verdict->details, HasSubstr("4,100 GB/s"));
}

TEST(ImpossibleTime, NoNumberIsNoWayThrough) {
  EXPECT_TRUE(impossible_time_verdict(measured(std::numeric_limits<double>::quiet_NaN()), k_peaks, k_allowance));
  EXPECT_TRUE(impossible_time_verdict(measured(0), k_peaks, k_allowance));
}

TEST(ImpossibleTime, WhatIsNotKnownRejectsNobody) {
  EXPECT_FALSE(impossible_time_verdict(measured(73), {}, k_allowance));
  auto no_work = measured(73);
  no_work.work_bytes = 0;
  EXPECT_FALSE(impossible_time_verdict(no_work, k_peaks, k_allowance));
}

TEST(ImpossibleTime, TheHostsClockRejectsNobody) {
  EXPECT_FALSE(impossible_time_verdict(measured(73, Bracket::host_clock), k_peaks, k_allowance));
  EXPECT_TRUE(impossible_time_verdict(measured(73, Bracket::host_paced), k_peaks, k_allowance));
}

TEST(TimedCase, KeepsOnlyThoseItIsToldTo) {
  TimedCase timed{.contestants = {1, 4, 6}, .block_times_ns = {{1, 1}, {4, 4}, {6, 6}}};
  timed.keep_only([](std::size_t contestant) { return contestant != 4; });
  EXPECT_EQ(timed.contestants, (std::vector<std::size_t>{1, 6}));
  EXPECT_EQ(timed.block_times_ns, (std::vector<std::vector<double>>{{1, 1}, {6, 6}}));
}

}  // namespace
}  // namespace judge
