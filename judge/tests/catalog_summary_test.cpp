#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>

#include "judge/catalog/folders.hpp"
#include "judge/catalog/hints.hpp"
#include "judge/catalog/search.hpp"
#include "judge/tests/catalog_support.hpp"
#include "judge/tests/shipped_problems.hpp"

namespace judge {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::HasSubstr;

TEST(Summary, EveryProblemHasOneAndANumberOfItsOwn) {
  std::map<int, std::string> numbers;
  for (const auto& [name, folder] : shipped_problems(k_root)) {
    const auto summary = load_summary(folder);
    ASSERT_TRUE(summary) << summary.error().message;
    EXPECT_EQ(summary->name, name);
    EXPECT_FALSE(summary->difficulty.empty()) << name;
    if (summary->number == 0) continue;
    const auto [other, is_new] = numbers.emplace(summary->number, name);
    EXPECT_TRUE(is_new) << other->second << " and " << name << " have one number";
  }
  EXPECT_GT(numbers.size(), 90u);
}

TEST(Summary, SaysWhatTheProblemSays) {
  const auto problem = find_problem(k_root, "53");
  ASSERT_TRUE(problem) << problem.error().message;
  EXPECT_EQ(problem->name, "causal-self-attention");
  const auto summary = load_summary(problem->folder);
  ASSERT_TRUE(summary);
  EXPECT_EQ(summary->number, problem->number);
  EXPECT_EQ(summary->title, problem->title);
  EXPECT_EQ(summary->tags, problem->tags);
  EXPECT_EQ(summary->prefix, problem->prefix);
  EXPECT_EQ(summary->folder, problem->folder);
  const auto unknown = find_problem(k_root, "77");
  ASSERT_FALSE(unknown);
  EXPECT_THAT(unknown.error().message, HasSubstr("no such problem"));
}

TEST(ContentHash, IsOfWhatAVerdictDependsOn) {
  const auto folder = *TemporaryDirectory::create("hash");
  const auto hash_with = [&](const std::string& problem) {
    FolderText text;
    text.problem = problem;
    write_folder(folder.path() / "p", text);
    const auto hash = content_hash_of(folder.path() / "p");
    EXPECT_TRUE(hash);
    return hash.value_or("");
  };
  const std::string buffers = R"("buffers": {"A": {"shape": ["N"], "fill": 0}, "C": {"shape": ["N"]}})";
  const auto bare = hash_with("{" + buffers + "}");
  EXPECT_EQ(hash_with(R"({"title": "T", "number": 7, "tags": ["x"], "difficulty": "easy", "prefix": "q", )" + buffers + "}"),
            bare);
  EXPECT_NE(hash_with("{" + buffers + R"(, "work": {"bytes": 8}})"), bare);
  ASSERT_TRUE(write_file(folder.path() / "p/statement.md", "# P\n"));
  EXPECT_EQ(hash_with("{" + buffers + "}"), bare);
}

TEST(Search, TakesWordsNumbersAndDifficulties) {
  const ProblemSummary problem{.name = "softmax-attention",
                               .folder = "/x/problems/attention/softmax-attention",
                               .title = "Softmax Attention",
                               .difficulty = "medium",
                               .tags = {"gemm", "float32"},
                               .number = 6};
  for (const std::vector<std::string>& words :
       {std::vector<std::string>{}, {"SOFT", "gemm"}, {"6"}, {"attention"}, {"float32"}})
    EXPECT_TRUE(is_wanted(problem, {.words = words})) << testing::PrintToString(words);
  for (const std::vector<std::string>& words : {std::vector<std::string>{"scan"}, {"gemm", "scan"}, {"3"}, {"32"}})
    EXPECT_FALSE(is_wanted(problem, {.words = words})) << testing::PrintToString(words);
  EXPECT_TRUE(is_wanted(problem, {.easy = true, .medium = true}));
  EXPECT_FALSE(is_wanted(problem, {.hard = true}));
}

TEST(Hints, AreWhatStandsUnderEachHeading) {
  const auto hints = parse_hints("# Hints\n\n## One\n\nLook.\n\n    code\n\n## Two\n\nAgain.\n", "hints.md");
  ASSERT_TRUE(hints) << hints.error().message;
  EXPECT_THAT(*hints, ElementsAre("## One\n\nLook.\n\n    code", "## Two\n\nAgain."));
  EXPECT_THAT(parse_hints("Look.\n", "hints.md").error().message, HasSubstr("hints.md:1: each hint begins with a heading"));
  EXPECT_THAT(parse_hints("## One\n\n## Two\n\nx\n", "hints.md").error().message,
              HasSubstr("hints.md:1: a hint with a heading and nothing"));
  EXPECT_THAT(parse_hints("## One\n\nx\n## Two\n", "hints.md").error().message, HasSubstr("hints.md:4:"));
  EXPECT_TRUE(parse_hints("", "hints.md")->empty());
}

TEST(Summary, NoTopicIsSpeltTwice) {
  std::map<std::string, std::string> spelt;  // by what two spellings have in common
  for (const auto& [name, folder] : shipped_problems(k_root)) {
    const auto summary = load_summary(folder);
    ASSERT_TRUE(summary) << summary.error().message;
    for (const auto& tag : summary->tags) {
      std::string common = tag;
      std::ranges::replace(common, 'z', 's');
      for (const std::string_view ending : {"ations", "ation", "ed", "ing", "s"})
        if (common.ends_with(ending)) {
          common.resize(common.size() - ending.size());
          break;
        }
      const auto [other, is_new] = spelt.emplace(common, tag);
      EXPECT_EQ(other->second, tag) << "are one topic; the second is of " << name;
    }
  }
}

TEST(Hints, OfEveryProblemAreTwoOrThree) {
  for (const auto& [name, folder] : shipped_problems(k_root)) {
    const auto text = read_file(folder / "hints.md");
    ASSERT_TRUE(text) << name;
    const auto hints = parse_hints(*text, (folder / "hints.md").string());
    ASSERT_TRUE(hints) << hints.error().message;
    EXPECT_TRUE(hints->size() == 2 || hints->size() == 3) << name << " has " << hints->size();
  }
}

TEST(Examples, AreAllInSolutionsButOnesOwn) {
  const auto folder = *TemporaryDirectory::create("examples");
  for (const char* name :
       {"solutions/va_best.cu", "solutions/va_mine.cu", "solutions/mine/va_best2.cu", "solutions/relu/relu_plain.cu"}) {
    fs::create_directories((folder.path() / name).parent_path());
    ASSERT_TRUE(write_file(folder.path() / name, ""));
  }
  EXPECT_THAT(example_names(folder.path()), ElementsAre("relu_plain", "va_best"));
  EXPECT_TRUE(example_names(folder.path() / "none").empty());
}

}  // namespace
}  // namespace judge
