#include "judge/runtime/runtime.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>

#include "judge/util/cuda_toolkit.hpp"
#include "judge/util/files.hpp"

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

/// bin/nvcc and lib64/libcudart.so in a folder.
std::filesystem::path toolkit(const std::filesystem::path& folder) {
  for (const char* file : {"bin/nvcc", "lib64/libcudart.so"}) {
    std::filesystem::create_directories((folder / file).parent_path());
    EXPECT_TRUE(write_file(folder / file, ""));
  }
  std::filesystem::permissions(folder / "bin/nvcc", std::filesystem::perms::owner_all);
  return folder;
}

// Two toolkits: attempts are compiled by one and must not run with the library of the other.
TEST(FindCudart, TakesTheLibraryOfTheToolkitThatNvccIsOf) {
  const auto folder = TemporaryDirectory::create("toolkits").value();
  const auto in_path = toolkit(folder.path() / "in-path"), named = toolkit(folder.path() / "named");
  const std::string path = std::getenv("PATH");
  ::setenv("CUDA_HOME", named.c_str(), 1);
  ::setenv("PATH", ((in_path / "bin").string() + ":" + path).c_str(), 1);
  EXPECT_EQ(find_nvcc(), in_path / "bin/nvcc");
  EXPECT_EQ(find_cudart().value(), in_path / "lib64/libcudart.so");
  ::setenv("PATH", "/nowhere", 1);
  EXPECT_EQ(find_nvcc(), named / "bin/nvcc");
  EXPECT_EQ(find_cudart().value(), named / "lib64/libcudart.so");
  ::setenv("PATH", path.c_str(), 1);
  ::unsetenv("CUDA_HOME");
}

}  // namespace
}  // namespace judge
