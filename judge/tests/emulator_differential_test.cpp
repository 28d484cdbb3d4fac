// Random kernels (judge/tests/differential): what they compute depends neither on the compiler nor on how many workers
// run them, and is what a GPU computed.
#include <fmt/format.h>

#include "judge/tests/emulator_testing.hpp"

namespace judge::emulator_testing {
namespace {

constexpr int seed = 21, kernels = 5, kernels_of_a_file = 5;

std::filesystem::path generator() { return std::filesystem::path(JUDGE_BINARY_DIR) / "tests/judge-differential"; }

std::filesystem::path built(int first, const std::string& compiler) {
  const auto source = scratch() / fmt::format("kernels_{}.cu", first);
  const auto library = scratch() / fmt::format("kernels_{}.{}.so", first, compiler);
  const CommandResult generated = run_command({generator(), "file", "arithmetic", std::to_string(seed), std::to_string(first),
                                               std::to_string(kernels_of_a_file)},
                                              {.output_limit_bytes = 16 << 20})
                                      .value();
  EXPECT_EQ(generated.exit_status, 0);
  EXPECT_TRUE(write_file(source, generated.standard_output));
  const CommandResult compiled =
      run_command({cucc(), source, "-o", library, "-I", std::string(JUDGE_SOURCE_DIR) + "/judge/tests/differential",
                   "--compiler", compiler},
                  {.time_limit = std::chrono::seconds(240)})
          .value();
  EXPECT_EQ(compiled.exit_status, 0) << compiled.standard_error;
  return library;
}

/// Lines "SEED KERNEL HASH".
std::string results(const std::filesystem::path& library, const std::string& workers) {
  const auto file = scratch() / "results";
  std::filesystem::remove(file);
  const CommandResult result =
      run_command({generator(), "run", library, file, runtime_library()},
                  {.environment = {{"JUDGE_EMULATED_THREADS", workers}}, .time_limit = std::chrono::seconds(60)})
          .value();
  EXPECT_EQ(result.exit_status, 0) << result.standard_error;
  return read_file(file).value_or("");
}

class RandomKernels : public testing::TestWithParam<int> {};

TEST_P(RandomKernels, GiveTheSameWithEveryCompilerAndAnyNumberOfWorkersAndOnAGpu) {
  std::string first_results;
  for (const std::string& compiler : compilers()) {
    const auto library = built(GetParam(), compiler);
    for (const char* workers : {"1", "3"}) {
      const std::string got = results(library, workers);
      EXPECT_EQ(std::ranges::count(got, '\n'), kernels_of_a_file);
      if (first_results.empty()) first_results = got;
      EXPECT_EQ(got, first_results) << compiler << ", " << workers << " workers";
    }
  }
  // Made by: tools/differential --generate 21 60 --runtime cuda
  const auto expected = read_file(std::filesystem::path(JUDGE_TEST_DATA) / "differential-21.txt");
  ASSERT_TRUE(expected) << expected.error().message;
  ASSERT_FALSE(first_results.empty());
  EXPECT_THAT(*expected, testing::HasSubstr(first_results));
}

// A library of five "kernels", of which one ends the process and one meets an error.
constexpr const char* mishaps = R"(
#include <csignal>
#include <cstdio>
extern "C" int differential(const char* path, unsigned first, long) {
  std::FILE* const file = std::fopen(path, "a");
  for (unsigned kernel = first; kernel < 5; ++kernel) {
    std::fprintf(file, "7 %u ", kernel);
    std::fflush(file);
    if (kernel == 1) std::raise(SIGSEGV);
    std::fputs(kernel == 3 ? "cudaErrorIllegalAddress\n" : "hash\n", file);
    if (kernel == 3) return std::fclose(file), 3;
  }
  std::fclose(file);
  return 0;
}
)";

// `(long long)(float(int(x))) * y` is no product: `(float(int(x)))` may be a type, and then is one.
TEST(Generator, NoOperandCanBeReadAsAType) {
  const CommandResult generated = run_command({generator(), "file", "people", "25", "219", "1"}).value();
  EXPECT_THAT(generated.standard_output, testing::HasSubstr("(float(int("));
  EXPECT_THAT(generated.standard_output, testing::Not(testing::HasSubstr("(long long)(float(int(")));
}

TEST(RunOfALibrary, AKernelThatEndsItsProcessOrMeetsAnErrorTakesNoOtherWithIt) {
  const auto source = scratch() / "mishaps.cpp", library = scratch() / "mishaps.so", file = scratch() / "mishaps.txt";
  ASSERT_TRUE(write_file(source, mishaps));
  const CommandResult compiled = run_command({compilers().front(), "-shared", "-fPIC", source, "-o", library}, {}).value();
  ASSERT_EQ(compiled.exit_status, 0) << compiled.standard_error;
  std::filesystem::remove(file);
  const CommandResult result = run_command({generator(), "run", library, file}, {}).value();
  EXPECT_EQ(result.exit_status, 0) << result.standard_error;
  EXPECT_EQ(read_file(file).value_or(""), "7 0 hash\n7 1 signal-11\n7 2 hash\n7 3 cudaErrorIllegalAddress\n7 4 hash\n");
}

INSTANTIATE_TEST_SUITE_P(Files, RandomKernels, testing::Range(0, kernels, kernels_of_a_file));

}  // namespace
}  // namespace judge::emulator_testing
