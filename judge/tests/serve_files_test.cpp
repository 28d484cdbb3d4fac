#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sys/stat.h>

#include <atomic>
#include <thread>

#include "judge/serve/line_diff.hpp"
#include "judge/serve/marks.hpp"
#include "judge/serve/serve_options.hpp"
#include "judge/serve/statement.hpp"
#include "judge/serve/workspace.hpp"
#include "judge/tests/environment_guard.hpp"
#include "judge/util/files.hpp"

namespace judge {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

class Files : public testing::Test {
 protected:
  TemporaryDirectory m_folder = std::move(TemporaryDirectory::create("files-test-").value());
  Workspace m_files{m_folder.path() / "mine"};

  void save_elsewhere(const std::string& text) { ASSERT_TRUE(write_file(m_files.path_of("va_mine"), text)); }
  std::string on_disk() { return read_file(m_files.path_of("va_mine")).value_or("none"); }
};

TEST_F(Files, ASaveMakesThePlainFile) {
  EXPECT_EQ(m_files.read("va_mine").value().version, "");
  const auto saved = m_files.save("va_mine", "", "one").value();
  EXPECT_FALSE(saved.conflict);
  EXPECT_EQ(on_disk(), "one");
  EXPECT_EQ(m_files.read("va_mine").value().version, saved.now.version);
  EXPECT_FALSE(m_files.save("va_mine", saved.now.version, "two").value().conflict);
  EXPECT_EQ(on_disk(), "two");
  EXPECT_THAT(m_files.attempts("va"), ElementsAre("va_mine")) << "and no draft is left";
  int entries = 0;
  for (const auto& entry : std::filesystem::directory_iterator(m_folder.path() / "mine")) entries += entry.exists();
  EXPECT_EQ(entries, 1);
}

TEST_F(Files, WhatAnEditorSavedMeanwhileIsNotReplaced) {
  const auto base = m_files.save("va_mine", "", "one").value().now.version;
  save_elsewhere("from vim");
  const auto saved = m_files.save("va_mine", base, "from the page").value();
  EXPECT_TRUE(saved.conflict);
  EXPECT_EQ(saved.now.text, "from vim");
  EXPECT_EQ(on_disk(), "from vim");
  EXPECT_FALSE(m_files.save("va_mine", saved.now.version, "from the page").value().conflict) << "it was shown, and chosen";
  EXPECT_EQ(on_disk(), "from the page");
}

TEST_F(Files, AFileThatCameMeanwhileIsNotReplaced) {
  std::filesystem::create_directories(m_folder.path() / "mine");
  save_elsewhere("from vim");
  EXPECT_TRUE(m_files.save("va_mine", "", "from the page").value().conflict);
  EXPECT_EQ(on_disk(), "from vim");
}

TEST_F(Files, TheSameTextIsNoConflict) {
  m_files.save("va_mine", "", "one").value();
  EXPECT_FALSE(m_files.save("va_mine", "an old version", "one").value().conflict);
}

// Each writer adds a line to what it read. A save that replaced another one's would lose a line.
TEST_F(Files, NoSaveOfManyAtOnceIsLost) {
  m_files.save("va_mine", "", "\n").value();
  std::vector<std::thread> writers;
  std::atomic<int> saves = 0;
  for (int writer = 0; writer < 4; ++writer)
    writers.emplace_back([&, writer] {
      for (int i = 0; i < 25;) {
        const auto now = m_files.read("va_mine").value();
        const auto saved = m_files.save("va_mine", now.version, now.text + std::to_string(writer * 100 + i) + "\n").value();
        if (saved.conflict) continue;
        ++i;
        ++saves;
      }
    });
  for (auto& writer : writers) writer.join();
  const auto text = on_disk();
  EXPECT_EQ(saves, 100);
  EXPECT_EQ(std::ranges::count(text, '\n'), 101);
}

TEST_F(Files, RightsOfAFileStay) {
  const auto base = m_files.save("va_mine", "", "one").value().now.version;
  ASSERT_EQ(chmod(m_files.path_of("va_mine").c_str(), 0640), 0);
  m_files.save("va_mine", base, "two").value();
  struct stat status = {};
  ASSERT_EQ(stat(m_files.path_of("va_mine").c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 0777, 0640u);
}

TEST_F(Files, LinksAndOddTextsAreRefused) {
  std::filesystem::create_directories(m_folder.path() / "mine");
  std::filesystem::create_symlink("/etc/passwd", m_files.path_of("va_link"));
  EXPECT_FALSE(m_files.read("va_link"));
  EXPECT_FALSE(m_files.save("va_link", "", "x"));
  EXPECT_THAT(m_files.attempts("va"), ElementsAre());
  EXPECT_FALSE(m_files.save("va_mine", "", std::string("a\0b", 3)));
  EXPECT_FALSE(m_files.save("va_mine", "", std::string(k_most_source_bytes + 1, 'x')));
}

TEST_F(Files, NamesStayInTheFolder) {
  EXPECT_TRUE(Workspace::is_attempt_name("va_float4-2", "va"));
  for (const char* name : {"va_", "va", "vb_x", "va_../x", "va_a/b", "va_a.b", "", "va_\n"})
    EXPECT_FALSE(Workspace::is_attempt_name(name, "va")) << name;
}

std::string shown(const std::vector<DiffLine>& lines) {
  std::string text;
  for (const auto& line : lines)
    text += (line.is_removed() ? "-" : line.is_added() ? "+" : " ") + std::string(line.text) + "\n";
  return text;
}

TEST(LineDiff, FindsTheFewestLines) {
  EXPECT_EQ(shown(diff_lines("a\nb\nc\n", "a\nx\nc\nd\n")), " a\n-b\n+x\n c\n+d\n");
  EXPECT_EQ(shown(diff_lines("", "a\n")), "+a\n");
  EXPECT_EQ(shown(diff_lines("a\nb", "")), "-a\n-b\n");
  EXPECT_EQ(shown(diff_lines("a\nb\nc\na\nb\nb\na\n", "c\nb\na\nb\na\nc\n")).size(),
            shown(diff_lines("c\nb\na\nb\na\nc\n", "a\nb\nc\na\nb\nb\na\n")).size());
}

// Against what is sure: the lines kept are the longest common subsequence, and both texts can be read out of the result.
TEST(LineDiff, AgreesWithTheLongestCommonSubsequence) {
  unsigned state = 7;
  const auto draw = [&](unsigned most) {
    return (state = state * 1664525u + 1013904223u) >> 16 & 0xffff ? (state >> 16) % most : 0;
  };
  for (int round = 0; round < 300; ++round) {
    std::vector<std::string> a(draw(12)), b(draw(12));
    for (auto* lines : {&a, &b})
      for (auto& line : *lines) line = std::string(1, static_cast<char>('a' + draw(3)));
    std::string old_text, new_text;
    for (const auto& line : a) old_text += line + "\n";
    for (const auto& line : b) new_text += line + "\n";
    std::vector<std::vector<int>> longest(a.size() + 1, std::vector<int>(b.size() + 1, 0));
    for (std::size_t i = 1; i <= a.size(); ++i)
      for (std::size_t j = 1; j <= b.size(); ++j)
        longest[i][j] = a[i - 1] == b[j - 1] ? longest[i - 1][j - 1] + 1 : std::max(longest[i - 1][j], longest[i][j - 1]);
    const auto lines = diff_lines(old_text, new_text);
    std::string old_again, new_again;
    int kept = 0;
    for (const auto& line : lines) {
      if (!line.is_added()) old_again += std::string(line.text) + "\n";
      if (!line.is_removed()) new_again += std::string(line.text) + "\n";
      kept += !line.is_added() && !line.is_removed();
    }
    ASSERT_EQ(old_again, old_text);
    ASSERT_EQ(new_again, new_text);
    ASSERT_EQ(kept, longest[a.size()][b.size()]) << old_text << "---\n" << new_text;
  }
}

TEST(LineDiff, ALastLineWithoutItsEndIsAnotherLine) {
  const auto lines = diff_lines("a\nb\n", "a\nb");
  EXPECT_EQ(shown(lines), " a\n-b\n+b\n");
  EXPECT_TRUE(lines[1].has_end);
  EXPECT_FALSE(lines[2].has_end);
}

TEST(LineDiff, OfTextsThatHaveNothingInCommonEnds) {
  std::string a, b;
  for (int i = 0; i < 5000; ++i) {
    a += "a" + std::to_string(i) + "\n";
    b += "b" + std::to_string(i) + "\n";
  }
  EXPECT_EQ(diff_lines(a, b, 200).size(), 10000u);
}

TEST(LineDiff, OfLongTextsTakesNoLongTime) {
  std::string a, b;
  for (int i = 0; i < 60'000; ++i) {
    a += i % 2 ? "\n" : "x\n";
    b += i % 3 ? "\n" : "x\n";
  }
  const auto begin = std::chrono::steady_clock::now();
  EXPECT_GE(diff_lines(a, b).size(), 60'000u);
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(5));
}

TEST(Marks, AreTheDiagnosticsOfTheAttemptsOwnFile) {
  const auto marks = diagnostics_in(
      "/home/x/va_mine.cu:12:5: error: use of undeclared identifier 'n'\n"
      "/usr/include/stdio.h:3:1: error: elsewhere\n"
      "va_mine.cu(7): warning: variable was declared but never referenced\n"
      "/x/not_va_mine.cu:9:1: error: another file\n"
      "  12 |   int i = n;\n"
      "va_mine.cu:x: error: no line\n",
      "/srv/va_mine.cu");
  ASSERT_EQ(marks.size(), 2u);
  EXPECT_EQ(marks[0].line, 12);
  EXPECT_TRUE(marks[0].is_error);
  EXPECT_EQ(marks[0].text, "use of undeclared identifier 'n'");
  EXPECT_EQ(marks[1].line, 7);
  EXPECT_FALSE(marks[1].is_error);
}

TEST(Marks, AreTheFaultAndTheFindings) {
  Record record;
  record.attempt.path = "/x/va_mine.cu";
  record.verdict.kind = VerdictKind::runtime_error;
  record.fault = Fault{.kind = Fault::Kind::illegal_access,
                       .is_write = true,
                       .kernel = "add",
                       .file = "/x/va_mine.cu",
                       .line = 5,
                       .buffer = "C"};
  record.findings.push_back(*record.fault);
  Fault race{.kind = Fault::Kind::race, .file = "va_mine.cu", .line = 9};
  race.other = Fault::Access{.file = "va_mine.cu", .line = 3};
  record.findings.push_back(race);
  record.findings.push_back({.kind = Fault::Kind::leak, .file = "other.h", .line = 1});
  const auto marks = marks_of(record);
  ASSERT_EQ(marks.size(), 3u);
  EXPECT_EQ(marks[0].line, 3);
  EXPECT_EQ(marks[1].line, 5);
  EXPECT_THAT(marks[1].text, HasSubstr("C"));
  EXPECT_EQ(marks[2].line, 9);
}

TEST(Statement, IsMarkdownWithoutHtmlOfItsOwn) {
  const auto html =
      markdown_html(
          "# Title\n\n## Limits\n\n<script>alert(1)</script> `a<b` **bold** $N^2$\n\n| a | b |\n|---|---|\n| 1 | 2 |\n")
          .markup();
  EXPECT_THAT(html, HasSubstr("<h3>Title</h3>"));
  EXPECT_THAT(html, HasSubstr("<h4>Limits</h4>"));
  EXPECT_THAT(html, HasSubstr("<code>a&lt;b</code>"));
  EXPECT_THAT(html, HasSubstr("<table>"));
  EXPECT_THAT(html, Not(HasSubstr("<script")));
}

TEST(Solutions, OfAnInstalledJudgeAreInTheUsersHome) {
  const auto folder = TemporaryDirectory::create("solutions-test").value();
  const Installation installation{folder.path()};
  std::filesystem::create_directories(installation.share());
  const EnvironmentGuard home("HOME", "/home/anna");
  EXPECT_EQ(solutions_folder({}, installation.share(), installation), "/home/anna/judge");
  EXPECT_EQ(solutions_folder({}, folder.path(), installation), folder.path() / "solutions/mine");
  EXPECT_EQ(solutions_folder({.solutions = "/cuda"}, installation.share(), installation), "/cuda");
}

}  // namespace
}  // namespace judge
