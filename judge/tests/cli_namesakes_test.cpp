/// Attempts of one name, from the folders of a class: tables and messages tell them apart.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "judge/ledger/ledger.hpp"
#include "judge/tests/cli_support.hpp"
#include "judge/tests/render_samples.hpp"

namespace judge {
namespace {

namespace fs = std::filesystem;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

constexpr const char* k_adds_plainly = R"(#include <cuda_runtime.h>
__global__ void add(const float* A, const float* B, float* C, int N) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < N) C[i] = A[i] + B[i];
}
extern "C" void solve(const float* A, const float* B, float* C, int N) { add<<<(N + 255) / 256, 256>>>(A, B, C, N); }
)";

class Namesakes : public testing::Test {
 protected:
  std::string ledger() const { return m_folder.path() / "ledger.sqlite"; }

  std::string put(const std::string& name, const std::string& text) {
    const auto file = m_folder.path() / name;
    fs::create_directories(file.parent_path());
    EXPECT_TRUE(write_file(file, text));
    return file;
  }

  void keep(const std::string& path, const std::string& hash, double median_ns) {
    auto record = sample_record(fs::path(path).stem(), median_ns);
    record.attempt.path = path;
    record.attempt.content_hash = hash;
    auto kept = Ledger::open(ledger());
    ASSERT_TRUE(kept && kept->append(record));
  }

  Ran board(std::vector<std::string> more) const {
    std::vector<std::string> words{"--root", JUDGE_SOURCE_DIR, "--ledger", ledger(), "board", "vector-addition"};
    words.insert(words.end(), more.begin(), more.end());
    return ran_judge(words);
  }

  TemporaryDirectory m_folder = TemporaryDirectory::create("namesakes").value();
};

