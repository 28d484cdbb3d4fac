/// Extra cases through the real binary, on the emulated runtime.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "judge/model/documents.hpp"
#include "judge/tests/cli_support.hpp"
#include "judge/util/files.hpp"

namespace judge {
namespace {

using testing::HasSubstr;

// Right up to 100 elements, which is all that the problem asks for but in its extra cases.
constexpr const char* k_up_to_a_hundred = R"(#include <cuda_runtime.h>
__global__ void twice(const float* A, float* C, int N) {
  int i = threadIdx.x;
  if (i < N) C[i] = 2 * A[i];
}
extern "C" void solve(const float* A, float* C, int N) { twice<<<1, 100>>>(A, C, N); })";

class Extra : public testing::Test {
 protected:
  void SetUp() override {
    const auto folder = m_folder->path() / "problems/twice";
    std::filesystem::create_directories(folder);
    EXPECT_TRUE(write_file(folder / "solve.h", "extern \"C\" void solve(const float* A, float* C, int N);\n"));
    EXPECT_TRUE(write_file(folder / "problem.json",
                           R"({"buffers": {"A": {"shape": "N", "fill": {"uniform": [1, 2]}}, "C": {"shape": "N"}}})"));
    EXPECT_TRUE(write_file(folder / "tests.json", R"({"cases": [{"name": "more", "extra": true, "scalars": {"N": 101}},
        {"name": "small", "scalars": {"N": 7}}, {"name": "large", "timed": true, "scalars": {"N": 100}},
        {"name": "as large", "timed": true, "extra": true, "scalars": {"N": 99}}]})"));
    EXPECT_TRUE(write_file(
        folder / "reference.cpp",
        "extern \"C\" void reference(const float* A, float* C, int N) { for (int i = 0; i < N; ++i) C[i] = 2 * A[i]; }\n"));
    EXPECT_TRUE(write_file(m_folder->path() / "t_mine.cu", k_up_to_a_hundred));
  }

  CommandResult judge(const std::vector<std::string>& words, const std::vector<std::string>& more = {}) {
    return ran_real_judge({.ledger = m_folder->path() / "ledger", .root = m_folder->path()}, words, more);
  }

  CommandResult run(const std::vector<std::string>& more) {
    return judge({"run", "twice", m_folder->path() / "t_mine.cu", "--no-check", "--max-time", "0.05"}, more);
  }

  static Record record_of(const CommandResult& result) {
    return decode<RunDocument>(parse_json(result.standard_output).value(), "the run").value().records.front();
  }

  Result<TemporaryDirectory> m_folder = TemporaryDirectory::create("extra");
};

TEST_F(Extra, AreNoPartOfTheVerdictUnlessAskedFor) {
  const Record plain = record_of(run({"--json"}));
  EXPECT_EQ(plain.verdict.kind, VerdictKind::accepted);
  EXPECT_EQ(plain.cases.size(), 2u);
  EXPECT_GT(plain.id, 0);

  const auto asked = run({"--json", "--extra"});
  const Record record = record_of(asked);
  EXPECT_EQ(asked.exit_status, 1);
  EXPECT_EQ(record.verdict.kind, VerdictKind::wrong_answer);
  EXPECT_EQ(record.verdict.case_name, "more");
  EXPECT_THAT(record.verdict.details, HasSubstr("An extra case"));
  ASSERT_EQ(record.cases.size(), 3u);
  EXPECT_FALSE(record.cases[1].is_extra);
  EXPECT_TRUE(record.cases[2].is_extra);

  EXPECT_EQ(record.id, 0) << "the ledger keeps it";
  EXPECT_THAT(judge({"board", "twice"}).standard_output, HasSubstr("t_mine"));
}

TEST_F(Extra, ATimedOneIsAskedForByItsName) {
  const auto result = run({"--json", "--case", "as large"});
  ASSERT_EQ(result.exit_status, 0) << result.standard_error;
  const Record record = record_of(result);
  EXPECT_EQ(record.cases.size(), 3u);
  EXPECT_EQ(record.measurements.front().case_name, "as large");
  EXPECT_THAT(run({"--case", "larger"}).standard_error, HasSubstr("it has: \"large\", \"as large\""));
}

TEST_F(Extra, AreShown) {
  const auto text = judge({"show", "twice"}).standard_output;
  EXPECT_THAT(text, HasSubstr("extra, timed"));
  EXPECT_THAT(text, HasSubstr("in case large"));
  EXPECT_TRUE(parse_json(judge({"show", "twice", "--json"}).standard_output).value()["cases"].back()["extra"]);
}

TEST_F(Extra, ATimeOfAnotherCaseIsOnNoBoard) {
  const Record other = record_of(run({"--case", "as large", "--json"}));
  ASSERT_EQ(other.measurements.size(), 1u);
  EXPECT_GT(other.id, 0);  // the verdict counts
  const auto board = [&] { return parse_json(judge({"board", "twice", "--json"}).standard_output).value()["entries"][0]; };
  EXPECT_TRUE(board()["record"]["measurements"].empty());
  EXPECT_TRUE(board()["rank"].is_null());
  EXPECT_THAT(run({"--case", "as large"}).standard_output, testing::Not(HasSubstr("percentile")));
  EXPECT_GT(record_of(run({"--json"})).id, 0);
  EXPECT_EQ(board()["record"]["measurements"][0]["case"], "large");
  EXPECT_EQ(board()["rank"], 1);
}

TEST_F(Extra, TheTimeOfEachTimedCaseIsShown) {
  ASSERT_TRUE(write_file(m_folder->path() / "problems/twice/tests.json",
                         R"({"cases": [{"name": "large", "timed": true, "scalars": {"N": 100}},
                                       {"name": "small", "timed": true, "scalars": {"N": 7}}]})"));
  const auto shown = run({"--case", "all"}).standard_output;
  EXPECT_THAT(shown, HasSubstr("t_mine   large"));
  EXPECT_THAT(shown, HasSubstr("t_mine   small"));
  EXPECT_THAT(run({}).standard_output, testing::Not(HasSubstr("t_mine   small")));
}

TEST_F(Extra, OfMuchOutputTheEndsAreShown) {
  std::string text = k_up_to_a_hundred;
  text.insert(text.rfind("twice<<<"), "for (int i = 0; i < 60; ++i) printf(\"line %d\\n\", i); fflush(stdout); ");
  ASSERT_TRUE(write_file(m_folder->path() / "t_mine.cu", "#include <cstdio>\n" + text));
  const auto shown = run({"--no-timing"}).standard_output;
  EXPECT_THAT(shown, HasSubstr("| line 9\n    ... ("));
  EXPECT_THAT(shown, HasSubstr(" more lines)\n    | line 50\n"));
  EXPECT_THAT(shown, testing::Not(HasSubstr("line 30\n")));
}

}  // namespace
}  // namespace judge
