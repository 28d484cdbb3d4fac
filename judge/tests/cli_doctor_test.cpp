/// `judge doctor` through the real binary.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "judge/util/files.hpp"
#include "judge/util/process.hpp"

namespace judge {
namespace {

namespace fs = std::filesystem;
using testing::AllOf;
using testing::HasSubstr;

class DoctorCommandTest : public testing::Test {
 protected:
  CommandResult doctor(const std::vector<std::string>& settings) const {
    std::vector<std::string> command{"/usr/bin/env"};
    command.insert(command.end(), settings.begin(), settings.end());
    command.insert(command.end(), {JUDGE_BINARY_DIR "/bin/judge", "--root", JUDGE_SOURCE_DIR, "--cache", cache(), "--ledger",
                                   m_folder.path() / "ledger", "doctor"});
    auto ended = run_command(command);
    return ended ? *std::move(ended) : CommandResult{.exit_status = -1, .standard_error = ended.error().message};
  }

  std::string cache() const { return m_folder.path() / "cache"; }

  std::ptrdiff_t libraries_in_cache() const {
    std::error_code error;
    return std::ranges::count_if(fs::recursive_directory_iterator(cache(), error),
                                 [](const auto& entry) { return entry.path().extension() == ".so"; });
  }

 private:
  TemporaryDirectory m_folder = *TemporaryDirectory::create("doctor");
};

TEST_F(DoctorCommandTest, BuildsWhatTheFirstRunWouldWaitFor) {
  const auto ended = doctor({});
  EXPECT_EQ(ended.exit_status, 0) << ended.standard_error;
  EXPECT_THAT(ended.standard_output, AllOf(HasSubstr("ok  emulated attempts"), HasSubstr("The judge works.")));
  EXPECT_GE(libraries_in_cache(), 1);
}

TEST_F(DoctorCommandTest, SaysWhenACompilerIsThereAndDoesNotWork) {
  // A header that every compilation finds first.
  const auto broken = TemporaryDirectory::create("broken");
  ASSERT_TRUE(broken);
  ASSERT_TRUE(write_file(broken->path() / "cmath", "#error out of order\n"));
  const auto ended = doctor({"CPATH=" + broken->path().string()});
  EXPECT_THAT(ended.standard_output, AllOf(HasSubstr("emulated attempts: "),
                                           HasSubstr("cannot build the judge's own device code"), HasSubstr("out of order")));
  EXPECT_EQ(libraries_in_cache(), 0);
}

TEST_F(DoctorCommandTest, ARunThatRequiresTheSandboxDoesNotStartWithoutIt) {
  for (const auto& [part, said] : {std::pair("landlock", "no Landlock"), std::pair("seccomp", "no seccomp")}) {
    const auto ended = run_command({JUDGE_BINARY_DIR "/tests/judge-without", part, JUDGE_BINARY_DIR "/bin/judge", "--root",
                                    JUDGE_SOURCE_DIR, "--cache", cache(), "--runtime", "emulated", "run", "vector-addition",
                                    JUDGE_SOURCE_DIR "/testcases/accepted/scratch_memory.cu", "--require-sandbox"});
    ASSERT_TRUE(ended);
    EXPECT_NE(ended->exit_status, 0);
    EXPECT_THAT(ended->standard_error, AllOf(HasSubstr("--require-sandbox"), HasSubstr(said)));
  }
  EXPECT_EQ(libraries_in_cache(), 0);
}

}  // namespace
}  // namespace judge
