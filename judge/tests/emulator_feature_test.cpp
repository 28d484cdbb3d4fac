#include "judge/tests/emulator_testing.hpp"

#include <array>
#include <string_view>

namespace judge::emulator_testing {
namespace {

/// Of the toolkit's headers and of arithmetic, whose templates take ten to thirty seconds to optimise: built as they stand, in a fourth of the
/// time. tools/matrix has them optimised, too.
constexpr std::array<std::string_view, 18> libraries = {
    "complex", "cub_blocks", "cub_device", "cublas",        "curand",   "fp8",    "half",        "integers", "libcudacxx",
    "math",    "matrices",   "packed",     "tensor_copies", "textures", "thrust", "thrust_more", "wgmma",    "wmma"};

/// Every feature file checks itself: run() returns how many of its checks failed, and prints them.
class Feature : public testing::TestWithParam<std::tuple<std::string, std::string>> {};

TEST_P(Feature, GivesTheResultsOfAGpu) {
  const auto& [name, compiler] = GetParam();
  const auto library = build(name, compiler, std::ranges::find(libraries, name) != libraries.end() ? "--exact" : "--split");
  for (const char* threads : {"1", "3"}) {
    const CommandResult result = run(library, "run", {{"JUDGE_EMULATED_THREADS", threads}});
    EXPECT_EQ(result.exit_status, 0) << threads << " workers\n" << result.standard_output << result.standard_error;
  }
}

std::vector<std::string> feature_files() {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(data_folder()))
    if (entry.path().extension() == ".cu" && read_file(entry.path()).value().find("int run()") != std::string::npos)
      names.push_back(entry.path().stem().string());
  std::ranges::sort(names);
  return names;
}

TEST(VolatileLoops, ThatWaitForNobodyGetNoHelp) {
  const CommandResult result =
      run(build("volatile_loops", compilers().front()), "threads_of_counts", {{"JUDGE_EMULATED_THREADS", "2"}});
  EXPECT_LE(result.exit_status, 4) << result.standard_output;
}

TEST(Output, OfKernelsIsFormattedAsOfTheHost) {
  const CommandResult result = run(build("output", compilers().front()), "run");
  EXPECT_THAT(result.standard_output, testing::HasSubstr("block 1 thread 1 of hello:  1.50 1099511627776 text\n"));
  EXPECT_EQ(std::ranges::count(result.standard_output, '\n'), 4);
}

/// All with the compiler that is taken, and every twelfth with the other one; tools/matrix builds all with each.
std::vector<std::tuple<std::string, std::string>> features() {
  std::vector<std::tuple<std::string, std::string>> built;
  const auto files = feature_files(), with = compilers();
  for (const auto& compiler : with)
    for (std::size_t i = 0; i < files.size(); ++i)
      if (compiler == with.front() || i % 12 == 5) built.emplace_back(files[i], compiler);
  return built;
}

INSTANTIATE_TEST_SUITE_P(Files, Feature, testing::ValuesIn(features()), [](const auto& test_info) {
  return std::get<0>(test_info.param) + (std::get<1>(test_info.param) == "g++" ? "_gcc" : "_clang");
});

}  // namespace
}  // namespace judge::emulator_testing
