/// What every command that prints does where it cannot: a full disk and closed descriptors end it with exit status 2, never by a signal.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "judge/util/files.hpp"
#include "judge/util/process.hpp"

namespace judge {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

/// A root with one problem of one small case, two attempts on its ladder, and a ledger and a cache beside it.
struct OutputRoot {
  TemporaryDirectory folder = *TemporaryDirectory::create("cli-output");

  OutputRoot() {
    const auto problem = folder.path() / "problems/twice";
    const char* attempt =
        "// Twice.\n// judge: rung RUNG\n#include <cuda_runtime.h>\n#ifndef BLOCK\n#define BLOCK 32\n#endif\n"
        "__global__ void twice(const float* A, float* B, int N) { const int i = threadIdx.x; if (i < N) B[i] = 2 * A[i]; }\n"
        "extern \"C\" void solve(const float* A, float* B, int N) { twice<<<1, BLOCK>>>(A, B, N); }\n";
    for (const char* rung : {"1", "2"}) {
      std::string text = attempt;
      text.replace(text.find("RUNG"), 4, rung);
      write(folder.path() / "solutions" / ("tw_" + std::string(rung) + ".cu"), text);
    }
    write(problem / "statement.md", "# Twice\n\nB is twice A.\n");
    write(problem / "solve.h", "extern \"C\" void solve(const float* A, float* B, int N);\n");
    write(problem / "problem.json", R"({"title": "Twice", "difficulty": "easy", "tags": ["first"], "prefix": "tw",
  "buffers": {"A": {"shape": ["N"], "fill": {"uniform": [-1, 1]}}, "B": {"shape": ["N"], "direction": "out"}}, "work": {"bytes": "8 * N", "flops": "N"}})");
    write(problem / "tests.json",
          R"({"cases": [{"name": "few", "scalars": {"N": 20}, "timed": true}, {"name": "one", "scalars": {"N": 1}}]})");
    write(problem / "reference.cpp",
          "extern \"C\" void reference(const float* A, float* B, int N) { for (int i = 0; i < N; ++i) B[i] = 2 * A[i]; }\n");
  }

  static void write(const std::filesystem::path& file, const std::string& text) {
    std::filesystem::create_directories(file.parent_path());
    EXPECT_TRUE(write_file(file, text));
  }

  /// Runs `judge WORDS REDIRECTION` in a shell.
  CommandResult judge(const std::string& words, const std::string& redirection) const {
    const auto done =
        run_command({"sh", "-c",
                     "exec " JUDGE_BINARY_DIR "/bin/judge " + words +
                         " --root . --runtime emulated --ledger l --cache " JUDGE_BINARY_DIR "/tests/cache " + redirection},
                    {.directory = folder.path(), .time_limit = std::chrono::seconds(120)});
    EXPECT_TRUE(done) << done.error().message;
    return done.value_or(CommandResult{});
  }
};

TEST(Output, AFullDiskAndClosedDescriptorsEndEveryCommandWithStatus2) {
  const OutputRoot root;
  const std::string briefly = " --max-samples 2 --min-samples 1 --max-time 0.1 --min-time 0";
  const auto first = root.judge("run twice" + briefly, "2>&-");
  EXPECT_EQ(first.exit_status, 0) << "a closed stderr takes the messages alone";
  EXPECT_THAT(first.standard_output, HasSubstr("tw_1"));
  for (const auto& words :
       {"run twice" + briefly, "compare twice" + briefly, "ladder twice" + briefly, "sweep twice tw_1 -D BLOCK=32" + briefly,
        std::string("list"), std::string("show twice"), std::string("board twice"), std::string("verify twice --no-attempts"),
        std::string("doctor"), std::string("--help"), std::string("run --help"), std::string("--version")}) {
    const auto full = root.judge(words, ">/dev/full");
    EXPECT_EQ(full.exit_status, 2) << words << full.standard_error;
    EXPECT_THAT(full.standard_error, HasSubstr("judge: standard output cannot be written: No space left on device")) << words;
  }
  for (const auto& words : {"run twice" + briefly, std::string("list"), std::string("doctor"), std::string("--help")})
    EXPECT_EQ(root.judge(words, ">&- 2>&-").exit_status, 2) << words;
  EXPECT_EQ(root.judge("list", "<&- 2>&-").exit_status, 0);
}

// ESC in a file's name would be an escape sequence of a terminal's.
TEST(Output, AnAttemptsNameReachesATerminalWithoutItsControlCharacters) {
  const OutputRoot root;
  const auto solutions = root.folder.path() / "solutions";
  std::filesystem::rename(solutions / "tw_1.cu", solutions / "tw_\033[31m1.cu");
  const std::string briefly = " --max-samples 2 --min-samples 1 --max-time 0.1 --min-time 0";
  const std::string name = "solutions/tw_$(printf '\\033')*.cu";
  for (const std::string& words :
       {"run twice " + name + briefly, "compare twice " + name + " tw_2" + briefly, "ladder twice" + briefly,
        "sweep twice " + name + " -D BLOCK=32,64" + briefly, "sweep twice " + name + " --markdown -D BLOCK=32,64" + briefly,
        std::string("board twice"), std::string("report -o r.html")}) {
    const auto done = root.judge(words, "");
    EXPECT_EQ(done.exit_status, 0) << words << done.standard_error;
    EXPECT_THAT(done.standard_output + done.standard_error, Not(HasSubstr("\033"))) << words;
  }
  const auto watched = root.judge("watch twice " + name,
                                  ">seen 2>&1 & for i in $(seq 600); do grep -q accepted seen && break; sleep 0.1; done; "
                                  "kill -TERM $!; wait; cat seen");
  EXPECT_THAT(watched.standard_output, AllOf(HasSubstr("accepted"), Not(HasSubstr("\033"))));
}

}  // namespace
}  // namespace judge
