#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "judge/render/sweep_table.hpp"
#include "judge/studies/sweep_grid.hpp"
#include "judge/tests/render_samples.hpp"
#include "judge/verdict/one_line_reason.hpp"

namespace judge {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

std::string error_of(const std::vector<std::string>& texts) {
  const auto parsed = parse_sweep_parameters(texts);
  return parsed ? "" : parsed.error().message;
}

TEST(SweepParameters, AreNamesWithValues) {
  const auto parsed = parse_sweep_parameters({"BLOCK=128,256", "T=float"});
  ASSERT_TRUE(parsed) << parsed.error().message;
  ASSERT_EQ(parsed->size(), 2u);
  EXPECT_EQ((*parsed)[0].name, "BLOCK");
  EXPECT_THAT((*parsed)[0].values, ElementsAre("128", "256"));
  EXPECT_THAT((*parsed)[1].values, ElementsAre("float"));
}

TEST(SweepParameters, SayWhatIsWrong) {
  EXPECT_THAT(error_of({"BLOCK"}), HasSubstr("which values? Write -D BLOCK=1,2,4"));
  EXPECT_THAT(error_of({"BLOCK="}), HasSubstr("a value is missing"));
  EXPECT_THAT(error_of({"BLOCK=1,"}), HasSubstr("a value is missing"));
  EXPECT_THAT(error_of({"BLOCK=1,,2"}), HasSubstr("an empty value"));
  EXPECT_THAT(error_of({"BLOCK=1,2,1"}), HasSubstr("the value 1 is there twice"));
  EXPECT_THAT(error_of({"4=1"}), HasSubstr("'4' is no macro's name"));
  EXPECT_THAT(error_of({"A=1", "A=2"}), HasSubstr("A has its values already"));
}

TEST(SweepCombinations, LastParameterChangesFastest) {
  const auto all = sweep_combinations({{"A", {"1", "2"}}, {"B", {"x", "y"}}});
  ASSERT_TRUE(all);
  EXPECT_THAT(*all, ElementsAre(ElementsAre("A=1", "B=x"), ElementsAre("A=1", "B=y"), ElementsAre("A=2", "B=x"),
                                ElementsAre("A=2", "B=y")));
}

TEST(SweepCombinations, TooManyAreRefused) {
  const std::vector<std::string> seventeen(17, "1");
  EXPECT_FALSE(sweep_combinations({{"A", seventeen}, {"B", seventeen}}));
}

TEST(SweepParameters, MustBeOpenInTheSource) {
  const std::vector<SweepParameter> block{{"BLOCK", {"1"}}};
  EXPECT_TRUE(check_parameters_are_open(block, "#ifndef BLOCK\n#define BLOCK 256\n#endif\n", "a.cu"));
  EXPECT_TRUE(check_parameters_are_open(block, "constexpr int n = BLOCK;\n", "a.cu"));
  const auto closed = check_parameters_are_open(block, "\n#define BLOCK 256\n", "a.cu");
  ASSERT_FALSE(closed);
  EXPECT_THAT(closed.error().message, HasSubstr("a.cu:2: BLOCK is always defined here"));
  const auto variable = check_parameters_are_open(block, "constexpr int BLOCK = 256;\n", "a.cu");
  ASSERT_FALSE(variable);
  EXPECT_THAT(variable.error().message, HasSubstr("a.cu:1: BLOCK is declared here"));
  const auto absent = check_parameters_are_open(block, "constexpr int MY_BLOCK_SIZE = 4;\n", "a.cu");
  ASSERT_FALSE(absent);
  EXPECT_THAT(absent.error().message, HasSubstr("a.cu: does not mention BLOCK"));
  for (const char* no_code : {"// BLOCK threads\n", "const char* text = \"BLOCK\";\n", "/*\n#define BLOCK 256\n*/\n"})
    EXPECT_FALSE(check_parameters_are_open(block, no_code, "a.cu")) << no_code;
  EXPECT_TRUE(check_parameters_are_open(block, "/* int\nBLOCK = 1 */ int n = BLOCK;\n", "a.cu"));
}

TEST(OneLineReason, IsACompilersFirstError) {
  const auto reason = [](const std::string& details) {
    return one_line_reason(rejected_record(
        "a", {.kind = VerdictKind::compile_error, .case_name = {}, .summary = "does not compile", .details = details}));
  };
  EXPECT_EQ(reason("my/a.cu(12): error: static assertion failed with \"2048 threads fit\"\n  here\n"),
            "compile-error: a.cu:12: static assertion failed with \"2048 threads fit\"");
  EXPECT_EQ(reason("note\nmy/a.cu:7:3: error: expected ';'\n"), "compile-error: a.cu:7: expected ';'");
  EXPECT_EQ(reason("my/a.cu(3): error #20: unknown\n"), "compile-error: a.cu:3: unknown");
  EXPECT_EQ(reason("ptxas error   : too much shared data\n"), "compile-error: ptxas error   : too much shared data");
  EXPECT_EQ(reason(""), "compile-error: does not compile");
}

TEST(OneLineReason, IsOfALineOfAnyLength) {
  const auto record = rejected_record("a", {.kind = VerdictKind::compile_error,
                                            .case_name = {},
                                            .summary = "s",
                                            .details = "a.cu:1: " + std::string(1'000'000, 'x') + "\na.cu:2:5: error: y"});
  EXPECT_EQ(one_line_reason(record), "compile-error: a.cu:2: y");
}

TEST(OneLineReason, IsTheVerdictOfAFailedCase) {
  const auto record = rejected_record(
      "a", {.kind = VerdictKind::runtime_error, .case_name = "N=4", .summary = "the launch was refused", .details = {}});
  EXPECT_EQ(one_line_reason(record), "runtime-error: the launch was refused (case N=4)");
}

TEST(SweepTable, MarksTheBestAndExplainsTheImpossible) {
  const auto slow = sample_record("a", 80'000), fast = sample_record("a", 70'000);
  const auto refused =
      rejected_record("a", {.kind = VerdictKind::compile_error, .case_name = {}, .summary = "does not compile", .details = {}});
  const std::vector<SweepRow> rows{
      {.record = &slow, .combination = {.parameters = {{"BLOCK", "128"}}, .rank = 2}, .versus_best = "slower by 14% +- 1%"},
      {.record = &fast, .combination = {.parameters = {{"BLOCK", "256"}}, .rank = 1}},
      {.record = &refused,
       .combination = {
           .parameters = {{"BLOCK", "4096"}}, .verdict = VerdictKind::compile_error, .reason = one_line_reason(refused)}}};
  const auto csv = table_csv(sweep_table({"BLOCK"}, rows));
  EXPECT_THAT(csv, HasSubstr("BLOCK,device time,spread,rate,vs best\n"));
  EXPECT_THAT(csv, HasSubstr("128,80.0 us,"));
  EXPECT_THAT(csv, HasSubstr(",slower by 14% +- 1%\n256,70.0 us,"));
  EXPECT_THAT(sweep_csv({"BLOCK"}, rows), HasSubstr("\n256,accepted,1,70000,69930,"));
  EXPECT_THAT(csv, HasSubstr(",best\n4096,-,-,-,compile-error: does not compile\n"));
}

}  // namespace
}  // namespace judge
