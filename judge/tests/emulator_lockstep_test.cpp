// Lanes in lockstep (judge-cucc --lockstep), with each compiler.
#include "judge/tests/emulator_testing.hpp"

namespace judge::emulator_testing {
namespace {

class LockstepOf : public testing::TestWithParam<std::string> {};

TEST_P(LockstepOf, GivesWhatAGpuDoes) {
  const auto library = scratch() / ("lockstep." + GetParam() + ".so");
  const CommandResult compiled = run_command({cucc(), "--lockstep", (data_folder() / "lockstep.cu").string(), "-o",
                                              library.string(), "-I", data_folder().string(), "--compiler", GetParam()})
                                     .value();
  ASSERT_EQ(compiled.exit_status, 0) << compiled.standard_error;
  EXPECT_EQ(compiled.standard_error, "") << "no flag that this compiler does not know";
  for (const char* function :
       {"rotated", "broadcasts", "uneven_loops", "function_calls", "early_exits", "waits", "active_lanes", "in_global_memory"})
    for (const char* workers : {"1", "3"}) {
      const CommandResult result = run(library, function, {{"JUDGE_EMULATED_THREADS", workers}});
      EXPECT_EQ(result.exit_status, 0) << function << " with " << workers << " workers\n"
                                       << result.standard_output << result.standard_error;
    }
}

INSTANTIATE_TEST_SUITE_P(Lanes, LockstepOf, testing::ValuesIn(compilers()),
                         [](const auto& test_info) { return test_info.param == "g++" ? "gcc" : "clang"; });

TEST(Lockstep, IsWhatTheseKernelsNeed) {
  const std::string compiler = compilers().front();
  const auto library = scratch() / "lockstep.without.so";
  EXPECT_EQ(run_cucc(data_folder() / "lockstep.cu", library, compiler).exit_status, 0);
  for (const char* function : {"rotated", "broadcasts", "uneven_loops"})
    EXPECT_NE(run(library, function).exit_status, 0) << function << " is right without lockstep, and tests nothing";
}

}  // namespace
}  // namespace judge::emulator_testing
