/// The referee's clock beside the attempt's: honest times, and lies of several sizes. The numbers are an H200's.

#include "judge/measure/second_clock.hpp"

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

Belief belief(double true_ns, double reported_ns, Bracket bracket = Bracket::blocked) {
  return belief_in(*unreported_time(calls(true_ns, reported_ns), k_nothing), reported_ns, bracket);
}

TEST(SecondClock, BelievesWhatIsTrueCorrectsSmallLiesAndRejectsLargeOnes) {
  for (const double true_ns : {2e3, 67e3, 8e6}) {
    EXPECT_EQ(belief(true_ns, true_ns), Belief::believed);
    EXPECT_EQ(belief(true_ns, 1.5 * true_ns), Belief::believed);  // slower than it is: its own loss
  }
  EXPECT_EQ(belief(67e3, 0.97 * 67e3), Belief::corrected);
  EXPECT_EQ(belief(67e3, 0.5 * 67e3), Belief::lie);
  EXPECT_EQ(belief(8e6, 0.99 * 8e6), Belief::corrected);
  EXPECT_EQ(belief(8e6, 0.9 * 8e6), Belief::lie);
  EXPECT_EQ(belief(67e3, 65.5e3), Belief::corrected);
  EXPECT_EQ(belief(8e6, 7.99e6), Belief::corrected);
  EXPECT_EQ(belief(2e3, 1e3), Belief::believed);  // the honest differ by as much
}

// Half of a short time is more than the clocks of host-paced calls differ by.
TEST(SecondClock, AShortTimeWithHostPacedEventsHidesLittle) {
  EXPECT_NE(belief(7.5e3, 3.4e3, Bracket::host_paced), Belief::believed);
  EXPECT_EQ(belief(7.5e3, 7e3, Bracket::host_paced), Belief::believed);
  EXPECT_EQ(belief(200e3, 187e3, Bracket::host_paced), Belief::believed);
}

// The ranked time is a median of means of two calls.
TEST(SecondClock, LiesInSomeCallsOnlyGainNothing) {
  for (const int every : {2, 4}) {  // in one call of each block, and of every second block
    auto some = calls(67e3, 67e3, 6.4e3, 240);
    for (std::size_t i = 0; i < some.size(); i += static_cast<std::size_t>(every)) some[i].reported_ns = 0;
    const auto unreported = *unreported_time(some, k_nothing);
    EXPECT_NEAR(unreported.median_ns, 33.5e3, 4e3);
    EXPECT_NE(belief_in(unreported, 33.5e3, Bracket::blocked), Belief::believed);
  }
}

// Short times are taken in several processes, and each speaks for itself.
TEST(SecondClock, ALieInSomeProcessesIsSeenInThese) {
  auto some = calls(67e3, 67e3, 6.4e3, 240);
  for (std::size_t i = 0; i < some.size(); ++i) {
    some[i].process = i / 2 % 8;
    if (some[i].process >= 5) some[i].reported_ns = 5e3;
  }
  EXPECT_EQ(belief_in(*unreported_time(some, k_nothing), 67e3, Bracket::blocked), Belief::believed);
  const auto of_processes = unreported_of_processes(some, k_nothing, 8);
  ASSERT_EQ(of_processes.size(), 8u);
  for (std::size_t process = 0; process < 8; ++process) {
    const bool is_believed = belief_in(of_processes[process], 67e3, Bracket::blocked) == Belief::believed;
    EXPECT_EQ(is_believed, process < 5) << process;
  }
  EXPECT_NEAR(of_processes[7].median_ns, 62e3, 2e3);
  const auto with_another = unreported_of_processes(some, k_nothing, 9);  // that was not called: the others count all the same
  ASSERT_EQ(with_another.size(), 9u);
  EXPECT_EQ(with_another[7].median_ns, of_processes[7].median_ns);
  EXPECT_EQ(with_another[8].median_ns, 0);
}

