#include "judge/build/nvcc.hpp"

#include <array>

#include "judge/build/symbols.hpp"
#include "judge/tests/build_support.hpp"
#include "judge/util/cuda_toolkit.hpp"

namespace judge::build_test {
namespace {

using testing::HasSubstr;
using testing::Not;

constexpr std::array cuda_13{75, 80, 86, 87, 88, 89, 90, 100, 110, 103, 120, 121};
constexpr std::array cuda_11_8{35, 50, 60, 70, 75, 80, 86, 87, 89, 90};

std::string target(NvccVersion version, std::span<const int> known, int major, int minor) {
  const auto chosen = choose_architecture(version, known, major, minor);
  return chosen ? chosen->gencode + " " + chosen->name : chosen.error().message;
}

TEST(NvccTarget, IsTheArchitectureSpecificOneFromHopperOn) {
  EXPECT_EQ(target({13, 0, ""}, cuda_13, 8, 6), "arch=compute_86,code=sm_86 sm_86");
  EXPECT_EQ(target({13, 0, ""}, cuda_13, 9, 0), "arch=compute_90a,code=sm_90a sm_90a");
  EXPECT_EQ(target({13, 0, ""}, cuda_13, 12, 0), "arch=compute_120a,code=sm_120a sm_120a");
  EXPECT_EQ(target({11, 8, ""}, cuda_11_8, 9, 0), "arch=compute_90,code=sm_90 sm_90");
}

TEST(NvccTarget, IsTheNewestPtxForAGpuThatIsNewerThanTheCompiler) {
  EXPECT_EQ(target({11, 8, ""}, cuda_11_8, 12, 0), "arch=compute_90,code=compute_90 compute_90");
  EXPECT_EQ(target({13, 0, ""}, cuda_13, 13, 1), "arch=compute_121,code=compute_121 compute_121");
}

TEST(NvccTarget, IsAnErrorForAGpuThatIsTooOld) {
  EXPECT_THAT(target({13, 0, "13.0.88"}, cuda_13, 6, 1), HasSubstr("nvcc 13.0.88 makes no code for this GPU"));
}

TEST(NvccVersion, IsReadFromTheReleaseLine) {
  const auto version = parse_nvcc_version("Cuda compilation tools, release 12.4, V12.4.131\nBuild cuda_12.4.r12.4/x\n");
  ASSERT_TRUE(version);
  EXPECT_EQ(version->major, 12);
  EXPECT_EQ(version->minor, 4);
  EXPECT_EQ(version->text, "12.4.131");
  EXPECT_FALSE(parse_nvcc_version("gcc 12"));
}

TEST(NvccRecipes, TryTheLeanFormFirstAndShowThePlainOnesDiagnostics) {
  const Compiler compiler{.family = Compiler::Family::nvcc};
  using Flags = std::vector<std::string>;
  EXPECT_EQ(compiler.recipes("int a;").back(), (Flags{"-std=c++17", "--extended-lambda"}));
  EXPECT_EQ(compiler.recipes("template <class T> concept C = true;").back(), (Flags{"-std=c++20", "--extended-lambda"}));
  EXPECT_THAT(compiler.recipes("int a[2]; __device__ int b;").front(), testing::Not(testing::Contains("--extended-lambda")));
  EXPECT_THAT(compiler.recipes("f([=] __device__ (int i) {});").front(), testing::Contains("--extended-lambda"));
  EXPECT_EQ(Compiler{.family = Compiler::Family::host}.recipes("").size(), 1u);
}

// The rest runs the real nvcc, where there is one; it needs no GPU.
class Nvcc : public testing::Test {
 protected:
  void SetUp() override {
    if (!find_nvcc()) GTEST_SKIP() << "no nvcc on this machine";
  }
  Builder builder() const {
    auto options = shop.options();
    options.runtime = RuntimeKind::cuda;
    options.compute_major = 9;
    return Builder::create(options).value();
  }
  Workshop shop;
};

constexpr const char* kernel =
    "#include \"solve.h\"\n"
    "__global__ void add(const float* a, const float* b, float* c, int n) {\n"
    "  int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
    "  if (i < n) c[i] = a[i] + b[i];\n"
    "}\n"
    "void solve(const float* a, const float* b, float* c, int n) { add<<<(n + 255) / 256, 256>>>(a, b, c, n); }\n";

TEST_F(Nvcc, BuildsAnAttemptAndSeesAnEditOfItsHeader) {
  const auto header = shop.write("p/solve.h", "extern \"C\" void solve(const float*, const float*, float*, int);\n");
  const BuildRequest request{.source = shop.write("va.cu", kernel), .include_dirs = {header.parent_path()}};
  const Artifact first = built(builder().build(request));
  EXPECT_THAT(first.toolchain, testing::MatchesRegex("nvcc [0-9.]+ (sm|compute)_.*"));
  EXPECT_TRUE(exported_symbols(first.library)->has("solve"));
  EXPECT_TRUE(built(builder().build(request)).from_cache);
  shop.write("p/solve.h", "void solve(const float*, const float*, float*, int);\n");
  const Artifact second = built(builder().build(request));
  EXPECT_FALSE(second.from_cache);
  EXPECT_TRUE(find_mangled_solve(*exported_symbols(second.library)));
}

TEST_F(Nvcc, ShowsTheUsersFileAndLine) {
  const auto source = shop.write("o'neil/va.cu", "__global__ void k(float* a) {\n  a[0] = missing;\n}\n");
  const auto failure = refused(builder().build({.source = source}));
  EXPECT_THAT(failure.diagnostics, HasSubstr(source.string() + "(2): error: identifier \"missing\" is undefined"));
  EXPECT_THAT(failure.diagnostics, Not(HasSubstr("detected in the compilation")));
}

TEST_F(Nvcc, RepeatsTheSourceAsItIsWritten) {
  const std::string line = "__global__ void k(float* a) { __shared__ float b[4]; a[0] = missing; }";
  const auto failure = refused(builder().build({.source = shop.write("va.cu", line + "\n")}));
  const std::string caret = std::string(line.find("missing"), ' ') + "^";
  EXPECT_THAT(failure.diagnostics, HasSubstr("\n  " + line + "\n  " + caret));
}

TEST_F(Nvcc, CompilesLambdasForTheDevice) {
  const auto source = shop.write("va.cu",
                                 "template <class F> __global__ void map(float* c, F f) { c[0] = f(1.0f); }\n"
                                 "extern \"C\" void solve(float* c, int n) {\n"
                                 "  map<<<1, 1>>>(c, [=] __device__(float x) { return x + n; });\n"
                                 "}\n");
  EXPECT_TRUE(exported_symbols(built(builder().build({.source = source})).library)->has("solve"));
}

TEST_F(Nvcc, CompilesWhatTheLeanFormRefuses) {
  const auto source = shop.write("va.cu",
                                 "#include <cmath>\n"
                                 "extern \"C\" double solve(double x) { return std::beta(x, 2.0); }\n");
  EXPECT_TRUE(exported_symbols(built(builder().build({.source = source})).library)->has("solve"));
}

TEST_F(Nvcc, CompilesCpp20) {
  const auto source = shop.write("va.cu",
                                 "template <class T> concept Any = true;\n"
                                 "template <Any T> __global__ void k(T* a) { a[0] = T(1); }\n"
                                 "extern \"C\" void solve(float* a) { k<<<1, 1>>>(a); }\n");
  EXPECT_TRUE(exported_symbols(built(builder().build({.source = source})).library)->has("solve"));
}

TEST_F(Nvcc, CompilesOldCodeThatCallsSomethingAConcept) {
  const auto source = shop.write("va.cu", "extern \"C\" int solve(int concept) { return concept; }\n");
  EXPECT_TRUE(exported_symbols(built(builder().build({.source = source})).library)->has("solve"));
}

TEST_F(Nvcc, NamesAnUndefinedFunctionBeforeTheLibraryIsLoaded) {
  const auto source = shop.write("va.cu",
                                 "extern \"C\" void elsewhere();\n"
                                 "extern \"C\" void solve() { elsewhere(); }\n");
  EXPECT_THAT(refused(builder().build({.source = source})).diagnostics, HasSubstr("elsewhere"));
}

}  // namespace
}  // namespace judge::build_test
