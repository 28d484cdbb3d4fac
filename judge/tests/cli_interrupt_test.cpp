/// ctrl-C in each stage of the real `judge run`: its exit status, its word, no process left, and a ledger that still opens.

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fstream>
#include <functional>
#include <thread>

#include "judge/ledger/ledger.hpp"
#include "judge/tests/cli_support.hpp"
#include "judge/util/children.hpp"
#include "judge/util/files.hpp"

namespace judge {
namespace {

using namespace std::chrono_literals;
using testing::HasSubstr;
using Clock = std::chrono::steady_clock;

constexpr const char* k_adds = R"(#include <cuda_runtime.h>
__global__ void add(const float* A, const float* B, float* C, int N) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < N) C[i] = A[i] + B[i];
}
extern "C" void solve(const float* A, const float* B, float* C, int N) {
  add<<<(N + 255) / 256, 256>>>(A, B, C, N);
})";

// Two to the 22 templates, none like another.
constexpr const char* k_compiles_for_ever = R"(
template <int N, int M> struct Slow { static constexpr long long value = Slow<N - 1, M>::value + Slow<N - 1, M + (1 << N)>::value; };
template <int M> struct Slow<0, M> { static constexpr long long value = M; };
extern "C" void solve(const float*, const float*, float* C, int) { C[0] = Slow<22, 0>::value; })";

constexpr const char* k_hangs = R"(#include <unistd.h>
extern "C" void solve(const float*, const float*, float*, int) { for (;;) sleep(100); })";

std::string read_line_of(pid_t process, const char* file, const std::string& key) {
  std::ifstream status(fmt::format("/proc/{}/{}", process, file));
  for (std::string line; std::getline(status, line);)
    if (line.starts_with(key)) return line;
  return {};
}

std::vector<pid_t> children_of(pid_t parent) {
  std::vector<pid_t> children;
  for (const auto& entry : std::filesystem::directory_iterator("/proc")) {
    const auto process = static_cast<pid_t>(std::atoi(entry.path().filename().c_str()));
    if (process > 0 && read_line_of(process, "status", "PPid:") == fmt::format("PPid:\t{}", parent))
      children.push_back(process);
  }
  return children;
}

// How many processes were left running. Those that were killed may still wait to be reaped, here, since they are orphans.
int count_strays() {
  for (int round = 0; round < 50; ++round, std::this_thread::sleep_for(10ms))
    while (::waitpid(-1, nullptr, WNOHANG) > 0) {
    }
  return end_strays();
}

// A judge in a process group of its own.
class JudgeRun {
 public:
  explicit JudgeRun(const char* code, const std::vector<std::string>& more = {}) {
    adopt_strays();
    EXPECT_TRUE(write_file(m_folder.path() / "attempt.cu", code));
    auto words = real_judge({.ledger = ledger(), .root = m_root.path(), .cache = JUDGE_BINARY_DIR "/exam-cache"},
                            {"run", "vector-addition", m_folder.path() / "attempt.cu"}, more);
    std::vector<char*> argv;
    for (auto& word : words) argv.push_back(word.data());
    argv.push_back(nullptr);
    EXPECT_EQ(::pipe2(m_pipe, O_CLOEXEC), 0);
    m_judge = fork_child();
    if (m_judge == 0) {
      ::setpgid(0, 0);
      ::dup2(m_pipe[1], 1);
      ::dup2(m_pipe[1], 2);
      ::execv(argv[0], argv.data());
      ::_exit(127);
    }
    ::setpgid(m_judge, m_judge);
    ::close(m_pipe[1]);
    ::fcntl(m_pipe[0], F_SETFL, O_NONBLOCK);
  }

  ~JudgeRun() {
    ::kill(-m_judge, SIGKILL);
    end_strays();
    ::close(m_pipe[0]);
  }

  std::string ledger() const { return m_folder.path() / "ledger.sqlite"; }
  pid_t judge() const { return m_judge; }
  const std::string& said() const { return m_said; }

  /// False: it did not come to that within a minute.
  bool wait_until(const std::function<bool()>& there) {
    for (const auto deadline = Clock::now() + 60s; Clock::now() < deadline; std::this_thread::sleep_for(5ms)) {
      listen();
      if (there()) return true;
    }
    return false;
  }

  bool has_said(const std::string& text) {
    return wait_until([&] { return m_said.contains(text); });
  }

  /// A child with this name whose /proc/PID/status holds `line`.
  bool has_child(const std::string& name, const std::string& line = "") {
    return wait_until([&] {
      for (const pid_t child : children_of(m_judge))
        if (read_line_of(child, "comm", name) == name && (line.empty() || !read_line_of(child, "status", line).empty()))
          return true;
      return false;
    });
  }

