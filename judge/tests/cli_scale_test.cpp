#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "judge/ledger/ledger.hpp"
#include "judge/tests/cli_support.hpp"

namespace judge {
namespace {

using testing::HasSubstr;

class ScaleCommand : public testing::Test {
 protected:
  CommandResult run(const std::vector<std::string>& words) {
    return ran_real_judge({.ledger = m_folder.path() / "ledger.sqlite", .root = m_root.path()}, words);
  }

  TemporaryDirectory m_folder = TemporaryDirectory::create("scale-test").value();
  SmallRoot m_root;
};

TEST_F(ScaleCommand, TimesEverySizeAndKeepsItOnNoBoard) {
  const auto ran = run(
      {"scale", "vector-addition", "va_float4", "--from", "256", "--to", "4k", "--steps", "3", "--max-samples", "5", "--json"});
  ASSERT_EQ(ran.exit_status, 0) << ran.standard_error;
  const auto document = parse_json(ran.standard_output).value();
  EXPECT_EQ(document["schema"], "judge.scale/1");
  EXPECT_EQ(document["parameter"], "N");
  std::vector<int> sizes;
  for (const auto& point : document["points"]) {
    sizes.push_back(point["size"]);
    EXPECT_GT(point["median_ns"], 0);
    EXPECT_EQ(point["work_bytes"], 12 * point["size"].get<double>());
  }
  EXPECT_EQ(sizes, (std::vector<int>{256, 1024, 4096}));
  auto ledger = *Ledger::open(m_folder.path() / "ledger.sqlite");
  const auto device = ledger.latest_device({});
  EXPECT_FALSE(device->has_value());  // no record
  const auto& record = document["records"][0];
  const auto studies = ledger.studies("vector-addition", record["device"]["id"].get<std::string>());
  ASSERT_TRUE(studies) << studies.error().message;
  ASSERT_EQ(studies->size(), 1u);
  EXPECT_EQ(studies->front().kind, "scale");
  EXPECT_EQ(parse_json(studies->front().document).value(), document);
  EXPECT_EQ(record["problem_hash"], studies->front().problem_hash);
}

TEST_F(ScaleCommand, IsInAReportThoughNothingElseWasJudged) {
  ASSERT_EQ(run({"scale", "vector-addition", "va_float4", "--from", "256", "--to", "512", "--max-samples", "5"}).exit_status,
            0);
  const auto ran = run({"report", "--json"});
  ASSERT_EQ(ran.exit_status, 0) << ran.standard_error;
  const auto problem = parse_json(ran.standard_output).value()["problems"][0];
  EXPECT_EQ(problem["name"], "vector-addition");
  EXPECT_TRUE(problem["board"].is_null());
  EXPECT_EQ(problem["scales"][0]["series"][0]["points"].size(), 2u);
}

TEST_F(ScaleCommand, SaysWhatIsWrongWithTheSizes) {
  EXPECT_THAT(run({"scale", "vector-addition", "va_float4", "--from", "many"}).standard_error, HasSubstr("'many' is no size"));
  EXPECT_THAT(run({"scale", "vector-addition", "va_float4", "--parameter", "M"}).standard_error, HasSubstr("it has: N"));
  const auto huge = run({"scale", "vector-addition", "va_float4", "--from", "512G", "--to", "512G"});
  EXPECT_EQ(huge.exit_status, 2);
  EXPECT_THAT(huge.standard_error, HasSubstr("no size is left: N=549755813888 is left out"));
  EXPECT_THAT(huge.standard_error, testing::Not(HasSubstr("tests.json")));
}

/// What is timed is a copy that is gone by then.
TEST_F(ScaleCommand, AReferenceThatFailsIsNamedWhereItLies) {
  const auto reference = std::filesystem::path(m_root.path()) / "problems/vector-addition/reference.cpp";
  ASSERT_TRUE(write_file(reference, read_file(reference).value() + "broken\n"));
  const auto ran = run({"scale", "vector-addition", "va_float4", "--from", "256", "--to", "512"});
  EXPECT_EQ(ran.exit_status, 2);
  EXPECT_THAT(ran.standard_error, HasSubstr(reference.string()));
  EXPECT_THAT(ran.standard_error, testing::Not(HasSubstr("judge-temporary-scale")));
}

}  // namespace
}  // namespace judge
