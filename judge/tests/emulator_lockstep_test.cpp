// Lanes in lockstep (judge-cucc --lockstep), with each compiler.
#include "judge/tests/emulator_testing.hpp"

namespace judge::emulator_testing {
namespace {

std::filesystem::path build_for_lockstep(const std::string& compiler) {
  const auto output = scratch() / ("lockstep." + compiler + ".so");
  if (std::filesystem::exists(output)) return output;
  const CommandResult result =
      run_command({cucc(), "--lockstep", (data_folder() / "lockstep.cu").string(), "-o", output.string(), "-I",
                   data_folder().string(), "--compiler", compiler})
          .value();
  EXPECT_EQ(result.exit_status, 0) << result.standard_error;
  EXPECT_EQ(result.standard_error, "") << "no flag that this compiler does not know";
  return output;
}

class LockstepOf : public testing::TestWithParam<std::tuple<std::string, const char*>> {};

TEST_P(LockstepOf, GivesWhatAGpuDoes) {
  const auto& [compiler, function] = GetParam();
  const auto library = build_for_lockstep(compiler);
  for (const char* workers : {"1", "3"}) {
    const CommandResult result = run(library, function, {{"JUDGE_EMULATED_THREADS", workers}});
    EXPECT_EQ(result.exit_status, 0) << workers << " workers\n" << result.standard_output << result.standard_error;
  }
}

constexpr const char* lockstep_functions[] = {"rotated",     "broadcasts", "uneven_loops", "function_calls",
                                     "early_exits", "waits",      "active_lanes", "in_global_memory"};

INSTANTIATE_TEST_SUITE_P(Lanes, LockstepOf,
                         testing::Combine(testing::ValuesIn(compilers()), testing::ValuesIn(lockstep_functions)),
                         [](const auto& test_info) {
                           return std::string(std::get<1>(test_info.param)) +
                                  (std::get<0>(test_info.param) == "g++" ? "_gcc" : "_clang");
                         });

TEST(Lockstep, IsWhatTheseKernelsNeed) {
  const std::string compiler = compilers().front();
  const auto library = scratch() / "lockstep.without.so";
  EXPECT_EQ(run_cucc(data_folder() / "lockstep.cu", library, compiler).exit_status, 0);
  for (const char* function : {"rotated", "broadcasts", "uneven_loops"})
    EXPECT_NE(run(library, function).exit_status, 0) << function << " is right without lockstep, and tests nothing";
}

}  // namespace
}  // namespace judge::emulator_testing
