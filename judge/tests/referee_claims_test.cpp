/// What a player that an attempt has changed may claim.

#include "judge/referee/claims.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

namespace judge {
namespace {

using namespace std::chrono_literals;
using testing::HasSubstr;

constexpr double k_nan_ns = std::numeric_limits<double>::quiet_NaN(), k_infinite = std::numeric_limits<double>::infinity();

std::string claimed(const protocol::Returned& returned, Bracket bracket = Bracket::host_clock) {
  return impossible_claim(returned, bracket, 1ms).value_or("");
}

TEST(Claims, TimesThatCanBeAreTaken) {
  EXPECT_EQ(claimed({.wall_ns = 100, .device_ns = 100}), "");
  EXPECT_EQ(claimed({.wall_ns = 0.9e6, .device_ns = 0.9e6}), "");
  EXPECT_EQ(claimed({.wall_ns = 500}, Bracket::none), "");
  EXPECT_EQ(claimed({.wall_ns = 500}, Bracket::blocked), "");
  EXPECT_EQ(claimed({.error = 700, .wall_ns = 500}), "");  // the device is lost, and the times of events with it
}

TEST(Claims, TimesThatAreNoneAreNamed) {
  for (const double ns : {k_nan_ns, k_infinite, -k_infinite, -1.0, -1e300}) {
    EXPECT_THAT(claimed({.wall_ns = ns, .device_ns = 100}), HasSubstr("a wall time of")) << ns;
    for (const Bracket bracket : {Bracket::host_clock, Bracket::blocked, Bracket::none})
      EXPECT_THAT(claimed({.wall_ns = 100, .device_ns = ns}, bracket), HasSubstr("a device time of")) << ns;
  }
}

TEST(Claims, TimesShorterThanTheHostsClockTellsAreNamed) {
  for (const double ns : {0.0, 5e-324, 0.5}) {
    EXPECT_THAT(claimed({.wall_ns = ns, .device_ns = 100}), HasSubstr("shorter than the clock")) << ns;
    EXPECT_THAT(claimed({.wall_ns = 100, .device_ns = ns}), HasSubstr("shorter than the clock")) << ns;
  }
}

TEST(Claims, NoTimeIsLongerThanTheJudgeWaited) {
  EXPECT_THAT(claimed({.wall_ns = 1.1e6, .device_ns = 100}), HasSubstr("the judge had its answer after 1e+06 ns"));
  EXPECT_THAT(claimed({.wall_ns = 100, .device_ns = 1e308}, Bracket::blocked), HasSubstr("a device time of 1e+308 ns"));
}

TEST(Claims, AnEmptyCallTookItsShareAtMost) {
  EXPECT_FALSE(impossible_empty_claim({.device_ns = 900}, Bracket::host_clock, 100, 1ms));
  EXPECT_TRUE(impossible_empty_claim({.device_ns = 0.5e6}, Bracket::host_clock, 100, 1ms));
  EXPECT_TRUE(impossible_empty_claim({.device_ns = k_nan_ns}, Bracket::blocked, 100, 1ms));
}

TEST(Claims, OtherNumbersAreLookedAtToo) {
  EXPECT_THAT(claimed({.wall_ns = 100, .device_ns = 100, .trace = {.launches = -1}}), HasSubstr("-1 launches"));
  EXPECT_NE(claimed({.wall_ns = 100, .device_ns = 100, .trace = {.kept_bytes = ~0ull}}), "");
  EXPECT_NE(claimed({.wall_ns = 100, .device_ns = 100, .trace = {.launched_blocks = 1, .watched_blocks = 2}}), "");
  EXPECT_NE(claimed({.wall_ns = 100, .device_ns = 100, .operations = {{.duration_ns = k_nan_ns}}}), "");
  EXPECT_NE(claimed({.wall_ns = 100, .device_ns = 100, .operations = {{.gap_ns = -1e300}}}), "");
}

}  // namespace
}  // namespace judge
