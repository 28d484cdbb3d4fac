#include "judge/judging/run_rows.hpp"

#include <gtest/gtest.h>

#include "judge/tests/render_samples.hpp"

namespace judge {
namespace {

TEST(BoardRows, ShareRanksWhereDaysCannotTellApart) {
  const std::vector<Record> records{sample_record("fast", 73'100), sample_record("same", 73'150),
                                    sample_record("slow", 91'600)};
  const std::vector<double> medians{73'100, 73'150, 91'600};
  const auto rows = board_rows(records, medians, PeakRates{.bytes_per_s = 4.5e12});
  ASSERT_EQ(rows.size(), 3U);
  EXPECT_EQ(rows[0].record->attempt.name, "fast");
  EXPECT_EQ(rows[0].rank, 1);
  EXPECT_TRUE(rows[0].tied);
  EXPECT_EQ(rows[1].rank, 1);
  EXPECT_TRUE(rows[1].tied);
  EXPECT_EQ(rows[2].rank, 3);
  EXPECT_FALSE(rows[2].tied);
  EXPECT_EQ(rows[0].best_rank, 1);
  EXPECT_EQ(rows[0].worst_rank, 2);
  EXPECT_EQ(rows[2].best_rank, 3);
  EXPECT_EQ(rows[2].worst_rank, 3);
  EXPECT_GT(*rows[0].percentile, *rows[2].percentile);
  EXPECT_NEAR(*rows[2].percent_of_peak, 100 * 300e6 / 4.5e12 / 91.6e-6, 0.01);
}

TEST(RunRows, ThatShareARankStandByTheirTimes) {
  Judged judged;
  judged.records = {sample_record("a", 120'000), sample_record("b", 100'000), sample_record("c", 110'000)};
  judged.ranked.contestants = {0, 1, 2};
  judged.ranked.block_times_ns = std::vector(3, std::vector(40, 100e3));  // no difference
  const auto rows = run_rows(judged);
  std::vector<std::string> names;
  for (const auto& row : rows) {
    names.push_back(row.record->attempt.name);
    EXPECT_EQ(row.rank, 1);
  }
  EXPECT_EQ(names, (std::vector<std::string>{"b", "c", "a"}));
}

/// A host's clock is wrong by more than events are.
TEST(BoardRows, AllowForHowTheTimeWasTaken) {
  std::vector<Record> records{sample_record("fast", 73'100), sample_record("slow", 75'500)};
  const std::vector<double> medians{73'100, 75'500};
  EXPECT_EQ(board_rows(records, medians, std::nullopt)[1].rank, 2);
  for (auto& record : records) record.measurements.front().bracket = Bracket::host_clock;
  EXPECT_EQ(board_rows(records, medians, std::nullopt)[1].rank, 1);
}

/// As `judge compare` of the same calls: processes differ by more than the medians, whose intervals lie far apart.
TEST(BoardRows, TellNothingApartThatSideBySideIsNot) {
  std::vector<Record> records{sample_record("a", 100e3), sample_record("b", 200e3)};
  for (auto& record : records) {
    auto& timing = record.measurements.front();
    for (std::size_t i = 0; i < 80; ++i) timing.samples.push_back({.device_ns = i % 4 < 2 ? 100e3 : 200e3});
  }
  const std::vector<double> medians{100e3, 200e3};
  EXPECT_EQ(board_rows(records, medians, std::nullopt)[1].rank, 1);
  EXPECT_EQ(board_rows(records, medians, std::nullopt)[1].worst_rank, 2);
  records[1].run_id = "run-2";
  EXPECT_EQ(board_rows(records, medians, std::nullopt)[1].rank, 2);
}

TEST(BoardRows, AmongEmulatedTimesAQuarterIsNoDifference) {
  std::vector<Record> records{sample_record("a", 100e3), sample_record("b", 120e3), sample_record("c", 160e3)};
  for (auto& record : records) {
    record.device.runtime = RuntimeKind::emulated;
    record.measurements.front().bracket = Bracket::host_clock;
  }
  const std::vector<double> medians{100e3, 120e3, 160e3};
  const auto rows = board_rows(records, medians, std::nullopt);
  EXPECT_EQ(rows[1].rank, 1);
  EXPECT_EQ(rows[2].rank, 3);
}

TEST(BoardRows, UntimedAttemptsComeLastWithoutARank) {
  auto untimed = sample_record("untimed", 1);
  untimed.measurements.clear();
  const std::vector<Record> records{untimed, sample_record("timed", 73'100)};
  const auto rows = board_rows(records, std::vector{73'100.0}, std::nullopt);
  ASSERT_EQ(rows.size(), 2U);
  EXPECT_EQ(rows[0].record->attempt.name, "timed");
  EXPECT_FALSE(rows[0].percent_of_peak.has_value());
  EXPECT_EQ(rows[1].record->attempt.name, "untimed");
  EXPECT_FALSE(rows[1].rank.has_value());
  EXPECT_FALSE(rows[1].tied);
}

TEST(RunRows, AreTheFastestFirstThenTheUntimedThenTheRejected) {
  Judged judged;
  judged.records = {rejected_record("wrong", {.kind = VerdictKind::wrong_answer}), sample_record("slow", 200'000),
                    sample_record("untimed", 1), sample_record("fast", 100'000), sample_record("same", 100'000)};
  judged.records[2].measurements.clear();
  judged.ranked.contestants = {1, 3, 4};
  judged.ranked.block_times_ns = {std::vector(40, 200e3), std::vector(40, 100e3), std::vector(40, 100e3)};
  judged.medians_ns = {100'000, 100'000, 200'000};
  judged.peaks = PeakRates{.bytes_per_s = 6e12};
  const auto rows = run_rows(judged);
  std::vector<std::string> names;
  for (const auto& row : rows) names.push_back(row.record->attempt.name);
  EXPECT_EQ(names, (std::vector<std::string>{"fast", "same", "slow", "untimed", "wrong"}));
  EXPECT_EQ(rows[1].rank, 1);
  EXPECT_TRUE(rows[1].tied);
  EXPECT_EQ(rows[2].rank, 3);
  EXPECT_FALSE(rows[2].tied);
  EXPECT_EQ(rows[0].versus_best, "");
  EXPECT_EQ(rows[2].versus_best.substr(0, 13), "2.000x slower");
  EXPECT_NEAR(*rows[2].percentile, 100 / 6.0, 1e-9);
  EXPECT_NEAR(*rows[0].percent_of_peak, 50, 1e-9);  // 300 MB at 6 TB/s are 50 us
  EXPECT_FALSE(rows[3].rank || rows[3].percentile || rows[3].percent_of_peak || rows[4].rank);
}

}  // namespace
}  // namespace judge
