// Work on streams: what CUDA orders is in order, and what it does not is not.
#include "judge/tests/emulator_testing.hpp"

namespace judge::emulator_testing {
namespace {

/// The functions of stream_order.cu, by what their names say.
std::vector<std::string> stream_functions(bool wants_unordered) {
  std::istringstream lines(read_file(data_folder() / "stream_order.cu").value());
  std::vector<std::string> found;
  for (std::string line; std::getline(lines, line);) {
    if (!line.starts_with("int ") || !line.ends_with("() {")) continue;
    const std::string name = line.substr(4, line.size() - 8);
    if ((name.find("unordered") != std::string::npos) == wants_unordered) found.push_back(name);
  }
  return found;
}

CommandResult run_function(const std::string& name) {
  return run(build("stream_order", compilers().front()), name);
}

class InOrder : public testing::TestWithParam<std::string> {};
TEST_P(InOrder, IsWhatCudaPromises) {
  const CommandResult result = run_function(GetParam());
  EXPECT_EQ(result.exit_status, 0) << result.standard_output << result.standard_error;
}

class WithoutOrder : public testing::TestWithParam<std::string> {};
TEST_P(WithoutOrder, ShowsInTheResult) {
  const CommandResult result = run_function(GetParam());
  EXPECT_TRUE(result.exit_status > 0 && result.exit_status <= 90)
      << result.exit_status << result.standard_output << result.standard_error;
}

const auto name_of_test = [](const auto& test_info) { return test_info.param; };
INSTANTIATE_TEST_SUITE_P(Streams, InOrder, testing::ValuesIn(stream_functions(false)), name_of_test);
INSTANTIATE_TEST_SUITE_P(Streams, WithoutOrder, testing::ValuesIn(stream_functions(true)), name_of_test);

}  // namespace
}  // namespace judge::emulator_testing
