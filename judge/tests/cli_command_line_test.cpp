#include <fmt/ranges.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <regex>
#include <set>
#include <string>
#include <vector>

#include "judge/cli/commands.hpp"
#include "judge/ledger/ledger.hpp"
#include "judge/model/record_json.hpp"
#include "judge/tests/cli_support.hpp"
#include "judge/tests/render_samples.hpp"
#include "judge/util/files.hpp"

namespace judge {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::StartsWith;

/// A root with one problem, made by `judge new` itself, and a ledger beside it.
struct Root {
  TemporaryDirectory folder = *TemporaryDirectory::create("cli");
  std::string path = (folder.path() / "root").string();
  std::string ledger = (folder.path() / "ledger.sqlite").string();

  Root() {
    const auto made =
        ran_judge({"--root", path, "new", "my-copy", "--signature", "void solve(const float* input, float* output, int N)"});
    EXPECT_EQ(made.status, 0) << made.err;
  }

  Ran run(std::vector<std::string> words) const {
    words.insert(words.begin(), {"--root", path, "--ledger", ledger, "--runtime", "emulated"});
    return ran_judge(words);
  }
};

Record record_for(const Root& root, const std::string& name, double median_ns) {
  const auto shown = root.run({"show", "my-copy", "--json"});
  auto record = sample_record(name, median_ns);
  record.problem = "my-copy";
  record.problem_hash = parse_json(shown.out)->at("content_hash").get<std::string>();
  return record;
}

TEST(CommandLineTest, VersionAndHelpAreFine) {
  const auto version = ran_judge({"--version"});
  EXPECT_EQ(version.status, 0);
  EXPECT_EQ(version.out, "judge " JUDGE_VERSION "\n");
  const auto help = ran_judge({"--help"});
  EXPECT_EQ(help.status, 0);
  EXPECT_THAT(help.out, HasSubstr("Examples:"));
}

TEST(CommandLineTest, HelpMayComeBeforeTheCommand) {
  const auto help = ran_judge({"run", "--help"});
  ASSERT_EQ(help.status, 0);
  EXPECT_THAT(help.out, HasSubstr("judge run [OPTIONS]"));
  for (const char* word : {"help", "-h", "--help"}) {
    EXPECT_THAT(ran_judge({word, "run"}).out, HasSubstr("judge run [OPTIONS]")) << word;
    EXPECT_THAT(ran_judge({word}).out, HasSubstr("judge [OPTIONS] SUBCOMMAND")) << word;
  }
  EXPECT_THAT(ran_judge({"help", "runn"}).err, HasSubstr("there is no command 'runn'; did you mean 'run'"));
}

TEST(CommandLineTest, WhatIsMissingIsSaidBeforeAnythingIsBuilt) {
  const Root root;
  EXPECT_THAT(root.run({"run", "", "x.cu"}).err, HasSubstr("the problem's name is empty"));
  EXPECT_THAT(root.run({"run", "x.cu"}).err, HasSubstr("the problem comes first: judge run PROBLEM x.cu"));
  const auto one = root.run({"compare", "my-copy", "mc_starter"});
  EXPECT_EQ(one.status, k_exit_error);
  EXPECT_THAT(one.err, HasSubstr("compare takes two attempts"));
  EXPECT_FALSE(std::filesystem::exists(root.ledger));
  for (const auto& words : {std::vector<std::string>{"ledger"}, {"board", "my-copy"}}) {
    const auto ran = root.run(words);
    EXPECT_EQ(ran.status, k_exit_error);
    EXPECT_THAT(ran.err, HasSubstr("no such file")) << words[0];
  }
}

TEST(CommandLineTest, ALackOfMemoryOrThreadsIsSaid) {
  testing::internal::CaptureStderr();
  EXPECT_EQ(run_action([]() -> Result<int> { throw std::bad_alloc(); }), k_exit_error);
  EXPECT_EQ(run_action([]() -> Result<int> { throw std::system_error(EAGAIN, std::generic_category(), "a thread"); }),
            k_exit_error);
  EXPECT_THAT(testing::internal::GetCapturedStderr(),
              AllOf(HasSubstr("judge: the judge is out of memory"), HasSubstr("a thread: Resource temporarily unavailable")));
}

TEST(CommandLineTest, EveryCommandTeachesByExamples) {
  CommandLine line;
  add_commands(line);
  for (const auto* command : line.app.get_subcommands([](const CLI::App*) { return true; })) {
    const auto help = ran_judge({command->get_name(), "--help"});
    EXPECT_EQ(help.status, 0);
    EXPECT_THAT(help.out, HasSubstr("judge " + command->get_name())) << command->get_name();
  }
}

// Whichever of the two programs a clone has built, a command is the same.
TEST(CommandLineTest, TheFirstCommandsAreAsInTheWholeJudgeAndToolsJudgeKnowsThem) {
  CommandLine first, all;
  add_first_commands(first);
  add_commands(all);
  std::set<std::string> names;
  for (const auto* command : first.app.get_subcommands([](const CLI::App*) { return true; })) {
    names.insert(command->get_name());
    // What an option excludes is listed in the order of addresses.
    const auto help_of = [](const CLI::App& one) { return std::regex_replace(one.help(), std::regex(" Excludes:[^\n]*"), ""); };
    EXPECT_EQ(help_of(*command), help_of(*all.app.get_subcommand(command->get_name())));
  }
  const auto script = read_file(JUDGE_SOURCE_DIR "/tools/judge");
  ASSERT_TRUE(script) << script.error().message;
  EXPECT_THAT(*script,
              HasSubstr(fmt::format("\n    {})\n        program=$build/libexec/judge/judge-first\n", fmt::join(names, " | "))));
}

/// A clone that nothing was built in, with a cmake that fails.
struct FreshClone {
  TemporaryDirectory folder = *TemporaryDirectory::create("clone");

