#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "judge/build/file_lock.hpp"
#include "judge/util/files.hpp"
#include "judge/util/process.hpp"

/// What the emulator's tests share: building a file of data/emulator with judge-cucc and running it in its own process.
namespace judge::emulator_testing {

inline std::filesystem::path data_folder() { return std::filesystem::path(JUDGE_TEST_DATA) / "emulator"; }
inline std::filesystem::path runtime_library() {
  return std::filesystem::path(JUDGE_BINARY_DIR) / "lib/judge/libjudge-cudart.so";
}
inline std::string cucc() { return (std::filesystem::path(JUDGE_BINARY_DIR) / "libexec/judge/judge-cucc").string(); }
inline std::string runner() { return (std::filesystem::path(JUDGE_BINARY_DIR) / "tests/judge-emulator-runner").string(); }

/// The host compilers that are installed here.
inline std::vector<std::string> compilers() {
  std::vector<std::string> found;
  for (const char* name : {"clang++", "g++"})
    if (find_program(name)) found.emplace_back(name);
  return found;
}

/// All versions of them that are installed here, for what takes little time.
inline std::vector<std::string> all_compilers() {
  std::vector<std::string> found;
  for (const char* name :
       {"g++", "g++-12", "g++-13", "g++-14", "clang++", "clang++-14", "clang++-16", "clang++-18", "clang++-19"})
    if (find_program(name)) found.emplace_back(name);
  return found;
}

inline const std::filesystem::path& scratch() {
  static const auto folder = TemporaryDirectory::create("emulator-tests").value();
  return folder.path();
}

/// The libraries that the first line of a file asks for, as the judge's builder would give them to the compiler.
inline std::vector<std::string> link_flags(const std::filesystem::path& source) {
  const std::string text = read_file(source).value();
  std::istringstream line(text.substr(0, text.find('\n')));
  std::vector<std::string> words{std::istream_iterator<std::string>(line), {}}, flags;
  if (words.size() < 3 || words[1] != "judge:" || words[2] != "link") return {};
  for (std::size_t i = 3; i < words.size(); ++i) flags.push_back("-l" + words[i]);
  return flags;
}

inline CommandResult run_cucc(const std::filesystem::path& source, const std::filesystem::path& output,
                              const std::string& compiler, std::vector<std::string> more = {}) {
  std::vector<std::string> command = {cucc(), source.string(),        "-o",         output.string(),
                                      "-I",   data_folder().string(), "--compiler", compiler};
  command.insert(command.end(), more.begin(), more.end());
  for (std::string& flag : link_flags(source)) command.push_back(std::move(flag));
  return run_command(command).value();
}

inline std::filesystem::file_time_type newest_below(const std::filesystem::path& folder) {
  std::filesystem::file_time_type newest = std::filesystem::last_write_time(folder);
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder))
    newest = std::max(newest, entry.last_write_time());
  return newest;
}

/// When what a built library depends on was last changed: judge-cucc, its headers, the files of data/emulator.
inline std::filesystem::file_time_type last_change() {
  const auto include = std::filesystem::path(JUDGE_SOURCE_DIR) / "judge/emulator/include";
  return std::max({std::filesystem::last_write_time(cucc()), newest_below(include), newest_below(data_folder())});
}

/// A file of data/emulator, built; fails the test if it does not build, or, with --split, if the code of a kernel that can be split is no C++. Kept for the other tests, each a process of its own.
inline std::filesystem::path build(const std::string& name, const std::string& compiler, const std::string& how = "--split") {
  const auto folder = std::filesystem::path(JUDGE_BINARY_DIR) / "tests/libraries";
  std::filesystem::create_directories(folder);
  const auto output = folder / (name + "." + compiler + ".so"), fresh = folder / (name + "." + compiler + ".part.so");
  const auto lock = FileLock::acquire(output.string() + ".lock", LockMode::exclusive, LockFile::stays, std::chrono::minutes(5));
  EXPECT_TRUE(lock) << lock.error().message;
  std::error_code error;
  if (std::filesystem::last_write_time(output, error) > last_change() && !error) return output;
  const CommandResult result = run_cucc(data_folder() / (name + ".cu"), fresh, compiler, {how});
  EXPECT_EQ(result.exit_status, 0) << result.standard_error;
  std::filesystem::rename(fresh, output, error);
  return output;
}

inline CommandResult run(const std::filesystem::path& library, const std::string& function,
                         std::map<std::string, std::string> environment = {}) {
  return run_command({runner(), runtime_library().string(), library.string(), function},
                     {.environment = std::move(environment), .time_limit = std::chrono::seconds(60)})
      .value();
}

}  // namespace judge::emulator_testing
