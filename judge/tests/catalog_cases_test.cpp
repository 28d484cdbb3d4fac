/// What tests.json says.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

#include "judge/tests/catalog_support.hpp"

namespace judge {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

std::string tests_error(std::string_view json) { return message_of({.tests = std::string(json)}); }
// With one key more in the only case.
std::string case_error(std::string_view key) {
  return tests_error(fmt::format(R"({{"cases": [{{"scalars": {{"N": 4}}, {}}}]}})", key));
}

TEST(TestsJson, ACaseMayBeThereOnOneRuntimeAlone) {
  FolderText text;
  text.tests = R"({"cases": [{"scalars": {"N": 1}}, {"name": "full size", "runtime": "emulated", "scalars": {"N": 99}}]})";
  EXPECT_EQ(cases_of_text(text, RuntimeKind::cuda)->size(), 1u);
  EXPECT_EQ(cases_of_text(text, RuntimeKind::emulated)->back().name, "full size");
  EXPECT_THAT(case_error(R"("runtime": "gpu")"), HasSubstr("runtime is \"cuda\" or \"emulated\""));
  EXPECT_THAT(case_error(R"("runtime": "cuda")"), HasSubstr("leave no case for emulated"));
}

std::vector<std::string> names_in(const Result<std::vector<Case>>& cases) {
  std::vector<std::string> names;
  for (const auto& test : cases.value()) names.push_back(test.name);
  return names;
}

TEST(TestsJson, ExtraCasesAreThereWhereTheyAreWanted) {
  FolderText text;
  text.tests =
      R"({"cases": [{"name": "huge", "extra": true, "timed": true, "scalars": {"N": 99}}, {"name": "odd", "extra": true, "scalars": {"N": 7}},
                             {"name": "one", "scalars": {"N": 1}}]})";
  EXPECT_THAT(names_in(cases_of_text(text)), ElementsAre("one"));
  EXPECT_THAT(names_in(cases_of_text(text, RuntimeKind::cuda, {.all = true})), ElementsAre("one", "huge", "odd"));
  EXPECT_THAT(names_in(cases_of_text(text, RuntimeKind::cuda, {.name = "huge"})), ElementsAre("one", "huge"));
  EXPECT_TRUE(cases_of_text(text, RuntimeKind::cuda, {.all = true})->back().is_extra);
  EXPECT_THAT(case_error(R"("extra": "yes")"), HasSubstr("extra is true or false, not a string"));
  EXPECT_THAT(case_error(R"("extra": true)"), HasSubstr("leave no case"));
}

TEST(TestsJson, ChecksItsForm) {
  EXPECT_THAT(tests_error("{}"), HasSubstr("needs \"cases\""));
  EXPECT_THAT(tests_error("[]"), HasSubstr("not a list"));
  EXPECT_THAT(tests_error(R"({"cases": []})"), HasSubstr("at least one case"));
  EXPECT_THAT(tests_error(R"({"cases": [3]})"), HasSubstr("a case is an object, not a number"));
  EXPECT_THAT(tests_error(R"({"case": []})"), HasSubstr("did you mean 'cases'?"));
  EXPECT_THAT(tests_error(R"({"cases": [{}]})"), HasSubstr("in case 'default': the scalar 'N' has no value"));
  EXPECT_THAT(tests_error(R"({"cases": [{"scalars": {"N": 1}}, {"scalars": {"N": 1}}]})"),
              HasSubstr("two cases are called 'N=1'"));
  EXPECT_THAT(case_error("\"timed\": 1"), HasSubstr("timed is true or false, not a number"));
  EXPECT_THAT(case_error("\"name\": \"\""), HasSubstr("string of 1 to 200"));
  EXPECT_THAT(case_error("\"tmied\": true"), HasSubstr("did you mean 'timed'?"));
  EXPECT_THAT(case_error("\"fill\": {\"C\": 0}"), HasSubstr("is an output and is not filled"));
  EXPECT_THAT(case_error("\"fill\": {\"X\": 0}"), HasSubstr("solve() has no 'X'"));
  EXPECT_THAT(case_error("\"emulated\": {\"n\": 0}"), HasSubstr("solve() has no 'n'; did you mean 'N'?"));
  EXPECT_THAT(case_error("\"emulated\": {\"N\": 0}"), HasSubstr("at least 1 is needed"));
}

TEST(TestsJson, ChecksScalarsAgainstTheirTypes) {
  EXPECT_THAT(tests_error(R"({"cases": [{"scalars": {"N": 2147483648}}]})"),
              HasSubstr("N = 2147483648 does not fit the type int"));
  EXPECT_THAT(tests_error(R"({"cases": [{"scalars": {"N": 1.5}}]})"), HasSubstr("a whole number is needed"));
  EXPECT_THAT(tests_error(R"({"cases": [{"scalars": {"N": "N + 1"}}]})"), HasSubstr("the value of 'N' depends on itself"));
  EXPECT_THAT(tests_error(R"({"cases": [{"scalars": {"N": null}}]})"), HasSubstr("not null"));
  EXPECT_THAT(tests_error(R"({"cases": [{"scalars": {"N": "inf"}}]})"), HasSubstr("a whole number is needed"));
}

