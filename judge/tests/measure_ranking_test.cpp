#include "judge/measure/ranking.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

#include "judge/measure/schedule.hpp"
#include "judge/measure/summary.hpp"
#include "judge/tests/measure_noise.hpp"

namespace judge {
namespace {

using namespace testing_noise;
using testing::ElementsAre;
using testing::IsEmpty;

std::vector<std::vector<double>> blocks_of(const std::vector<double>& true_ns, int blocks, Noise noise, std::uint64_t seed) {
  const auto order = interleaved_order(static_cast<int>(true_ns.size()), blocks, seed);
  std::vector<double> samples_ns;
  for (const int who : order) samples_ns.push_back(noise(true_ns[static_cast<std::size_t>(who)]));
  return block_times_ns(order, samples_ns, static_cast<int>(true_ns.size()));
}

/// {contestant, rank} in the order given.
std::vector<std::pair<std::size_t, int>> table(const std::vector<RankedContestant>& ranked) {
  std::vector<std::pair<std::size_t, int>> rows;
  for (const auto& one : ranked) rows.emplace_back(one.contestant, one.rank);
  return rows;
}

using Row = std::pair<std::size_t, int>;

TEST(Rank, OrdersAndGroupsFromTheLeader) {
  const auto ranked = rank(blocks_of({100e3, 90e3, 90.01e3, 120e3, 100.02e3}, 60, normal_noise(0.01, 1), 2));
  ASSERT_EQ(ranked.size(), 5u);
  std::vector<int> rank_of(5);
  for (const auto& one : ranked) rank_of[one.contestant] = one.rank;
  EXPECT_THAT(rank_of, ElementsAre(3, 1, 1, 5, 3));
  EXPECT_EQ(ranked.back().contestant, 3u);
  EXPECT_TRUE(ranked.front().tied);
  EXPECT_FALSE(ranked.back().tied);
  EXPECT_NEAR(ranked.back().to_first.ratio, 120.0 / 90, 0.01);
}

// Where two clocks do not agree: the first may take 14 us more, the last 10 us less.
TEST(Rank, WhatIsInDoubtCountsForNobody) {
  const auto times_ns = blocks_of({88e3, 94e3, 110e3, 120e3}, 60, normal_noise(0.01, 1), 2);
  EXPECT_THAT(table(rank(times_ns)), ElementsAre(Row{0, 1}, Row{1, 2}, Row{2, 3}, Row{3, 4}));
  const CompareOptions options{.doubts = {{.more_ns = 14e3}, {}, {}, {.less_ns = 11e3}}};
  EXPECT_THAT(table(rank(times_ns, options)), ElementsAre(Row{0, 1}, Row{1, 1}, Row{2, 3}, Row{3, 3}));
}

TEST(Rank, TheSameTwelveTimesShareOneRank) {
  int torn = 0;
  for (unsigned seed = 0; seed < 60; ++seed) {
    for (const auto& kind : all_noises()) {
      const auto ranked = rank(blocks_of(std::vector<double>(12, 80e3), 30, kind.make(0.02, seed), seed));
      torn += ranked.back().rank != 1;
    }
  }
  EXPECT_LE(torn, 60 * 7 / 100);
}

TEST(Rank, TwelveSlowAttemptsWithAFewCallsEachAreStillRankedWhereItIsPlain) {
  std::vector<double> true_ns;
  for (int i = 0; i < 12; ++i) true_ns.push_back(400e6 * (1 + 0.5 * i));
  const auto ranked = rank(blocks_of(true_ns, 5, normal_noise(0.01, 9), 9));
  for (std::size_t i = 0; i < 12; ++i) EXPECT_EQ(ranked[i].rank, static_cast<int>(i) + 1);
}

/// The margin is nothing against this noise: twelve equals stay together because all pairs share one chance of error.
TEST(Rank, NoiseAloneSeldomTearsEqualsApart) {
  int torn = 0;
  for (unsigned seed = 0; seed < 600; ++seed)
    torn += rank(blocks_of(std::vector<double>(12, 80e3), 30, normal_noise(1.0, seed), seed)).back().rank != 1;
  EXPECT_LE(torn, 6);
}

TEST(Rank, BlocksThatOneContestantMissedDoNotFavourIt) {
  // The second half ran at a clock 10% lower; contestant 0, 2% slower than 1, was only called in the first.
  auto times = blocks_of({102e3, 100e3, 120e3}, 60, normal_noise(0.005, 7), 8);
  for (std::size_t block = 30; block < 60; ++block) {
    times[0][block] = std::numeric_limits<double>::quiet_NaN();
    for (auto& contestant : times) contestant[block] *= 1.1;
  }
  EXPECT_THAT(table(rank(times)), ElementsAre(Row{1, 1}, Row{0, 2}, Row{2, 3}));
}

TEST(Rank, SeesThroughADriftThatDwarfsTheDifferences) {
  const auto ranked = rank(blocks_of({101e3, 100e3, 102.5e3}, 60, drifting_noise(0.01, 3), 4));
  EXPECT_THAT(table(ranked), ElementsAre(Row{1, 1}, Row{0, 2}, Row{2, 3}));
}

TEST(Rank, ThoseWithoutTimesComeLast) {
  auto times = blocks_of({100e3, 90e3, 80e3}, 30, normal_noise(0.01, 5), 6);
  times[2].assign(30, std::numeric_limits<double>::quiet_NaN());
  EXPECT_THAT(table(rank(times)), ElementsAre(Row{1, 1}, Row{0, 2}, Row{2, 3}));
  EXPECT_THAT(rank({}), IsEmpty());
  EXPECT_THAT(table(rank(std::vector<std::vector<double>>{{}, {}})), ElementsAre(Row{0, 1}, Row{1, 1}));
}

Summary about(double median_ns, double half_width_ns) {
  return {.median_ns = median_ns, .low_ns = median_ns - half_width_ns, .high_ns = median_ns + half_width_ns, .count = 30};
}

TEST(RankUnpaired, TellsApartOnlyWhatDaysCannot) {
  // Allowance 0.5%: 100 and 100.4 us cannot be told apart, 100 and 101 can.
  const std::vector<Summary> board{about(101e3, 50), about(100e3, 50), about(100.4e3, 50), about(150e3, 50)};
  const auto ranked = rank_unpaired(board);
  ASSERT_EQ(ranked.size(), 4u);
  EXPECT_EQ(ranked[0].entry, 1u);
  EXPECT_EQ(ranked[0].rank, 1);
  EXPECT_EQ(ranked[0].best_rank, 1);
  EXPECT_EQ(ranked[0].worst_rank, 2);
  EXPECT_TRUE(ranked[0].tied);
  EXPECT_LT(ranked[0].best_rank, ranked[0].worst_rank);
  EXPECT_EQ(ranked[1].entry, 2u);
  EXPECT_EQ(ranked[1].rank, 1);
  EXPECT_EQ(ranked[2].entry, 0u);
  EXPECT_EQ(ranked[2].rank, 3);
  EXPECT_FALSE(ranked[2].tied);
  EXPECT_EQ(ranked[3].entry, 3u);
  EXPECT_EQ(ranked[3].rank, 4);
  EXPECT_EQ(ranked[3].best_rank, ranked[3].worst_rank);
}

TEST(RankUnpaired, TheConstantRulesShortTimes) {
  const std::vector<Summary> close{about(2'000, 5), about(2'080, 5)}, apart{about(2'000, 5), about(2'200, 5)};
  EXPECT_EQ(rank_unpaired(close)[1].rank, 1);
  EXPECT_EQ(rank_unpaired(apart)[1].rank, 2);
  EXPECT_EQ(rank_unpaired(apart)[1].best_rank, rank_unpaired(apart)[1].worst_rank);
  EXPECT_EQ(rank_unpaired(close, BetweenRuns{.relative = 0, .least_ns = 0})[1].rank, 2);
}

TEST(RankUnpaired, EachEntryMayHaveAnAllowanceOfItsOwn) {
  const std::vector<Summary> board{about(100e3, 10), about(101e3, 10), about(150e3, 10)};
  const std::vector<BetweenRuns> allowances{between_runs(Bracket::blocked, RuntimeKind::cuda),
                                            between_runs(Bracket::host_paced, RuntimeKind::cuda),
                                            between_runs(Bracket::blocked, RuntimeKind::cuda)};
  const auto ranked = rank_unpaired(board, allowances);
  EXPECT_EQ(ranked[1].rank, 1);
  EXPECT_EQ(ranked[2].rank, 3);
  EXPECT_EQ(rank_unpaired(board)[1].rank, 2);
  const auto of_host = [](Bracket bracket) { return between_runs(bracket, RuntimeKind::cuda).relative; };
  EXPECT_GT(of_host(Bracket::host_clock), of_host(Bracket::host_paced));
}

TEST(RankUnpaired, OnTheEmulatedRuntimeAsMuchIsAllowedAsCallsDiffer) {
  Measurement timing{.bracket = Bracket::host_clock};
  timing.device = {.median_ns = 100e3, .p10_ns = 95e3, .p90_ns = 105e3, .count = 30};
  EXPECT_EQ(between_runs(timing, RuntimeKind::emulated).relative, 0.25);
  timing.device.p90_ns = 155e3;
  EXPECT_DOUBLE_EQ(between_runs(timing, RuntimeKind::emulated).relative, 0.6);
  EXPECT_EQ(between_runs(timing, RuntimeKind::cuda).relative, 0.1);
}

TEST(RankUnpaired, ChainsDoNotPullTheLastToTheFirst) {
  // Each meets its neighbour, but the last does not meet the first: it leads a group of its own, with an uncertain rank.
  const auto ranked = rank_unpaired(std::vector<Summary>{about(100e3, 10), about(100.4e3, 10), about(100.8e3, 10)});
  EXPECT_EQ(ranked[1].rank, 1);
  EXPECT_EQ(ranked[2].rank, 3);
  EXPECT_EQ(ranked[2].best_rank, 2);
  EXPECT_EQ(ranked[2].worst_rank, 3);
}

TEST(RankUnpaired, WithoutSamplesLast) {
  const auto ranked = rank_unpaired(std::vector<Summary>{{}, about(100e3, 10)});
  EXPECT_EQ(ranked[0].entry, 1u);
  EXPECT_EQ(ranked[1].entry, 0u);
  EXPECT_EQ(ranked[1].rank, 2);
  EXPECT_LT(ranked[1].best_rank, ranked[1].worst_rank);
  EXPECT_THAT(rank_unpaired({}), IsEmpty());
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const auto nonsense = rank_unpaired(std::vector<Summary>{about(0, 0), about(nan, 1), about(100e3, 10)});
  EXPECT_EQ(nonsense[0].entry, 2u);
  EXPECT_EQ(nonsense[2].rank, 2);
}

/// Runs of one attempt on different days, each day off by its own bit: within the allowance their ranks are not
/// certain to differ.
TEST(RankUnpaired, DaysThatDifferByTheAllowanceAreNotRanked) {
  for (unsigned seed = 0; seed < 100; ++seed) {
    std::mt19937_64 random(seed);
    std::vector<Summary> board;
    for (int day = 0; day < 10; ++day) {
      const double offset = std::uniform_real_distribution(-0.0025, 0.0025)(random);
      auto noise = normal_noise(0.01, seed * 100 + static_cast<unsigned>(day));
      std::vector<double> samples_ns;
      for (int i = 0; i < 100; ++i) samples_ns.push_back(noise(80e3 * (1 + offset)));
      board.push_back(summarize(samples_ns));
    }
    for (const RankedEntry& entry : rank_unpaired(board)) EXPECT_EQ(entry.rank, 1) << seed;
  }
}

TEST(Percentile, IsTheShareThatIsSlower) {
  EXPECT_EQ(percentile(5, {}), 50);
  EXPECT_EQ(percentile(5, std::vector<double>{5}), 50);
  EXPECT_EQ(percentile(1, std::vector<double>{1, 2, 3, 4}), 87.5);
  EXPECT_EQ(percentile(4, std::vector<double>{1, 2, 3, 4}), 12.5);
  EXPECT_EQ(percentile(2, std::vector<double>{1, 2, 2, 4}), 50);
  EXPECT_EQ(percentile(0.5, std::vector<double>{1, 2, 3, 4}), 100);  // an outsider that beats them all
}

}  // namespace
}  // namespace judge
