#include "judge/emulator/lowering/diagnostics.hpp"

#include <gtest/gtest.h>

namespace judge::lowering {
namespace {

std::string in_words(const std::string& diagnostics) {
  return in_users_words(diagnostics, "/opt/emulated", [](const std::string& file, int line) -> std::optional<std::string> {
    if (file == "a.cu" && line == 19) return "    first<<<1, \"k\">>>(a, 1);";
    return std::nullopt;
  });
}

TEST(Diagnostics, AQuotedLineIsTheUsersOwnAndOurHeadersAreNotQuoted) {
  EXPECT_EQ(in_words("a.cu:19:26: error: no matching constructor for initialization of '::judge_emulated::Configuration'\n"
                     "                      ; (::judge_emulated::Configuration( \n"
                     "                         ^\n"
                     "/opt/emulated/judge_emulated/launch.h:36:3: note: candidate constructor not viable: no known conversion\n"
                     "  Configuration(dim3 grid, dim3 block = 1)\n"
                     "  ^\n"
                     "1 error generated.\n"),
            "a.cu:19:26: error: no matching constructor for initialization of '<<<...>>>'\n"
            "    first<<<1, \"k\">>>(a, 1);\n"
            "                         ^\n"
            "note: candidate constructor not viable: no known conversion\n"
            "1 error generated.\n");
}

TEST(Diagnostics, WithGuttersToo) {
  EXPECT_EQ(
      in_words("In file included from /opt/emulated/judge_emulated/barriers.h:4,\n"
               "                 from <command-line>:\n"
               "a.cu:19:5: error: no matching function for call to ‘judge_kernel_first(const judge_emulated::Here&, float*)’\n"
               "   19 |     first                (a, 1) )\n"
               "      |     ^~~~~\n"
               "      |                                                        ^~~~~\n"),
      "a.cu:19:5: error: no matching function for call to ‘first(float*)’\n"
      "   19 |     first<<<1, \"k\">>>(a, 1);\n"
      "      |     ^~~~~\n");
}

TEST(Diagnostics, TheWayToAnInstantiationIsTheUsersPartOfIt) {
  EXPECT_EQ(in_words("/opt/emulated/judge_emulated/launch.h: In instantiation of ‘void judge_emulated::launch(...)’:\n"
                     "/opt/emulated/judge_emulated/launch.h:79:9:   required from ‘void judge_emulated::call_thread()’\n"
                     "a.cu:22:5:   required from here\n"
                     "a.cu:19:7: error: request for member ‘foo’ in ‘n’\n"
                     "   19 |     first                (a, 1) )\n"
                     "      |     ^~~~~\n"
                     "/opt/emulated/judge_emulated/atomics.h:78:19: note: candidate\n"
                     "static inline int atomicAdd(int* address, int value) { return value == 0 ? 1 : 2; }\n"
                     "                  ^\n"),
            "a.cu:22:5:   required from here\n"
            "a.cu:19:7: error: request for member ‘foo’ in ‘n’\n"
            "   19 |     first<<<1, \"k\">>>(a, 1);\n"
            "      |     ^~~~~\n"
            "note: candidate\n");
}

TEST(Diagnostics, OfACompilerThatCrashesIsSaidWhereItWas) {
  const std::string stack =
      "PLEASE submit a bug report to https://github.com/llvm/llvm-project/issues/ and include the crash backtrace.\n"
      "Stack dump:\n0.\tProgram arguments: /usr/lib/llvm-14/bin/clang -cc1 lowered.ii\n";
  EXPECT_EQ(
      in_words("a.cu:2:1: warning: odd\n" + stack + "1.\ta.cu:3:6121: current parser token 'V'\n #0 0x00007efc2bca5291\n"),
      "a.cu:2:1: warning: odd\n"
      "a.cu:3:6121: error: the compiler crashed here; code that is nested thousands of levels deep does that\n");
  EXPECT_EQ(in_words(stack), "error: the compiler crashed; code that is nested thousands of levels deep does that\n");
}

TEST(Diagnostics, AColumnBehindTheUsersLineIsLeftOutAndANoteThereToo) {
  EXPECT_EQ(in_words("a.cu:19:247: error: static_assert failed\n"
                     "  lowered\n"
                     "          ^\n"
                     "a.cu:19:101: note: 'threadIdx' declared here\n"
                     "  lowered\n"
                     "          ^\n"
                     "/opt/emulated/judge_emulated/launch.h:36:3: note: 'x' declared here\n"
                     "1 error generated.\n"),
            "a.cu:19: error: static_assert failed\n"
            "    first<<<1, \"k\">>>(a, 1);\n"
            "          ^\n"
            "1 error generated.\n");
}

TEST(Diagnostics, NamesOfOursAreNotSuggested) {
  EXPECT_EQ(in_words("a.cu:19:5: error: unknown type name 'blocks'; did you mean 'judge_emulated::Block'?\n"
                     "    blocks<<<1, \"k\">>>(a, 1);\n"
                     "    ^~~~~~\n"
                     "    judge_emulated::Block\n"
                     "a.cu:19:9: error: unknown type name 'a'; did you mean 'b'?\n"),
            "a.cu:19:5: error: unknown type name 'blocks'\n"
            "    first<<<1, \"k\">>>(a, 1);\n"
            "    ^~~~~~\n"
            "a.cu:19:9: error: unknown type name 'a'; did you mean 'b'?\n");
}

TEST(Diagnostics, WhatIsOfNoFileStays) {
  const std::string text =
      "a.cu: In function ‘void add(float*)’:\nb.cu:3:1: error: expected ‘}’\n    3 | }\n      | ^\nclang: error: no input\n";
  EXPECT_EQ(in_words(text), text);
}

TEST(Diagnostics, MayHaveLinesAndNumbersOfAnyLength) {
  EXPECT_LT(in_words("a.cu:1:1: error: " + std::string(1'000'000, 'x') + "\n").size(), 5000u);
  EXPECT_EQ(in_words("a.cu:99999999999:1: error: n\n"), "a.cu:99999999999:1: error: n\n");
}

}  // namespace
}  // namespace judge::lowering
