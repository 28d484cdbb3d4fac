#include "judge/render/pairs_table.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>

namespace judge {
namespace {

using testing::HasSubstr;

std::vector<double> noisy_times_ns(double level_ns, int blocks, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  std::normal_distribution<double> noise(1, 0.002);
  std::vector<double> times_ns;
  for (int i = 0; i < blocks; ++i) times_ns.push_back(level_ns * noise(random));
  return times_ns;
}

TEST(ComparePairs, EveryPairOnceInTheOrderNamed) {
  const auto pairs = compare_pairs({noisy_times_ns(100e3, 60, 1), noisy_times_ns(102e3, 60, 2), noisy_times_ns(100e3, 60, 3)});
  ASSERT_EQ(pairs.size(), 3u);
  EXPECT_EQ(pairs[0].a, 0u);
  EXPECT_EQ(pairs[0].b, 1u);
  EXPECT_EQ(pairs[1].b, 2u);
  EXPECT_EQ(pairs[2].a, 1u);
  EXPECT_TRUE(pairs[0].comparison.a_wins());
  EXPECT_FALSE(pairs[1].comparison.distinguishable);
  EXPECT_TRUE(pairs[2].comparison.b_wins());
}

TEST(ComparePairs, ManyPairsAreClaimedMoreCarefully) {
  const auto a = noisy_times_ns(100e3, 60, 1), b = noisy_times_ns(100.2e3, 60, 2);
  const auto two = compare_pairs({a, b});
  const auto four = compare_pairs({a, b, noisy_times_ns(120e3, 60, 3), noisy_times_ns(130e3, 60, 4)});
  EXPECT_LT(four[0].comparison.claim_low, two[0].comparison.claim_low);
  EXPECT_DOUBLE_EQ(four[0].comparison.low, two[0].comparison.low);
}

TEST(ComparePairs, OneContestantMakesNoPair) { EXPECT_TRUE(compare_pairs({noisy_times_ns(100, 60, 1)}).empty()); }

TEST(PairsTable, SaysRatioIntervalAndWords) {
  const auto pairs = compare_pairs({noisy_times_ns(90'000, 60, 1), noisy_times_ns(100'000, 60, 2)});
  const auto text = table_csv(pairs_table(pairs, {"mine", "yours"}, {{.median_ns = 90'000}, {.median_ns = 100'000}}));
  EXPECT_THAT(text, HasSubstr("mine,yours,90.0 us,100.0 us,0.9"));
  EXPECT_THAT(text, HasSubstr("faster by "));
  EXPECT_THAT(text, HasSubstr(" to 0.9"));
}

TEST(PairsTable, HasNoMoreDigitsThanTheIntervalSupports) {
  const Comparison wide{.ratio = 0.609, .low = 0.4938, .high = 0.7512, .distinguishable = true, .blocks = 35};
  const Summary a{.median_ns = 15.68e6, .low_ns = 13e6, .high_ns = 18e6},
      b{.median_ns = 22.8e6, .low_ns = 20e6, .high_ns = 26e6};
  EXPECT_THAT(table_csv(pairs_table({{0, 1, wide}}, {"mine", "yours"}, {a, b})),
              HasSubstr("mine,yours,16 ms,23 ms,0.61,0.49 to 0.75,faster by 39% +- 13%"));
}

TEST(PairsTable, AnIntervalWithoutOneThatClaimsNothingIsExplained) {
  const std::vector<std::string> names{"mine", "yours", "theirs"};
  Comparison unsure{.ratio = 4.2, .low = 2.46, .high = 7.14, .margin = 0.05, .blocks = 5};
  EXPECT_THAT(
      unsure_lines({{0, 1, unsure}, {0, 2, {}}, {1, 2, {}}}, names, 2),
      testing::ElementsAre("mine, yours: 5 blocks are too few to be sure, a difference is claimed at 99.5%, shared among 3 "
                           "pairs: --max-time 8"));
  unsure.distinguishable = true;
  EXPECT_THAT(unsure_lines({{0, 1, unsure}}, names, 2), testing::IsEmpty());
  const Comparison within_margin{.ratio = 1.002, .low = 1.001, .high = 1.003, .margin = 0.003, .blocks = 60};
  EXPECT_THAT(unsure_lines({{0, 1, within_margin}}, names, 2), testing::IsEmpty());
}

TEST(PairsTable, TheSameContentIsSaid) {
  EXPECT_THAT(same_content_lines({{0, 1, {}}, {0, 2, {}}, {1, 2, {}}}, {"mine", "yours", "copy"}, {"1", "2", "1"}),
              testing::ElementsAre("mine and copy have the same content: what differs is the measurement"));
}

TEST(PairsTable, TooFewBlocksClaimNothing) {
  const auto pairs = compare_pairs({{90.0, 91.0}, {100.0, 99.0}});
  const auto text = table_csv(pairs_table(pairs, {"mine", "yours"}, {{.median_ns = 90}, {.median_ns = 100}}));
  EXPECT_THAT(text, HasSubstr(",-,too few blocks to tell"));
}

}  // namespace
}  // namespace judge
