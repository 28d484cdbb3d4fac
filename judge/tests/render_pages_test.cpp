#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <vector>

#include "judge/model/record_json.hpp"
#include "judge/render/history.hpp"
#include "judge/render/problem_json.hpp"
#include "judge/render/problem_page.hpp"
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
    problem.signature.parameters.push_back(
        {.name = name, .is_pointer = true, .is_const = true, .spelling = "const float*"});
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
  const std::vector<Case> cases{addition_case("one", 1, Purpose::check),
                                addition_case("large", 25'000'000, Purpose::timed)};
  expect_golden("problem_page.txt", problem_page(addition(), cases, {}));
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

TEST(ProblemPage, WorksWithoutCases) {
  EXPECT_THAT(problem_page(addition(), {}, {}), Not(HasSubstr("Cases")));
}

TEST(ProblemList, HasARowForEach) {
  const auto first = addition();
  auto second = addition();
  second.name = second.title = "transpose";
  second.tags.clear();
  const std::vector<ProblemRow> rows{{&first, 11}, {&second, 0}};
  expect_golden("problem_list.txt", problem_list_text(rows, {}));
  EXPECT_EQ(problem_list_text({}, {}), "");
}

TEST(ProblemJson, HasSignatureAndCases) {
  const std::vector<Case> cases{addition_case("large", 25'000'000, Purpose::timed)};
  expect_golden("problem.json", json_text(to_json(addition(), cases, RuntimeKind::emulated), 2) + '\n');
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
