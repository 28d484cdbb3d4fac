/// The verdicts that the README shows are those that the judge prints.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "judge/tests/cli_support.hpp"
#include "judge/util/files.hpp"
#include "judge/util/lines.hpp"

namespace judge {
namespace {

using testing::HasSubstr;

// From the line that begins so up to an empty one, without the indentation.
std::string shown_in_readme(const std::string& start) {
  const std::string readme = read_file(JUDGE_SOURCE_DIR "/README.md").value();
  const auto begin = readme.find("\n    " + start);
  EXPECT_NE(begin, readme.npos) << start;
  std::string_view rest = std::string_view(readme).substr(begin + 1);
  std::string text;
  for (auto line = take_line(rest); line.starts_with("    "); line = take_line(rest)) text.append(line.substr(4)).append("\n");
  return text;
}

std::string printed_of(const std::string& attempt) {
  const auto folder = TemporaryDirectory::create("readme").value();
  auto words =
      real_judge({.ledger = folder.path() / "ledger"}, {"run", "vector-addition", attempt, "--no-timing", "--seed", "1"});
  const auto ran = run_command(words, {.directory = JUDGE_SOURCE_DIR});
  EXPECT_TRUE(ran) << ran.error().message;
  return ran ? ran->standard_output : "";
}

TEST(Readme, ShowsTheVerdictOfAForgottenTail) {
  EXPECT_THAT(printed_of("testcases/wrong-answer/forgotten_tail.cu"), HasSubstr(shown_in_readme("forgotten_tail: ")));
}

TEST(Readme, ShowsTheVerdictOfAWritePastTheEnd) {
  EXPECT_THAT(printed_of("testcases/runtime-error/write_past_end.cu"), HasSubstr(shown_in_readme("write_past_end: ")));
}

}  // namespace
}  // namespace judge
