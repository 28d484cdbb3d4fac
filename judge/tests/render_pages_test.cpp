#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <vector>

#include "judge/model/problem_document.hpp"
#include "judge/model/record_json.hpp"
#include "judge/render/history.hpp"
#include "judge/render/problem_list.hpp"
#include "judge/render/problem_page.hpp"
#include "judge/render/trial_table.hpp"
#include "judge/tests/render_samples.hpp"

namespace judge {
namespace {

using testing::HasSubstr;
using testing::Not;

Problem addition() {
  Problem problem{.name = "vector-addition",
                  .title = "Vector Addition",
                  .difficulty = "easy",
                  .tags = {"elementwise", "memory-bound"},
                  .prefix = "va",
                  .statement = "# Vector addition\n\nAdd two vectors: `C[i] = A[i] + B[i]`.\n"};
  problem.signature.text = "extern \"C\" void solve(const float* A, const float* B, float* C, int N);";
  for (const char* name : {"A", "B"})
    problem.signature.parameters.push_back({.name = name, .is_pointer = true, .is_const = true, .spelling = "const float*"});
  problem.signature.parameters.push_back({.name = "C", .is_pointer = true, .spelling = "float*"});
  problem.signature.parameters.push_back({.name = "N", .type = DType::i32, .spelling = "int"});
  return problem;
}

Case addition_case(const std::string& name, std::int64_t n, Purpose purpose) {
  Case test{.name = name, .purpose = purpose};
  for (const char* input : {"A", "B"}) test.arguments.push_back(BufferArgument{.name = input, .shape = {n}});
  test.arguments.push_back(BufferArgument{.name = "C", .direction = Direction::out, .shape = {n}});
  test.arguments.push_back(ScalarArgument{.name = "N", .value = n});
  return test;
}

TEST(ProblemPage, HasAllThatOneNeedsToStart) {
  const std::vector<Case> cases{addition_case("one", 1, Purpose::untimed), addition_case("large", 25'000'000, Purpose::timed)};
  expect_golden("problem_page.txt", problem_page(addition(), cases, {}));
}

// Whoever writes a problem may write anything into it; a terminal obeys escape sequences, and U+202E turns a line round.
TEST(ProblemPage, NothingInAProblemReachesTheTerminalAsItIs) {
  const std::string evil = "\033]0;x\a\xe2\x80\xae\n\xff";
  auto problem = addition();
  for (std::string* text : {&problem.name, &problem.title, &problem.difficulty, &problem.tags[0], &problem.prefix,
                            &problem.statement, &problem.signature.text})
    *text += evil;
  const std::vector<Case> cases{addition_case("case" + evil, 1, Purpose::timed)};
  const ProblemSummary summary{
      .name = problem.name, .title = problem.title, .difficulty = problem.difficulty, .tags = problem.tags};
  const CatalogueRow row{.problem = summary};
  const std::array rows{&row};
  const Proposal proposal{.problem = summary, .reason = "easy" + evil, .unfinished = summary};
  for (const std::string& text : {problem_page(problem, cases, {}), problem_list_text(rows, "GPU", {}),
                                  proposal_text(proposal, {}), trial_text({.case_name = "case" + evil}, {})})
    for (const char* piece : {"\033", "\a", "\xe2\x80\xae", "\xff"}) EXPECT_THAT(text, Not(HasSubstr(piece)));
  EXPECT_THAT(problem_list_text(rows, "GPU", {}), Not(HasSubstr("\n\xef\xbf\xbd")));
}

TEST(ProblemPage, SaysWhichMemoryWhereItIsNotTheDevices) {
  std::vector<Case> cases{addition_case("large", 1000, Purpose::timed)};
  EXPECT_THAT(problem_page(addition(), cases, {}), Not(HasSubstr("lies in")));
  std::get<BufferArgument>(cases.front().arguments[0]).memory = MemoryPlace::pageable;
  std::get<BufferArgument>(cases.front().arguments[1]).memory = MemoryPlace::pinned;
  const std::string page = problem_page(addition(), cases, {});
  for (const char* text : {"lies in", "pageable host memory", "page-locked host memory", "device memory"})
    EXPECT_THAT(page, HasSubstr(text));
}

TEST(ProblemPage, WorksWithoutCases) { EXPECT_THAT(problem_page(addition(), {}, {}), Not(HasSubstr("Cases"))); }

ProblemSummary summary(const char* name, int number, const char* difficulty) {
  return {.name = name, .title = name, .difficulty = difficulty, .tags = {"elementwise", "float32"}, .number = number};
}

TEST(ProblemList, SaysHowOneStandsWithEach) {
  const CatalogueRow solved{summary("vector-addition", 1, "easy"),
                            {.accepted = 2, .rejected = 1, .best_ns = 73'100, .percent_of_peak = 91.2, .percentile = 62.5}};
  const CatalogueRow tried{summary("reduction", 4, "medium"), {.rejected = 3}};
  const CatalogueRow other{summary("of-my-own", 0, ""), {}};
  const std::vector<const CatalogueRow*> rows{&solved, &tried, &other};
  expect_golden("problem_list.txt", problem_list_text(rows, "NVIDIA H200", {}));
  EXPECT_EQ(problem_list_text({}, "NVIDIA H200", {}), "");
  const std::vector<const CatalogueRow*> nothing{&other};
  EXPECT_EQ(problem_list_text(nothing, "", {}), "problem    tags\nof-my-own  elementwise, float32\n");
}

TEST(ProblemList, AProposalSaysWhyAndWhatIsUnfinished) {
  const auto text = proposal_text(
      {.problem = summary("relu", 21, "easy"), .reason = "because", .unfinished = summary("reduction", 4, "medium")}, {});
  EXPECT_EQ(
      text,
      "21. relu  (easy; elementwise, float32)\n    because\n    judge show relu\ntried and not solved yet: 4. reduction\n");
  EXPECT_THAT(proposal_text({}, {}), HasSubstr("all of them are solved"));
}

TEST(ProblemPage, ShowsHintsOneAtATime) {
  auto problem = addition();
  EXPECT_THAT(problem_page(problem, {}, {}), Not(HasSubstr("--hint")));
  problem.hints = {"## First\n\nLook.", "## Second\n\nLook again."};
  EXPECT_THAT(problem_page(problem, {}, {}), HasSubstr("judge show vector-addition --hint"));
  EXPECT_EQ(hint_text(problem, 1, {}), "First\n\nLook.\n\nhint 1 of 2; the next: judge show vector-addition --hint=2\n");
  EXPECT_EQ(hint_text(problem, 2, {}), "Second\n\nLook again.\n\nhint 2 of 2, the last\n");
}

TEST(TrialTable, PutsColumnsAndGridsSideBySideAndMarksWhatDiffers) {
  Trial trial{.case_name = "worked example", .sizes = "N=2"};
  trial.buffers = {{.name = "A", .shape = {2, 2}, .given = {"1", "2", "3", "4"}},
                   {.name = "C",
                    .shape = {2},
                    .direction = Direction::out,
                    .expected = {"3", "7"},
                    .got = {"3", "nothing"},
                    .differs = {false, true}}};
  EXPECT_EQ(trial_text(trial, {}),
            "worked example: N=2\n\n"
            "    A     C expected   C got\n"
            "    1 2            3         3 \n"
            "    3 4            7   nothing!\n\n"
            "    ! 1 of 2 elements of C differ from what is expected\n\n");
  const auto narrow = trial_text(trial, {.width = 24});
  EXPECT_THAT(narrow, HasSubstr("3 4\n\n    C expected"));
}

TEST(TrialTable, ALongOutputIsShownFromWhereItDiffers) {
  Trial trial{.case_name = "long"};
  TrialBuffer buffer{.name = "C", .shape = {1000}, .direction = Direction::out};
  for (int i = 0; i < 1000; ++i) buffer.expected.push_back(std::to_string(i));
  buffer.got = buffer.expected;
  buffer.got[700] = "wrong";
  buffer.differs.assign(1000, false);
  buffer.differs[700] = true;
  trial.buffers = {buffer};
  const auto text = trial_text(trial, {});
  EXPECT_THAT(text, HasSubstr("wrong!"));
  TrialBuffer wide{.name = "x", .shape = {2, 500}, .given = std::vector<std::string>(1000, "0.123456")};
  const auto rows = trial_text({.case_name = "wide", .buffers = {wide}}, {.width = 40});
  EXPECT_THAT(rows, HasSubstr("    0.123456 0.123456 0.123456 ...\n"));
  EXPECT_LT(std::ranges::count(text, '\n'), 45);
}

TEST(ProblemJson, HasSignatureAndCases) {
  const std::vector<Case> cases{addition_case("large", 25'000'000, Purpose::timed)};
  expect_golden("problem.json", json_text(encode(problem_document(addition(), cases, RuntimeKind::emulated)), 2) + '\n');
}

TEST(History, ShowsWhatChanged) {
  std::vector<Record> records{sample_record("va", 80'000), rejected_record("va", {.kind = VerdictKind::wrong_answer}),
                              sample_record("va", 76'000), sample_record("other", 70'000)};
  records[3].device = {.id = "GPU-2", .name = "another"};
  expect_golden("history.txt", history_text(records, {}));
  EXPECT_EQ(history_text({}, {}), "");
  EXPECT_THAT(history_markdown(records), HasSubstr("| -5.0% |"));
}

}  // namespace
}  // namespace judge
