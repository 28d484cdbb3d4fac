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
    if (name.contains("unordered") == wants_unordered) found.push_back(name);
  }
  return found;
}

// One test for all, as the file takes seconds to compile.
TEST(Streams, HaveTheOrderThatCudaPromisesAndNoMore) {
  const auto library = build("stream_order", compilers().front());
  for (const std::string& name : stream_functions(false)) {
    const CommandResult result = run(library, name);
    EXPECT_EQ(result.exit_status, 0) << name << "\n" << result.standard_output << result.standard_error;
  }
  for (const std::string& name : stream_functions(true)) {
    const CommandResult result = run(library, name);
    EXPECT_TRUE(result.exit_status > 0 && result.exit_status <= 90) << name << ": " << result.exit_status << "\n"
                                                                    << result.standard_output << result.standard_error;
  }
  EXPECT_GE(stream_functions(false).size() + stream_functions(true).size(), 28u);
}

}  // namespace
}  // namespace judge::emulator_testing
