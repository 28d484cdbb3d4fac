// Work on streams: what CUDA orders is in order, and what it does not is not.
#include "judge/model/protocol.hpp"
#include "judge/tests/emulator_testing.hpp"

namespace judge::emulator_testing {
namespace {

/// The functions of stream_order.cu, by what their names say.
struct StreamFunctions {
  std::vector<std::string> ordered, unordered, right_by_luck;
};

StreamFunctions stream_functions() {
  std::istringstream lines(read_file(data_folder() / "stream_order.cu").value());
  StreamFunctions found;
  for (std::string line; std::getline(lines, line);) {
    if (!line.starts_with("int ") || !line.ends_with("() {")) continue;
    const std::string name = line.substr(4, line.size() - 8);
    auto& such = name.contains("by_luck") ? found.right_by_luck : name.contains("unordered") ? found.unordered : found.ordered;
    such.push_back(name);
  }
  return found;
}

std::filesystem::path library() { return build("stream_order", compilers().front()); }

std::map<std::string, std::string> with_streams_ahead(int times) {
  return {{"ORDER", std::to_string(static_cast<int>(protocol::ThreadOrder::some_streams_ahead))},
          {"TIMES", std::to_string(times)}};
}

void expect_right(const std::string& function, const std::map<std::string, std::string>& environment) {
  const CommandResult result = run(library(), function, environment);
  EXPECT_EQ(result.exit_status, 0) << function << "\n" << result.standard_output << result.standard_error;
}

void expect_wrong(const std::string& function, const std::map<std::string, std::string>& environment) {
  const CommandResult result = run(library(), function, environment);
  EXPECT_TRUE(result.exit_status > 0 && result.exit_status <= 90) << function << ": " << result.exit_status << "\n"
                                                                  << result.standard_output << result.standard_error;
}

TEST(Streams, HaveTheOrderThatCudaPromisesAndNoMore) {
  const auto functions = stream_functions();
  for (const std::string& name : functions.ordered) expect_right(name, {});
  for (const std::string& name : functions.unordered) expect_wrong(name, {});
  EXPECT_GE(functions.ordered.size() + functions.unordered.size(), 28u);
}

TEST(Streams, HaveNoOtherOrderWhereSomeRunAhead) {
  const auto functions = stream_functions();
  for (const std::string& name : functions.ordered) expect_right(name, with_streams_ahead(6));
  for (const std::string& name : functions.right_by_luck) {
    expect_right(name, {});
    expect_wrong(name, with_streams_ahead(40));
  }
  EXPECT_GE(functions.right_by_luck.size(), 7u);
}

}  // namespace
}  // namespace judge::emulator_testing
