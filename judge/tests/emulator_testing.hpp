#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "judge/util/files.hpp"
#include "judge/util/process.hpp"

/// What the emulator's tests share: building a file of data/emulator with judge-cucc and running it in its own process.
namespace judge::emulator_testing {

inline std::filesystem::path data_folder() { return std::filesystem::path(JUDGE_TEST_DATA) / "emulator"; }
inline std::filesystem::path runtime_library() {
  return std::filesystem::path(JUDGE_BINARY_DIR) / "lib/judge/libjudge-cudart.so";
}
inline std::string cucc() { return (std::filesystem::path(JUDGE_BINARY_DIR) / "libexec/judge/judge-cucc").string(); }
inline std::string runner() {
  return (std::filesystem::path(JUDGE_BINARY_DIR) / "tests/judge-emulator-runner").string();
}

/// The host compilers that are installed here.
inline std::vector<std::string> compilers() {
  std::vector<std::string> found;
  for (const char* name : {"clang++", "g++"})
    if (find_program(name)) found.emplace_back(name);
  return found;
}

inline const std::filesystem::path& scratch() {
  static const auto folder = TemporaryDirectory::create("judge-emulator-tests").value();
  return folder.path();
}

inline CommandResult run_cucc(const std::filesystem::path& source, const std::filesystem::path& output,
                              const std::string& compiler) {
  return run_command(
             {cucc(), source.string(), "-o", output.string(), "-I", data_folder().string(), "--compiler", compiler})
      .value();
}

/// A file of data/emulator, built; fails the test if it does not build.
inline std::filesystem::path build(const std::string& name, const std::string& compiler) {
  const auto output = scratch() / (name + "." + compiler + ".so");
  if (std::filesystem::exists(output)) return output;
  const CommandResult result = run_cucc(data_folder() / (name + ".cu"), output, compiler);
  EXPECT_EQ(result.exit_status, 0) << result.standard_error;
  return output;
}

inline CommandResult run(const std::filesystem::path& library, const std::string& function,
                         std::map<std::string, std::string> environment = {}) {
  return run_command({runner(), runtime_library().string(), library.string(), function},
                     {.environment = std::move(environment), .time_limit = std::chrono::seconds(60)})
      .value();
}

}  // namespace judge::emulator_testing
