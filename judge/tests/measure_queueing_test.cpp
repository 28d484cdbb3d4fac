/// How long solve() may queue behind the hold.

#include "judge/measure/queueing.hpp"

#include <gtest/gtest.h>

namespace judge {
namespace {

bool takes_long(double queueing_ns, int launches, int calls = 100) {
  Queueing queueing;
  bool any = false;
  for (int i = 0; i < calls; ++i) any |= queueing.takes_long(queueing_ns, launches);
  return any;
}

TEST(Queueing, LetsAThousandLaunchesBeQueued) {
  EXPECT_FALSE(takes_long(15e3, 1));
  EXPECT_FALSE(takes_long(200e3, 1));  // asks for the device's properties
  EXPECT_FALSE(takes_long(4e6, 1000));
}

TEST(Queueing, SeesAHostThatComputes) {
  EXPECT_TRUE(takes_long(1.5e6, 2));
  EXPECT_TRUE(takes_long(11e6, 10));
}

TEST(Queueing, AFewSlowCallsAreChance) {
  Queueing queueing;
  bool any = false;
  for (int i = 0; i < 200; ++i) any |= queueing.takes_long(i % 10 == 9 ? 5e6 : 20e3, 1);
  EXPECT_FALSE(any);
  Queueing half;
  for (int i = 0; i < 20; ++i) any |= half.takes_long(i % 2 ? 5e6 : 20e3, 1);  // one call of each block
  EXPECT_TRUE(any);
}

}  // namespace
}  // namespace judge
