#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "judge/render/ladder_table.hpp"
#include "judge/render/pairs_table.hpp"
#include "judge/studies/ladder_rungs.hpp"
#include "judge/tests/render_samples.hpp"

namespace judge {
namespace {

using testing::AllOf;
using testing::HasSubstr;

TEST(RungNote, IsReadFromTheFirstComment) {
  const auto note = read_rung_note(
      "// Two elements a thread,\n// side by side. Costs: registers.\n//judge: rung 12\n\n"
      "int x;\n// judge: link cublas\n",
      "a.cu");
  ASSERT_TRUE(note) << note.error().message;
  EXPECT_EQ(note->rung, 12);
  EXPECT_FALSE(note->is_yardstick);
  EXPECT_EQ(note->idea, "Two elements a thread, side by side");
}

TEST(RungNote, KnowsYardsticksBesideLinkLines) {
  const auto note = read_rung_note("// cuBLAS.\n// judge: link cublas\n// judge: yardstick\n", "a.cu");
  ASSERT_TRUE(note);
  EXPECT_TRUE(note->is_yardstick);
  EXPECT_EQ(note->rung, 0);
  EXPECT_EQ(note->idea, "cuBLAS");
}

TEST(RungNote, NothingIsFineToo) {
  const auto note = read_rung_note("#include <x>\n", "a.cu");
  ASSERT_TRUE(note);
  EXPECT_EQ(note->rung, 0);
  EXPECT_EQ(note->idea, "");
}

TEST(RungNote, NamesTheLineThatIsWrong) {
  for (const char* line : {"// judge: rung", "// judge: rung 0", "// judge: rung two", "// judge: rung 1 2"}) {
    const auto note = read_rung_note(std::string("// Idea.\n") + line + "\n", "a.cu");
    ASSERT_FALSE(note) << line;
    EXPECT_THAT(note.error().message, HasSubstr("a.cu:2: 'judge: rung' takes one whole number from 1"));
  }
}

TEST(RungNote, StandsAnywhereAndOnce) {
  EXPECT_EQ(read_rung_note("// Idea.\n#include <x>\n// judge: rung 3\n", "a.cu")->rung, 3);
  const auto twice = read_rung_note("// judge: rung 1\n// judge: yardstick\n", "a.cu");
  ASSERT_FALSE(twice);
  EXPECT_THAT(twice.error().message, HasSubstr("a.cu:2: a second place on the ladder"));
  const auto misspelt = read_rung_note("// judge: rug 1\n", "a.cu");
  ASSERT_FALSE(misspelt);
  EXPECT_THAT(misspelt.error().message,
              HasSubstr("a.cu:1: unknown line 'judge: rug'; known are link, rung, yardstick; did you mean 'rung'?"));
}

TEST(CompareNeighbours, EachWithTheOneBefore) {
  const std::vector<double> slow(40, 200.0), fast(40, 100.0);
  const auto pairs = compare_neighbours({slow, fast, slow});
  ASSERT_EQ(pairs.size(), 2u);
  EXPECT_EQ(pairs[1].a, 1u);
  EXPECT_EQ(pairs[1].b, 2u);
  EXPECT_NEAR(pairs[0].comparison.ratio, 2.0, 1e-9);
  EXPECT_NEAR(pairs[1].comparison.ratio, 0.5, 1e-9);
  EXPECT_TRUE(compare_neighbours({slow}).empty());
}

TEST(LadderTable, SaysTheGainOfEachStep) {
  const auto first = sample_record("naive", 200'000), second = sample_record("better", 100'000),
             library = sample_record("library", 80'000);
  const std::vector<LadderRow> rows{
      {&first, {.attempt = "naive", .rung = 1, .idea = "One element", .percent_of_peak = 35, .percent_of_copy = 40}},
      {&second,
       {.attempt = "better",
        .rung = 2,
        .idea = "Two",
        .gain_over_first = 2,
        .step = LadderStep{2, 1.99, 2.01, "2.00x faster"},
        .percent_of_peak = 70,
        .percent_of_copy = 80}},
      {&library,
       {.attempt = "library", .is_yardstick = true, .gain_over_first = 2.5, .step = LadderStep{1.25, 0, INFINITY, "faster"}}}};
  const auto csv = table_csv(ladder_table(rows));
  EXPECT_THAT(csv, HasSubstr("1,naive,200 us,-,-,1.000x,\"1,500 GB/s\",40.0%,35.0%,-,One element\n"));
  EXPECT_THAT(csv, HasSubstr("2,better,100.0 us,2.000x,1.990x to 2.010x,2.000x,"));
  EXPECT_THAT(csv, HasSubstr("yardstick,library,80.0 us,1.250x,-,2.500x,"));
  EXPECT_THAT(ladder_csv(rows), AllOf(HasSubstr("\n2,0,better,100000,99900,"), HasSubstr(",2,1.99,2.01,2,70,80,Two\n")));
}

}  // namespace
}  // namespace judge
