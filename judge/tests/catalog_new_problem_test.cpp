#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "judge/catalog/attempt_signature.hpp"
#include "judge/catalog/new_problem.hpp"
#include "judge/tests/catalog_support.hpp"
#include "judge/util/process.hpp"

namespace judge {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

std::string error_of(const Result<fs::path>& result) { return result ? "" : result.error().message; }

TEST(NewProblem, LoadsAtOnceAndIsNotOverwritten) {
  const auto root = TemporaryDirectory::create("judge-new");
  const auto folder =
      create_problem(root->path(), "scaled-sum", "void solve(const float* A, float* C, float alpha, int N)");
  ASSERT_TRUE(folder) << folder.error().message;
  EXPECT_EQ(*folder, root->path() / "problems/scaled-sum");
  const auto problem = find_problem(root->path(), "scaled-sum");
  ASSERT_TRUE(problem) << problem.error().message;
  EXPECT_EQ(problem->prefix, "ss");
  EXPECT_EQ(problem->title, "Scaled sum");
  const auto cases = cases_of(*problem, RuntimeKind::emulated).value();
  EXPECT_EQ(cases.front().name, "N=1");
  EXPECT_EQ(cases.back().purpose, Purpose::timed);
  EXPECT_EQ(cases.back().scalars.at("alpha"), Scalar(0.5));
  EXPECT_THAT(error_of(create_problem(root->path(), "scaled-sum", "void solve(float* A)")),
              HasSubstr("exists already"));
}

TEST(NewProblem, TakesAnotherPrefixWhereTheInitialsAreTaken) {
  const auto root = TemporaryDirectory::create("judge-new");
  ASSERT_TRUE(create_problem(root->path(), "scaled-sum", "void solve(float* A, int N)"));
  ASSERT_TRUE(create_problem(root->path(), "some-sort", "void solve(float* A, int N)"));
  EXPECT_EQ(find_problem(root->path(), "some-sort")->prefix, "somesort");
}

TEST(NewProblem, RefusesBadNamesAndSignaturesAndWritesNothing) {
  const auto root = TemporaryDirectory::create("judge-new");
  for (const std::string_view name : {"", "Sum", "a/b", "..", "-x", "a b"})
    EXPECT_THAT(error_of(create_problem(root->path(), name, "void solve(float* A)")), HasSubstr("lower-case letters"))
        << name;
  EXPECT_THAT(error_of(create_problem(root->path(), "sum", "void solve(foo* A)")), HasSubstr("the signature:1:12"));
  EXPECT_THAT(error_of(create_problem(root->path(), "sum", "solve")), HasSubstr("declares no solve()"));
  EXPECT_FALSE(fs::exists(root->path() / "problems"));
}

TEST(NewProblem, GuessesDirections) {
  const auto root = TemporaryDirectory::create("judge-new");
  const auto directions = [&](std::string_view name, std::string_view signature) {
    const auto folder = create_problem(root->path(), name, signature);
    EXPECT_TRUE(folder) << folder.error().message;
    std::string text;
    for (const auto& argument : cases_of(*load_problem(*folder), RuntimeKind::cuda)->front().arguments)
      if (const auto* buffer = std::get_if<BufferArgument>(&argument))
        text += "iob"[static_cast<std::size_t>(buffer->direction)];
    return text;
  };
  EXPECT_EQ(directions("one", "void solve(float* data, int N)"), "b");
  EXPECT_EQ(directions("two", "void solve(float* A, float* B, int N)"), "io");
  EXPECT_EQ(directions("three", "void solve(const int* A, float* B, bool* C, size_t N, bool flag)"), "ioo");
  EXPECT_EQ(directions("four", "void solve(const float* A, const float* B)"), "io");
  EXPECT_EQ(directions("five", "void solve(float A[], unsigned char n)"), "b");
}

// One compiler run over all of them: each reference() gets a name of its own.
TEST(NewProblem, EveryReferenceCompiles) {
  const auto root = TemporaryDirectory::create("judge-new");
  std::string all;
  int number = 0;
  for (const auto& interface : interfaces()) {
    const std::string name = interface["name"];
    const auto folder = create_problem(root->path(), name, interface["solve"].get<std::string>());
    ASSERT_TRUE(folder) << name << ": " << folder.error().message;
    all += fmt::format("#define reference reference_{}\n#include \"{}\"\n#undef reference\n", number++,
                       (*folder / "reference.cpp").string());
    const auto problem = load_problem(*folder);
    ASSERT_TRUE(problem) << problem.error().message;
    EXPECT_TRUE(check_attempt_signature(*problem, starter_for(*problem), name));
  }
  EXPECT_EQ(number, 97);
  const auto file = root->path() / "all.cpp";
  ASSERT_TRUE(write_file(file, all));
  const auto compiled = run_command({"g++", "-std=c++17", "-fopenmp", "-fsyntax-only", "-Wall", "-Werror",
                                     "-I" JUDGE_SOURCE_DIR "/judge/catalog/include", file.string()});
  ASSERT_TRUE(compiled) << compiled.error().message;
  EXPECT_EQ(compiled->exit_status, 0) << compiled->standard_error;
}

TEST(Starter, LaunchesOneThreadForEachElementOfTheOutput) {
  const auto problem = find_problem(JUDGE_SOURCE_DIR, "matrix-transpose");
  ASSERT_TRUE(problem) << problem.error().message;
  const auto starter = starter_for(*problem);
  EXPECT_THAT(starter, HasSubstr("if (i >= cols * rows) return;"));
  EXPECT_THAT(starter, HasSubstr("const int threads = 256;"));
  EXPECT_THAT(starter, HasSubstr("solve_kernel<<<blocks, threads>>>(input, output, rows, cols);"));
  EXPECT_THAT(starter, HasSubstr("cudaDeviceSynchronize();"));
}

TEST(Starter, CopiesWhatLiesInPageableMemory) {
  const auto pageable = starter_for(*find_problem(JUDGE_SOURCE_DIR, "vector-addition-host"));
  EXPECT_THAT(pageable, HasSubstr("  cudaMemcpy(device_B, B, sizeof(float) * N, cudaMemcpyHostToDevice);\n"));
  EXPECT_THAT(pageable, HasSubstr("(device_A, device_B, device_C, N);\n  cudaMemcpy(C, device_C, "));
  EXPECT_THAT(pageable, testing::Not(HasSubstr("cudaMemcpy(device_C")));
  const auto pinned = starter_for(*find_problem(JUDGE_SOURCE_DIR, "vector-addition-pinned"));
  EXPECT_THAT(pinned, HasSubstr("page-locked host memory"));
  EXPECT_THAT(pinned, HasSubstr("(A, B, C, N);\n  cudaDeviceSynchronize();"));
}

TEST(Starter, AvoidsTheNamesOfParameters) {
  const auto root = TemporaryDirectory::create("judge-new");
  const auto folder =
      create_problem(root->path(), "x", "void solve(const float* threads, float* i, int count, int blocks)");
  const auto starter = starter_for(*load_problem(*folder));
  EXPECT_THAT(starter, HasSubstr("const int i_ ="));
  EXPECT_THAT(starter, HasSubstr("solve_kernel<<<blocks_, threads_>>>(threads, i, count, blocks);"));
}

}  // namespace
}  // namespace judge