  FreshClone() {
    for (const char* name : {"tools", "bin"}) std::filesystem::create_directory(folder.path() / name);
    for (const char* name : {"tools/judge", "tools/setup.sh", "CMakeLists.txt", "README.md"})
      std::filesystem::copy(std::filesystem::path(JUDGE_SOURCE_DIR) / name, folder.path() / name);
    put_program("cmake", "echo no build here; exit 1");
    put_program("dpkg-query", "for package; do echo $package installed; done");
  }

  CommandResult run(const std::vector<std::string>& words) const {
    std::vector<std::string> command{folder.path() / "tools/judge"};
    command.insert(command.end(), words.begin(), words.end());
    const auto path = (folder.path() / "bin").string() + ":" + std::getenv("PATH");
    return run_command(command, {.directory = folder.path(), .environment = {{"PATH", path}}}).value();
  }

 private:
  void put_program(const std::string& name, const std::string& script) const {
    const auto file = folder.path() / "bin" / name;
    EXPECT_TRUE(write_file(file, "#!/bin/sh\n" + script + "\n"));
    std::filesystem::permissions(file, std::filesystem::perms::owner_all);
  }
};

TEST(FreshCloneTest, HelpAndVersionNeedNoBuild) {
  const FreshClone clone;
  const auto version = clone.run({"--version"});
  EXPECT_EQ(version.exit_status, 0) << version.standard_error;
  EXPECT_EQ(version.standard_output, "judge " JUDGE_VERSION "\n");
  const auto help = clone.run({"--help"});
  EXPECT_EQ(help.exit_status, 0) << help.standard_error;
  for (const char* command : {"\n  run vector-addition", "\n  batch jobs.jsonl", "\n  measure-self", "README.md and docs/"})
    EXPECT_THAT(help.standard_output, HasSubstr(command));
  EXPECT_FALSE(std::filesystem::exists(clone.folder.path() / "build"));
}

TEST(FreshCloneTest, SaysBeforeItBuildsWhatHappensAndHowLongThatTakes) {
  const auto list = FreshClone().run({"list"});
  EXPECT_EQ(list.exit_status, 2);
  EXPECT_THAT(list.standard_error,
              testing::StartsWith("judge: the first command builds what it needs of the judge, which takes minutes"));
  EXPECT_THAT(list.standard_error, HasSubstr("no build here"));
}

TEST(CommandLineTest, NamesOfCasesAreInQuotes) {
  const Root root;
  const auto ran = ran_real_judge({.ledger = root.ledger},
                                  {"run", "vector-addition", JUDGE_SOURCE_DIR "/solutions/va_float4.cu", "--case", "no"});
  EXPECT_EQ(ran.exit_status, 2);
  EXPECT_THAT(ran.standard_error, HasSubstr("has no such timed case; it has: \"large\", \"small\""));
  EXPECT_THAT(ran.standard_error, testing::Not(HasSubstr("building")));
  const auto untimed =
      ran_real_judge({.ledger = root.ledger},
                     {"run", "vector-addition", JUDGE_SOURCE_DIR "/solutions/va_float4.cu", "--case", "worked example"});
  EXPECT_EQ(untimed.exit_status, 2);
  EXPECT_THAT(untimed.standard_error,
              HasSubstr("this case of vector-addition is not timed, those that are: \"large\", \"small\"; `judge try "
                        "vector-addition ATTEMPT --case 'worked example'` shows it"));
}

TEST(CommandLineTest, JudgeFirstIsAProgram) {
  const Root root;
  auto words = real_judge({.ledger = root.ledger}, {"list", "vector-addition"});
  words.front() = JUDGE_BINARY_DIR "/libexec/judge/judge-first";
  const auto listed = run_command(words);
  ASSERT_TRUE(listed) << listed.error().message;
  EXPECT_EQ(listed->exit_status, 0) << listed->standard_error;
  EXPECT_THAT(listed->standard_output, HasSubstr("vector-addition"));
}

TEST(CommandLineTest, WrongUsageIsOneCleanMessage) {
  const auto command = ran_judge({"lst"});
  EXPECT_EQ(command.status, 2);
  EXPECT_EQ(command.out, "");
  EXPECT_EQ(command.err, "judge: there is no command 'lst'; did you mean 'list'?\n`judge --help` shows its usage\n");
  const auto option = ran_judge({"list", "--nams"});
  EXPECT_EQ(option.status, 2);
  EXPECT_THAT(option.err, AllOf(StartsWith("judge: "), HasSubstr("did you mean '--names'"), HasSubstr("judge list --help")));
  const auto runtime = ran_judge({"--runtime", "gpu", "list"});
  EXPECT_EQ(runtime.status, 2);
  EXPECT_THAT(runtime.err, HasSubstr("emulated"));
  const auto none = ran_judge({});
  EXPECT_EQ(none.status, 2);
  EXPECT_THAT(none.err, HasSubstr("Examples:"));
}

TEST(CommandLineTest, CheckingAndNotCheckingExcludeEachOther) {
  const std::vector<std::vector<std::string>> orders{{"--check", "--no-check"}, {"--no-check", "--check"}};
  for (const std::string command : {"run", "batch"})
    for (const auto& order : orders) {
      const auto refused = ran_judge({command, "vector-addition", order[0], order[1]});
      EXPECT_EQ(refused.status, 2);
      EXPECT_THAT(refused.err, AllOf(HasSubstr("--no-check"), HasSubstr("excludes"))) << command;
    }
}

TEST(NewCommand, MakesAProblemThatListAndShowKnow) {
  const Root root;
  const auto list = root.run({"list"});
  EXPECT_EQ(list.status, 0) << list.err;
  EXPECT_THAT(list.out, HasSubstr("my-copy"));
  EXPECT_EQ(root.run({"list", "--names"}).out, "my-copy\n");
  const auto page = root.run({"show", "my-copy"});
  EXPECT_EQ(page.status, 0) << page.err;
  EXPECT_THAT(page.out, HasSubstr("void solve(const float* input, float* output, int N)"));
  const auto starter = root.run({"show", "my-copy", "--starter"});
  EXPECT_THAT(starter.out, AllOf(HasSubstr("extern \"C\" void solve("), HasSubstr("<<<")));
}

TEST(NewCommand, RefusesWhatIsThereAndWhatCannotBeRead) {
  const Root root;
  const auto again = root.run({"new", "my-copy", "--signature", "void solve(float* x)"});
  EXPECT_EQ(again.status, 2);
  EXPECT_THAT(again.err, StartsWith("judge: "));
  const auto nonsense = root.run({"new", "other", "--signature", "int main()"});
  EXPECT_EQ(nonsense.status, 2);
  EXPECT_FALSE(std::filesystem::exists(std::filesystem::path(root.path) / "problems/other"));
}

TEST(ListCommand, TakesWordsThatAllMustBeThereAndADifficulty) {
  const Root root;
  EXPECT_THAT(root.run({"list", "COPY", "my"}).out, HasSubstr("my-copy"));
  for (const std::vector<std::string>& command :
       {std::vector<std::string>{"list", "copy", "attention"}, std::vector<std::string>{"list", "--hard"}}) {
    const auto none = root.run(command);
    EXPECT_EQ(none.status, 2);
    EXPECT_THAT(none.err, HasSubstr("no problem has all of this; `judge list`"));
  }
  EXPECT_THAT(root.run({"list", "my-cpoy"}).err, HasSubstr("no problem has all of this; did you mean 'my-copy'?"));
}

TEST(ListCommand, ABrokenProblemDoesNotHideTheOthers) {
  const Root root;
  const auto broken = std::filesystem::path(root.path) / "problems/broken";
  std::filesystem::create_directory(broken);
  ASSERT_TRUE(write_file(broken / "solve.h", "int x;"));
  const auto list = root.run({"list"});
  EXPECT_EQ(list.status, 2);
  EXPECT_THAT(list.out, HasSubstr("my-copy"));
  EXPECT_THAT(list.err, HasSubstr("broken"));
}

TEST(BoardCommand, RanksWhatTheLedgerHolds) {
  const Root root;
  ASSERT_TRUE(Ledger::open(root.ledger));
  const auto empty = root.run({"board", "my-copy", "--device", "GPU-1"});
  EXPECT_EQ(empty.status, 0) << empty.err;
  EXPECT_THAT(empty.out, HasSubstr("no attempt at my-copy was accepted on this device yet"));
  auto ledger = Ledger::open(root.ledger);
  ASSERT_TRUE(ledger.has_value());
  ASSERT_TRUE(ledger->append(record_for(root, "slow", 91'600)));
  ASSERT_TRUE(ledger->append(record_for(root, "fast", 73'100)));
  auto old = record_for(root, "old", 50'000);
  old.problem_hash = "of other files";
  ASSERT_TRUE(ledger->append(old));
  const auto board = root.run({"board", "my-copy", "--device", "GPU-1"});
  EXPECT_EQ(board.status, 0) << board.err;
  EXPECT_LT(board.out.find("fast"), board.out.find("slow"));
  EXPECT_THAT(board.out, HasSubstr("1 more was judged before the problem's files changed"));
  EXPECT_THAT(root.run({"board", "my-copy", "--device", "GPU-1", "--any-version"}).out, HasSubstr("old"));
  EXPECT_THAT(root.run({"board", "my-copy", "--device", "GPU-2"}).out, HasSubstr("no attempt"));
}

TEST(BoardCommand, WritesEveryFormat) {
  const Root root;
  auto ledger = Ledger::open(root.ledger);
  ASSERT_TRUE(ledger->append(record_for(root, "fast", 73'100)));
  const auto json = parse_json(root.run({"board", "my-copy", "--device", "GPU-1", "--json"}).out);
  ASSERT_TRUE(json.has_value());
  EXPECT_EQ(json->at("schema"), "judge.board/1");
  EXPECT_EQ(json->at("entries").at(0).at("rank"), 1);
  EXPECT_EQ(json->at("entries").at(0).at("record").at("attempt").at("name"), "fast");
  EXPECT_THAT(root.run({"board", "my-copy", "--device", "GPU-1", "--csv"}).out, StartsWith("rank,tied,problem,attempt,"));
  EXPECT_THAT(root.run({"board", "my-copy", "--device", "GPU-1", "--markdown"}).out, StartsWith("| rank |"));
  EXPECT_EQ(root.run({"board", "my-copy", "--json", "--csv"}).status, 2);
}

TEST(BoardCommand, HistoryIsOfAllOrOfOne) {
  const Root root;
  auto ledger = Ledger::open(root.ledger);
  for (const double median_ns : {80'000.0, 76'000.0}) ASSERT_TRUE(ledger->append(record_for(root, "mine", median_ns)));
  ASSERT_TRUE(ledger->append(record_for(root, "other", 70'000)));
  const auto all = root.run({"board", "my-copy", "--history"});
  EXPECT_THAT(all.out, AllOf(HasSubstr("-5.0%"), HasSubstr("other")));
  const auto one = root.run({"board", "my-copy", "--attempt", "mine"});
  EXPECT_EQ(one.out.find("other"), std::string::npos);
  const auto json = parse_json(root.run({"board", "my-copy", "--history", "--json"}).out);
  EXPECT_EQ(json->at("records").size(), 3U);
}

TEST(BoardCommand, AnAttemptThatNobodyMadeIsAnErrorInEveryFormat) {
  const Root root;
  auto ledger = Ledger::open(root.ledger);
  ASSERT_TRUE(ledger->append(record_for(root, "mine", 80'000)));
  for (const char* format : {"--history", "--json", "--csv", "--markdown"}) {
    const auto ran = root.run({"board", "my-copy", "--attempt", "none", format});
    EXPECT_EQ(ran.status, 2) << format;
    EXPECT_EQ(ran.out, "") << format;
    EXPECT_THAT(ran.err, HasSubstr("--attempt none: was not judged at my-copy")) << format;
  }
}

TEST(LedgerCommand, SaysHowMuchThereIsAndCopies) {
  const Root root;
  const auto all = (root.folder.path() / "all.sqlite").string();
  {
    auto ledger = Ledger::open(root.ledger);
    for (const double median_ns : {80'000.0, 76'000.0}) ASSERT_TRUE(ledger->append(record_for(root, "mine", median_ns)));
  }
  EXPECT_THAT(root.run({"ledger"}).out, testing::ContainsRegex("ledger.*: version [0-9]+, 2 records"));
  const auto copied = ran_judge({"ledger", "--ledger", all, "--copy-from", root.ledger});
  EXPECT_EQ(copied.status, 0) << copied.err;
  EXPECT_THAT(copied.out, HasSubstr("all.sqlite: 2 records read, 2 were new, 2 now"));
  EXPECT_THAT(ran_judge({"ledger", "--ledger", all, "--copy-from", root.ledger, "--copy-from", all}).out,
              HasSubstr("4 records read, 0 were new, 2 now"));
  const auto none = ran_judge({"ledger", "--ledger", all, "--copy-from", all + "x"});
  EXPECT_EQ(none.status, 2);
  EXPECT_THAT(none.err, HasSubstr("no such file"));
  EXPECT_FALSE(std::filesystem::exists(all + "x"));
}

TEST(DoctorCommand, SaysOfAServerWhatIsWrongAndNoPassword) {
  const auto bad = ran_judge({"doctor", "--ledger", "postgresql://me:s3cret@127.0.0.1:1/x"});
  EXPECT_EQ(bad.status, 2);
  EXPECT_THAT(bad.out,
              AllOf(HasSubstr("BAD  ledger"), HasSubstr("postgresql://me@127.0.0.1:1/x"), testing::Not(HasSubstr("s3cret"))));
}

TEST(DoctorCommand, SaysWhatIsBadAndHowToGetIt) {
  const Root root;
  const auto file = (root.folder.path() / "file").string();
  ASSERT_TRUE(write_file(file, "not a ledger"));
  const auto bad = ran_judge({"doctor", "--root", root.path, "--ledger", file});
  EXPECT_EQ(bad.status, 2);
  EXPECT_THAT(bad.out, AllOf(HasSubstr("BAD  ledger"), HasSubstr("--ledger"), HasSubstr("does not work")));
}

TEST(CommandLine, NumbersThatMeanNothingAreRefused) {
  using Words = std::vector<std::string>;
  for (const auto& [words, message] : std::vector<std::pair<Words, std::string>>{
           {{"--seed", "-1"}, "--seed: -1 is not a whole number"},
           {{"--seed", "18446744073709551616"}, "is not a whole number"},
           {{"--half-width", "nan"}, "--half-width: nan is not a number from 1e-05 to 1"},
           {{"--max-time", "nan"}, "is not a number"},
           {{"--min-time", "-1"}, "is not a number"},
           {{"--enough-samples", "0"}, "--enough-samples"},
           {{"--min-samples", "50", "--max-samples", "20"}, "50 is more than --max-samples, 20"},
           {{"--cache", ""}, "the build cache has no place"}}) {
    Words all{"run", "vector-addition", "va_naive_256", "--runtime", "emulated", "--root", JUDGE_SOURCE_DIR};
    all.insert(all.end(), words.begin(), words.end());
    const auto ran = ran_judge(all);
    EXPECT_EQ(ran.status, 2) << message;
    EXPECT_THAT(ran.err, HasSubstr(message));
  }
}

TEST(CommandLine, NamesThatAreNearAreProposed) {
  EXPECT_THAT(ran_judge({"completion", "bsh"}).err, HasSubstr("did you mean 'bash'"));
  EXPECT_THAT(ran_judge({"run", "vector-addition", "va_naive_265", "--root", JUDGE_SOURCE_DIR}).err,
              HasSubstr("did you mean 'va_naive_256'"));
}

TEST(CommandLine, ASeedIsAWholeNumberForEveryCommandThatTakesOne) {
  for (const char* seed : {"-1", "18446744073709551616", "1.5", "x"})
    for (const char* command : {"run", "verify"}) {
      const auto ran = ran_judge({command, "vector-addition", std::string("--seed=") + seed});
      EXPECT_EQ(ran.status, 2);
      EXPECT_THAT(ran.err, testing::HasSubstr("is not a whole number from 0 to 2^64 - 1")) << command << seed;
    }
}

}  // namespace
}  // namespace judge
