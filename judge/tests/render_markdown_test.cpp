#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "judge/render/markdown.hpp"

namespace judge {
namespace {

using testing::HasSubstr;

constexpr TextStyle k_coloured{.width = 0, .colors = Colors::on};

TEST(Markdown, KeepsWhatIsPiped) {
  const std::string text =
      "Given `A` and *no more*,\nfind $a_i * b_i$.\n\n"
      "    C[i] = A[i] * B[i]   for *every* i\n\n"
      "- one\n- two,\n  on two lines\n\n"
      "1. first\n2. second\n";
  EXPECT_EQ(markdown_text(text, {}), text);
}

TEST(Markdown, WrapsParagraphsAndItemsToTheWidthButNotCode) {
  const std::string code = "    a line of code that is far longer than the terminal is wide";
  EXPECT_EQ(
      markdown_text("one two three four five six\nseven\n\n" + code + "\n\n- one two three four five six\n", {.width = 24}),
      "one two three four five\nsix seven\n\n" + code + "\n\n- one two three four\n  five six\n");
}

TEST(Markdown, ColoursTakeTheMarksPlace) {
  EXPECT_EQ(markdown_text("# Title\n\na `C[i]` and **b**", k_coloured),
            "\033[1mTitle\033[0m\n\na \033[36mC[i]\033[0m and \033[1mb\033[0m\n");
}

TEST(Markdown, AlignsTables) {
  EXPECT_EQ(markdown_text("| array | extents |\n|---|---|\n| `u`, `y` | batch |\n| `A` | n, m |\n", {.width = 10}),
            "array     extents\n`u`, `y`  batch\n`A`       n, m\n");
}

TEST(Markdown, NestsListsQuotesAndLooseItems) {
  EXPECT_EQ(markdown_text("- a\n  - b\n\n    c\n- d\n\n> quoted\n>\n> more\n", {}),
            "- a\n  - b\n\n    c\n- d\n\n> quoted\n>\n> more\n");
  EXPECT_EQ(markdown_text("- a\n\n- b\n", {}), "- a\n\n- b\n");
}

TEST(Markdown, IsHarmlessToATerminal) {
  const auto text = markdown_text("a \x1b[31m b <script> &lt;x&gt; [link](https://example.org) \\*", {});
  EXPECT_EQ(text, "a \xef\xbf\xbd[31m b <script> <x> link (https://example.org) *\n");
  EXPECT_EQ(markdown_text("", {}), "");
}

}  // namespace
}  // namespace judge
