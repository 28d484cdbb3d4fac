/// An accepted attempt is called once more with the last block of each grid first. With one worker the blocks of the judged calls
/// come in order, so that both attempts here are always right there.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>

#include "judge/tests/cli_support.hpp"
#include "judge/util/files.hpp"

namespace judge {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

constexpr const char* k_side_by_side = "right only if threads run one after the other";
constexpr const char* k_decided = "wrong where several run side by side, as on a GPU; that decided";
constexpr const char* k_told = "the answer depends on the order in which the blocks of a grid run";

std::string judged(const std::string& problem, const std::string& attempt, int exit_status = 0) {
  const auto folder = TemporaryDirectory::create("order").value();
  ::setenv("JUDGE_EMULATED_THREADS", "1", 1);
  const SmallRoot root(problem);
  const auto ran = ran_real_judge({.ledger = folder.path() / "ledger", .root = root.path()},
                                  {"run", std::filesystem::path(problem).filename(), attempt, "--no-timing"});
  ::unsetenv("JUDGE_EMULATED_THREADS");
  EXPECT_EQ(ran.exit_status, exit_status);
  return ran.standard_output + ran.standard_error;
}

TEST(OrderOfBlocks, OfAChainWithoutFlagsDecides) {
  EXPECT_THAT(judged("reductions/linear-recurrence", JUDGE_TEST_DATA "/neighbour_without_flag.cu", 1),
              HasSubstr(k_side_by_side));
}

TEST(OrderOfBlocks, OfAScatterByAtomicsIsTold) {
  EXPECT_THAT(judged("algorithms/radix-sort", JUDGE_TEST_DATA "/unstable_scatter.cu", 1), HasSubstr(k_told));
}

TEST(OrderOfBlocks, OfALastBlockByIndexDecides) {
  EXPECT_THAT(judged("reductions/reduction", JUDGE_TEST_DATA "/last_block_by_index.cu", 1),
              HasSubstr("as on a GPU; that decided"));
}

// Two other executions show it, and the one with threads side by side comes first where there is time for a case that it shows in.
TEST(OrderOfBlocks, OfATotalOfTheBlockBeforeDecidesThoughLargeCasesTakeTooLong) {
  EXPECT_THAT(judged("reductions/prefix-sum", JUDGE_TEST_DATA "/total_of_the_block_before.cu", 1),
              AnyOf(HasSubstr(k_decided), HasSubstr("as threads of a GPU do; that decided")));
}

TEST(OrderOfBlocks, OfALastBlockByATicketIsNotTold) {
  EXPECT_THAT(judged("reductions/reduction", JUDGE_SOURCE_DIR "/testcases/check/clean_last_block.cu"), Not(HasSubstr(k_told)));
}

TEST(OrderOfBlocks, OfAChainWithFlagsIsNotTold) {
  EXPECT_THAT(judged("reductions/prefix-sum", JUDGE_SOURCE_DIR "/solutions/ps_best.cu"), Not(HasSubstr(k_told)));
}

// With 0 from the lanes that have left both are right.
TEST(AbsentLanes, AreToldWhereTheAnswerNeedsThem) {
  constexpr const char* told = "a shuffle reads from a lane that takes no part";
  const std::string root = JUDGE_SOURCE_DIR "/testcases/check/";
  EXPECT_THAT(judged("reductions/reduction", root + "absent_lanes.cu"),
              AllOf(HasSubstr("absent_lanes.cu:10"), HasSubstr(told)));
  EXPECT_THAT(judged("reductions/reduction", root + "clean_partial_warps.cu"), Not(HasSubstr(told)));
}

}  // namespace
}  // namespace judge
