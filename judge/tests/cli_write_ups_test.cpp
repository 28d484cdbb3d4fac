/// The commands that make tables for write-ups, through the real binary on the emulated runtime.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "judge/model/record_json.hpp"
#include "judge/tests/cli_support.hpp"
#include "judge/util/files.hpp"

namespace judge {
namespace {

using testing::HasSubstr;

constexpr const char* k_open_block = R"(// One element a thread. Costs: nothing.
// judge: rung 1
#include <cuda_runtime.h>

#ifndef BLOCK
#define BLOCK 256
#endif
static_assert(BLOCK <= 1024, "a block has 1024 threads at most");

__global__ void add(const float* A, const float* B, float* C, int N) {
  int i = blockIdx.x * BLOCK + threadIdx.x;
  if (i < N) C[i] = A[i] + B[i];
}
extern "C" void solve(const float* A, const float* B, float* C, int N) {
  add<<<(N + BLOCK - 1) / BLOCK, BLOCK>>>(A, B, C, N);
})";

/// A folder with a ledger and an attempt of its own.
struct Desk {
  SmallRoot root;
  TemporaryDirectory folder = TemporaryDirectory::create("write-ups").value();
  std::string attempt = folder.path() / "va_open.cu";

  Desk() { EXPECT_TRUE(write_file(attempt, k_open_block)); }

  CommandResult run(const std::string& command, const std::vector<std::string>& more) const {
    return ran_real_judge({.ledger = folder.path() / "ledger.sqlite", .root = root.path()},
                          {command, "vector-addition", attempt, "--case", "small", "--max-time", "0.05"}, more);
  }
};

TEST(SweepCommand, JudgesEveryCombinationAndExplainsTheImpossible) {
  const Desk desk;
  const auto done = desk.run("sweep", {"-D", "BLOCK=64,2048,256", "--json"});
  EXPECT_EQ(done.exit_status, 0) << done.standard_error;
  const auto document = parse_json(done.standard_output);
  ASSERT_TRUE(document) << done.standard_output;
  EXPECT_EQ((*document)["schema"], "judge.sweep/1");
  const auto& combinations = (*document)["combinations"];
  ASSERT_EQ(combinations.size(), 3u);
  EXPECT_EQ(combinations[0]["parameters"]["BLOCK"], "64");
  EXPECT_EQ(combinations[0]["verdict"], "accepted");
  EXPECT_GT(combinations[0]["device_median_ns"], 0);
  EXPECT_EQ(combinations[1]["verdict"], "compile-error");
  EXPECT_THAT(combinations[1]["reason"].get<std::string>(), HasSubstr("va_open.cu:8: "));
  EXPECT_THAT(combinations[1]["reason"].get<std::string>(), HasSubstr("a block has 1024 threads at most"));
  EXPECT_EQ(combinations[2]["verdict"], "accepted");
}

TEST(SweepCommand, RefusesAMacroThatWouldChangeNothing) {
  const Desk desk;
  const auto done = desk.run("sweep", {"-D", "BLOK=64"});
  EXPECT_EQ(done.exit_status, 2);
  EXPECT_THAT(done.standard_error, HasSubstr("does not mention BLOK"));
}

TEST(LadderCommand, TellsTheGainOfEachStep) {
  const Desk desk;
  const auto done = desk.run("ladder", {"va_float4", "--json"});
  EXPECT_EQ(done.exit_status, 0) << done.standard_error;
  const auto document = parse_json(done.standard_output);
  ASSERT_TRUE(document) << done.standard_output;
  const auto& rungs = (*document)["rungs"];
  ASSERT_EQ(rungs.size(), 2u);
  EXPECT_EQ(rungs[0]["attempt"], "va_open");
  EXPECT_EQ(rungs[0]["rung"], 1);
  EXPECT_EQ(rungs[0]["idea"], "One element a thread");
  EXPECT_FALSE(rungs[0].contains("step"));
  EXPECT_EQ(rungs[1]["attempt"], "va_float4");
  EXPECT_NEAR(rungs[1]["step"]["gain"].get<double>(), rungs[1]["gain_over_first"].get<double>(), 1e-9);
}

TEST(LadderCommand, MarkdownIsATableForABlog) {
  const Desk desk;
  const auto done = desk.run("ladder", {"--markdown"});
  EXPECT_EQ(done.exit_status, 0) << done.standard_error;
  EXPECT_TRUE(done.standard_output.starts_with("**Vector addition**\n\n| rung | attempt |")) << done.standard_output;
  EXPECT_THAT(done.standard_output, HasSubstr("One element a thread"));
}

TEST(ProfileCommand, TellsWhatTheTraceTellsWithoutAGpu) {
  const Desk desk;
  const auto done = desk.run("profile", {});
  EXPECT_EQ(done.exit_status, 0) << done.standard_error;
  EXPECT_THAT(done.standard_output, HasSubstr("there is no GPU here to profile on"));
  EXPECT_THAT(done.standard_output, HasSubstr("va_open: 1 launch\n"));
  EXPECT_THAT(done.standard_output, HasSubstr("add"));
}

}  // namespace
}  // namespace judge
