#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <vector>

#include "judge/catalog/folders.hpp"
#include "judge/tests/catalog_support.hpp"

namespace judge {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::HasSubstr;

TEST(VectorAddition, Loads) {
  const auto problem = find_problem(k_root, "vector-addition");
  ASSERT_TRUE(problem) << problem.error().message;
  EXPECT_EQ(problem->name, "vector-addition");
  EXPECT_EQ(problem->prefix, "va");
  EXPECT_EQ(problem->signature.text, "extern \"C\" void solve(const float* A, const float* B, float* C, int N)");
  EXPECT_EQ(problem->content_hash.size(), 64u);
  const auto cases = cases_of(*problem, RuntimeKind::cuda);
  ASSERT_TRUE(cases) << cases.error().message;
  const auto first_timed = std::ranges::find(*cases, Purpose::timed, &Case::purpose);
  ASSERT_NE(first_timed, cases->end());
  const Case& timed = *first_timed;
  EXPECT_EQ(timed.name, "large");
  EXPECT_EQ(std::get<std::int64_t>(timed.scalars.at("N")), 25'000'000);
  EXPECT_EQ(timed.work_bytes, 300e6);
  EXPECT_EQ(timed.work_flops, 25e6);
  EXPECT_EQ(std::get<BufferArgument>(timed.arguments[2]).direction, Direction::out);
  const auto emulated = cases_of(*problem, RuntimeKind::emulated);
  ASSERT_TRUE(emulated);
  const auto smaller = std::ranges::find(*emulated, "large", &Case::name);
  ASSERT_NE(smaller, emulated->end());
  EXPECT_EQ(std::get<BufferArgument>(smaller->arguments[0]).bytes(), 10'000'000u);
}

TEST(MatrixTranspose, Loads) {
  const auto problem = find_problem(k_root, "matrix-transpose");
  ASSERT_TRUE(problem) << problem.error().message;
  const auto cases = cases_of(*problem, RuntimeKind::cuda);
  ASSERT_TRUE(cases) << cases.error().message;
  EXPECT_EQ(std::get<BufferArgument>(cases->back().arguments[1]).shape, (std::vector<std::int64_t>{6000, 7000}));
  EXPECT_EQ(cases->back().name, "large");
}

// Restores the working directory and JUDGE_ROOT.
class Surroundings {
 public:
  Surroundings() : m_folder(fs::current_path()) { ::unsetenv("JUDGE_ROOT"); }
  ~Surroundings() {
    ::unsetenv("JUDGE_ROOT");
    fs::current_path(m_folder);
  }

