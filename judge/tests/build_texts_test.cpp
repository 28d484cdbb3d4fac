#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "judge/build/depfile.hpp"
#include "judge/build/diagnostics.hpp"
#include "judge/build/source_scan.hpp"
#include "judge/util/cpp_standard.hpp"

namespace judge {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(Depfile, IsReadWithMakesQuoting) {
  EXPECT_THAT(prerequisites("/t/o.so : /a/b.cu \\\n    /x/odd\\ dir/y.h \\\n  /z/d$$\\#.h\n"),
              ElementsAre("/a/b.cu", "/x/odd dir/y.h", "/z/d$#.h"));
  EXPECT_THAT(prerequisites("o.so: a.cu b:c.h\nphony:\n"), ElementsAre("a.cu", "b:c.h"));
  EXPECT_THAT(prerequisites(""), IsEmpty());
  EXPECT_THAT(prerequisites("o.so:"), IsEmpty());
}

TEST(ReplacePath, ReplacesWholePathsOnly) {
  EXPECT_EQ(replace_path("/t/a.cu(3): error; /t/a.cu: x", "/t/a.cu", "a.cu"), "a.cu(3): error; a.cu: x");
  EXPECT_EQ(replace_path("/t/a.cuh:1 /r/t/a.cu", "/t/a.cu", "X"), "/t/a.cuh:1 /r/t/a.cu");
  EXPECT_EQ(replace_path("see /t/a.cu.", "/t/a.cu", "X"), "see X.");
  EXPECT_EQ(replace_path("/t/b.h /q/t/b.h", "/t/", "s/"), "s/b.h /q/t/b.h");
  EXPECT_EQ(replace_path("/t/a.cu/t/a.cu", "/t/a.cu", "X"), "/t/a.cu/t/a.cu");
}

TEST(WithoutNoise, DropsCountsAndRepetitions) {
  EXPECT_EQ(without_noise("a.cu(1): warning #177-D: unused\n  int x;\n      ^\n\n"
                          "Remark: The warnings can be suppressed with \"-diag-suppress <warning-number>\"\n\n"
                          "a.cu(1): warning #177-D: unused\n  int x;\n      ^\n\n"
                          "a.cu(2): error: b\n\n1 error detected in the compilation of \"a.cu\".\n"),
            "a.cu(1): warning #177-D: unused\n  int x;\n      ^\n\na.cu(2): error: b\n");
  EXPECT_EQ(without_noise("a.cu:1:1: error: b\n1 warning and 2 errors generated.\n"), "a.cu:1:1: error: b\n");
  EXPECT_EQ(without_noise("\n\n"), "");
}

TEST(AsWritten, GivesTheSourceItsCudaWordsBackAndMovesTheCaretAlong) {
  EXPECT_EQ(as_written("a.cu(1): error: identifier \"x\" is undefined\n"
                       "  __attribute__((global)) void k() { __attribute__((shared)) int s[x]; }\n"
                       "                                                                   ^\n\nb\n"),
            "a.cu(1): error: identifier \"x\" is undefined\n"
            "  __global__ void k() { __shared__ int s[x]; }\n"
            "                                         ^\n\nb\n");
  // The caret stands before the word that shrank.
  EXPECT_EQ(as_written("  f(__attribute__((device)) int);\n  ^\n"), "  f(__device__ int);\n  ^\n");
  EXPECT_EQ(as_written("  __attribute__((aligned(4))) int a;\n                              ^\n"),
            "  __attribute__((aligned(4))) int a;\n                              ^\n");
}

TEST(FirstLines, CutsLengthAndWidthBetweenCharacters) {
  EXPECT_EQ(first_lines("a\nb\nc\nd\n", 2), "a\nb\n... 2 more lines");
  EXPECT_EQ(first_lines("a\nb\n", 2), "a\nb");
  EXPECT_EQ(first_lines("abcdef\n", 2, 4), "abcd ...");
  EXPECT_EQ(first_lines("abc\u00e9f\n", 2, 4), "abc ...");
  EXPECT_EQ(first_lines(""), "");
}

TEST(WithoutControlCharacters, KeepsTextAndNothingElse) {
  EXPECT_EQ(without_control_characters("a\tb\n\u00e9\u20ac\U0001F600"), "a\tb\n\u00e9\u20ac\U0001F600");
  EXPECT_EQ(without_control_characters("\x1b[31mred\x7f\r"), "[31mred");
  EXPECT_EQ(without_control_characters("\xff\xc3_\xe2\x82"), "??_??");
  EXPECT_EQ(without_control_characters("\xed\xa0\x80\xc0\xaf\xf5\x80\x80\x80"), "?????????");
}

TEST(SourceScan, FindsLocalIncludes) {
  EXPECT_TRUE(has_local_include("  #  include \"a.h\"\n"));
  EXPECT_TRUE(has_local_include("#include MACRO\n"));
  EXPECT_TRUE(has_local_include("#if __has_include(<a.h>)\n"));
  EXPECT_TRUE(has_local_include("//\r#include \"a.h\"\n"));
  EXPECT_TRUE(has_local_include("%\\ \n:include \"a.h\"\n"));
  EXPECT_TRUE(has_local_include("#if __has_inc\\\nlude(<a.h>)\n"));
  EXPECT_FALSE(has_local_include("#define A #\n#include <a.h>\n\"include\"\n"));
}

TEST(SourceScan, FindsWhatMayKnowItsPlace) {
  for (const char* source :
       {"printf(__FILE__)", "assert(x)", "__FILE_NAME__", "__BASE_FILE__", "__TIMESTAMP__", "__builtin_FILE ( )",
        "__builtin_FILE_NAME()", "std::source_location::current()", "__builtin_source_location()", "__PRETTY_FUNCTION__",
        "__CONCAT(__FI, LE__)", "a ## b", "a%:%:b", "a#\\\n#b", "a%:\\ \n%:b", "a%\\\r\n:%:b", "__FI\\\nLE__",
        "__FI\\ \t\nLE__", "__FI\\\r\nLE__", "__FI\\\rLE__", "//\r__FI\\\n\rLE__", "#include NAME",
        // Macros of the system that join two words
        "#include <linux/const.h>\n__AC(__FI, LE__)", "#include <link.h>\n_ElfW_1(__F, IL, E__)",
        "#include <regex.h>\n__REPB_PREFIX(FILE__)",
        "#include <math.h>\n#define __MATHDECL_1(a, b, c, d) b\n__MATHDECLX(int, FILE__, , , )",
        "# include <cuda_runtime.h>\n#include <ext/pb_ds/assoc_container.hpp> // known?", "#if __has_incl\\\nude(\"a.h\")",
        "#pragma GCC dependency \"a.h\"", "//\r#include \"a.h\""})
    EXPECT_TRUE(may_know_its_place(source)) << source;
  EXPECT_TRUE(may_know_its_place(std::string_view("__FI\\\0\nLE__", 11)));
  EXPECT_FALSE(may_know_its_place("static_assert(true); my__FILE__x; // a dependency, included \\ twice"));
  EXPECT_FALSE(may_know_its_place("#include <a>\r\n# include <b>\r\n#define A \\\r\n 1\r\n#include \"c.h\"\r\n"));
  EXPECT_FALSE(
      may_know_its_place("#include <cuda_runtime.h>\n#include <stdio.h> // printf\n#include <cub/cub.cuh>\n#include <vector>"));
}

// Compilers agree on them neither with us nor with each other.
TEST(SourceScan, FindsIncludesThatItsLexerDoesNotSee) {
  for (const std::string source :
       {"#if 0\nR\"aaaaaaaaaaaaaaaaaaaaaaaaaaaa(\n#endif\n#include \"a.h\"\n//)aaaaaaaaaaaaaaaaaaaaaaaaaaaa\"",
        "auto a = \"a\"R\"x(\";\n/*\n)x\";\n#include \"a.h\"\n// */", "/* */ include \"a.h\"", "// #\\\ninclude \"a.h\""}) {
    EXPECT_TRUE(may_know_its_place(source)) << source;
    EXPECT_TRUE(has_local_include(source)) << source;
  }
}

TEST(SourceScan, LooksAtMegabytesOfOneWordAtOnce) {
  std::string text = "// ";
  for (int i = 0; i < 600'000; ++i) text += "include";
  const auto start = std::chrono::steady_clock::now();
  EXPECT_FALSE(has_local_include(text));
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(5));
}

TEST(SourceScan, GuessesCpp20) {
  EXPECT_TRUE(hints_at_cpp20("requires std::integral<T>"));
  EXPECT_TRUE(hints_at_cpp20("#include <bit>"));
  EXPECT_TRUE(hints_at_cpp20("std::bit_cast<int>(x)"));
  EXPECT_FALSE(hints_at_cpp20("int requirement; #include <bitset>"));
  EXPECT_TRUE(hints_at_device_lambdas("map([=]\n    __device__(int x) { return x; })"));
  EXPECT_TRUE(hints_at_device_lambdas("[] __host__ __device__ (int x) { return x; }"));
  EXPECT_FALSE(hints_at_device_lambdas("int a[4];\n__shared__ float b[32]; [&](int x) { return x; }; c[1]"));
}

TEST(Diagnostics, TellHowALaunchAndAShuffleAreWritten) {
  constexpr const char* k_shuffle = "note: write __shfl_down_sync(mask, ...); the mask of a whole warp is 0xffffffff\n";
  EXPECT_EQ(cuda_hints("a.cu:5:39: error: use of undeclared identifier '__shfl_down'\n  v += __shfl_down(v, o);\n"), k_shuffle);
  EXPECT_EQ(cuda_hints("a.cu(5): error: identifier \"__shfl_down\" is undefined"), std::string("\n") + k_shuffle);
  EXPECT_EQ(cuda_hints("a.cu:5: error: '__shfl_downs' was not declared; '__shfl_down_sync'\n"), "");
  EXPECT_EQ(cuda_hints("a.cu:5: warning: '__any' is deprecated\n"), "");
  EXPECT_EQ(cuda_hints(
                "a.cu(13): error: expression must have integral or unscoped enum type\n      add<<blocks, threads>> (A, N);\n"),
            "note: a launch is written kernel<<<grid, block>>>(...), with three brackets on each side\n");
  for (const char* line : {"add<<<blocks, threads>>>(A, N);", "x << y, z >> w;", "int y = x<<1;"})
    EXPECT_EQ(cuda_hints(std::string("a.cu(13): error: e\n ") + line + "\n"), "") << line;
}

TEST(Diagnostics, AskForAHeaderThatIsMissing) {
  EXPECT_THAT(missing_header_hint("a.cu:1:10: fatal error: 'x.h' file not found\n"),
              testing::StartsWith("note: is x.h part of CUDA"));
  EXPECT_THAT(missing_header_hint("a.cu:1:10: fatal error: x.h: No such file or directory"),
              testing::StartsWith("\nnote: is x.h part of CUDA"));
  EXPECT_EQ(missing_header_hint("a.cu:1:10: error: expected ';'"), "");
}

}  // namespace
}  // namespace judge