TEST(TestsJson, ScalarsMayDependOnEachOther) {
  FolderText text;
  text.reference = "";
  text.solve = "void solve(float* C, int half_n, int N, float eps, bool flag, unsigned char byte);";
  text.problem =
      R"({"buffers": {"C": {"shape": "half_n"}}, "scalars": {"half_n": "N // 2",
             "eps": 1e-5, "flag": true, "byte": "N % 256"}})";
  text.tests = R"({"cases": [{"scalars": {"N": 1000}, "emulated": {"N": 10, "eps": "inf"}}]})";
  const auto cuda = cases_of_text(text), emulated = cases_of_text(text, RuntimeKind::emulated);
  ASSERT_TRUE(cuda) << cuda.error().message;
  EXPECT_EQ(cuda->front().scalars.at("half_n"), Scalar(std::int64_t{500}));
  EXPECT_EQ(cuda->front().scalars.at("byte"), Scalar(std::int64_t{232}));
  EXPECT_EQ(cuda->front().scalars.at("flag"), Scalar(std::int64_t{1}));
  EXPECT_EQ(cuda->front().scalars.at("eps"), Scalar(1e-5));
  EXPECT_EQ(buffer(emulated->front(), 0).shape, std::vector<std::int64_t>{5});
  EXPECT_EQ(emulated->front().scalars.at("eps"), Scalar(std::numeric_limits<double>::infinity()));
}

TEST(TestsJson, SweepsMakeCases) {
  FolderText text;
  text.reference = "";
  text.solve = "void solve(float* C, int N, int M);";
  text.problem = R"({"buffers": {"C": {"shape": ["N", "M"]}}})";
  text.tests = R"({"cases": [
    {"sweep": {"N": [1, 2], "M": [3, 4]}},
    {"name": "pairs", "scalars": {"M": 9}, "sweep": [{"N": 5, "M": 6}, {"N": 7}], "timed": true}]})";
  const auto cases = cases_of_text(text);
  ASSERT_TRUE(cases) << cases.error().message;
  EXPECT_THAT(names_in(cases), ElementsAre("N=1 M=3", "N=1 M=4", "N=2 M=3", "N=2 M=4", "pairs N=5 M=6", "pairs N=7"));
  EXPECT_EQ(buffer((*cases)[5], 0).shape, (std::vector<std::int64_t>{7, 9}));
  EXPECT_EQ((*cases)[5].purpose, Purpose::timed);
  EXPECT_EQ((*cases)[0].purpose, Purpose::untimed);
}

TEST(TestsJson, SweepsAreLimited) {
  std::string list = "[1";
  for (int i = 2; i <= 900; ++i) list += fmt::format(", {}", i);
  EXPECT_THAT(case_error(fmt::format("\"sweep\": {{\"N\": {}]}}", list)), "");
  EXPECT_THAT(case_error("\"sweep\": {\"N\": 5}"), HasSubstr("a list of values"));
  EXPECT_THAT(case_error("\"sweep\": []"), HasSubstr("a sweep is"));
  FolderText text;
  text.reference = "";
  text.solve = "void solve(float* C, int N, int M, int K);";
  text.problem = R"({"buffers": {"C": {"shape": "N"}}})";
  text.tests = fmt::format("{{\"cases\": [{{\"sweep\": {{\"N\": {0}], \"M\": {0}], \"K\": {0}]}}}}]}}", list);
  EXPECT_THAT(message_of(text), HasSubstr("more than 10000 cases"));
}

TEST(CaseNames, MayBeTheScalarsOfACase) {
  const auto of = [](const char* name, std::int64_t rows, std::int64_t columns) {
    return Case{.name = name, .scalars = {{"rows", rows}, {"cols", columns}, {"a", 0.5}}};
  };
  const std::vector<Case> cases{of("wide", 3, 5), of("tall", 5, 3), of("rows=5", 5, 7)};
  EXPECT_EQ(names_of_called(cases, "wide"), std::vector<std::string>{"wide"});
  EXPECT_EQ(names_of_called(cases, "rows=3"), std::vector<std::string>{"wide"});
  EXPECT_EQ(names_of_called(cases, "rows=5 cols=3"), std::vector<std::string>{"tall"});
  EXPECT_EQ(names_of_called(cases, "rows=5"), std::vector<std::string>{"rows=5"});  // the name comes first
  EXPECT_EQ(names_of_called(cases, "a=0.5").size(), 3U);
  for (const char* none : {"", " ", "tal", "rows", "rows=", "rows=3x", "rows=3 depth=1", "n=3"})
    EXPECT_TRUE(names_of_called(cases, none).empty()) << none;
  EXPECT_EQ(list_of_cases(cases), R"("wide", "tall", "rows=5")");
}

}  // namespace
}  // namespace judge