 private:
  fs::path m_folder;
};

fs::path folder_with_problems(const fs::path& folder) {
  fs::create_directories(folder / "problems");
  return fs::canonical(folder);
}

TEST(FindRoot, TakesTheOptionThenTheVariableThenTheNearestFolderThenTheInstallation) {
  const Surroundings surroundings;
  const auto temporary = TemporaryDirectory::create("root");
  const auto option = folder_with_problems(temporary->path() / "option"),
             variable = folder_with_problems(temporary->path() / "variable");
  const auto upward = folder_with_problems(temporary->path() / "upward");
  const Installation installation{temporary->path() / "installed"};
  const auto installed = folder_with_problems(installation.share());
  fs::create_directories(upward / "a/b");
  fs::current_path(upward / "a/b");
  EXPECT_EQ(find_root(std::nullopt, installation), upward);
  fs::current_path(temporary->path());
  EXPECT_EQ(fs::canonical(*find_root(std::nullopt, installation)), installed);
  ::setenv("JUDGE_ROOT", variable.c_str(), 1);
  EXPECT_EQ(find_root(std::nullopt, installation), variable);
  EXPECT_EQ(find_root(option, installation), option);
}

TEST(FindRoot, SaysWhatWasNamedWrongly) {
  const Surroundings surroundings;
  const auto temporary = TemporaryDirectory::create("root");
  EXPECT_THAT(find_root(temporary->path(), {}).error().message, HasSubstr("has no problems/ folder (named by --root)"));
  ::setenv("JUDGE_ROOT", temporary->path().c_str(), 1);
  EXPECT_THAT(find_root(std::nullopt, {}).error().message, HasSubstr("named by JUDGE_ROOT"));
  ::unsetenv("JUDGE_ROOT");
  fs::current_path(temporary->path());
  EXPECT_THAT(find_root(std::nullopt, {temporary->path()}).error().message, HasSubstr("name it with --root or JUDGE_ROOT"));
}

TEST(FindProblem, SuggestsNearNames) {
  const auto message = [](std::string_view name) { return find_problem(k_root, name).error().message; };
  EXPECT_THAT(message("vector-adition"),
              HasSubstr("no such problem in " + (k_root / "problems").string() + "; did you mean 'vector-addition'"));
  EXPECT_THAT(message("transpose"), HasSubstr("did you mean 'matrix-transpose'?"));
  EXPECT_THAT(message("zzzzzzzz"), HasSubstr("judge list shows all"));
  EXPECT_THAT(message(".."), HasSubstr("no such problem"));
  EXPECT_THAT(message(""), HasSubstr("the problem's name is empty"));
  EXPECT_THAT(message("some/where"), HasSubstr("is not a problem folder"));
}

TEST(FindProblem, TakesTheFolderItselfToo) {
  const auto problem = find_problem("/nowhere", (k_root / "problems/elementwise/vector-addition/").string());
  ASSERT_TRUE(problem) << problem.error().message;
  EXPECT_EQ(problem->name, "vector-addition");
}

TEST(ProblemNames, AreSortedAndOnlyOfProblemFolders) {
  const auto temporary = TemporaryDirectory::create("root");
  for (const char* name : {"b", "a"}) write_folder(temporary->path() / "problems" / name, {});
  fs::create_directories(temporary->path() / "problems/empty");
  EXPECT_TRUE(write_file(temporary->path() / "problems/README.md", "text"));
  EXPECT_THAT(problem_names(temporary->path()).value(), ElementsAre("a", "b"));
  EXPECT_FALSE(problem_names(temporary->path() / "none"));
}

TEST(ProblemNames, MayLieInGroups) {
  const auto temporary = TemporaryDirectory::create("root");
  const fs::path root = temporary->path();
  for (const char* name : {"b", "sums/a", "sums/c"}) write_folder(root / "problems" / name, {});
  EXPECT_THAT(problem_names(root).value(), ElementsAre("a", "b", "c"));
  const auto found = find_problem(root, "c");
  ASSERT_TRUE(found) << found.error().message;
  EXPECT_EQ(found->folder, root / "problems/sums/c");
  EXPECT_FALSE(find_problem(root, "sums"));
  write_folder(root / "problems/scans/c", {});
  EXPECT_THAT(problem_names(root).error().message, HasSubstr("two problems are called c: "));
}

TEST(ProblemNames, OfARootOfOnesOwnStandBeforeTheJudges) {
  const auto temporary = TemporaryDirectory::create("roots");
  const fs::path own = temporary->path() / "own", shipped = temporary->path() / "shipped";
  for (const char* name : {"own/problems/a", "own/problems/b", "shipped/problems/sums/b", "shipped/problems/sums/c"})
    write_folder(temporary->path() / name, {});
  EXPECT_EQ(visible_problems(own)->size(), 2u) << "no other root is known here";
  ::setenv("JUDGE_SHIPPED_ROOT", shipped.c_str(), 1);
  const auto visible = visible_problems(own);
  const auto b = find_problem(own, "b"), c = find_problem(own, "c");
  const auto only = visible_problems(shipped);
  ::unsetenv("JUDGE_SHIPPED_ROOT");
  ASSERT_TRUE(visible && b && c && only);
  EXPECT_EQ(*visible, (std::map<std::string, fs::path>{
                          {"a", own / "problems/a"}, {"b", own / "problems/b"}, {"c", shipped / "problems/sums/c"}}));
  EXPECT_EQ(b->folder, own / "problems/b");
  EXPECT_EQ(c->folder, shipped / "problems/sums/c");
  EXPECT_EQ(only->size(), 2u);
  EXPECT_THAT(problem_names(own).value(), ElementsAre("a", "b")) << "verify --all is about these";
}

TEST(AttemptsBelow, AreThoseOfThePrefixInTheFolderAndItsFolders) {
  const auto temporary = TemporaryDirectory::create("attempts");
  const fs::path root = temporary->path();
  fs::create_directories(root / "x/deeper");
  for (const char* name : {"ab_2.cu", "x/ab_1.cu", "x/abc_1.cu", "x/ab_1.txt", "x/deeper/ab_3.cu"})
    EXPECT_TRUE(write_file(root / name, ""));
  Problem problem;
  problem.prefix = "ab";
  EXPECT_THAT(attempts_below(root, problem).value(), ElementsAre(root / "ab_2.cu", root / "x/ab_1.cu"));
  EXPECT_FALSE(attempts_below(root / "none", problem));
  EXPECT_FALSE(sources_below(root / "none"));
}

TEST(ContentHash, ChangesWithWhatVerdictsDependOn) {
  const auto temporary = TemporaryDirectory::create("hash");
  const auto folder = write_folder(temporary->path() / "probe", {});
  const auto hash = [&] { return load_problem(folder).value().content_hash; };
  std::vector<std::string> seen{hash()};
  const auto expect_new = [&](const char* file, std::string_view content) {
    ASSERT_TRUE(write_file(folder / file, content));
    seen.push_back(hash());
    EXPECT_EQ(std::ranges::count(seen, seen.back()), 1) << file;
  };
  expect_new("reference.cpp", "// another\n");
  expect_new("helper.inl", "int x;\n");
  expect_new("solve.h", "void solve(const float* A, float* C, int N);");
  expect_new("tests.json", R"({"cases": [{"scalars": {"N": 11}}]})");
  expect_new("helper.h", "int x;");
  ASSERT_TRUE(write_file(folder / "statement.md", "# Text"));
  EXPECT_EQ(hash(), seen.back());
}

// The indented blocks of the README's worked example, in the order of the text.
std::vector<std::string> worked_example() {
  const auto text = read_file(k_root / "problems/README.md").value();
  const auto start = text.find("## One worked example"), end = text.find("\n## ", start);
  std::vector<std::string> blocks;
  bool in_block = false;
  for (std::size_t at = start; at < end; at = text.find('\n', at) + 1) {
    const auto line = text.substr(at, text.find('\n', at) - at);
    const bool is_code = line.starts_with("    ");
    if (is_code && !in_block) blocks.emplace_back();
    if (is_code || (in_block && line.empty())) blocks.back() += line.empty() ? "\n" : line.substr(4) + "\n";
    in_block = is_code || (in_block && line.empty());
  }
  return blocks;
}

TEST(Readme, TheWorkedExampleLoads) {
  const auto blocks = worked_example();
  ASSERT_EQ(blocks.size(), 4u);
  const auto temporary = TemporaryDirectory::create("readme");
  const FolderText text{.solve = blocks[0], .problem = blocks[1], .tests = blocks[2], .reference = blocks[3]};
  const auto problem = load_problem(write_folder(temporary->path() / "saxpy", text));
  ASSERT_TRUE(problem) << problem.error().message;
  EXPECT_EQ(problem->prefix, "sx");
  EXPECT_EQ(cases_of(*problem, RuntimeKind::cuda)->size(), 16u);
}

}  // namespace
}  // namespace judge
