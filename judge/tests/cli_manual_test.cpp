/// The manual: that it has all of --help, and that the programs which show it find no fault with it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <regex>
#include <set>

#include "judge/cli/commands.hpp"
#include "judge/helptext/manual.hpp"
#include "judge/util/files.hpp"
#include "judge/util/process.hpp"

namespace judge {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

constexpr const char* k_date = "2024-12-31";

/// The judge's own pages.
std::vector<ManualPage> pages() {
  CommandLine line;
  add_commands(line);
  return manual_pages(line.app, k_date);
}

/// What a page shows, without fonts and escapes.
std::string shown(std::string roff) {
  constexpr std::pair<const char*, const char*> k_escapes[] = {{R"(\\f[BIR])", ""}, {R"(\\-)", "-"},     {R"(\\\(aq)", "'"},
                                                               {R"(\\\(ga)", "`"},  {R"(\\\(dq)", "\""}, {R"(\\\(ha)", "^"},
                                                               {R"(\\\(ti)", "~"},  {R"(\\&)", ""}};
  for (const auto& [escape, text] : k_escapes) roff = std::regex_replace(roff, std::regex(escape), text);
  return std::regex_replace(roff, std::regex(R"(\\e)"), "\\");
}

/// Prose of the help is shown without the quotes of commands in it, and without its last full stop.
std::string without_quotes(std::string text) {
  std::erase(text, '`');
  if (text.ends_with('.')) text.pop_back();
  return text;
}

TEST(Manual, HasAPageForEachCommand) {
  const auto all = pages();
  CommandLine line;
  add_commands(line);
  std::vector<std::string> expected{"judge"}, names;
  for (const auto* command : line.app.get_subcommands({})) expected.push_back("judge-" + command->get_name());
  for (const auto& page : all) names.push_back(page.name);
  EXPECT_EQ(names, expected);
  EXPECT_GT(names.size(), 15U);
  const auto contents = shown(all.front().text);
  for (const auto& name : names) EXPECT_THAT(contents, HasSubstr(name.substr(name.find('-') + 1)));
}

TEST(Manual, HasEachVariableOfTheJudgesOwn) {
  const std::set<std::string> of_its_tests{"JUDGE_OUTPUT_DIGESTS", "JUDGE_TEST_SICK_NODES"};
  const std::string manual = shown(pages().front().text);
  const std::regex read(R"re(getenv\("(JUDGE_[A-Z_]+)"\))re");
  std::set<std::string> found;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(JUDGE_SOURCE_DIR "/judge")) {
    if (entry.path().extension() != ".cpp" || entry.path().string().contains("/tests/")) continue;
    const std::string text = read_file(entry.path()).value_or("");
    for (std::sregex_iterator at(text.begin(), text.end(), read), end; at != end; ++at) found.insert((*at)[1]);
  }
  EXPECT_THAT(found, testing::Contains("JUDGE_CUDART"));
  for (const auto& name : found) EXPECT_TRUE(of_its_tests.contains(name) || manual.contains(name)) << name;
}

TEST(Manual, HasEachOptionAndDescriptionThatHelpHas) {
  CommandLine line;
  add_commands(line);
  const std::regex option(R"(\n  (-[A-Za-z](?=[ ,]))?,?(--[a-z0-9-]+)?)");
  for (const auto* command : line.app.get_subcommands({})) {
    const auto all = pages();
    const auto page = std::ranges::find(all, "judge-" + command->get_name(), &ManualPage::name);
    ASSERT_NE(page, all.end());
    const auto text = shown(page->text);
    const auto help = command->help();
    const auto options = help.substr(0, help.find("\nExample"));
    int found = 0;
    for (std::sregex_iterator at(options.begin(), options.end(), option), end; at != end; ++at)
      for (const int group : {1, 2})
        if ((*at)[group].matched && ++found) {
          EXPECT_THAT(text, testing::ContainsRegex(".TP\n.*" + (*at)[group].str()));
        }
    EXPECT_GE(found, 2) << "-h and --help at least: " << help;
    for (const auto* one : command->get_options())
      if (!one->get_group().empty()) {  // else it is hidden
        EXPECT_THAT(text, HasSubstr(without_quotes(one->get_description()).substr(1)));
      }
    for (const char* common : {"--root FOLDER", "--ledger FILE", "--runtime {cuda|emulated}"})
      EXPECT_THAT(text, HasSubstr(common));
    for (const char* section : {"NAME", "SYNOPSIS", "OPTIONS", "EXIT STATUS", "ENVIRONMENT", "FILES", "EXAMPLES"})
      EXPECT_THAT(text, HasSubstr(std::string("\n.SH ") + section + "\n"));
    // The examples line by line, as they are there.
    const auto footer = command->get_footer();
    for (const auto& example : CLI::detail::split(footer.substr(footer.find("Example")), '\n'))
      if (example.starts_with("  ")) {
        EXPECT_THAT(text, HasSubstr("\n" + example.substr(2) + "\n"));
      }
  }
}

