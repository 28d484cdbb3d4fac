#include "judge/measure/summary.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numeric>
#include <random>

#include "judge/tests/measure_noise.hpp"

namespace judge {
namespace {

using testing::ElementsAre;

/// P(low rank's sample <= median <= high rank's sample), by plain summation of exact binomial coefficients in doubles.
double coverage_of(std::size_t n, MedianRanks ranks) {
  double coverage = 0;
  for (std::size_t below = ranks.low + 1; below <= ranks.high; ++below) {
    double term = 1;
    for (std::size_t i = 0; i < below; ++i) term *= static_cast<double>(n - i) / static_cast<double>(below - i) / 2;
    coverage += term * std::pow(0.5, static_cast<double>(n - below));
  }
  return coverage;
}

TEST(MedianRanks, AreTheNarrowestThatCover) {
  for (std::size_t n = 6; n <= 400; ++n) {
    const MedianRanks ranks = median_ranks(n);
    EXPECT_EQ(ranks.low + ranks.high, n - 1) << n;
    EXPECT_GE(coverage_of(n, ranks), 0.95) << n;
    EXPECT_LT(coverage_of(n, {ranks.low + 1, ranks.high - 1}), 0.95) << n;
  }
}

/// Ranks as tables of the sign-test interval print them, counted from 1.
TEST(MedianRanks, AgreeWithPublishedTables) {
  const auto from_one = [](std::size_t n) { return std::pair(median_ranks(n).low + 1, median_ranks(n).high + 1); };
  EXPECT_EQ(from_one(6), std::pair(std::size_t{1}, std::size_t{6}));
  EXPECT_EQ(from_one(10), std::pair(std::size_t{2}, std::size_t{9}));
  EXPECT_EQ(from_one(20), std::pair(std::size_t{6}, std::size_t{15}));
  EXPECT_EQ(from_one(30), std::pair(std::size_t{10}, std::size_t{21}));
  EXPECT_EQ(from_one(50), std::pair(std::size_t{18}, std::size_t{33}));
  EXPECT_EQ(from_one(100), std::pair(std::size_t{40}, std::size_t{61}));
}

TEST(MedianRanks, FewOrManySamples) {
  for (std::size_t n = 1; n <= 5; ++n) {
    EXPECT_EQ(median_ranks(n).low, 0u);
    EXPECT_EQ(median_ranks(n).high, n - 1);
  }
  const MedianRanks many = median_ranks(1'000'000);  // where pmf(0) is far below the smallest double
  EXPECT_NEAR(static_cast<double>(many.high - many.low), 1.96 * 1000, 3);
}

TEST(SummarizeBlocks, TakesTheMedianOfBlocksAndTheSpreadOfCalls) {
  const auto of = [](std::initializer_list<double> times_ns) {
    std::vector<Sample> samples;
    for (const double ns : times_ns) samples.push_back({.device_ns = ns});
    return samples;
  };
  const Summary summary = summarize_blocks(of({10, 30, 21, 21, 50, 10}), Bracket::blocked);
  EXPECT_NEAR(summary.median_ns, 30, 1e-9) << "of 21, 30 and 50";
  EXPECT_EQ(summary.count, 6);
  EXPECT_EQ(summary.p10_ns, 10);
  EXPECT_EQ(summarize_blocks(of({7}), Bracket::blocked).median_ns, 7);
  EXPECT_EQ(summarize_blocks({}, Bracket::blocked).count, 0);

  auto slowed = of({10, 10, 12, 12, 14, 14, 14, 90});
  slowed.back().throttled = true;
  EXPECT_NEAR(summarize_blocks(slowed, Bracket::blocked).median_ns, 12, 1e-9) << "the last block does not count";
  EXPECT_EQ(summarize_blocks(slowed, Bracket::blocked).count, 7);
  for (auto& sample : slowed) sample.throttled = true;
  EXPECT_NEAR(summarize_blocks(slowed, Bracket::blocked).median_ns, 13, 1e-9) << "of 10, 12, 14 and 90";
}

/// Calls that take one of two times, equally often, as those of kernels beyond the L2 do on an H200.
TEST(SummarizeBlocks, IsSureBetweenTwoHeaps) {
  std::mt19937 random(7);
  std::normal_distribution<double> noise(0, 150);
  std::vector<double> medians_ns;
  int calls_are_sure = 0;
  for (int run = 0; run < 40; ++run) {
    std::vector<Sample> samples;
    for (int i = 0; i < 300; ++i) samples.push_back({.device_ns = (random() % 2 ? 66'400 : 68'000) + noise(random)});
    const Summary summary = summarize_blocks(samples, Bracket::blocked),
                  of_calls = summarize(usable_times(samples, &Sample::device_ns));
    EXPECT_LT(summary.high_ns - summary.low_ns, 0.005 * summary.median_ns) << run;
    calls_are_sure += of_calls.high_ns - of_calls.low_ns < 0.005 * of_calls.median_ns;
    medians_ns.push_back(summary.median_ns);
  }
  const auto [least, most] = std::ranges::minmax(medians_ns);
  EXPECT_LT(most - least, 0.005 * least);
  EXPECT_LT(calls_are_sure, 10) << "or blocks would not be needed";
}

TEST(Summarize, KnownValues) {
  std::vector<double> samples(11);
  std::iota(samples.begin(), samples.end(), 1.0);
  std::shuffle(samples.begin(), samples.end(), std::mt19937(3));
  const Summary summary = summarize(samples);
  EXPECT_EQ(summary.median_ns, 6);
  EXPECT_EQ(summary.p10_ns, 2);
  EXPECT_EQ(summary.p90_ns, 10);
  EXPECT_EQ(summary.low_ns, 2);
  EXPECT_EQ(summary.high_ns, 10);
  EXPECT_EQ(summary.count, 11);
  EXPECT_EQ(summarize(std::vector<double>{1, 2}).median_ns, 1.5);
}

TEST(ValueAtRank, IsTheMedianWhereNoTwoSamplesAreEqual) {
  EXPECT_EQ(value_at_rank(std::vector<double>{1, 2, 1000}, 1.5), 2);
  EXPECT_EQ(value_at_rank(std::vector<double>{1, 2, 10, 11}, 2), 6);
  EXPECT_EQ(value_at_rank(std::vector<double>{7}, 0.5), 7);
  EXPECT_EQ(value_at_rank(std::vector<double>{7, 7, 7}, 1.5), 7);
  std::mt19937_64 random(5);
  std::vector<double> samples(101);
  for (double& sample : samples) sample = std::cauchy_distribution(0.0, 1.0)(random);
  std::ranges::sort(samples);
  for (std::size_t i = 0; i < samples.size(); ++i)
    EXPECT_DOUBLE_EQ(value_at_rank(samples, static_cast<double>(i) + 0.5), samples[i]) << i;
}

/// Two events of a clock that ticks every 32 ns, at any phase to it.
TEST(ValueAtRank, FindsTheTimeBetweenTwoTicks) {
  std::mt19937_64 random(6);
  for (const double true_ns : {2240.0, 2247.0, 2256.0, 2264.0, 2271.0}) {
    std::vector<double> samples(2000);
    for (double& sample : samples) {
      const double start = std::uniform_real_distribution(0.0, 32.0)(random);
      sample = 32 * (std::floor((start + true_ns) / 32) - std::floor(start / 32));
    }
    EXPECT_NEAR(summarize(samples).median_ns, true_ns, 4) << true_ns;
  }
}

TEST(ValueAtRank, GrowsWithTheRank) {
  const std::vector<double> samples{32, 64, 64, 64, 96, 96, 160, 160, 160, 160, 1024};
  double last = 0;
  for (double rank = 0; rank <= 11; rank += 0.125) {
    EXPECT_GE(value_at_rank(samples, rank), last) << rank;
    last = value_at_rank(samples, rank);
  }
}

TEST(Summarize, NothingAndNonsense) {
  EXPECT_EQ(summarize({}).count, 0);
  const double nan = std::numeric_limits<double>::quiet_NaN(), infinity = std::numeric_limits<double>::infinity();
  const Summary summary = summarize(std::vector<double>{nan, 3, infinity, 1, -infinity, 2});
  EXPECT_EQ(summary.count, 3);
  EXPECT_EQ(summary.median_ns, 2);
}

/// How often the 95% interval holds the true median over many simulated runs of `n` calls.
double simulated_coverage(const std::function<double(std::mt19937_64&)>& draw, double true_median, std::size_t n) {
  constexpr int k_runs = 4000;
  std::mt19937_64 random(n);
  int covered = 0;
  for (int run = 0; run < k_runs; ++run) {
    std::vector<double> samples(n);
    for (double& sample : samples) sample = draw(random);
    const Summary summary = summarize(samples);
    covered += summary.low_ns <= true_median && true_median <= summary.high_ns;
  }
  return static_cast<double>(covered) / k_runs;
}

// 4000 runs at 95% have a standard error of 0.35%: four of them below 95% would be 93.6%.
TEST(Summarize, TheIntervalCoversTheMedianOfAnyDistribution) {
  for (const std::size_t n : {7u, 30u, 101u, 300u}) {
    const auto normal = [](std::mt19937_64& random) { return std::normal_distribution(1000.0, 10.0)(random); };
    const auto skewed = [](std::mt19937_64& random) { return 1000 + std::exponential_distribution(0.01)(random); };
    const auto cauchy = [](std::mt19937_64& random) { return std::cauchy_distribution(1000.0, 5.0)(random); };
    const auto ticks = [](std::mt19937_64& random) {
      return 32 * std::round(std::normal_distribution(1000.0, 20.0)(random) / 32);
    };
    const auto two_clocks = [](std::mt19937_64& random) {
      const bool slow = std::bernoulli_distribution(0.4)(random);
      return std::normal_distribution(slow ? 1040.0 : 1000.0, 4.0)(random);
    };
    const double of_normal = simulated_coverage(normal, 1000, n);
    EXPECT_GE(of_normal, 0.936) << n;
    EXPECT_LE(of_normal, 0.99) << n;  // not by being wide
    EXPECT_GE(simulated_coverage(skewed, 1000 + 100 * std::log(2.0), n), 0.936) << n;
    EXPECT_GE(simulated_coverage(cauchy, 1000, n), 0.936) << n;
    EXPECT_GE(simulated_coverage(ticks, 998.8, n), 0.936) << n;  // in the stretch of 31 ticks, 976 to 1008
    const double median = 1000 + 4 * 0.96742;                    // P(N(0,1) < x) = 0.5 / 0.6
    EXPECT_GE(simulated_coverage(two_clocks, median, n), 0.936) << n;
  }
}

/// Two processes are 300 ns slower than two others; a median of the mixture would be either's, by chance.
TEST(WithoutProcessShares, TheMiddleHalfOfTheProcessesCounts) {
  std::mt19937_64 random(8);
  std::vector<double> samples;
  std::vector<std::size_t> process;
  for (std::size_t i = 0; i < 900; ++i) {
    process.push_back(i / 2 % 4);
    samples.push_back(std::normal_distribution(2300.0, 10.0)(random) + (process.back() >= 2 ? 300.0 : 0.0));
  }
  const auto moved = without_process_shares(samples, process);
  EXPECT_NEAR(summarize(moved).median_ns, 2450, 3);
  EXPECT_NEAR(summarize(moved).spread(), 26.0 / 2450, 4.0 / 2450);  // p90 - p10 of the noise alone
  // What two of eight do moves nothing.
  std::vector<double> times_ns(32, 100);
  std::vector<std::size_t> eight;
  for (std::size_t i = 0; i < times_ns.size(); ++i) eight.push_back(i % 8);
  for (std::size_t i = 0; i < times_ns.size(); ++i)
    if (eight[i] < 2) times_ns[i] = 1;
  for (const double moved_ns : without_process_shares(times_ns, eight)) EXPECT_EQ(moved_ns, 100);
  EXPECT_EQ(without_process_shares(std::vector<double>{1, 5, 2}, std::vector<std::size_t>{0, 0, 0}),
            (std::vector<double>{1, 5, 2}));
}

TEST(UsableTimes, LeaveOutThrottledSamplesUnlessAllAre) {
  const std::vector<Sample> mixed{{1, 10, 0, false}, {2, 20, 0, true}, {3, 30, 0, false}};
  EXPECT_THAT(usable_times(mixed, &Sample::device_ns), ElementsAre(1, 3));
  EXPECT_THAT(usable_times(mixed, &Sample::wall_ns), ElementsAre(10, 30));
  const std::vector<Sample> all{{1, 10, 0, true}, {2, 20, 0, true}};
  EXPECT_THAT(usable_times(all, &Sample::device_ns), ElementsAre(1, 2));
}

}  // namespace
}  // namespace judge
