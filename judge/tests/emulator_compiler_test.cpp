#include <fmt/format.h>

#include <fstream>

#include "judge/build/symbols.hpp"
#include "judge/tests/emulator_testing.hpp"

// judge-cucc as the judge sees it: exit statuses, and messages about the user's own lines and columns.
namespace judge::emulator_testing {
namespace {

using testing::HasSubstr;
using testing::Not;

std::filesystem::path write(const std::string& name, const std::string& text) {
  const auto path = scratch() / name;
  std::ofstream(path) << text;
  return path;
}

class Compiler : public testing::TestWithParam<std::string> {
 protected:
  CommandResult compile(const std::string& text) {
    return run_cucc(write("attempt.cu", text), scratch() / "attempt.so", GetParam());
  }
  std::string place(int line, int column) const {
    return fmt::format("{}:{}:{}: ", (scratch() / "attempt.cu").string(), line, column);
  }
};

// CXX is for references (docs/emulator.md).
TEST(CompilerOfAttempts, IsChosenByPathAndNotByCxx) {
  const auto version = [](const char* named) {
    return run_command({cucc(), "--version"}, {.environment = {{"CXX", named}}}).value().standard_output;
  };
  const std::string plain = version("");
  EXPECT_THAT(plain, HasSubstr(find_program("clang++") ? "clang" : "g++"));
  EXPECT_EQ(version("g++"), plain);
  EXPECT_EQ(version("clang++"), plain);
}

// Whoever caches would take nothing for a version.
TEST(CompilerOfAttempts, AVersionThatCannotBeWrittenIsAnError) {
  const auto result = run_command({"/bin/sh", "-c", cucc() + " --version >/dev/full"}).value();
  EXPECT_EQ(result.exit_status, 1);
  EXPECT_EQ(result.standard_error, "judge-cucc: standard output cannot be written\n");
}

TEST_P(Compiler, AnErrorInAKernelPointsAtTheUsersColumn) {
  const CommandResult result = compile(
      "#include <cuda_runtime.h>\n"
      "#define SIZE 32\n"
      "__global__ void k(float* out, int n) {\n"
      "  __shared__ float tile[SIZE];   out[SIZE] = tile[0] + missing;\n"
      "}\n"
      "extern \"C\" void solve(float* out, int n) { k<<<1, SIZE>>>(out, n); }\n");
  EXPECT_EQ(result.exit_status, 1);
  EXPECT_THAT(result.standard_error, HasSubstr(place(4, 56) + "error: "));
  EXPECT_THAT(result.standard_error, HasSubstr("missing"));
  EXPECT_THAT(result.standard_error, Not(HasSubstr("judge_kernel")));
  EXPECT_THAT(result.standard_error, Not(HasSubstr(".ii")));
}

TEST_P(Compiler, AWrongLaunchPointsAtTheLaunch) {
  const CommandResult result = compile(
      "__global__ void scale(float* out, int n) {}\n"
      "extern \"C\" void solve(float* out, int n) {\n"
      "  dim3 grid(1), block(2);\n"
      "  scale<<<grid, block>>>(out);\n"
      "}\n");
  EXPECT_EQ(result.exit_status, 1);
  EXPECT_THAT(result.standard_error, HasSubstr(fmt::format("{}:4:", (scratch() / "attempt.cu").string())));
  EXPECT_THAT(result.standard_error, HasSubstr("scale"));
}

TEST_P(Compiler, ASyntaxErrorKeepsItsPlace) {
  const CommandResult result = compile("__global__ void k() {\n  int a = 1\n  a = 2;\n}\n");
  EXPECT_EQ(result.exit_status, 1);
  EXPECT_THAT(result.standard_error, testing::AnyOf(HasSubstr(place(2, 12)), HasSubstr(place(3, 3))));
}

TEST_P(Compiler, AMissingHeaderOfTheToolkitIsUnsupportedWhereItIsNeeded) {
  const std::string includes = "#include <cuda_runtime.h>\n#include <cufft.h>\n#include \"cudnn.h\"\n";
  const CommandResult result = compile(includes + "extern \"C\" void solve(cufftHandle plan) { cufftDestroy(plan); }\n");
  EXPECT_EQ(result.exit_status, 3);
  EXPECT_EQ(result.standard_error,
            (scratch() / "attempt.cu").string() + ":2: <cufft.h> is not supported by the emulated runtime\n");
  const CommandResult unused = compile(includes + "extern \"C\" void solve(int plan) {}\n");
  EXPECT_EQ(unused.exit_status, 0);
  EXPECT_EQ(unused.standard_error, "");
}

TEST_P(Compiler, AMissingHeaderOfTheUsersIsAnError) {
  for (const char* header : {"<no_such_header.h>", "\"no_such_header.h\"", "\"cuda_utils.h\"", "<cublas_helper.h>",
                             "\"cuda/kernels.h\"", "<cudnn.h>\n#include \"device_tools.h\""}) {
    const CommandResult result = compile(fmt::format("#include {}\n", header));
    EXPECT_EQ(result.exit_status, 1) << header;
    EXPECT_THAT(result.standard_error, HasSubstr("fatal error: ")) << header;
  }
}

TEST_P(Compiler, NarrowingInBracesIsAcceptedAsByNvcc) {
  const CommandResult result = compile(
      "struct S { int a; unsigned char c; float f; };\n"
      "__global__ void k(float* o, size_t n, double d) {\n"
      "  float f{d};\n  int i{n};\n  unsigned char c[] = {n, 300};\n  S s{n, i, d};\n"
      "  o[0] = f + i + c[0] + s.a;\n"
      "}\n"
      "extern \"C\" void solve(float* o, size_t n, double d) { dim3 g{n}, b{(n + 255) / 256, n}; k<<<g, b>>>(o, n, d); }\n");
  EXPECT_EQ(result.exit_status, 0);
}

TEST_P(Compiler, OldStorageClassesAreAcceptedAsByNvcc) {
  EXPECT_EQ(compile("__global__ void k(float* a) { register int i = threadIdx.x; a[i] = i; }\n"
                    "extern \"C\" void solve(float* a) { k<<<1, 1>>>(a); }\n")
                .exit_status,
            0);
}

TEST_P(Compiler, ASpellingOfABraceIsNoReasonToMissAKernel) {
  const CommandResult result = compile(
      "%:include <cstdio>\n"
      "__global__ void k(float* a, int n) <%\n"
      "  __shared__ float s<:64:>;\n"
      "  if (not (threadIdx.x < 3 and n > 4)) s<:threadIdx.x:> = a[0];\n"
      "  __syncthreads();\n"
      "%>\n"
      "extern \"C\" void solve(float* a, int n) <% k<<<1, 64>>>(a, n); %>\n");
  EXPECT_EQ(result.exit_status, 0);
  EXPECT_EQ(result.standard_error, "");
}

TEST_P(Compiler, AnErrorBesideLoweredArithmeticIsToldInTheUsersWords) {
  const CommandResult result =
      compile("struct V { float x; };\n__global__ void k(V* v, int n) {\n  v[0].x = v[0] / v[n];\n  n = 1 << n;\n}\n");
  EXPECT_EQ(result.exit_status, 1);
  EXPECT_THAT(result.standard_error, HasSubstr(place(3, 17) + "error: "));
  EXPECT_THAT(result.standard_error, Not(HasSubstr("judge_emulated")));
}

TEST_P(Compiler, UnsupportedFeaturesHaveTheirOwnStatus) {
  const CommandResult result = compile("void f(cudaMipmappedArray_t t) {}\n");
  EXPECT_EQ(result.exit_status, 3);
  EXPECT_EQ(result.standard_error, (scratch() / "attempt.cu").string() +
                                       ":1: mipmaps (cudaMipmappedArray_t) is not supported by the emulated runtime\n");
}

TEST_P(Compiler, CleanCodeCompilesWithoutAWord) {
  const CommandResult result = compile(
      "#include <cstdio>\n__global__ void k(int* p) {\n#pragma unroll\n  for (int i = 0; i < 4; i++) p[i] = i;\n}\n"
      "extern \"C\" void solve(int* p) { k<<<1, 1>>>(p); cudaDeviceSynchronize(); }\n");
  EXPECT_EQ(result.exit_status, 0);
  EXPECT_EQ(result.standard_error, "");
}

TEST_P(Compiler, TheRuntimeStaysUndefined) {
  ASSERT_EQ(
      compile("__global__ void k() {}\nextern \"C\" void solve() { k<<<1, 1>>>(); cudaDeviceSynchronize(); }\n").exit_status,
      0);
  const auto symbols = run_command({"nm", "-D", (scratch() / "attempt.so").string()});
  EXPECT_THAT(symbols->standard_output, HasSubstr("U cudaLaunchKernel"));
  EXPECT_THAT(symbols->standard_output, HasSubstr("U cudaDeviceSynchronize"));
  EXPECT_THAT(symbols->standard_output, HasSubstr("T solve"));
}

TEST_P(Compiler, WritesWhatItRead) {
  write("part.h", "int part();\n");
  const auto source = write("whole.cu", "#include \"part.h\"\n");
  const auto depfile = scratch() / "whole.d";
  const auto result = run_command({cucc(), source.string(), "-o", (scratch() / "whole.so").string(), "--depfile",
                                   depfile.string(), "--compiler", GetParam()});
  ASSERT_EQ(result->exit_status, 0);
  const std::string text = read_file(depfile).value();
  EXPECT_THAT(text, HasSubstr("part.h"));
  EXPECT_THAT(text, HasSubstr("whole.cu"));
}

TEST_P(Compiler, TakesMacrosAndIncludeFolders) {
  const auto source = write("macro.cu", "#include \"check.h\"\nextern \"C\" int run() { return VALUE + EMPTY; }\n");
  const auto output = scratch() / "macro.so";
  ASSERT_EQ(run_command({cucc(), source.string(), "-o", output.string(), "-I", data_folder().string(), "-D", "VALUE=40",
                         "-DEMPTY=2", "-O2", "--compiler", GetParam()})
                ->exit_status,
            0);
  EXPECT_EQ(run(output, "run").exit_status, 42);
}

INSTANTIATE_TEST_SUITE_P(Compilers, Compiler, testing::ValuesIn(compilers()),
                         [](const auto& test_info) { return test_info.param == "g++" ? "gcc" : "clang"; });

TEST_P(Compiler, KeepsTheAttemptsCodeWithWhatItsHeadersAndMacrosHold) {
  write("k.h", "#pragma once\n#define PUT(place, value) (*(place) = (value))\nvolatile int flag; // static\n");
  const auto result = compile(
      "#include <cuda_runtime.h>\n#include \"k.h\"\n"
      "#define PASTE(a, b) a##b\n"
      "const char* text = \"cp.\" \"as\\\\\"  /* apart */ \"ync?\\n\";\n"
      "extern \"C\" void solve(int* p) { PUT(p, PASTE(fl, ag)); cuda\\\nFree(p); }\n");
  EXPECT_EQ(result.exit_status, 0) << result.standard_error;
  EXPECT_EQ(code_of(scratch() / "attempt.so"),
            "volatile int flag;const char*text=\"cp.as\\\\ync?\\n\";extern\"C\"void solve(int*p){(*(p)=(flag));cudaFree(p);}");
}

TEST(Compilers, AllCompileCleanCodeWithoutAWord) {
  const auto source = write("clean.cu",
                            "__global__ void k(int* p, int n) { p[0] = 1 << n; }\n"
                            "extern \"C\" void solve(int* p, int n) { k<<<1, 1>>>(p, n); }\n");
  for (const std::string& compiler : all_compilers()) {
    const auto result = run_cucc(source, scratch() / "clean.so", compiler);
    EXPECT_EQ(result.exit_status, 0) << compiler;
    EXPECT_EQ(result.standard_error, "") << compiler;
  }
}

TEST(Cucc, SaysHowToInstallACompiler) {
  const auto source = write("empty.cu", "");
  const auto result =
      run_command({cucc(), source.string(), "-o", (scratch() / "empty.so").string()}, {.environment = {{"PATH", "/nowhere"}}});
  EXPECT_EQ(result->exit_status, 1);
  EXPECT_THAT(result->standard_error, HasSubstr("sudo apt-get install -y clang"));
}

TEST(Cucc, NamesItsVersionAndTheCompilers) {
  const auto result = run_command({cucc(), "--version", "--compiler", compilers().front()});
  EXPECT_EQ(result->exit_status, 0);
  EXPECT_THAT(result->standard_output, testing::StartsWith("judge-cucc "));
  EXPECT_THAT(result->standard_output, HasSubstr("with "));
  EXPECT_EQ(std::ranges::count(result->standard_output, '\n'), 1);
}

TEST(Cucc, AsksForAFile) { EXPECT_EQ(run_command({cucc()})->exit_status, 2); }

}  // namespace
}  // namespace judge::emulator_testing
