// What the emulated runtime does in a dry call, and in one in which it refuses a launch.
#include "judge/tests/emulator_testing.hpp"

namespace judge::emulator_testing {
namespace {

TEST(DryCalls, CheckLaunchesAndDoNothingElse) {
  const auto library = build("dry_calls", compilers().front());
  std::istringstream lines(read_file(data_folder() / "dry_calls.cu").value());
  int functions = 0;
  for (std::string line; std::getline(lines, line);) {
    if (!line.starts_with("int ") || !line.ends_with("() {")) continue;
    const std::string name = line.substr(4, line.size() - 8);
    const CommandResult result = run(library, name);
    EXPECT_EQ(result.exit_status, 0) << name << "\n" << result.standard_output << result.standard_error;
    ++functions;
  }
  EXPECT_EQ(functions, 12);
}

}  // namespace
}  // namespace judge::emulator_testing
