/// `cmake --install` into a fresh prefix, and the judge that is there.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "judge/model/record_json.hpp"
#include "judge/tests/cli_support.hpp"

namespace judge {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

/// An installation in a folder of its own, seen by a user who has a home there, in a folder where nothing is.
struct Installed {
  TemporaryDirectory folder = *TemporaryDirectory::create("install");
  fs::path prefix = folder.path() / "prefix";

  Installed() {
    for (const char* name : {"home", "empty"}) fs::create_directory(folder.path() / name);
    const auto done = run_command({JUDGE_CMAKE, "--install", JUDGE_BINARY_DIR, "--prefix", prefix});
    EXPECT_TRUE(done && done->exit_status == 0) << (done ? done->standard_error : done.error().message);
  }

  CommandResult run(std::vector<std::string> words) const {
    words.insert(words.begin(), prefix / "bin/judge");
    const auto home = (folder.path() / "home").string();
    const auto ended = run_command(words, {.directory = folder.path() / "empty",
                                           .environment = {{"HOME", home},
                                                           {"XDG_CACHE_HOME", home + "/cache"},
                                                           {"XDG_DATA_HOME", home + "/data"},
                                                           {"JUDGE_ROOT", ""},
                                                           {"LD_LIBRARY_PATH", ""}}});
    EXPECT_TRUE(ended) << ended.error().message;
    return ended ? *ended : CommandResult{.exit_status = -1};
  }
};

TEST(InstalledJudge, JudgesAnAttemptAndHasItsManual) {
  const Installed installed;
  for (const char* file :
       {"share/man/man1/judge.1.gz", "share/man/man1/judge-run.1.gz", "share/bash-completion/completions/judge",
        "share/fish/vendor_completions.d/judge.fish", "share/zsh/site-functions/_judge", "share/doc/judge/docs/json.md"})
    EXPECT_TRUE(fs::is_regular_file(installed.prefix / file)) << file;
  EXPECT_FALSE(fs::exists(installed.prefix / "share/doc/judge/changelog.Debian.gz")) << "is of the package alone";
  // Its own problems and attempts, since none lie upward, and its own compiler, runtime, player and reference.
  const auto judged =
      installed.run({"run", "vector-addition", "va_float4", "--runtime", "emulated", "--no-timing", "--no-check", "--json"});
  EXPECT_EQ(judged.exit_status, 0) << judged.standard_error;
  const auto document = parse_json(judged.standard_output);
  ASSERT_TRUE(document) << judged.standard_output;
  EXPECT_EQ((*document)["records"][0]["verdict"], "accepted");
  EXPECT_TRUE(fs::exists(installed.folder.path() / "home/data/judge/ledger.sqlite"));
  EXPECT_TRUE(fs::is_empty(installed.folder.path() / "empty"));
}

TEST(InstalledJudge, ShowsItsProblemsBesideThoseOfOnesOwnRoot) {
  const Installed installed;
  const auto own = installed.folder.path() / "own";
  fs::create_directories(own / "problems");
  fs::copy(JUDGE_SOURCE_DIR "/problems/elementwise/vector-addition", own / "problems/my-addition");
  const auto listed = installed.run({"list", "--names", "--root", own});
  EXPECT_EQ(listed.exit_status, 0) << listed.standard_error;
  EXPECT_THAT(listed.standard_output, testing::AllOf(HasSubstr("my-addition\n"), HasSubstr("\nreduction\n")));
  const auto judged = installed.run(
      {"run", "vector-addition", "va_float4", "--root", own, "--runtime", "emulated", "--no-timing", "--no-check"});
  EXPECT_EQ(judged.exit_status, 0) << judged.standard_error;
  const auto none = installed.run({"run", "my-addition", "--root", own});
  EXPECT_EQ(none.exit_status, 2) << "the judge's examples are of its problems: " << none.standard_output;
}

TEST(InstalledProblems, AreThoseThatDocsHaveARowOf) {
  const auto folder = TemporaryDirectory::create("install-problems").value();
  const auto put = [&](const std::string& name, const std::string& text) {
    fs::create_directories((folder.path() / name).parent_path());
    EXPECT_TRUE(write_file(folder.path() / name, text));
  };
  put("docs/problems.md", "| problem | cases |\n|---|---:|\n| 2d-sums | 49 | fast |\n");
  for (const char* name : {"reductions/2d-sums", "reductions/differences", "mine", "2d"})
    put(std::string("problems/") + name + "/solve.h", "");
  put("problems/README.md", "");
  const auto done = run_command({JUDGE_CMAKE, "-D", "source=" + folder.path().string(), "-D",
                                 "CMAKE_INSTALL_PREFIX=" + (folder.path() / "prefix").string(), "-P",
                                 JUDGE_SOURCE_DIR "/packaging/install_problems.cmake"});
  ASSERT_TRUE(done && done->exit_status == 0) << (done ? done->standard_error : done.error().message);
  const auto problems = folder.path() / "prefix/share/judge/problems";
  EXPECT_TRUE(fs::exists(problems / "reductions/2d-sums/solve.h"));
  EXPECT_FALSE(fs::exists(problems / "reductions/differences") || fs::exists(problems / "mine") || fs::exists(problems / "2d"));
  EXPECT_THAT(done->standard_output, HasSubstr("Left out: problems/mine"));
}

}  // namespace
}  // namespace judge
