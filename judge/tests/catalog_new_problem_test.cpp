#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "judge/catalog/attempt_signature.hpp"
#include "judge/catalog/new_problem.hpp"
#include "judge/tests/catalog_support.hpp"
#include "judge/tests/environment_guard.hpp"
#include "judge/util/process.hpp"

namespace judge {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

std::string error_of(const Result<fs::path>& result) { return result ? "" : result.error().message; }

Result<fs::path> made(const TemporaryDirectory& root, std::string_view name, std::string_view signature,
                      std::string_view prefix = "") {
  return create_problem(root.path(),
                        {.name = std::string(name), .signature = std::string(signature), .prefix = std::string(prefix)});
}

TEST(NewProblem, LoadsAtOnceAndIsNotOverwritten) {
  const auto root = TemporaryDirectory::create("new");
  const auto folder = made(*root, "scaled-sum", "void solve(const float* A, float* C, float alpha, int N)");
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
  EXPECT_THAT(error_of(made(*root, "scaled-sum", "void solve(float* A)")), HasSubstr("exists already"));
}

TEST(NewProblem, HidesNoneThatComesWithTheJudge) {
  const auto shipped = TemporaryDirectory::create("shipped"), root = TemporaryDirectory::create("new");
  ASSERT_TRUE(made(*shipped, "scaled-sum", "void solve(float* A, int N)"));
  const EnvironmentGuard comes_with_it("JUDGE_SHIPPED_ROOT", shipped->path().c_str());
  EXPECT_EQ(
      error_of(made(*root, "scaled-sum", "void solve(float* A, int N)")),
      fmt::format("{}: comes with the judge, and a new problem of that name would hide it; choose another name, or copy that "
                  "folder to {} and change it",
                  (shipped->path() / "problems/scaled-sum").string(), (root->path() / "problems/scaled-sum").string()));
  EXPECT_FALSE(fs::exists(root->path() / "problems"));
  EXPECT_TRUE(made(*root, "scaled-total", "void solve(float* A, int N)"));
}

TEST(NewProblem, LeavesNothingIfTheStarterCannotBeWritten) {
  const auto root = TemporaryDirectory::create("new");
  fs::create_directories(root->path() / "solutions");
  fs::create_symlink("ss_starter.cu", root->path() / "solutions/ss_starter.cu");  // no file, and none can be made there
  EXPECT_THAT(error_of(made(*root, "scaled-sum", "void solve(float* A, int N)")), HasSubstr("cannot be written"));
  fs::remove(root->path() / "solutions/ss_starter.cu");
  EXPECT_TRUE(made(*root, "scaled-sum", "void solve(float* A, int N)"));
}

TEST(NewProblem, TakesAnotherPrefixWhereTheInitialsAreTaken) {
  const auto root = TemporaryDirectory::create("new");
  ASSERT_TRUE(made(*root, "scaled-sum", "void solve(float* A, int N)"));
  ASSERT_TRUE(made(*root, "some-sort", "void solve(float* A, int N)"));
  EXPECT_EQ(find_problem(root->path(), "some-sort")->prefix, "somesort");
}

TEST(NewProblem, TakesThePrefixThatIsAskedFor) {
  const auto root = TemporaryDirectory::create("new");
  const auto folder = made(*root, "scaled-sum", "void solve(float* A, int N)", "sum");
  ASSERT_TRUE(folder) << folder.error().message;
  EXPECT_EQ(load_problem(*folder)->prefix, "sum");
  EXPECT_TRUE(fs::exists(root->path() / "solutions/sum_starter.cu"));
  EXPECT_THAT(error_of(made(*root, "other", "void solve(float* A, int N)", "sum")),
              HasSubstr("'sum' is the prefix of scaled-sum"));
  EXPECT_THAT(error_of(made(*root, "other", "void solve(float* A, int N)", "a_b")), HasSubstr("letters and digits"));
}

TEST(NewProblem, AStarterIsFoundUnderTheOldPrefix) {
  const auto root = TemporaryDirectory::create("new");
  auto problem = load_problem(made(*root, "scaled-sum", "void solve(float* A, int N)").value()).value();
  problem.prefix = "other";
  EXPECT_EQ(starter_under_another_prefix(root->path() / "solutions", problem), root->path() / "solutions/ss_starter.cu");
  problem.name = "another";
  EXPECT_EQ(starter_under_another_prefix(root->path() / "solutions", problem), "");
}

// "A=M,d C=1" of the buffers that are not as every other.
std::string shapes(const TemporaryDirectory& root, std::string_view name, std::string_view signature) {
  const auto folder = made(root, name, signature);
  EXPECT_TRUE(folder) << folder.error().message;
  if (!folder) return "";
  const auto problem = nlohmann::json::parse(read_file(*folder / "problem.json").value());
  std::string text;
  for (const auto& [buffer, spec] : problem["buffers"].items()) {
    text += (text.empty() ? "" : " ") + buffer + "=";
    for (const auto& extent : spec["shape"]) text += (text.ends_with('=') ? "" : ",") + extent.get<std::string>();
  }
  return text;
}

TEST(NewProblem, GuessesShapes) {
  const auto root = TemporaryDirectory::create("new");
  EXPECT_EQ(shapes(*root, "conv",
                   "void solve(const float* input, const float* kernel, float* output, int input_size, int kernel_size)"),
            "input=input_size kernel=kernel_size output=input_size - kernel_size + 1");
  EXPECT_EQ(shapes(*root, "conv-two",
                   "void solve(const float* input, const float* kernel, float* output, int input_rows, int input_cols, "
                   "int kernel_rows, int kernel_cols)"),
            "input=input_rows,input_cols kernel=kernel_rows,kernel_cols "
            "output=input_rows - kernel_rows + 1,input_cols - kernel_cols + 1");
  EXPECT_EQ(shapes(*root, "attention",
                   "void solve(const float* Q, const float* K, const float* V, float* output, int M, int N, int d)"),
            "K=N,d Q=M,d V=N,d output=M,d");
  EXPECT_EQ(shapes(*root, "self-attention",
                   "void solve(const float* Q, const float* K, const float* V, float* output, int N, int d_model, int h)"),
            "K=N,d_model Q=N,d_model V=N,d_model output=N,d_model");
  EXPECT_EQ(shapes(*root, "histogram", "void solve(const int* input, int* histogram, int N, int num_bins)"),
            "histogram=num_bins input=N");
  EXPECT_EQ(shapes(*root, "dot-product", "void solve(const float* A, const float* B, float* output, int N)"),
            "A=N B=N output=1");
  EXPECT_EQ(shapes(*root, "prefix-sum", "void solve(const float* input, float* output, int N)"), "input=N output=N");
  EXPECT_EQ(shapes(*root, "mean-squared-error", "void solve(const float* p, const float* t, float* mse, int N)"),
            "mse=1 p=N t=N");
  EXPECT_EQ(shapes(*root, "top-k", "void solve(const float* input, float* output, int N, int k)"), "input=N output=k");
}

TEST(NewProblem, GuessesWhatRoundingAsksFor) {
  const auto root = TemporaryDirectory::create("new");
  const auto folder =
      made(*root, "gemm", "void solve(const half* A, const half* B, half* C, int M, int N, int K, float alpha, float beta)");
  const auto test = cases_of(*load_problem(folder.value()), RuntimeKind::emulated)->front();
  const auto& C = std::get<BufferArgument>(test.arguments[2]);
  EXPECT_EQ(C.direction, Direction::inout);
  EXPECT_EQ(C.checker.absolute, 1e-2);
  const auto mixed =
      made(*root, "mixed", "void solve(const float* A, float* C, int* D, int N, int max_iterations, int stride)");
  const auto both = cases_of(*load_problem(mixed.value()), RuntimeKind::emulated)->front();
  EXPECT_EQ(std::get<BufferArgument>(both.arguments[1]).checker.kind, CheckerKind::tolerance);
  EXPECT_EQ(std::get<BufferArgument>(both.arguments[2]).checker.kind, CheckerKind::exact);
  EXPECT_EQ(both.scalars.at("max_iterations"), Scalar(std::int64_t{10}));
  EXPECT_EQ(std::get<BufferArgument>(both.arguments[0]).shape.size(), 1u);
}

TEST(NewProblem, GuessesBoundsThatDiffer) {
  const auto root = TemporaryDirectory::create("new");
  int number = 0;
  for (const auto& [low, high] :
       {std::pair("lo", "hi"), {"low", "high"}, {"min", "max"}, {"lower_bound", "upper_bound"}, {"clip_min", "clip_max"}}) {
    const auto folder = made(*root, fmt::format("clamp-{}", ++number),
                             fmt::format("void solve(float* data, float {}, float {}, int N)", low, high));
    ASSERT_TRUE(folder) << folder.error().message;
    const auto test = cases_of(*load_problem(folder.value()), RuntimeKind::emulated)->front();
    EXPECT_EQ(test.scalars.at(low), Scalar(-0.5));
    EXPECT_EQ(test.scalars.at(high), Scalar(0.5));
  }
}

TEST(NewProblem, RefusesBadNamesAndSignaturesAndWritesNothing) {
  const auto root = TemporaryDirectory::create("new");
  for (const std::string_view name : {"", "Sum", "a/b", "..", "-x", "a b"})
    EXPECT_THAT(error_of(made(*root, name, "void solve(float* A)")), HasSubstr("lower-case letters")) << name;
  EXPECT_THAT(error_of(made(*root, "sum", "void solve(foo* A)")), HasSubstr("the signature:1:12"));
  EXPECT_THAT(error_of(made(*root, "sum", "solve")), HasSubstr("declares no solve()"));
  EXPECT_FALSE(fs::exists(root->path() / "problems"));
}

TEST(NewProblem, WantsSomethingToCompare) {
  const auto folder = *TemporaryDirectory::create("new");
  const auto message = [&](const char* signature) {
    const auto made = create_problem(folder.path(), {.name = "mine", .signature = signature});
    return made ? std::string() : made.error().message;
  };
  EXPECT_THAT(message("void solve(int N)"), HasSubstr("solve() has no buffer, so there is nothing to compare"));
  EXPECT_THAT(message("void solve(const int* a, int N)"), HasSubstr("solve() has no output"));
  EXPECT_FALSE(std::filesystem::exists(folder.path() / "problems"));
}

TEST(NewProblem, GuessesDirections) {
  const auto root = TemporaryDirectory::create("new");
  const auto directions = [&](std::string_view name, std::string_view signature) {
    const auto folder = made(*root, name, signature);
    EXPECT_TRUE(folder) << folder.error().message;
    const auto cases = cases_of(*load_problem(*folder), RuntimeKind::cuda);
    std::string text;
    for (const auto& argument : cases->front().arguments)
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

// One compiler run over all of them: each reference() gets a name of its own. Each problem has a root of its own: a prefix is compared
// with those of all other problems.
TEST(NewProblem, EveryReferenceCompiles) {
  const auto roots = TemporaryDirectory::create("new");
  std::string all;
  int number = 0;
  for (const auto& interface : interfaces()) {
    const std::string name = interface["name"];
    const auto folder =
        create_problem(roots->path() / name, {.name = name, .signature = interface["solve"].get<std::string>()});
    ASSERT_TRUE(folder) << name << ": " << folder.error().message;
    all += fmt::format("#define reference reference_{}\n#include \"{}\"\n#undef reference\n", number++,
                       (*folder / "reference.cpp").string());
    const auto problem = load_problem(*folder);
    ASSERT_TRUE(problem) << problem.error().message;
    EXPECT_TRUE(check_attempt_signature(*problem, starter_for(*problem), name));
  }
  EXPECT_EQ(number, 97);
  const auto file = roots->path() / "all.cpp";
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

TEST(Starter, OfAReductionLaunchesOneThreadForEachElementOfTheInput) {
  const auto problem = find_problem(JUDGE_SOURCE_DIR, "reduction");
  ASSERT_TRUE(problem) << problem.error().message;
  const auto starter = starter_for(*problem);
  EXPECT_THAT(starter, HasSubstr("const int count = N;"));
  EXPECT_THAT(starter, HasSubstr("if (i >= N) return;"));
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
  const auto root = TemporaryDirectory::create("new");
  const auto folder = made(*root, "x", "void solve(const float* threads, float* i, int count, int blocks)");
  const auto starter = starter_for(*load_problem(*folder));
  EXPECT_THAT(starter, HasSubstr("const int i_ ="));
  EXPECT_THAT(starter, HasSubstr("solve_kernel<<<blocks_, threads_>>>(threads, i, count, blocks);"));
}

}  // namespace
}  // namespace judge
