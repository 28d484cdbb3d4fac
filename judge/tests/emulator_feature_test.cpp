#include "judge/tests/emulator_testing.hpp"

namespace judge::emulator_testing {
namespace {

/// Every feature file checks itself: run() returns how many of its checks failed, and prints them.
class Feature : public testing::TestWithParam<std::tuple<std::string, std::string>> {};

TEST_P(Feature, GivesTheResultsOfAGpu) {
  const auto& [name, compiler] = GetParam();
  const auto library = build(name, compiler);
  for (const char* threads : {"1", "3"}) {
    const CommandResult result = run(library, "run", {{"JUDGE_EMULATED_THREADS", threads}});
    EXPECT_EQ(result.exit_status, 0) << threads << " workers\n" << result.standard_output << result.standard_error;
  }
}

INSTANTIATE_TEST_SUITE_P(Files, Feature,
                         testing::Combine(testing::Values("vector_add", "transpose", "limits"), testing::ValuesIn(compilers())),
                         [](const auto& test_info) {
                           return std::get<0>(test_info.param) +
                                  (std::get<1>(test_info.param) == "g++" ? "_gcc" : "_clang");
                         });

}  // namespace
}  // namespace judge::emulator_testing