  /// Its exit status; -1 where a signal ended it, -2 where it goes on for longer than ten seconds.
  int exit_status() {
    int status = 0;
    const auto deadline = Clock::now() + 10s;
    pid_t gone;
    while ((gone = wait_for_child(m_judge, &status, WNOHANG)) == 0 && Clock::now() < deadline) std::this_thread::sleep_for(5ms);
    listen();
    if (gone == 0) return -2;
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  }

 private:
  void listen() {
    char chunk[4096];
    ssize_t got;
    while ((got = ::read(m_pipe[0], chunk, sizeof chunk)) > 0) m_said.append(chunk, static_cast<std::size_t>(got));
  }

  SmallRoot m_root;
  TemporaryDirectory m_folder = *TemporaryDirectory::create("interrupt");
  int m_pipe[2] = {-1, -1};
  pid_t m_judge = -1;
  std::string m_said;
};

// Whom the signal reaches: a terminal sends it to the foreground group, a supervisor to the judge alone.
enum class To { group, judge };

class Interrupt : public testing::TestWithParam<std::tuple<To, int>> {
 protected:
  void interrupt_and_check(JudgeRun& run) {
    const auto [to, signal] = GetParam();
    ASSERT_EQ(::kill(to == To::group ? -run.judge() : run.judge(), signal), 0);
    EXPECT_EQ(run.exit_status(), 128 + signal) << run.said();
    EXPECT_THAT(run.said(), HasSubstr("judge: interrupted\n"));
    EXPECT_EQ(count_strays(), 0) << "processes were left running";
    const auto ledger = Ledger::open(run.ledger());
    EXPECT_TRUE(ledger) << ledger.error().message;
    if (!ledger) return;
    EXPECT_EQ(ledger->size(), 0);
  }
};

TEST_P(Interrupt, WhileItBuilds) {
  JudgeRun run(k_compiles_for_ever);
  ASSERT_TRUE(run.has_said("building"));
  ASSERT_TRUE(run.wait_until([&] { return children_of(run.judge()).size() >= 2; })) << run.said();  // a player, a compiler
  interrupt_and_check(run);
}

TEST_P(Interrupt, WhileItChecks) {
  JudgeRun run(k_hangs);
  ASSERT_TRUE(run.has_child("judge-player", "Seccomp:\t2")) << run.said();  // an attempt is loaded
  interrupt_and_check(run);
}

TEST_P(Interrupt, WhileItTimes) {
  JudgeRun run(k_adds, {"--half-width", "0.00001", "--min-samples", "100000", "--max-samples", "100000", "--max-time", "60"});
  ASSERT_TRUE(run.has_said("timing")) << run.said();
  std::this_thread::sleep_for(200ms);
  interrupt_and_check(run);
}

INSTANTIATE_TEST_SUITE_P(CtrlC, Interrupt, testing::Combine(testing::Values(To::group, To::judge), testing::Values(SIGINT)));
INSTANTIATE_TEST_SUITE_P(Terminate, Interrupt, testing::Values(std::tuple(To::judge, SIGTERM)));

TEST(Interrupted, KeepsWhatWasDecidedBefore) {
  const auto folder = *TemporaryDirectory::create("judge-interrupt");
  ASSERT_TRUE(write_file(folder.path() / "hangs.cu", k_hangs));
  JudgeRun run("no C++", {folder.path() / "hangs.cu"});
  ASSERT_TRUE(run.has_child("judge-player", "Seccomp:\t2")) << run.said();  // the second one is loaded
  ASSERT_EQ(::kill(run.judge(), SIGINT), 0);
  EXPECT_EQ(run.exit_status(), 128 + SIGINT) << run.said();
  EXPECT_THAT(run.said(), HasSubstr("1 attempt was decided before this, and is in the ledger\n"));
  EXPECT_EQ(count_strays(), 0);
  const auto ledger = Ledger::open(run.ledger());
  ASSERT_TRUE(ledger) << ledger.error().message;
  const auto records = ledger->history("vector-addition");
  ASSERT_TRUE(records && records->size() == 1);
  EXPECT_EQ(records->front().verdict.kind, VerdictKind::compile_error);
}

TEST(Killed, TheJudgeTakesItsPlayerWithIt) {
  JudgeRun run(k_hangs);
  ASSERT_TRUE(run.has_child("judge-player", "Seccomp:\t2")) << run.said();
  ::kill(run.judge(), SIGKILL);
  EXPECT_EQ(run.exit_status(), -1);
  EXPECT_EQ(count_strays(), 0);
}

}  // namespace
}  // namespace judge
