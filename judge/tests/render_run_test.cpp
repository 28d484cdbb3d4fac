#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <vector>

#include "judge/render/details.hpp"
#include "judge/render/history.hpp"
#include "judge/render/ladder_table.hpp"
#include "judge/render/rate_text.hpp"
#include "judge/render/run_table.hpp"
#include "judge/render/scale_table.hpp"
#include "judge/render/sweep_table.hpp"
#include "judge/tests/render_samples.hpp"

namespace judge {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

Record wrong_record() {
  return rejected_record("va_tail", {.kind = VerdictKind::wrong_answer,
                                     .case_name = "large",
                                     .summary = "the last 3 of 1,003 elements of C were never written",
                                     .details = "C[1000]: expected 0.5, got nothing\nlook at: a forgotten tail"});
}

Record broken_record() {
  return rejected_record("va_broken", {.kind = VerdictKind::compile_error,
                                       .summary = "does not compile",
                                       .details = "solutions/va_broken.cu:3:5: error: expected ';'\n    3 |  int x"});
}

struct Sample {
  std::vector<Record> records{sample_record("va_float4", 73'100), sample_record("va_float4_params", 73'200),
                              sample_record("va_naive_256", 91'600), wrong_record(), broken_record()};
  std::vector<RunRow> rows;

  Sample() {
    records[2].measurements[0].bracket = Bracket::host_paced;
    records[2].measurements[0].note = "throttled";
    for (const auto& record : records) rows.push_back({.record = &record});
    rows[0].rank = rows[1].rank = 1;
    rows[0].tied = rows[1].tied = true;
    rows[2].rank = 3;
    rows[0].percentile = 100;
    rows[1].percentile = 98.2;
    rows[2].percentile = 41;
    rows[2].versus_best = "1.253x";
    rows[0].percent_of_peak = 85.4;
  }
};

TEST(RunTable, Text) { expect_golden("run.txt", run_text(Sample().rows, {})); }
TEST(RunTable, NarrowTerminal) { expect_golden("run_narrow.txt", run_text(Sample().rows, {.width = 60})); }
TEST(RunTable, Colors) { expect_golden("run_colors.txt", run_text(Sample().rows, {.colors = Colors::on})); }
TEST(RunTable, Markdown) { expect_golden("run_markdown.txt", run_markdown(Sample().rows)); }
TEST(RunTable, Csv) { expect_golden("run_csv.txt", run_csv(Sample().rows)); }
TEST(RunTable, Board) { expect_golden("board.txt", board_text(Sample().rows, {})); }

TEST(RunTable, CallsTimesOfTheEmulatedRuntimeCpuTimes) {
  auto emulated = sample_record("va_float4", 73'100);
  emulated.device.runtime = RuntimeKind::emulated;
  const std::vector<RunRow> rows{{.record = &emulated, .rank = 1}};
  EXPECT_THAT(run_text(rows, {}), testing::AllOf(HasSubstr(" CPU time "), Not(HasSubstr("device time"))));
}

TEST(Tables, CallTimesOfTheEmulatedRuntimeCpuTimes) {
  auto record = sample_record("va_float4", 73'100);
  const auto titles = [&] {
    const std::vector<LadderRow> ladder{{&record, {.attempt = "va_float4"}}};
    const std::vector<SweepRow> sweep{{.record = &record}};
    const ScaleStudy scale{.parameter = "N", .points = {{.size = 4, .median_ns = 1}}, .records = {record}};
    return std::vector{table_csv(ladder_table(ladder)), table_csv(sweep_table({}, sweep)), table_csv(scale_table(scale)),
                       history_text(std::vector{record}, {})};
  };
  EXPECT_THAT(titles(), testing::Each(AllOf(HasSubstr("device time"), Not(HasSubstr("CPU time")))));
  record.device.runtime = RuntimeKind::emulated;
  EXPECT_THAT(titles(), testing::Each(AllOf(HasSubstr("CPU time"), Not(HasSubstr("device time")))));
}

TEST(RunTable, SaysAmongHowManyAPercentileIs) {
  const auto record = sample_record("va", 1e6);
  std::vector<RunRow> rows{{.record = &record, .rank = 1, .percentile = 50, .among = 1}};
  EXPECT_THAT(run_text(rows, {}), Not(HasSubstr("percentile")));
  rows[0].among = 12;
  EXPECT_THAT(run_text(rows, {}), HasSubstr("percentile: how many percent of the 12 attempts on this device are slower"));
}

TEST(RunTable, BoardSaysUnderWhichOtherNamesAContentIsKnown) {
  const auto record = sample_record("red_best", 1e6);
  const std::vector<RunRow> rows{{.record = &record, .rank = 1, .also = {"red_ok", "red_old"}}};
  EXPECT_THAT(board_text(rows, {}), HasSubstr("red_best: also red_ok, red_old, the same content"));
}

TEST(RunTable, BoardSaysWhichRanksAreCertain) {
  const auto first = sample_record("first", 73'100), near = sample_record("near", 73'300), far = sample_record("far", 91'600);
  const std::vector<RunRow> rows{{.record = &first, .rank = 1, .best_rank = 1, .worst_rank = 2},
                                 {.record = &near, .rank = 1, .best_rank = 1, .worst_rank = 2},
                                 {.record = &far, .rank = 3, .best_rank = 3, .worst_rank = 3}};
  const auto text = board_text(rows, {});
  EXPECT_THAT(text, HasSubstr("1 to 2"));
  EXPECT_THAT(text, HasSubstr("yes"));
  EXPECT_THAT(text, HasSubstr("certain: the range of ranks"));
}

TEST(RunTable, FlopsWhereTheProblemStatesNoBytes) {
  auto record = sample_record("mm_tiled", 1e6);
  record.measurements[0].work_bytes = 0;
  record.measurements[0].work_flops = 2e9;
  const std::vector<RunRow> rows{{.record = &record}};
  EXPECT_THAT(run_text(rows, {}), HasSubstr("2.00 TFLOP/s"));
}

TEST(RunTable, ColumnsThatSayNothingAreLeftOut) {
  const auto record = sample_record("va", 1e6);
  const std::vector<RunRow> rows{{.record = &record, .rank = 1}};
  const auto text = run_text(rows, {});
  EXPECT_THAT(text, Not(HasSubstr("percentile")));
  EXPECT_THAT(text, Not(HasSubstr("of peak")));
  EXPECT_THAT(text, Not(HasSubstr("vs best")));
}

TEST(RunTable, EmulatedTimesSaySo) {
  auto record = sample_record("va", 1e6);
  record.device = {.runtime = RuntimeKind::emulated, .name = "emulated on a CPU"};
  const std::vector<RunRow> rows{{.record = &record}};
  EXPECT_THAT(run_text(rows, {}),
              HasSubstr("device: emulated on a CPU; CPU times, by the host's clock, rank only among emulated runs"));
}

/// Of one reading of the host's clock, which two columns of would only contradict each other.
TEST(RunTable, ByTheHostsClockThereIsNoWallTimeBesides) {
  auto record = sample_record("va", 1e6);
  const std::vector<RunRow> rows{{.record = &record}};
  EXPECT_THAT(run_text(rows, {}), HasSubstr("wall"));
  record.measurements[0].bracket = Bracket::host_clock;
  EXPECT_THAT(run_text(rows, {}), Not(HasSubstr("wall")));
}

TEST(RunTable, PrintsNoMoreDigitsThanTheIntervalSupports) {
  auto record = sample_record("va", 15.54e6);
  auto& time = record.measurements[0].device;
  time.low_ns = 12e6, time.high_ns = 18e6;
  const std::vector<RunRow> rows{{.record = &record}};
  EXPECT_THAT(run_text(rows, {}), AllOf(HasSubstr("  16 ms  "), HasSubstr("  19 GB/s  "), HasSubstr("  100%")));
}

TEST(RunTable, UntimedAttemptsAreStillAccepted) {
  auto record = sample_record("va", 1e6);
  record.measurements.clear();
  const std::vector<RunRow> rows{{.record = &record}};
  const auto text = run_text(rows, {});
  EXPECT_THAT(text, HasSubstr("accepted"));
  EXPECT_THAT(text, Not(HasSubstr("timed:")));
}

TEST(RunTable, NothingGivesNothing) { EXPECT_EQ(run_text({}, {}), ""); }

TEST(RunTable, HostileNamesAreHarmless) {
  const auto record = sample_record("va\033[2J\n", 1e6);
  const std::vector<RunRow> rows{{.record = &record}};
  EXPECT_THAT(run_text(rows, {}), Not(HasSubstr("\033")));
}

// A line that begins as one of the judge's own.
TEST(RunTable, NoNameMakesALineOfItsOwn) {
  auto record = sample_record("va\nvb: accepted, 1 ns", 1e6);
  record.measurements.front().not_played_back = "of its kernel k\nvb: accepted, 1 ns";
  record.not_timed = "because\nvb: accepted, 1 ns";
  const std::vector<RunRow> rows{{.record = &record}};
  EXPECT_THAT(run_text(rows, {}), Not(HasSubstr("\nvb: ")));
  EXPECT_THAT(run_markdown(rows), Not(HasSubstr("\nvb: ")));
  record.verdict = {.kind = VerdictKind::wrong_answer, .case_name = "c\nvb: accepted", .summary = "wrong\nvb: accepted"};
  EXPECT_THAT(details_text(record, {}), Not(HasSubstr("\nvb: ")));
}

TEST(PrintedText, IsMarkedLineByLine) {
  EXPECT_EQ(printed_text("va", "N is 4\nvb: accepted, 1 ns\n"), "va printed:\n    | N is 4\n    | vb: accepted, 1 ns\n");
  EXPECT_THAT(printed_text("va", "a\rvb: accepted\n"), Not(HasSubstr("\r")));
  EXPECT_EQ(printed_text("va", ""), "");
  std::string many;
  for (int i = 0; i < 30; ++i) many += fmt::format("{}\n", i);
  EXPECT_THAT(printed_text("va", many), HasSubstr("| 9\n    ... (10 more lines)\n    | 20\n"));
  EXPECT_THAT(printed_text("va", many + "... 7 bytes left out\n" + many),
              HasSubstr("... (41 more lines, and what was not kept)\n    | 20\n"));
}

TEST(Details, OfRejectedAttempts) {
  auto wrong = wrong_record(), broken = broken_record();
  expect_golden("details.txt", details_text(wrong, {}) + details_text(broken, {}));
}

TEST(Details, OfAcceptedAttemptsAreTheirFindings) {
  auto record = sample_record("va", 1e6);
  EXPECT_EQ(details_text(record, {}), "");
  record.verdict.summary = "accepted, 1 finding";
  record.verdict.details = "finding: va.cu:3: out-of-bounds read";
  EXPECT_EQ(details_text(record, {}), "va: accepted, 1 finding\n    finding: va.cu:3: out-of-bounds read\n");
  record.verdict.summary = "accepted in 2 of 2 orders, with findings";
  EXPECT_THAT(details_text(record, {}), testing::StartsWith("va: accepted in 2 of 2 orders, with findings\n"));
}

TEST(Details, HostileTextIsHarmless) {
  auto record = wrong_record();
  record.verdict.details = "\033]0;title\007";
  EXPECT_THAT(details_text(record, {}), Not(HasSubstr("\033")));
}

TEST(RateText, IsOfOperationsWhereThereAreMoreThanTenForAByte) {
  auto record = sample_record("va", 1e6);
  auto& timing = record.measurements.front();
  timing.work_flops = 10 * timing.work_bytes;
  EXPECT_EQ(rate_text(timing), "300 GB/s");
  timing.work_flops *= 2;
  EXPECT_EQ(rate_text(timing), "6.00 TFLOP/s");
  const std::vector<RunRow> rows{{.record = &record, .rank = 1}};
  EXPECT_THAT(run_text(rows, {}), HasSubstr("6.00 TFLOP/s"));
  timing.work_bytes = 0;
  timing.work_flops = 0;
  EXPECT_EQ(rate_text(timing), "-");
}

TEST(Stages, AddUp) {
  auto record = sample_record("va", 1e6);
  EXPECT_EQ(stages_text(record), "");
  record.stages = {{"build", 0.52}, {"cases", 0.3}};
  EXPECT_EQ(stages_text(record), "build 0.52 s, cases 0.30 s; 0.82 s in all");
}

}  // namespace
}  // namespace judge