// Milliseconds of an emulated call that its process reported in full, and 4 ms in the queues of processors.
TEST(SecondClock, WaitingForProcessorsThatOthersHaveIsNoTimeOfTheAttempt) {
  auto loaded = calls(1.2e6, 1.2e6), alone = loaded;
  for (auto& call : loaded) {
    call.watched_ns += 4e6;
    call.waited_ns = 4e6;
  }
  alone = loaded;
  for (std::size_t i = 0; i < loaded.size(); i += 2) loaded[i].others_ns = 10e6;  // ticks of 10 ms
  EXPECT_EQ(belief_in(*unreported_time(loaded, k_nothing), 1.2e6, Bracket::host_clock), Belief::believed);
  // Its own threads had them.
  EXPECT_EQ(belief_in(*unreported_time(alone, k_nothing), 1.2e6, Bracket::host_clock), Belief::corrected);
  // It cannot have waited longer than the call took.
  for (auto& call : loaded) call = {.watched_ns = 5.2e6, .reported_ns = 0.1e6, .waited_ns = 1e9, .others_ns = 4e6};
  EXPECT_NEAR(unreported_time(loaded, k_nothing)->median_ns, 5.2e6 - 4e6 - 0.1e6, 0.1e6);
}

// A machine that others use: more than waiting for processors may be their doing, but no more than their share of the processors.
TEST(SecondClock, SaysHowMuchMayBeOtherProgramsDoing) {
  auto busy = calls(300e3, 150e3), quiet = busy, alone = busy;
  for (std::size_t i = 0; i < busy.size(); i += 20) busy[i].others_ns = 10e6;  // ticks of 10 ms
  quiet[0].others_ns = 1e6;
  const auto by_others_ns = [](const std::vector<TwiceTimed>& all, Bracket bracket, unsigned processors) {
    const Unreported unreported = *unreported_time(all, k_nothing);
    return caused_by_others_ns(unreported, 150e3, bracket, processors);
  };
  const Unreported unreported = *unreported_time(busy, k_nothing);
  const double time_ns = 150e3 + unreported.median_ns, used = unreported.used_by_others;
  EXPECT_GT(used, 1);
  EXPECT_DOUBLE_EQ(by_others_ns(busy, Bracket::host_clock, 1), time_ns);
  EXPECT_DOUBLE_EQ(by_others_ns(busy, Bracket::host_clock, 64), used / 64 * time_ns);
  EXPECT_EQ(by_others_ns(quiet, Bracket::host_clock, 2), 0);
  EXPECT_EQ(by_others_ns(alone, Bracket::host_clock, 2), 0);
  EXPECT_EQ(by_others_ns(busy, Bracket::blocked, 2), 0);  // a device's clock does not wait for processors
}

TEST(SecondClock, ItsOwnNoiseExcusesNobody) {
  auto noisy = calls(67e3, 30e3);
  for (std::size_t i = 0; i < noisy.size(); i += 5) {
    noisy[i].reported_ns = noisy[i + 1].reported_ns = 50e6;
    noisy[i].watched_ns = noisy[i + 1].watched_ns = 50e6 + 6.4e3;
  }
  const auto unreported = *unreported_time(noisy, k_nothing);
  EXPECT_NE(belief_in(unreported, 30e3, Bracket::blocked), Belief::believed);
  EXPECT_GT(unreported.median_ns, 10e3);
}

// Another program's work comes between, in most of the calls.
TEST(SecondClock, CorrectsTimesOnASharedDeviceAndAccusesNobody) {
  auto shared = calls(90e3, 90e3, 6.4e3, 240);
  for (std::size_t i = 0; i < shared.size(); ++i) shared[i].watched_ns += i % 4 ? 40e3 * static_cast<double>(i % 7) : 0;
  const auto unreported = *unreported_time(shared, k_nothing);
  EXPECT_GT(unreported.median_ns, 50e3);
  EXPECT_EQ(belief_in(unreported, 90e3, Bracket::blocked), Belief::corrected);
}

// A short time by the host's clock hides little, too.
TEST(SecondClock, TheAllowanceOfTheHostsClockIsAShareOfAShortTime) {
  EXPECT_EQ(belief(260e3, 70e3, Bracket::host_clock), Belief::corrected);
  EXPECT_EQ(belief(260e3, 200e3, Bracket::host_clock), Belief::believed);
  EXPECT_EQ(belief(5e6, 4.7e6, Bracket::host_clock), Belief::believed);
}

TEST(SecondClock, KnowsNothingWithoutBoth) {
  EXPECT_FALSE(unreported_time({}, k_nothing));
  EXPECT_FALSE(unreported_time(k_nothing, {}));
}

}  // namespace
}  // namespace judge
