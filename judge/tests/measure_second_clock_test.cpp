/// The referee's clock beside the attempt's: honest times, and lies of several sizes. The numbers are an H200's.

#include "judge/measure/second_clock.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>
#include <vector>

namespace judge {
namespace {

/// Calls of `true_ns` of which the process reports `reported_ns`, with the jitter of a bus and a polling loop.
std::vector<TwiceTimed> calls(double true_ns, double reported_ns, double beside_ns = 6.4e3, int count = 60) {
  std::mt19937_64 random(1);
  std::normal_distribution<double> jitter_ns(0, 900);
  std::vector<TwiceTimed> all;
  for (int i = 0; i < count; ++i)
    all.push_back({.watched_ns = true_ns + beside_ns + jitter_ns(random), .reported_ns = reported_ns});
  return all;
}

const std::vector<TwiceTimed> k_nothing = calls(1.3e3, 1.3e3, 6.4e3, 50);

bool is_believed(double true_ns, double reported_ns) {
  const auto unreported = unreported_time(calls(true_ns, reported_ns), k_nothing);
  return unreported && !disbelief(*unreported, reported_ns, Bracket::blocked);
}

TEST(SecondClock, BelievesWhatIsTrueAndNoLargerLieThanItSays) {
  for (const double true_ns : {2e3, 67e3, 8e6}) {
    EXPECT_TRUE(is_believed(true_ns, true_ns));
    EXPECT_TRUE(is_believed(true_ns, 1.5 * true_ns));  // slower than it is: its own loss
  }
  EXPECT_FALSE(is_believed(67e3, 0.97 * 67e3));
  EXPECT_FALSE(is_believed(67e3, 0.5 * 67e3));
  EXPECT_FALSE(is_believed(8e6, 0.99 * 8e6));
  EXPECT_TRUE(is_believed(2e3, 1e3));  // below its resolution
}

TEST(SecondClock, KnowsNothingWithoutBoth) {
  EXPECT_FALSE(unreported_time({}, k_nothing));
  EXPECT_FALSE(unreported_time(k_nothing, {}));
}

}  // namespace
}  // namespace judge
