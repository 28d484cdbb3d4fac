#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include "judge/cli/commands.hpp"
#include "judge/helptext/completion_model.hpp"
#include "judge/util/files.hpp"
#include "judge/util/process.hpp"

namespace judge {
namespace {

using testing::AllOf;
using testing::Contains;
using testing::Field;
using testing::HasSubstr;
using testing::IsSupersetOf;
using testing::Not;

CompletionModel model() {
  CommandLine line;
  add_commands(line);
  return completion_model(line.app);
}

/// A folder whose `judge` knows two problems, with the script and some files to complete.
struct Sandbox {
  TemporaryDirectory folder = *TemporaryDirectory::create("completion");

  explicit Sandbox(const std::string& script) {
    EXPECT_TRUE(write_file(folder.path() / "script", script));
    EXPECT_TRUE(write_file(folder.path() / "judge", "#!/bin/sh\necho vector-addition\necho matrix-transpose\n"));
    EXPECT_EQ(::chmod((folder.path() / "judge").c_str(), 0755), 0);
    for (const char* name : {"a.cu", "b.cpp", "ledger.sqlite"}) EXPECT_TRUE(write_file(folder.path() / name, ""));
    std::filesystem::create_directory(folder.path() / "more");
  }

  /// What bash completes the last of these words to.
  std::vector<std::string> complete(const std::vector<std::string>& words) const {
    std::string program = "PATH=" + folder.path().string() + ":$PATH; compopt() { :; }; source ./script; COMP_WORDS=(";
    for (const auto& word : words) program += " '" + word + "'";
    program += fmt::format("); COMP_CWORD={}; _judge; printf '%s\\n' \"${{COMPREPLY[@]}}\"", words.size() - 1);
    const auto result = run_command({"bash", "-c", program}, {.directory = folder.path()});
    EXPECT_TRUE(result.has_value());
    EXPECT_EQ(result->standard_error, "");
    return CLI::detail::split(result->standard_output.substr(0, result->standard_output.find_last_not_of('\n') + 1), '\n');
  }
};

TEST(CompletionModelTest, IsReadOffTheParser) {
  const auto all = model();
  const auto show = std::ranges::find(all.commands, "show", &CompletionCommand::name);
  ASSERT_NE(show, all.commands.end());
  ASSERT_EQ(show->positionals.size(), 1U);
  EXPECT_EQ(show->positionals[0].value.kind, CompletionValue::Kind::problem);
  EXPECT_THAT(show->options, Contains(Field(&CompletionOption::names, testing::ElementsAre("--json"))));
  const auto runtime = std::ranges::find(all.common, std::vector<std::string>{"--runtime"}, &CompletionOption::names);
  ASSERT_NE(runtime, all.common.end());
  EXPECT_EQ(runtime->value.kind, CompletionValue::Kind::choice);
  EXPECT_THAT(runtime->value.choices, testing::ElementsAre("cuda", "emulated"));
}

TEST(BashCompletion, CompletesWhatIsDue) {
  const Sandbox sandbox(bash_completion(model()));
  EXPECT_THAT(sandbox.complete({"judge", ""}), IsSupersetOf({"list", "show", "board", "doctor", "new", "completion"}));
  EXPECT_THAT(sandbox.complete({"judge", "sh"}), testing::ElementsAre("show"));
  EXPECT_THAT(sandbox.complete({"judge", "show", ""}), testing::ElementsAre("vector-addition", "matrix-transpose"));
  EXPECT_THAT(sandbox.complete({"judge", "show", "v"}), testing::ElementsAre("vector-addition"));
  EXPECT_THAT(sandbox.complete({"judge", "show", "--st"}), testing::ElementsAre("--starter"));
  EXPECT_THAT(sandbox.complete({"judge", "show", "--ro"}), testing::ElementsAre("--root"));
  EXPECT_THAT(sandbox.complete({"judge", "--runtime", ""}), testing::ElementsAre("cuda", "emulated"));
  EXPECT_THAT(sandbox.complete({"judge", "show", "--runtime", "=", "e"}), testing::ElementsAre("emulated"));
  EXPECT_THAT(sandbox.complete({"judge", "--runtime", "=", "cuda", "show", "m"}), testing::ElementsAre("matrix-transpose"));
  EXPECT_THAT(sandbox.complete({"judge", "--ledger", "l"}), testing::ElementsAre("ledger.sqlite"));
  EXPECT_THAT(sandbox.complete({"judge", "--ledger", "x", "completion", "z"}), testing::ElementsAre("zsh"));
  EXPECT_THAT(sandbox.complete({"judge", "--root", ""}), testing::ElementsAre("more"));
  EXPECT_THAT(sandbox.complete({"judge", ""}), IsSupersetOf({"next", "try", "watch"}));
  for (const char* command : {"try", "watch"}) {
    EXPECT_THAT(sandbox.complete({"judge", command, "m"}), testing::ElementsAre("matrix-transpose"));
    EXPECT_THAT(sandbox.complete({"judge", command, "matrix-transpose", ""}), testing::UnorderedElementsAre("a.cu", "more"));
  }
  EXPECT_THAT(sandbox.complete({"judge", "next", "--h"}), testing::ElementsAre("--hard", "--help"));
  EXPECT_THAT(sandbox.complete({"judge", "list", "--uns"}), testing::ElementsAre("--unsolved"));
  EXPECT_THAT(sandbox.complete({"judge", "show", "--hi"}), testing::ElementsAre("--hint"));
}

TEST(BashCompletion, OffersCudaFilesAndFoldersAsAttempts) {
  auto all = model();
  all.commands.push_back(
      {.name = "judge-all",
       .options = {},
       .positionals = {{.name = "attempts", .value = {CompletionValue::Kind::attempt, {}}, .repeats = true}}});
  const Sandbox sandbox(bash_completion(all));
  EXPECT_THAT(sandbox.complete({"judge", "judge-all", "a.cu", ""}), testing::UnorderedElementsAre("a.cu", "more"));
}

/// Shells that are not there are skipped, visibly.
void expect_parses(const std::string& shell, const std::string& script) {
  if (!find_program(shell)) GTEST_SKIP() << "no " << shell << " here";
  const Sandbox sandbox(script);
  const auto result = run_command({shell, "-n", "script"}, {.directory = sandbox.folder.path()});
  ASSERT_TRUE(result.has_value());
  EXPECT_EQ(result->exit_status, 0) << result->standard_error;
}

TEST(ZshCompletion, Parses) { expect_parses("zsh", zsh_completion(model())); }
TEST(FishCompletion, Parses) { expect_parses("fish", fish_completion(model())); }

TEST(FishCompletion, CompletesWhatIsDue) {
  if (!find_program("fish")) GTEST_SKIP() << "no fish here";
  const Sandbox sandbox(fish_completion(model()));
  const auto complete = [&](const std::string& line) {
    const auto program =
        "set -x PATH " + sandbox.folder.path().string() + " $PATH; source ./script; complete -C '" + line + "'";
    return run_command({"fish", "--no-config", "-c", program}, {.directory = sandbox.folder.path()})->standard_output;
  };
  EXPECT_THAT(complete("judge "), AllOf(HasSubstr("show"), HasSubstr("board")));
  EXPECT_THAT(complete("judge show "), AllOf(HasSubstr("vector-addition"), Not(HasSubstr("board"))));
  EXPECT_THAT(complete("judge show --st"), HasSubstr("--starter"));
  EXPECT_THAT(complete("judge --runtime "), HasSubstr("emulated"));
  EXPECT_THAT(complete("judge --runtime cuda completion "), HasSubstr("zsh"));
}

}  // namespace
}  // namespace judge
