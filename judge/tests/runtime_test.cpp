#include "judge/runtime/runtime.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>

namespace judge {
namespace {

TEST(Runtime, SaysWhichLibraryIsMissing) {
  const auto runtime = load_runtime_from(RuntimeKind::emulated, "/nowhere/libcudart.so");
  ASSERT_FALSE(runtime);
  EXPECT_THAT(runtime.error().message, testing::HasSubstr("/nowhere/libcudart.so"));
}

TEST(Runtime, SaysWhichFunctionsALibraryLacks) {
  const auto runtime = load_runtime_from(RuntimeKind::cuda, "libm.so.6");
  ASSERT_FALSE(runtime);
  EXPECT_THAT(runtime.error().message, testing::HasSubstr("cudaIpcOpenMemHandle"));
}

TEST(Runtime, TheEmulatedOneDescribesItsDevice) {
  const auto runtime = load_runtime_from(RuntimeKind::emulated, Installation{JUDGE_BINARY_DIR}.emulated_runtime());
  ASSERT_TRUE(runtime) << runtime.error().message;
  EXPECT_NE(runtime->cuda.judgeEmulatedSetWindow, nullptr);
  const auto device = describe_device(*runtime);
  ASSERT_TRUE(device) << device.error().message;
  EXPECT_THAT(device->id, testing::StartsWith("emulated:"));
  EXPECT_GT(device->multiprocessors, 0);
  EXPECT_THAT(describe_error(*runtime, 700), testing::HasSubstr("cudaErrorIllegalAddress (700)"));
}

TEST(FindCudart, TheVariableWins) {
  ::setenv("JUDGE_CUDART", "/opt/other/libcudart.so.12", 1);
  EXPECT_EQ(find_cudart().value(), "/opt/other/libcudart.so.12");
  ::unsetenv("JUDGE_CUDART");
}

}  // namespace
}  // namespace judge
