// What becomes of mistakes with products of warpgroups; that right ones are right is for the feature file to say.
#include <fstream>

#include "judge/model/outcome.hpp"
#include "judge/tests/emulator_testing.hpp"

namespace judge::emulator_testing {
namespace {

using testing::HasSubstr;

constexpr int status_of_product_fault = 77;

/// "product_faults.cu:12", the line with this comment.
std::string product_line(const std::string& comment) {
  std::ifstream file(data_folder() / "product_faults.cu");
  std::string line;
  for (int number = 1; std::getline(file, line); ++number)
    if (line.ends_with("// LINE " + comment)) return "product_faults.cu:" + std::to_string(number);
  ADD_FAILURE() << "no line " << comment;
  return "";
}

/// The frames at the code address in a fault's line.
std::string frames_of_fault(const std::filesystem::path& library, const std::string& output) {
  const std::size_t at = output.find("code=");
  if (at == std::string::npos) return "";
  const std::string address = output.substr(at + 5, output.find(' ', at) - at - 5);
  return run_command({"addr2line", "-i", "-e", library.string(), address})->standard_output;
}

class Products : public testing::TestWithParam<std::string> {
 protected:
  CommandResult call(const std::string& function) {
    library = build("product_faults", GetParam());
    return run(library, function);
  }
  std::filesystem::path library;
};

TEST_P(Products, ComeWhenTheThreadWaits) {
  EXPECT_EQ(call("run_right").exit_status, 0);
  EXPECT_EQ(call("run_many_groups").exit_status, 0);
  EXPECT_EQ(call("product_not_waited_for").exit_status, 0);
  EXPECT_EQ(call("product_in_no_group").exit_status, 0);
  EXPECT_EQ(call("product_of_overwritten").exit_status, 0);
}

// No GPU has been asked about base offsets, so they are in no feature file.
TEST_P(Products, FindTheBeginOfTheSwizzleByTheBaseOffset) { EXPECT_EQ(call("run_with_base_offset").exit_status, 0); }

TEST_P(Products, OfThreadsThatLeftAreNotWritten) { EXPECT_EQ(call("product_of_threads_that_leave").exit_status, 0); }

TEST_P(Products, NameTheLineWhereTheyReadBehindAnArray) {
  const CommandResult result = call("product_past_end");
  EXPECT_THAT(result.standard_output,
              HasSubstr("kind=" + std::to_string(static_cast<int>(Fault::Kind::illegal_access)) + " write=0"));
  EXPECT_THAT(frames_of_fault(library, result.standard_output), HasSubstr(product_line("product")));
}

TEST_P(Products, NeedAWholeWarpgroup) {
  const CommandResult result = call("product_of_few_threads");
  EXPECT_EQ(result.exit_status, status_of_product_fault);
  EXPECT_THAT(result.standard_output, HasSubstr("a warpgroup has 128 threads, and the block has too few"));
  EXPECT_THAT(frames_of_fault(library, result.standard_output), HasSubstr(product_line("product")));
  const CommandResult differs = call("product_that_differs");
  EXPECT_EQ(differs.exit_status, status_of_product_fault);
  EXPECT_THAT(differs.standard_output, HasSubstr("thread=77,0,0"));
  EXPECT_THAT(differs.standard_output, HasSubstr("ask for different products"));
}

TEST_P(Products, ThatSomeThreadsDoNotAskForAreADeadlock) {
  const CommandResult result = call("product_of_three_warps");
  EXPECT_EQ(result.exit_status, status_of_product_fault);
  EXPECT_THAT(result.standard_output, HasSubstr("kind=" + std::to_string(static_cast<int>(Fault::Kind::deadlock)) + " "));
  EXPECT_THAT(result.standard_output, HasSubstr("96 wait at wgmma.wait_group in line " +
                                                product_line("wait").substr(std::string("product_faults.cu:").size())));
}

INSTANTIATE_TEST_SUITE_P(Compilers, Products, testing::ValuesIn(compilers()),
                         [](const auto& test_info) { return test_info.param == "g++" ? "gcc" : "clang"; });

TEST(CheckedProducts, ReadTheirOperandsForTheWholeWarpgroup) {
  const auto library = scratch() / "product_faults.checked.so";
  const CommandResult built = run_cucc(data_folder() / "product_faults.cu", library, compilers().front(), {"--check"});
  ASSERT_EQ(built.exit_status, 0) << built.standard_error;
  for (const char* function : {"run_right", "run_and_reuse"}) {
    const CommandResult right = run(library, function);
    EXPECT_EQ(right.exit_status, 0) << function;
    EXPECT_EQ(right.standard_output, "") << function;
  }
}

}  // namespace
}  // namespace judge::emulator_testing
