#include "judge/measure/compare.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>
#include <vector>

#include "judge/measure/pairs.hpp"
#include "judge/measure/processes.hpp"
#include "judge/measure/schedule.hpp"
#include "judge/measure/signed_rank.hpp"
#include "judge/measure/student_t.hpp"
#include "judge/tests/measure_noise.hpp"

namespace judge {
namespace {

using namespace testing_noise;

// ------------------------------------------------------------------------------------------- the signed-rank statistic

/// P(T+ <= k), by trying all 2^n signs.
double brute_force_tail(unsigned n, std::ptrdiff_t k) {
  int below = 0;
  for (unsigned signs = 0; signs < 1u << n; ++signs) {
    std::ptrdiff_t sum = 0;
    for (unsigned rank = 1; rank <= n; ++rank) sum += signs >> (rank - 1) & 1 ? rank : 0;
    below += sum <= k;
  }
  return below / std::ldexp(1.0, static_cast<int>(n));
}

TEST(CompareOptions, SharesOutWhatTheConfidenceLeavesOpen) {
  const CompareOptions options{.claim_confidence = 0.99};
  EXPECT_DOUBLE_EQ(options.shared_among(0).claim_confidence, 0.99);
  EXPECT_DOUBLE_EQ(options.shared_among(1).claim_confidence, 0.99);
  EXPECT_DOUBLE_EQ(options.shared_among(pairs_among(5)).claim_confidence, 0.999);
  EXPECT_DOUBLE_EQ(options.shared_among(neighbours_among(6)).claim_confidence, 0.998);
}

TEST(SignedRank, QuantilesAgreeWithAllSigns) {
  for (unsigned n = 1; n <= 14; ++n) {
    for (const double tail : {0.0025, 0.025, 0.1}) {
      const auto k = signed_rank_quantile(n, tail);
      EXPECT_LE(k < 0 ? 0 : brute_force_tail(n, k), tail) << n;
      EXPECT_GT(brute_force_tail(n, k + 1), tail) << n;
    }
  }
}

/// Two-sided 5% critical values as printed in textbooks.
TEST(SignedRank, QuantilesAgreeWithPublishedTables) {
  EXPECT_EQ(signed_rank_quantile(5, 0.025), -1);
  EXPECT_EQ(signed_rank_quantile(6, 0.025), 0);
  EXPECT_EQ(signed_rank_quantile(10, 0.025), 8);
  EXPECT_EQ(signed_rank_quantile(20, 0.025), 52);
  EXPECT_EQ(signed_rank_quantile(30, 0.025), 137);
  EXPECT_EQ(signed_rank_quantile(50, 0.025), 434);
}

/// P(T+ <= k) by counting subsets of 1 ... n.
double exact_tail(std::size_t n, std::ptrdiff_t k) {
  std::vector<double> probability(n * (n + 1) / 2 + 1, 0);
  probability[0] = 1;
  for (std::size_t rank = 1; rank <= n; ++rank) {
    for (std::size_t sum = probability.size(); sum-- > 0;)
      probability[sum] = (probability[sum] + (sum >= rank ? probability[sum - rank] : 0)) / 2;
  }
  double total = 0;
  for (std::ptrdiff_t sum = 0; sum <= k; ++sum) total += probability[static_cast<std::size_t>(sum)];
  return total;
}

TEST(SignedRank, TheApproximationIsWithinOneRankOfExact) {
  for (const std::size_t n : {61u, 80u, 120u, 250u}) {
    for (const double tail : {0.00004, 0.0025, 0.025}) {
      const auto k = signed_rank_quantile(n, tail);
      EXPECT_LE(exact_tail(n, k - 1), tail) << n << " " << tail;
      EXPECT_GT(exact_tail(n, k + 2), tail) << n << " " << tail;
    }
  }
}

TEST(Centre, IsTheMedianOfPairwiseMeans) {
  Centre centre(std::vector<double>{1, 2, 9});  // means: 1 1.5 2 5 5.5 9
  EXPECT_EQ(centre.estimate(), 3.5);
  EXPECT_TRUE(std::isinf(centre.interval(0.95).low) && std::isinf(centre.interval(0.95).high));
  Centre six(std::vector<double>{1, 2, 3, 4, 5, 6});
  EXPECT_EQ(six.interval(0.95).low, 1);
  EXPECT_EQ(six.interval(0.95).high, 6);
}

bool covers(Centre centre, double truth) {
  const auto [low, high] = centre.interval(0.95);
  return low <= truth && truth <= high;
}

TEST(Centre, IntervalsCoverTheCentreOfSymmetricDistributions) {
  std::mt19937_64 random(1);
  for (const std::size_t n : {10u, 40u, 100u}) {
    int normal = 0, cauchy = 0;
    constexpr int k_runs = 2000;
    for (int run = 0; run < k_runs; ++run) {
      std::vector<double> a(n), b(n);
      for (double& value : a) value = std::normal_distribution(5.0, 1.0)(random);
      for (double& value : b) value = std::cauchy_distribution(5.0, 1.0)(random);
      normal += covers(Centre(a), 5);
      cauchy += covers(Centre(b), 5);
    }
    EXPECT_GE(normal, 0.93 * k_runs) << n;
    EXPECT_LE(normal, 0.975 * k_runs) << n;
    EXPECT_GE(cauchy, 0.93 * k_runs) << n;
  }
}

// ------------------------------------------------------------------------------------------------- whole comparisons

/// What a caller does: some blocks in random order, again and again until the rule is content.
Comparison simulate(Noise noise, double a_ns, double b_ns, std::uint64_t seed, const BlockRule& rule = {}) {
  const auto order = interleaved_order(2, static_cast<int>(rule.max_blocks), seed);
  std::vector<double> samples_ns;
  for (std::size_t blocks = rule.min_blocks;; blocks = std::min(blocks * 3 / 2, rule.max_blocks)) {
    while (samples_ns.size() < 4 * blocks) samples_ns.push_back(noise(order[samples_ns.size()] == 0 ? a_ns : b_ns));
    const auto times_ns = block_times_ns(order, samples_ns, 2);
    const Comparison now = compare(times_ns[0], times_ns[1]);
    if (enough_blocks(rule, {&now, 1}, blocks, 0)) return now;
  }
}

struct Tally {
  int a_wins = 0, b_wins = 0, covered = 0;
};

Tally tally(const NoiseKind& kind, double spread, double a_ns, double b_ns, int comparisons) {
  Tally result;
  for (int i = 0; i < comparisons; ++i) {
    const auto seed = static_cast<unsigned>(1000 * spread * 7919 + i);
    const Comparison comparison = simulate(kind.make(spread, seed), a_ns, b_ns, seed + 1);
    result.a_wins += comparison.a_wins();
    result.b_wins += comparison.b_wins();
    result.covered += comparison.low <= a_ns / b_ns && a_ns / b_ns <= comparison.high;
  }
  return result;
}

TEST(Compare, AgainstItselfNothingWins) {
  constexpr int k_comparisons = 200;
  for (const auto& kind : all_noises()) {
    for (const double spread : {0.003, 0.02, 0.1}) {
      const Tally result = tally(kind, spread, 80'000, 80'000, k_comparisons);
      EXPECT_LE(result.a_wins + result.b_wins, k_comparisons / 100) << kind.name << " " << spread;
      EXPECT_GE(result.covered, 0.91 * k_comparisons) << kind.name << " " << spread;
    }
  }
}

/// The worst case for false wins: noise so large that the margin is nothing against it. The bound is 0.5%.
TEST(Compare, FalseWinsStayRareWhereTheMarginIsNoHelp) {
  constexpr int k_comparisons = 3000;
  std::mt19937_64 random(5);
  int wins = 0;
  for (int i = 0; i < k_comparisons; ++i) {
    std::vector<double> a(30), b(30);
    for (double& time : a) time = std::lognormal_distribution(0.0, 1.0)(random);
    for (double& time : b) time = std::lognormal_distribution(0.0, 1.0)(random);
    wins += compare(a, b).distinguishable;
  }
  EXPECT_LE(wins, 0.01 * k_comparisons);
}

TEST(Compare, APlantedPercentIsFound) {
  for (const auto& kind : all_noises()) {
    for (const double spread : {0.003, 0.02}) {
      const Tally faster = tally(kind, spread, 79'200, 80'000, 100);
      EXPECT_GE(faster.a_wins, 95) << kind.name << " " << spread;
      EXPECT_EQ(faster.b_wins, 0) << kind.name << " " << spread;
      const Tally slower = tally(kind, spread, 50'500, 50'000, 100);
      EXPECT_GE(slower.b_wins, 95) << kind.name << " " << spread;
    }
  }
}

TEST(Compare, ADifferenceWithinTheMarginIsNeverClaimed) {
  for (const auto& kind : all_noises()) {
    const Tally slower = tally(kind, 0.003, 80'160, 80'000, 50);  // 0.2%
    const Tally faster = tally(kind, 0.003, 79'840, 80'000, 50);
    EXPECT_EQ(slower.a_wins + slower.b_wins + faster.a_wins + faster.b_wins, 0) << kind.name;
  }
  // The noise is no reason: without the margin the same differences are found.
  std::vector<double> a(60, 80'160), b(60, 80'000);
  EXPECT_FALSE(compare(a, b).distinguishable || compare(b, a).distinguishable);
  EXPECT_TRUE(compare(a, b, {.margin = 0}).b_wins() && compare(b, a, {.margin = 0}).a_wins());
}

/// Two processes of one and the same attempt of 2 us differ by nearly so much.
TEST(Compare, ShortTimesThatDifferByLessThanAProcessDoesAreNotToldApart) {
  const std::vector<double> fast(60, 2'300), slow(60, 2'390), slower(60, 2'410);
  EXPECT_FALSE(compare(slow, fast).distinguishable || compare(fast, slow).distinguishable);
  EXPECT_TRUE(compare(slower, fast).b_wins() && compare(fast, slower).a_wins());
  EXPECT_EQ(describe(compare(slow, fast)), "no difference you could measure (< 4.4%)");
  EXPECT_TRUE(compare(slow, fast, {.margin_ns = 0}).b_wins());
}

/// Without the random order this would be a win of 5% for whoever goes first.
TEST(Compare, ABlockThatFavoursItsFirstCallFoolsNobody) {
  int wins = 0;
  for (unsigned seed = 0; seed < 200; ++seed) {
    Noise base = normal_noise(0.01, seed);
    int call = 0;
    const Noise favours_first = [&](double ns) { return base(ns) * (call++ % 4 == 0 ? 0.9 : 1); };
    wins += simulate(favours_first, 1e5, 1e5, seed).distinguishable;
  }
  EXPECT_LE(wins, 2);
}

/// 99.5% and 97.5% points as tables print them.
TEST(StudentT, QuantilesAgreeWithPublishedTables) {
  EXPECT_NEAR(student_t_quantile(1, 0.025), 12.706, 5e-4);
  EXPECT_NEAR(student_t_quantile(2, 0.005), 9.925, 5e-4);
  EXPECT_NEAR(student_t_quantile(3, 0.025), 3.182, 5e-4);
  EXPECT_NEAR(student_t_quantile(4, 0.005), 4.604, 5e-4);
  EXPECT_NEAR(student_t_quantile(7, 0.005), 3.499, 5e-4);
  EXPECT_NEAR(student_t_quantile(30, 0.025), 2.042, 5e-4);
}

/// P(T > t) by Simpson's rule over the density.
double student_tail(int degrees, double t) {
  const double scale = std::tgamma((degrees + 1) / 2.0) / std::tgamma(degrees / 2.0) / std::sqrt(degrees * M_PI);
  const auto density = [&](double x) { return scale * std::pow(1 + x * x / degrees, -(degrees + 1) / 2.0); };
  constexpr int k_steps = 20'000;
  double sum = density(0) + density(t);
  for (int step = 1; step < k_steps; ++step) sum += (step % 2 ? 4 : 2) * density(t * step / k_steps);
  return 0.5 - sum * t / k_steps / 3;
}

/// As far out as the pairs of many contestants need.
TEST(StudentT, QuantilesAgreeWithTheDensity) {
  for (int degrees = 2; degrees <= 14; ++degrees)
    for (const double tail : {0.1, 0.0025, 3.8e-5})
      EXPECT_NEAR(student_tail(degrees, student_t_quantile(degrees, tail)) / tail, 1, 1e-6) << degrees << " " << tail;
}

TEST(Compare, AFewBlocksShowWhatIsPlainToSee) {
  const std::vector<double> a{1.00e6, 1.02e6, 0.99e6, 1.01e6, 1.00e6}, b{3.0e6, 3.1e6, 2.9e6, 3.0e6, 3.05e6};
  const Comparison five = compare(a, b);
  EXPECT_TRUE(five.a_wins());
  EXPECT_LT(five.high, 0.4);
  // Exact to the last digit, but two percent is not plain enough, however even five blocks look.
  const std::vector<double> c(5, 1.02e6), d(5, 1e6);
  EXPECT_FALSE(compare(c, d).distinguishable);
  EXPECT_EQ(describe(compare(c, d)), "no difference you could measure (< 2.0%)");
}

TEST(Compare, AFewNoisyBlocksSeldomClaim) {
  for (const auto& kind : all_noises()) {
    for (const double spread : {0.02, 0.5}) {
      for (const std::size_t blocks : {5u, 8u}) {
        int wins = 0;
        for (unsigned seed = 0; seed < 1000; ++seed) {
          auto noise = kind.make(spread, seed);
          std::vector<double> samples_ns;
          const auto order = interleaved_order(2, static_cast<int>(blocks), seed);
          for (std::size_t i = 0; i < order.size(); ++i) samples_ns.push_back(noise(50e6));
          const auto times_ns = block_times_ns(order, samples_ns, 2);
          wins += compare(times_ns[0], times_ns[1]).distinguishable;
        }
        EXPECT_LE(wins, 10) << kind.name << " " << spread << " " << blocks;
      }
    }
  }
}

TEST(Compare, TooFewBlocksSayNothing) {
  const std::vector<double> a{1, 1, 1, 1}, b{2, 2, 2, 2};
  const Comparison four = compare(a, b);
  EXPECT_FALSE(four.distinguishable);
  EXPECT_EQ(four.high, std::numeric_limits<double>::infinity());
  EXPECT_EQ(describe(four), "too few blocks to tell");
  EXPECT_EQ(compare({}, {}).blocks, 0u);
  EXPECT_EQ(describe(compare({}, {})), "too few blocks to tell");
}

TEST(Compare, LeavesOutBrokenPairs) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  std::vector<double> a(20, 1e6), b(20, 2e6);
  a[3] = nan;
  b[4] = 0;
  b[5] = -1;
  a[6] = std::numeric_limits<double>::infinity();
  b.resize(19);
  const Comparison comparison = compare(a, b);
  EXPECT_EQ(comparison.blocks, 15u);
  EXPECT_TRUE(comparison.a_wins());
  EXPECT_DOUBLE_EQ(comparison.ratio, 0.5);
}

TEST(Compare, IsTheOtherWayRoundFromTheOtherSide) {
  auto noise = heavy_tailed_noise(0.02, 3);
  std::vector<double> a, b;
  for (int i = 0; i < 40; ++i) {
    a.push_back(noise(100));
    b.push_back(noise(103));
  }
  const Comparison ab = compare(a, b), ba = compare(b, a);
  EXPECT_NEAR(ab.ratio * ba.ratio, 1, 1e-12);
  EXPECT_NEAR(ab.low * ba.high, 1, 1e-12);
  EXPECT_EQ(ab.a_wins(), ba.b_wins());
}

// ------------------------------------------------------------------------------------------------------------ in words

Comparison measured(double ratio, double half_width, bool distinguishable) {
  return {.ratio = ratio,
          .low = ratio - half_width,
          .high = ratio + half_width,
          .distinguishable = distinguishable,
          .margin = 0.003,
          .blocks = 30};
}

TEST(Describe, SaysHowMuchAndHowSure) {
  EXPECT_EQ(describe(measured(0.982, 0.002, true)), "faster by 1.8% +- 0.2%");
  EXPECT_EQ(describe(measured(1.018, 0.002, true)), "slower by 1.8% +- 0.2%");
  EXPECT_EQ(describe(measured(0.9825, 0.0004, true)), "faster by 1.75% +- 0.04%");
  EXPECT_EQ(describe(measured(0.9, 0.0241, true)), "faster by 10.0% +- 2.5%");  // widths are rounded up
  EXPECT_EQ(describe(measured(0.609, 0.1287, true)), "faster by 39% +- 13%");   // no more digits than it supports
  EXPECT_EQ(describe(measured(2.41, 0.015, true)), "2.41x slower (+- 0.02)");
  EXPECT_EQ(describe(measured(0.25, 0.001, true)), "4.00x faster (+- 0.02)");
}

TEST(Describe, SaysWhatCouldStillBe) {
  EXPECT_EQ(describe(measured(1.0002, 0.001, false)), "no difference you could measure (< 0.3%)");
  EXPECT_EQ(describe(measured(0.99, 0.02, false)), "no difference you could measure (< 3.0%)");
  EXPECT_EQ(describe(measured(1.004, 0.0005, false)), "no difference you could measure (< 0.5%)");
}

Comparison between(double low, double ratio, double high, bool distinguishable) {
  return {.ratio = ratio, .low = low, .high = high, .distinguishable = distinguishable, .margin = 0.003, .blocks = 30};
}

TEST(Describe, AWideIntervalIsGivenByItsEnds) {
  EXPECT_EQ(describe(between(0.0125, 0.0216, 0.3499, false)), "too uncertain to tell: between 2.9x and 80.0x faster");
  EXPECT_EQ(describe(between(1.05, 1.2, 1.4, false)), "too uncertain to tell: between 5.0% and 40.0% slower");
  EXPECT_EQ(describe(between(0.7, 1.1, 5.5, false)), "too uncertain to tell: between 30.0% faster and 5.5x slower");
  EXPECT_EQ(describe(between(1.0 / 270, 1 / 58.4, 1.0 / 12, true)), "58.4x faster, between 12.0x and 270x faster");
  EXPECT_EQ(describe(between(2.0, 3.0, 4.0, true)), "3.0x slower, between 2.0x and 4.0x slower");
  // What is short has a wide margin: there the interval is narrow, and nothing is uncertain.
  Comparison of_short_times = between(0.88, 0.9, 0.92, false);
  of_short_times.margin = 0.125;
  EXPECT_EQ(describe(of_short_times), "no difference you could measure (< 12.5%)");
}

TEST(EnoughBlocks, LooksAtTheWidthsAndTheLimits) {
  const BlockRule rule;
  Comparison narrow = measured(1.0001, 0.001, false);
  narrow.claim_low = narrow.ratio - 0.002;
  narrow.claim_high = narrow.ratio + 0.002;
  const std::vector<Comparison> one{narrow};
  EXPECT_FALSE(enough_blocks(rule, one, 14, 0));
  EXPECT_TRUE(enough_blocks(rule, one, 15, 0));

  Comparison wide = narrow, uncertain = narrow;
  wide.high += 0.01;
  uncertain.claim_high += 0.01;
  EXPECT_FALSE(enough_blocks(rule, std::vector{narrow, wide}, 100, 1e9));
  EXPECT_FALSE(enough_blocks(rule, std::vector{uncertain}, 100, 1e9));
  EXPECT_TRUE(enough_blocks(rule, std::vector{narrow, wide}, 100, 2e9));
  EXPECT_TRUE(enough_blocks(rule, std::vector{narrow, wide}, 250, 1e9));
  EXPECT_FALSE(enough_blocks(rule, one, 0, 2e9));
}

TEST(EnoughBlocks, AWideMarginNeedsNoFineInterval) {
  Comparison short_time = measured(1.0, 0.012, false);  // 3 us, where 100 ns are the margin
  short_time.claim_low = 0.98;
  short_time.claim_high = 1.02;
  EXPECT_FALSE(enough_blocks({}, std::vector{short_time}, 15, 0));
  short_time.margin = 0.033;
  EXPECT_TRUE(enough_blocks({}, std::vector{short_time}, 15, 0));
}

TEST(EnoughBlocks, LargeDifferencesNeedNoFineIntervalAndBrokenContestantsNone) {
  Comparison large = measured(2.4, 0.1, true);
  large.claim_low = 2.2;
  large.claim_high = 2.6;
  EXPECT_TRUE(enough_blocks({}, std::vector{large, compare({}, {})}, 15, 0));
  large.claim_high = 3.2;
  EXPECT_FALSE(enough_blocks({}, std::vector{large}, 15, 0));
}

/// Equal attempts, of which each process has a share of its own of all its times: false claims in a hundred comparisons.
int false_claims_with_shares(double deviation, std::size_t processes, std::size_t told) {
  std::mt19937_64 random(17);
  std::normal_distribution share(0.0, deviation), noise(0.0, 0.02);
  int claims = 0;
  for (int trial = 0; trial < 100; ++trial) {
    std::vector<double> shares;
    for (std::size_t i = 0; i < 2 * processes; ++i) shares.push_back(share(random));
    std::vector<double> a_ns, b_ns;
    for (std::size_t block = 0; block < 120; ++block) {
      const std::size_t process = process_of_block(block, processes);
      a_ns.push_back(4e6 * std::exp(shares[2 * process] + noise(random)));
      b_ns.push_back(4e6 * std::exp(shares[2 * process + 1] + noise(random)));
    }
    claims += compare(a_ns, b_ns, {.processes = told}).distinguishable;
  }
  return claims;
}

TEST(Compare, AProcessShareOfTheTimeIsNoDifference) {
  EXPECT_GT(false_claims_with_shares(0.1, 1, 1), 80);  // nothing in the blocks of one process shows it
  EXPECT_GT(false_claims_with_shares(0.1, 8, 1), 30);
  EXPECT_LE(false_claims_with_shares(0.1, 8, 8), 2);
  EXPECT_LE(false_claims_with_shares(0.1, 4, 4), 2);
}

TEST(Compare, WhatAllProcessesShowIsFound) {
  std::vector<double> a_ns, b_ns;
  for (std::size_t block = 0; block < 48; ++block) {
    const auto process = static_cast<double>(process_of_block(block, 8));
    a_ns.push_back(4e6 * (1 + 0.01 * process));
    b_ns.push_back(5e6 * (1 + 0.01 * (7 - process)));
  }
  EXPECT_TRUE(compare(a_ns, b_ns, {.processes = 8}).a_wins());
}

TEST(Compare, OneProcessOfManySaysNothing) {
  const std::vector<double> a_ns(3, 4e6), b_ns(3, 9e6);
  EXPECT_FALSE(compare(a_ns, b_ns, {.processes = 8}).distinguishable);
}

}  // namespace
}  // namespace judge
