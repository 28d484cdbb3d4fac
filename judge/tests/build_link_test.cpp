#include "judge/build/link_lines.hpp"
#include "judge/tests/build_support.hpp"

namespace judge::build_test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

constexpr auto nvcc = Compiler::Family::nvcc, cucc = Compiler::Family::cucc;

std::string problem(std::string_view source, Compiler::Family family) {
  const auto found = linked_libraries(source, family);
  if (found) return "none";
  return fmt::format("{}: {}{}", found.error().line, found.error().unsupported ? "unsupported: " : "", found.error().message);
}

TEST(LinkLines, NameEachLibraryOnce) {
  EXPECT_THAT(linked_libraries("int a;\n", nvcc).value(), IsEmpty());
  EXPECT_THAT(linked_libraries("// judge: link cublas curand\n", cucc).value(), ElementsAre("cublas", "curand"));
  EXPECT_THAT(
      linked_libraries("// words\n  //judge:link  curand,cublas\r\n#include <x>\n// judge: link curand cudnn", nvcc).value(),
      ElementsAre("curand", "cublas", "cudnn"));
}

TEST(LinkLines, AreWholeLines) {
  EXPECT_THAT(linked_libraries("int a;  // judge: link cublas\n", nvcc).value(), IsEmpty());
  EXPECT_THAT(linked_libraries("// the judge: link cublas\n// judge it\n// judge: rung 1\n// judge: yardstick\n", nvcc).value(),
              IsEmpty());
}

TEST(LinkLines, SayWhatIsAllowedWhereALibraryIsUnknown) {
  EXPECT_EQ(problem("\n// judge: link cublas blas\n", nvcc),
            "2: 'blas' is no library that can be linked; there are cublas, cublasLt, cudnn, cufft, curand, cusolver, cusparse");
  EXPECT_EQ(problem("// judge: link\n", cucc),
            "1: which library? There are cublas, cublasLt, cudnn, cufft, curand, cusolver, cusparse");
}

TEST(LinkLines, AMisspeltOneIsRefused) {
  EXPECT_EQ(problem("int a;\n// judge: lnik cublas\n", nvcc),
            "2: unknown line 'judge: lnik'; known are link, rung, yardstick; did you mean 'link'?");
  EXPECT_EQ(problem("// judge:\n", cucc), "1: unknown line 'judge: '; known are link, rung, yardstick");
}

TEST(LinkLines, SayWhatTheEmulatedRuntimeDoesNotHave) {
  EXPECT_EQ(problem("// judge: link cublas\n// judge: link cudnn\n", cucc),
            "2: unsupported: linking cudnn is not supported by the emulated runtime");
  EXPECT_EQ(problem("// judge: link cudnn\n", nvcc), "none");
}

TEST(LibrariesOfHeaders, AreThoseThatNeedLinking) {
  EXPECT_THAT(libraries_of_headers(
                  "#include <cublas_v2.h>\n # include\t\"cusolverDn.h\"\n#include <cublas_v2.h>\n#include <cufftXt.h>"),
              ElementsAre("cublas", "cusolver", "cufft"));
  EXPECT_THAT(libraries_of_headers("#include <cublasLt.h>\n"), ElementsAre("cublasLt"));
  EXPECT_THAT(libraries_of_headers("#include <curand.h>\n"), ElementsAre("curand"));
  EXPECT_THAT(
      libraries_of_headers("#include <curand_kernel.h>\n// #include <cudnn.h>\nint cublas_v2;\n#include <cub/cub.cuh>\n"),
      IsEmpty());
}

TEST(MissingLibraries, AreNamedByTheLinker) {
  EXPECT_THAT(missing_libraries("a.cu:(.text+0x12): undefined reference to `cublasSgemm_v2'\n"), ElementsAre("cublas"));
  EXPECT_THAT(missing_libraries("undefined reference to `cublasLtCreate'"), ElementsAre("cublasLt"));
  EXPECT_THAT(missing_libraries("undefined reference to `other'"), IsEmpty());
}

TEST(LinkLines, AreGivenToTheCompilerAndCountAsContent) {
  const Workshop shop;
  const std::string source = std::string("// judge: link cublas\n") + good_source;
  // The host's linker, which the fake compiler calls, looks for a library of this name.
  const auto refusal = refused(shop.builder().build({.source = shop.write("a.cu", source)}));
  EXPECT_THAT(refusal.diagnostics, HasSubstr("-lcublas"));
  EXPECT_FALSE(refusal.unsupported);
}

TEST(LinkLines, EndTheBuildBeforeTheCompilerWhereTheyCannotBeFollowed) {
  const Workshop shop;
  const auto unknown = refused(shop.builder().build({.source = shop.write("a.cu", "// judge: link blas\n")}));
  EXPECT_EQ(unknown.diagnostics.substr(0, unknown.diagnostics.find(';')),
            (shop.root() / "a.cu").string() + ":1: 'blas' is no library that can be linked");
  EXPECT_FALSE(unknown.unsupported);
  EXPECT_TRUE(refused(shop.builder().build({.source = shop.write("b.cu", "// judge: link cudnn\n")})).unsupported);
  EXPECT_EQ(shop.compilations(), 0);
}

}  // namespace
}  // namespace judge::build_test