/// A command with all that roff might take for instructions.
CLI::App& add_odd_command(CLI::App& app) {
  auto& command = *app.add_subcommand("odd", "Odd");
  command.add_flag_callback(
      "--dots", [] {}, ".TH is `no \\fBinstruction`, 'nor' is this");
  command.add_option("--count", "How often")->type_name("UINT")->check(CLI::Range(1, 9))->required();
  command.footer(
      "First line\nand second.\n  .literal \\n\n\nLast.\n\nExamples:\n  .sh 'a-b' ~/c\nExit status: 0 all, or most, 1 none.");
  return command;
}

TEST(Manual, ShowsWhatTextsSay) {
  CLI::App app("Program", "judge");
  add_odd_command(app);
  const auto page = manual_pages(app, k_date).at(1);
  EXPECT_EQ(page.name, "judge-odd");
  EXPECT_THAT(page.text, HasSubstr(".TH JUDGE\\-ODD 1 \"2024-12-31\" "));
  EXPECT_THAT(page.text, HasSubstr("\n\\&.TH is \\fBno \\efBinstruction\\fR, \\(aqnor\\(aq is this.\n"));
  EXPECT_THAT(page.text, HasSubstr("\\fB\\-\\-count\\fR \\fIUINT\\fR\nHow often. From 1 to 9. Required.\n"));
  EXPECT_THAT(page.text, HasSubstr(".PP\nFirst line and second.\n.PP\n.EX\n  .literal \\en\n.EE\n.PP\nLast.\n.SH"));
  EXPECT_THAT(page.text, HasSubstr(".SH EXAMPLES\n.EX\n\\&.sh \\(aqa\\-b\\(aq \\(ti/c\n.EE\n"));
  EXPECT_THAT(page.text, HasSubstr("\\fB0\\fR\nAll, or most.\n.TP\n\\fB1\\fR\nNone.\n"));
}

/// The pages as files, the odd one too.
struct Folder {
  TemporaryDirectory folder = *TemporaryDirectory::create("manual");
  std::vector<std::string> files;

  Folder() {
    CLI::App app("Program", "judge");
    add_odd_command(app);
    auto all = pages();
    all.push_back(manual_pages(app, k_date).at(1));
    for (const auto& page : all) {
      files.push_back(folder.path() / (page.name + ".1"));
      EXPECT_TRUE(write_file(files.back(), page.text));
    }
  }

  /// What a program says of all pages. Skips, visibly, where it is not there.
  CommandResult ask(std::vector<std::string> command) const {
    command.insert(command.end(), files.begin(), files.end());
    const auto result = run_command(command);
    EXPECT_TRUE(result);
    return result ? *result : CommandResult{.exit_status = -1};
  }
};

TEST(Manual, MandocFindsNoFault) {
  if (!find_program("mandoc")) GTEST_SKIP() << "no mandoc here";
  const auto result = Folder().ask({"mandoc", "-Tlint", "-Wwarning"});  // below that: lines of more than 80 characters
  const std::regex style(R"([^\n]* STYLE: [^\n]*\n)");
  EXPECT_EQ(std::regex_replace(result.standard_output + result.standard_error, style, ""), "");
}

TEST(Manual, GroffFindsNoFault) {
  if (!find_program("groff")) GTEST_SKIP() << "no groff here";
  const auto result = Folder().ask({"groff", "-man", "-Tutf8", "-ww", "-z"});
  EXPECT_EQ(result.exit_status, 0);
  EXPECT_EQ(result.standard_output + result.standard_error, "");
}

TEST(Manual, IsWrittenIntoAFolder) {
  CommandLine line;
  add_commands(line);
  const auto folder = *TemporaryDirectory::create("manual");
  ASSERT_TRUE(write_manual(folder.path() / "man1", line.app, k_date));
  EXPECT_EQ(read_file(folder.path() / "man1/judge-run.1").value_or(""), pages().at(1).text);
  ASSERT_TRUE(write_file(folder.path() / "file", ""));
  const auto failed = write_manual(folder.path() / "file/man1", line.app, k_date);
  ASSERT_FALSE(failed);
  EXPECT_THAT(failed.error().message, HasSubstr("file/man1: cannot be made"));
}

}  // namespace
}  // namespace judge