TEST_F(Namesakes, OnABoardHaveTheirFolderOrTheirHash) {
  keep("class/anna/red_a.cu", "aaaa11112222", 70'000);
  keep("class/ben/red_a.cu", "bbbb11112222", 80'000);
  keep("class/ben/red_a.cu", "cccc11112222", 90'000);
  keep("class/ben/red_b.cu", "dddd11112222", 95'000);
  const auto shown = board({"--any-version", "--device", "GPU-1"});
  EXPECT_EQ(shown.status, 0) << shown.err;
  EXPECT_THAT(shown.out, AllOf(HasSubstr(" anna/red_a "), HasSubstr(" ben/red_a (bbbb111) "),
                               HasSubstr(" ben/red_a (cccc111) "), HasSubstr(" red_b ")));
}

TEST_F(Namesakes, OfAHistoryAreChosenByFolder) {
  keep("class/anna/red_a.cu", "aaaa11112222", 70'000);
  keep("class/ben/red_a.cu", "bbbb11112222", 80'000);
  keep("class/ben/red_a.cu", "cccc11112222", 40'000);
  const auto all = board({"--history"});
  EXPECT_THAT(all.out,
              AllOf(HasSubstr(" anna/red_a "), HasSubstr(" ben/red_a "), HasSubstr("-50.0%"), Not(HasSubstr("+14.3%"))))
      << "the change is against the same file";

  const auto both = board({"--attempt", "red_a"});
  EXPECT_THAT(both.out, HasSubstr("2 attempts are called red_a: anna/red_a, ben/red_a; --attempt 'anna/red_a' shows one"));
  const auto one = board({"--attempt", "ben/red_a"});
  EXPECT_EQ(one.status, 0) << one.err;
  EXPECT_THAT(one.out, AllOf(HasSubstr(" ben/red_a "), HasSubstr("bbbb"), HasSubstr("cccc"), Not(HasSubstr("anna"))));
  EXPECT_THAT(board({"--attempt", "cccc1111"}).out, AllOf(HasSubstr("cccc1111"), Not(HasSubstr("bbbb"))));
  EXPECT_THAT(board({"--attempt", "bem/red_a"}).err, HasSubstr("did you mean 'ben/red_a'"));
  EXPECT_EQ(board({"--attempt", "red_a", "--csv"}).out.find("attempts are called"), std::string::npos);
}

TEST_F(Namesakes, ThatAreComparedAreToldApart) {
  const SmallRoot root;
  const auto anna = put("anna/va_a.cu", k_adds_plainly), ben = put("ben/va_a.cu", std::string(k_adds_plainly) + "// another\n");
  const auto ran = ran_real_judge({.ledger = ledger(), .root = root.path()},
                                  {"compare", "vector-addition", anna, ben, "--max-time", "1", "--json"});
  ASSERT_EQ(ran.exit_status, 0) << ran.standard_error;
  const auto document = parse_json(ran.standard_output).value();
  EXPECT_EQ(document["pairs"][0]["a"], "anna/va_a");
  EXPECT_EQ(document["pairs"][0]["b"], "ben/va_a");
  EXPECT_EQ(document["records"][0]["attempt"]["name"], "va_a") << "which the ledger keeps";
  EXPECT_THAT(ran.standard_error, AllOf(HasSubstr("anna/va_a: accepted"), HasSubstr("ben/va_a: accepted")));
}

TEST_F(Namesakes, InSolutionsMustBeChosen) {
  put("problems/.keep", "");
  fs::copy(JUDGE_SOURCE_DIR "/problems/elementwise/vector-addition", m_folder.path() / "problems/vector-addition");
  put("solutions/anna/va_a.cu", "no C++");
  put("solutions/ben/va_a.cu", "no C++");
  const Surroundings around{.ledger = ledger(), .root = m_folder.path()};
  const auto both = ran_real_judge(around, {"run", "vector-addition", "va_a"});
  EXPECT_EQ(both.exit_status, 2);
  EXPECT_THAT(both.standard_error, HasSubstr("2 attempts in " + (m_folder.path() / "solutions").string() +
                                             " have this name; say which: anna/va_a, ben/va_a"));
  const auto one = ran_real_judge(around, {"run", "vector-addition", "ben/va_a"});
  EXPECT_EQ(one.exit_status, 1) << one.standard_error;
  EXPECT_THAT(one.standard_output, HasSubstr("solutions/ben/va_a.cu:1:"));
}

class FolderOfAttempts : public Namesakes {
 protected:
  CommandResult run(const std::vector<std::string>& attempts) {
    return ran_real_judge({.ledger = ledger()}, {"run", "vector-addition"}, attempts);
  }
  std::string folder() const { return m_folder.path() / "class"; }
};

TEST_F(FolderOfAttempts, IsAllThatIsNotForAnotherProblem) {
  put("class/anna.cu", "no C++");
  put("class/va_ben.cu", "no C++");
  put("class/red_carl.cu", "no C++");
  put("class/softmax/dora.cu", "no C++");
  const auto ran = run({folder()});
  EXPECT_EQ(ran.exit_status, 1) << ran.standard_error;
  EXPECT_THAT(ran.standard_output,
              AllOf(HasSubstr("anna"), HasSubstr("va_ben"), Not(HasSubstr("carl")), Not(HasSubstr("dora"))));
}

TEST_F(FolderOfAttempts, OfOtherProblemsSaysWhatToType) {
  put("class/red_carl.cu", "no C++");
  const auto ran = run({folder()});
  EXPECT_EQ(ran.exit_status, 2);
  EXPECT_THAT(ran.standard_error, AllOf(HasSubstr("judge batch " + folder() + " judges each"),
                                        HasSubstr("judge run vector-addition " + folder() + "/*.cu")));
}

TEST_F(FolderOfAttempts, WithoutAttemptsSaysWhatItLacks) {
  put("class/notes.txt", "");
  EXPECT_THAT(run({folder()}).standard_error, HasSubstr("class: holds no .cu file"));
  EXPECT_THAT(run({"zzz"}).standard_error, AllOf(HasSubstr("zzz: no such file, nor " JUDGE_SOURCE_DIR "/solutions/zzz.cu"),
                                                 HasSubstr("judge run vector-addition my/a.cu")));
  EXPECT_THAT(run({"my/zzz.cu"}).standard_error,
              HasSubstr("my/zzz.cu: no such file; judge show vector-addition --starter > va_mine.cu writes one"));
}

class ClassFolder : public Namesakes {
 protected:
  CommandResult run(const std::string& what) const {
    return ran_real_judge({.ledger = ledger(), .root = m_root.path()},
                          {"run", "vector-addition", what, "--no-timing", "--json"});
  }

  std::string folder() const { return m_folder.path() / "class"; }

  SmallRoot m_root;
};

TEST_F(ClassFolder, IsJudgedHoweverDeep) {
  put("class/anna/week1/sums/add.cu", k_adds_plainly);
  put("class/.git/add.cu", "no attempt");
  const auto ran = run(folder());
  EXPECT_EQ(ran.exit_status, 0) << ran.standard_error;
  EXPECT_THAT(ran.standard_output, AllOf(HasSubstr("anna/week1/sums/add.cu"), Not(HasSubstr(".git"))));
}

TEST_F(ClassFolder, WithOddThingsIsJudgedWithoutThem) {
  put("class/anna/add.cu", k_adds_plainly);
  put("class/anna/upper.CU", k_adds_plainly);
  put("class/large.cu", std::string(k_most_text_bytes + 1, ' '));
  fs::create_directory(fs::path(folder()) / "folder.cu");
  fs::create_symlink("nowhere", fs::path(folder()) / "dangling.cu");
  fs::create_directory_symlink("..", fs::path(folder()) / "anna" / "loop");
  const auto ran = run(folder());
  EXPECT_EQ(ran.exit_status, 1) << "two could not be judged: " << ran.standard_error;
  EXPECT_THAT(ran.standard_output, HasSubstr("\"accepted\""));
  EXPECT_THAT(
      ran.standard_error,
      AllOf(HasSubstr("dangling.cu: left out: no file: a link that leads nowhere, or a pipe\n"),
            HasSubstr("large.cu: has 16 MiB"), HasSubstr("class: left out: 1 *.CU: rename them to .cu\n"),
            HasSubstr("class: left out: 1 links to folders: name those folders themselves\n"), Not(HasSubstr("folder.cu"))));
}

TEST_F(ClassFolder, OfOddThingsAloneIsAnError) {
  put("class/upper.CU", k_adds_plainly);
  const auto ran = run(folder());
  EXPECT_EQ(ran.exit_status, 2);
  EXPECT_THAT(ran.standard_error, AllOf(HasSubstr("holds no .cu file"), HasSubstr("1 *.CU: rename them to .cu")));
}

TEST_F(ClassFolder, HasNamesThatAreNearAMisspeltOne) {
  put("class/right.cu", k_adds_plainly);
  const auto ran = run(folder() + "/rigth.cu");
  EXPECT_EQ(ran.exit_status, 2);
  EXPECT_THAT(ran.standard_error, HasSubstr("rigth.cu: no such file; did you mean 'right.cu'?"));
}

}  // namespace
}  // namespace judge
