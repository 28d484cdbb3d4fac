#include "judge/measure/stopping.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

#include "judge/measure/summary.hpp"
#include "judge/tests/measure_noise.hpp"

namespace judge {
namespace {

using namespace testing_noise;

/// A clock that moves only when the test says so.
struct FakeClock {
  double now_ns = 0;
};

struct Session {
  SamplingState end = SamplingState::wanting;
  std::vector<double> samples_ns;
  double elapsed_ns = 0;
};

/// The loop of a caller: calls until it is enough, each of which costs its own time and `overhead_ns`.
Session measure(const StoppingRule& rule, Noise noise, double true_ns, double overhead_ns) {
  FakeClock clock;
  Sampler sampler(rule);
  Session run;
  while (!sampler.enough(clock.now_ns)) {
    run.samples_ns.push_back(noise(true_ns));
    sampler.add(run.samples_ns.back());
    clock.now_ns += run.samples_ns.back() + overhead_ns;
  }
  run.end = sampler.sampling_state(clock.now_ns);
  run.elapsed_ns = clock.now_ns;
  return run;
}

TEST(Stopping, StopsOnceTheIntervalIsNarrow) {
  const StoppingRule rule;
  const Session run = measure(rule, normal_noise(0.02, 1), 1e6, 1e5);
  EXPECT_EQ(run.end, SamplingState::precise);
  const Summary summary = summarize(run.samples_ns);
  EXPECT_LE((summary.high_ns - summary.low_ns) / 2, rule.half_width * summary.median_ns);
  EXPECT_GE(run.samples_ns.size(), rule.min_samples);
  EXPECT_LE(run.samples_ns.size(), 150u);
}

TEST(Stopping, NoisierTakesLonger) {
  const auto samples = [](double spread) { return measure({}, normal_noise(spread, 2), 1e6, 0).samples_ns.size(); };
  EXPECT_LT(samples(0.003), samples(0.03));
  EXPECT_EQ(samples(0.003), StoppingRule{}.min_samples);
}

TEST(Stopping, MinimumDeviceTimeAndMostSamples) {
  const StoppingRule by_time{.enough_samples = 1000};
  const Session quiet = measure(
      by_time, [](double ns) { return ns; }, 100'000, 0);
  EXPECT_EQ(quiet.end, SamplingState::precise);
  EXPECT_EQ(quiet.samples_ns.size(), 200u);  // 20 ms of 0.1 ms
  const Session tiny = measure(
      by_time, [](double ns) { return ns; }, 2'000, 0);
  EXPECT_EQ(tiny.end, SamplingState::out_of_samples);
  EXPECT_EQ(tiny.samples_ns.size(), 1000u);
}

TEST(Stopping, EnoughSamplesStandForTheDeviceTimeAndNotForTheInterval) {
  const StoppingRule rule{.enough_samples = 120};
  const Session tiny = measure(rule, quantised_noise(0.01, 8), 2'000, 0);
  EXPECT_EQ(tiny.end, SamplingState::precise);
  EXPECT_EQ(tiny.samples_ns.size(), 120u);
  const Session noisy = measure(rule, normal_noise(0.05, 8), 20'000, 0);
  EXPECT_EQ(noisy.end, SamplingState::precise);
  EXPECT_GT(noisy.samples_ns.size(), 120u);
  const Session early = measure(
      rule, [](double ns) { return ns; }, 1e6, 0);
  EXPECT_EQ(early.samples_ns.size(), rule.min_samples);  // which take the device time
  const Session least = measure(
      {.min_samples = 200, .enough_samples = 120}, [](double ns) { return ns; }, 2'000, 0);
  EXPECT_EQ(least.samples_ns.size(), 200u);
}

/// Of a short time, where it stops at enough samples, as of a long one.
TEST(Stopping, TheIntervalCoversWhereEnoughSamplesEndIt) {
  constexpr int k_runs = 3000;
  int covered = 0;
  for (int i = 0; i < k_runs; ++i) {
    const Session run = measure({}, normal_noise(0.02, 100u + static_cast<unsigned>(i)), 10'000, 0);
    const Summary summary = summarize(run.samples_ns);
    covered += summary.low_ns <= 10'000 && 10'000 <= summary.high_ns;
  }
  EXPECT_GE(covered, 0.93 * k_runs);
}

TEST(Stopping, WhatTheTimerCannotResolveIsNotWaitedFor) {
  // Ticks of 32 ns on 10 us: the interval is 16 ns wide at best, 0.16% either side, or 32 ns: 0.32%, which 0.25%
  // forbids.
  StoppingRule rule{.half_width = 0.0001, .min_device_time_ns = 0};
  EXPECT_EQ(measure(rule, quantised_noise(0.01, 3), 10'000, 0).end, SamplingState::precise);
  rule.half_width_ns = 0;
  EXPECT_EQ(measure(rule, normal_noise(0.01, 3), 10'000, 0).end, SamplingState::out_of_samples);
}

TEST(Stopping, TheClockEndsIt) {
  const StoppingRule rule;
  const Session slow = measure(rule, normal_noise(0.5, 4), 50e6, 10e6);
  EXPECT_EQ(slow.end, SamplingState::out_of_time);
  EXPECT_LE(slow.elapsed_ns, rule.max_time_ns + 2 * 100e6);  // the call begun ends late
  const Session one = measure(rule, normal_noise(0.01, 4), 30e9, 0);
  EXPECT_GE(one.samples_ns.size(), 1u);
  Sampler nothing(rule);
  EXPECT_FALSE(nothing.enough(1e12));  // without a single sample there is nothing to say
}

TEST(Stopping, NonsenseCannotHoldItUp) {
  Sampler sampler({});
  const double nan = std::numeric_limits<double>::quiet_NaN();
  for (int i = 0; i < 1000; ++i) sampler.add(i % 2 ? nan : -1);
  EXPECT_EQ(sampler.sampling_state(1), SamplingState::out_of_samples);
  EXPECT_EQ(sampler.summary().count, 0);
  EXPECT_TRUE(sampler.enough(1));
}

TEST(Stopping, TheSummaryIsThatOfAllSamples) {
  auto noise = outlier_noise(0.02, 5);
  Sampler sampler({});
  std::vector<double> samples_ns;
  for (int i = 0; i < 300; ++i) sampler.add(samples_ns.emplace_back(noise(300'000)));
  EXPECT_EQ(sampler.summary().median_ns, summarize(samples_ns).median_ns);
}

TEST(Stopping, StaysWithinTheLimits) {
  for (const double true_ns : {3e3, 5e4, 1e6, 4e7}) {
    for (const auto& kind : all_noises()) {
      const Session run = measure({}, kind.make(0.02, 6), true_ns, 60'000);
      EXPECT_LE(run.samples_ns.size(), 1000u) << kind.name << true_ns;
      EXPECT_LE(run.elapsed_ns, 2.2e9) << kind.name << true_ns;
    }
  }
}

/// Stopping on the width looks at the data; it must not spoil the interval that is reported.
TEST(Stopping, TheIntervalStillCoversAfterStoppingOnItsWidth) {
  constexpr int k_runs = 3000;
  int covered = 0;
  for (int i = 0; i < k_runs; ++i) {
    const Session run = measure({}, normal_noise(0.02, 100u + static_cast<unsigned>(i)), 1e6, 0);
    const Summary summary = summarize(run.samples_ns);
    covered += summary.low_ns <= 1e6 && 1e6 <= summary.high_ns;
  }
  EXPECT_GE(covered, 0.93 * k_runs);
}

}  // namespace
}  // namespace judge
