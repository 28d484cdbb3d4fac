/// The catalogue as those use it who solve problems: list, next, show --hint, try and watch. The last two through the real binary.

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <thread>

#include "judge/catalog/catalog.hpp"
#include "judge/judging/catalogue.hpp"
#include "judge/ledger/ledger.hpp"
#include "judge/tests/cli_support.hpp"
#include "judge/tests/environment_guard.hpp"
#include "judge/tests/render_samples.hpp"
#include "judge/util/children.hpp"
#include "judge/util/files.hpp"

namespace judge {
namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

/// The command line in this process, on a ledger of its own.
struct Workplace {
  TemporaryDirectory folder = *TemporaryDirectory::create("product");
  std::string ledger = (folder.path() / "ledger.sqlite").string();

  Ran run(std::vector<std::string> words) const {
    words.insert(words.begin(), {"--root", JUDGE_SOURCE_DIR, "--ledger", ledger});
    return ran_judge(words);
  }

  Surroundings around() const { return {.ledger = ledger, .cache = JUDGE_BINARY_DIR "/exam-cache"}; }

  void add(const std::string& problem, const std::string& attempt, double median_ns, const Verdict* rejected = nullptr) const {
    auto record = rejected ? rejected_record(attempt, *rejected) : sample_record(attempt, median_ns);
    record.problem = problem;
    record.problem_hash = find_problem(JUDGE_SOURCE_DIR, problem)->content_hash;
    ASSERT_TRUE(Ledger::open(ledger)->append(record));
  }
};

TEST(ListCommand, ShowsWhatAttemptsOfOnesOwnHaveSolved) {
  const Workplace desk;
  const auto before = desk.run({"list", "vector-addition"});
  EXPECT_THAT(before.out, Not(HasSubstr("solved")));
  EXPECT_FALSE(fs::exists(desk.ledger)) << "looking makes no ledger";
  const Verdict wrong{.kind = VerdictKind::wrong_answer};
  desk.add("vector-addition", "va_float4", 50'000);  // an example
  desk.add("vector-addition", "va_mine", 80'000);
  desk.add("vector-addition", "other", 73'100);
  desk.add("reduction", "red_best", 20'000);
  desk.add("softmax", "sm_mine", 0, &wrong);
  const auto list = desk.run({"list", "--names"});
  EXPECT_EQ(std::ranges::count(list.out, '\n'), static_cast<long>(problem_names(JUDGE_SOURCE_DIR)->size()));
  EXPECT_THAT(list.out, StartsWith("vector-addition\nmatrix-multiplication\n"));
  const auto rows = desk.run({"list", "memory-bound"});
  EXPECT_EQ(rows.status, 0) << rows.err;
  // Of the three times that are known the one at hand ties with itself, and one is slower: 50%.
  EXPECT_THAT(rows.out, testing::ContainsRegex("1  vector-addition +easy +yes +73.1 us +50 "));
  EXPECT_THAT(rows.out, HasSubstr("solved by attempts of your own on NVIDIA H200"));
  EXPECT_THAT(desk.run({"list", "reduction", "--names", "--unsolved"}).out, HasSubstr("reduction\n"));
  EXPECT_THAT(desk.run({"list", "softmax"}).out, testing::ContainsRegex("5  softmax +medium +tried"));
  EXPECT_EQ(desk.run({"list", "vector-addition", "--names", "--unsolved"}).out,
            "vector-addition-host\nvector-addition-pinned\n");
  EXPECT_THAT(desk.run({"list", "--runtime", "emulated"}).out, Not(HasSubstr("solved by"))) << "nothing was judged on that one";
}

TEST(NextCommand, ProposesTheEasiestNearestToWhatIsSolved) {
  const Workplace desk;
  const auto first = desk.run({"next"});
  EXPECT_THAT(first.out, AllOf(StartsWith("1. vector-addition  (easy"), HasSubstr("lowest number"),
                               HasSubstr("judge show vector-addition")));
  desk.add("relu", "mine", 70'000);
  EXPECT_THAT(desk.run({"next"}).out, HasSubstr("nearest to relu, which you solved"));
  EXPECT_THAT(desk.run({"next", "attention", "--hard"}).out, HasSubstr("hard; attention"));
  EXPECT_THAT(desk.run({"next", "relu", "21"}).out, HasSubstr("all of them are solved"));
  const auto none = desk.run({"next", "no-such-thing"});
  EXPECT_EQ(none.status, 2);
  EXPECT_THAT(none.err, HasSubstr("no problem has all of this"));
}

TEST(ProposeNext, ARareTagCountsForMoreThanACommonOne) {
  const auto row = [](const char* name, int number, std::vector<std::string> tags, bool solved) {
    return CatalogueRow{{.name = name, .difficulty = "easy", .tags = std::move(tags), .number = number},
                        {.accepted = solved ? 1 : 0}};
  };
  const std::vector<CatalogueRow> rows{row("solved", 1, {"float32", "scan"}, true), row("far", 2, {"float32"}, false),
                                       row("near", 3, {"scan"}, false), row("farther", 4, {"float32"}, false)};
  const auto proposal = propose_next(rows, {});
  ASSERT_TRUE(proposal && proposal->problem);
  EXPECT_EQ(proposal->problem->name, "near");
  EXPECT_THAT(proposal->reason,
              HasSubstr("3 easy ones are not solved; of these it is nearest to solved, which you solved: both are scan"));
}

TEST(ShowCommand, GivesHintsOneAtATime) {
  const Workplace desk;
  EXPECT_THAT(desk.run({"show", "1", "--hint"}).out, HasSubstr("hint 1 of"));
  EXPECT_THAT(desk.run({"show", "vector-addition", "--hint=2"}).out, HasSubstr("hint 2 of"));
  const auto beyond = desk.run({"show", "vector-addition", "--hint=9"});
  EXPECT_EQ(beyond.status, 2);
  EXPECT_THAT(beyond.err, HasSubstr("there is no hint 9"));
}

TEST(ShowCommand, ZeroIsNoProblemsNumber) {
  const auto shown = Workplace().run({"show", "0"});
  EXPECT_EQ(shown.status, 2);
  EXPECT_THAT(shown.err, HasSubstr("0"));
}

constexpr const char* k_forgets_the_last = R"(#include <cuda_runtime.h>
__global__ void add(const float* A, const float* B, float* C, int N) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < N - 1) C[i] = A[i] + B[i];
}
extern "C" void solve(const float* A, const float* B, float* C, int N) { add<<<(N + 255) / 256, 256>>>(A, B, C, N); })";

TEST(TryCommand, SaysInALogThatItTookNoGpu) {
  const Workplace desk;
  const EnvironmentGuard no_gpu("CUDA_VISIBLE_DEVICES", "");
  auto words = real_judge(desk.around(), {"try", "vector-addition"});
  const auto runtime = std::ranges::find(words, "--runtime");
  words.erase(runtime, runtime + 2);
  const auto tried = run_command(words);
  ASSERT_TRUE(tried);
  EXPECT_EQ(tried->exit_status, 0) << tried->standard_error;
  EXPECT_THAT(tried->standard_error, HasSubstr("emulated runtime ("));
  EXPECT_THAT(tried->standard_error, Not(HasSubstr("building"))) << "it takes too short for that";
}

// A process that is ended has lost what its printf() had not written yet.
TEST(TryCommand, ShowsOnceWhatTheAttemptPrints) {
  const Workplace desk;
  const auto attempt = (desk.folder.path() / "a.cu").string();
  std::string prints = k_forgets_the_last;
  prints.replace(prints.find("{ add<<<"), 2, "{ printf(\"N is %d\\n\", N); ");
  ASSERT_TRUE(write_file(attempt, "#warning \"hello\"\n#include <cstdio>\n" + prints));
  const auto tried = ran_real_judge(desk.around(), {"try", "vector-addition", attempt});
  EXPECT_THAT(tried.standard_output, HasSubstr("a printed:\n    | N is 4\na: wrong-answer"));
  const auto run = ran_real_judge(desk.around(), {"run", "vector-addition", attempt, "--no-timing"});
  EXPECT_THAT(run.standard_output, HasSubstr("\na printed:\n    | N is 4\n"));
}

TEST(TryCommand, ShowsInputExpectedAndOutputOfTheWorkedExample) {
  const Workplace desk;
  const auto attempt = (desk.folder.path() / "a.cu").string();
  ASSERT_TRUE(write_file(attempt, k_forgets_the_last));
  const auto tried = ran_real_judge(desk.around(), {"try", "vector-addition", attempt});
  EXPECT_EQ(tried.exit_status, 1) << tried.standard_error;
  EXPECT_THAT(tried.standard_output, HasSubstr("    A   B   C expected   C got\n"
                                               "    1   5            6         6 \n"
                                               "    2   6            8         8 \n"
                                               "    3   7           10        10 \n"
                                               "    4   8           12   nothing!\n"));
  EXPECT_THAT(tried.standard_output, HasSubstr("a: wrong-answer: the last of 4 elements of C was never written"));
  const auto right = ran_real_judge(desk.around(), {"try", "vector-addition", JUDGE_SOURCE_DIR "/solutions/va_naive_256.cu"});
  EXPECT_THAT(right.standard_output, HasSubstr("va_naive_256: right in this case; `judge run` judges all cases\n"));
  const auto alone = ran_real_judge(desk.around(), {"try", "1"});
  EXPECT_EQ(alone.exit_status, 0);
  EXPECT_THAT(alone.standard_output, AllOf(HasSubstr("C expected"), Not(HasSubstr("C got"))));
  const auto unknown = ran_real_judge(desk.around(), {"try", "1", "--case", "worked exampel"});
  EXPECT_EQ(unknown.exit_status, 2);
  EXPECT_THAT(unknown.standard_error, HasSubstr("did you mean 'worked example'"));
  EXPECT_FALSE(fs::exists(desk.ledger)) << "trying is not judging";
}

/// Waits until the file holds the text so many times.
bool comes(const fs::path& file, const std::string& text, int times) {
  for (int tenth = 0; tenth < 600; ++tenth, std::this_thread::sleep_for(100ms)) {
    const auto content = read_file(file).value_or("");
    int count = 0;
    for (auto at = content.find(text); at != content.npos; at = content.find(text, at + 1)) ++count;
    if (count >= times) return true;
  }
  return false;
}

TEST(WatchCommand, JudgesAtEverySaveAndEndsWithCtrlC) {
  const Workplace desk;
  const auto attempt = desk.folder.path() / "a.cu", out = desk.folder.path() / "out", other = desk.folder.path() / "b.cu";
  ASSERT_TRUE(write_file(attempt, k_forgets_the_last));
  auto words = real_judge(desk.around(), {"watch", "vector-addition", attempt});
  std::vector<char*> argv;
  for (auto& word : words) argv.push_back(word.data());
  argv.push_back(nullptr);
  const pid_t judge = fork_child();
  if (judge == 0) {
    const int file = ::open(out.c_str(), O_WRONLY | O_CREAT | O_APPEND, 0600);
    ::dup2(file, 1);
    ::dup2(file, 2);
    ::execv(argv[0], argv.data());
    ::_exit(127);
  }
  EXPECT_TRUE(comes(out, "never written", 1)) << read_file(out).value_or("");
  ASSERT_TRUE(write_file(other, "extern \"C\" void solve(const float* A, const float* B, float* C, int N);\nnonsense\n"));
  fs::rename(other, attempt);  // as editors do
  EXPECT_TRUE(comes(out, "compile-error", 1)) << read_file(out).value_or("");
  ::kill(judge, SIGINT);
  int status = -1;
  EXPECT_EQ(wait_for_child(judge, &status, 0), judge);
  EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0) << status;
  EXPECT_THAT(read_file(out).value_or(""), HasSubstr(" s: not accepted\n"));
}

TEST(WatchCommand, NeedsAFile) {
  const Workplace desk;
  const auto ran = desk.run({"watch", "vector-addition", "/nowhere/a.cu"});
  EXPECT_EQ(ran.status, 2);
  EXPECT_THAT(ran.err, HasSubstr("judge show vector-addition --starter > /nowhere/a.cu"));
}

}  // namespace
}  // namespace judge
