#include "judge/render/table.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>

#include <cstdlib>

namespace judge {
namespace {

Table small_table() {
  return {.columns = {{"name"}, {"time", Align::right, 2}, {"note", Align::left, 1}},
          .rows = {{"a", "1.5", "first"}, {"longer", "100", ""}}};
}

TEST(Tables, AlignNumbersRightAndTrimLineEnds) {
  EXPECT_EQ(table_text(small_table(), {}),
            "name    time  note\n"
            "a        1.5  first\n"
            "longer   100\n");
}

TEST(Tables, DropTheLeastImportantColumnsFirst) {
  EXPECT_EQ(table_text(small_table(), {.width = 18}), "name    time\na        1.5\nlonger   100\n");
  EXPECT_EQ(table_text(small_table(), {.width = 19}), table_text(small_table(), {}));
  EXPECT_EQ(table_text(small_table(), {.width = 3}), "name\na\nlonger\n");
}

TEST(Tables, CutTheLastColumnWhereNothingElseHelps) {
  Table table{.columns = {{"name"}, {"text"}}, .rows = {{"a", "a text that is much longer than the terminal is wide"}}};
  EXPECT_EQ(table_text(table, {.width = 30}), "name  text\na     a text that is much l...\n");
  EXPECT_EQ(table_text(table, {.width = 5}), "name  text\na     a text that i...\n");
}

TEST(Tables, PadByWidthNotByBytes) {
  Table table{.columns = {{"n"}, {"x"}}, .rows = {{"é", "1"}, {"語", "2"}, {"ab", "3"}}};
  EXPECT_EQ(table_text(table, {}), "n   x\né   1\n語  2\nab  3\n");
}

TEST(Tables, ColoursDoNotCountAsWidth) {
  Table table{.columns = {{"n"}, {"x"}}, .rows = {{{"a", Tone::good}, "1"}, {"ab", "2"}}};
  EXPECT_EQ(table_text(table, {.colors = Colors::on}), "\033[2mn\033[0m   \033[2mx\033[0m\n\033[32ma\033[0m   1\nab  2\n");
}

TEST(Tables, CsvQuotesWhatNeedsIt) {
  Table table{.columns = {{"a"}, {"b"}}, .rows = {{"x,y", "say \"hi\""}, {"two\nlines", "plain"}}};
  EXPECT_EQ(table_csv(table), "a,b\n\"x,y\",\"say \"\"hi\"\"\"\n\"two\nlines\",plain\n");
}

TEST(Tables, CsvHoldsNoFormulas) {
  Table table{.columns = {{"a"}, {"b"}}, .rows = {}};
  for (const char* formula : {"=1+1", "+cmd|' /C calc'!A0", "-x", "@SUM(A1)", "\t=1"}) table.rows.push_back({formula, "plain"});
  EXPECT_EQ(table_csv(table), "a,b\n'=1+1,plain\n'+cmd|' /C calc'!A0,plain\n'-x,plain\n'@SUM(A1),plain\n'\t=1,plain\n");
  table.rows = {{"-1.5e-3", "+2.1%"}, {"-", "a=b"}};
  EXPECT_EQ(table_csv(table), "a,b\n-1.5e-3,+2.1%\n-,a=b\n");
}

TEST(Tables, CsvHoldsTextAlone) {
  Table table{.columns = {{"a"}}, .rows = {{"\033[2J\xff\xe2\x82"}}};
  const std::string csv = table_csv(table);
  EXPECT_EQ(csv.find('\033'), csv.npos);
  EXPECT_EQ(csv.find('\xff'), csv.npos);
}

TEST(Tables, MarkdownEscapesItsOwnMarks) {
  Table table{.columns = {{"a"}, {"b", Align::right}}, .rows = {{"x|y", "2*"}}};
  EXPECT_EQ(table_markdown(table), "| a | b |\n| --- | ---: |\n| x\\|y | 2\\* |\n");
}

TEST(Tables, EmptyColumnsCanGo) {
  Table table{.columns = {{"a"}, {"b"}, {"c"}}, .rows = {{"x", "-", ""}, {"-", "", ""}}};
  EXPECT_EQ(table_text(without_empty_columns(table), {}), "a\nx\n-\n");
}

TEST(Text, Width) {
  EXPECT_EQ(display_width("abc"), 3U);
  EXPECT_EQ(display_width("é"), 1U);
  EXPECT_EQ(display_width("e\u0301"), 1U);
  EXPECT_EQ(display_width("語"), 2U);
  EXPECT_EQ(display_width("\U0001F600"), 2U);
  EXPECT_EQ(display_width("\xff\xff"), 2U);
}

TEST(Text, ShortenedFitsAndSaysSo) {
  EXPECT_EQ(shortened("abcdef", 6), "abcdef");
  EXPECT_EQ(shortened("abcdefg", 6), "abc...");
  EXPECT_EQ(shortened("語語語語", 6), "語...");
  EXPECT_EQ(shortened("abc", 2), "..");
  EXPECT_EQ(shortened("abc", 0), "");
}

TEST(Text, PrintableKeepsTextAndDropsControls) {
  EXPECT_EQ(printable("a\tb\nc é 語"), "a\tb\nc é 語");
  EXPECT_EQ(printable("\033[31m"), "\uFFFD[31m");
  EXPECT_EQ(printable("\xc3"), "\uFFFD");
  EXPECT_EQ(printable("\xc0\xaf"), "\uFFFD\uFFFD");
  EXPECT_EQ(printable("\xed\xa0\x80"), "\uFFFD\uFFFD\uFFFD");
  EXPECT_EQ(printable("\xc2\x9b"), "\uFFFD");  // the one-byte CSI of a C1 terminal
}

TEST(Style, FilesHaveNoColoursUnlessForced) {
  const int file = open("/dev/null", O_WRONLY);
  unsetenv("NO_COLOR");
  unsetenv("CLICOLOR_FORCE");
  EXPECT_EQ(style_for(file).colors, Colors::off);
  EXPECT_EQ(style_for(file).width, 0U);
  setenv("CLICOLOR_FORCE", "1", 1);
  EXPECT_EQ(style_for(file).colors, Colors::on);
  setenv("NO_COLOR", "1", 1);
  EXPECT_EQ(style_for(file).colors, Colors::off);
  unsetenv("NO_COLOR");
  unsetenv("CLICOLOR_FORCE");
  close(file);
}

TEST(Style, TerminalsHaveColoursUnlessRefused) {
  const int terminal = posix_openpt(O_RDWR | O_NOCTTY);
  if (terminal < 0 || isatty(terminal) == 0) GTEST_SKIP() << "no pseudo-terminals here";
  unsetenv("NO_COLOR");
  unsetenv("CLICOLOR");
  setenv("TERM", "xterm", 1);
  EXPECT_EQ(style_for(terminal).colors, Colors::on);
  setenv("CLICOLOR", "0", 1);
  EXPECT_EQ(style_for(terminal).colors, Colors::off);
  unsetenv("CLICOLOR");
  setenv("TERM", "dumb", 1);
  EXPECT_EQ(style_for(terminal).colors, Colors::off);
  close(terminal);
}

}  // namespace
}  // namespace judge
