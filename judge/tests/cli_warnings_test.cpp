#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "judge/tests/cli_support.hpp"
#include "judge/util/files.hpp"

namespace judge {
namespace {

using testing::HasSubstr;

TEST(Warnings, OfTheCompilerAndOfTheJudgeEndTheirLines) {
  const auto folder = TemporaryDirectory::create("warnings").value();
  const auto attempt = folder.path() / "warned.cu";
  ASSERT_TRUE(write_file(attempt,
                         "#include <cuda_runtime.h>\n"
                         "#warning this is said by the compiler\n"
                         "void solve(const float* A, const float* B, float* C, long N) {}\n"));
  const SmallRoot root("elementwise/vector-addition");
  const auto ran = ran_real_judge({.ledger = folder.path() / "ledger", .root = root.path()},
                                  {"run", "vector-addition", attempt, "--no-timing"});
  const std::string& text = ran.standard_output;
  EXPECT_THAT(text, HasSubstr("this is said by the compiler"));
  EXPECT_THAT(text, HasSubstr("\n" + attempt.string() +
                              ": warning: solve(float const*, float const*, float*, long) lacks extern \"C\""));
  EXPECT_THAT(text, HasSubstr("\n" + attempt.string() + ":3: warning: parameter 4 of solve() is 'long N'"));
  EXPECT_THAT(text, HasSubstr("\nwarned: wrong-answer: "));
}

TEST(NotTimed, SaysWhyWhereLockstepDecided) {
  const auto folder = TemporaryDirectory::create("warnings").value();
  const SmallRoot root;
  const Surroundings around{.ledger = folder.path() / "ledger", .root = root.path()};
  const auto run = [&](const std::string& more) {
    return ran_real_judge(around,
                          {"run", "vector-addition", JUDGE_SOURCE_DIR "/testcases/accepted/warp_sync_exchange.cu", more})
        .standard_output;
  };
  EXPECT_THAT(run("--json"),
              HasSubstr("\"not_timed\": \"it was accepted with its warps in lockstep, and what runs so has no time\""));
  EXPECT_THAT(run("--no-timing"), testing::Not(HasSubstr("not timed")));
}

}  // namespace
}  // namespace judge
