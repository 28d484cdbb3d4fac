/// The player as the referee sees it: the real judge-player on the emulated runtime, with attempts in C that do their worst.

#include "judge/referee/player_process.hpp"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>

#include <cstdlib>
#include <sstream>
#include <thread>

#include "judge/runtime/fault_message.hpp"
#include "judge/tests/environment_guard.hpp"
#include "judge/util/files.hpp"
#include "judge/util/process.hpp"

namespace judge {
namespace {

using namespace std::chrono_literals;
using testing::HasSubstr;

constexpr auto k_patience = 60s;

const TemporaryDirectory& scratch() {
  static const auto folder = TemporaryDirectory::create("player-test");
  return *folder;
}

// What every attempt here may need: the player's sockets, one by one, and a scalar argument that tells the calls apart.
constexpr const char* k_head = R"(
#define _GNU_SOURCE
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>
static int judge_socket(void) {
  struct stat status;
  for (int fd = 3; fd < 64; ++fd)
    if (fstat(fd, &status) == 0 && S_ISSOCK(status.st_mode)) return fd;
  return -1;
}
static void say(const char* bytes, size_t size) { send(judge_socket(), bytes, size, MSG_NOSIGNAL); }
)";

std::string compile(const std::string& code) {
  static int count = 0;
  const std::string source = scratch().path() / fmt::format("attempt_{}.c", count++), library = source + ".so";
  EXPECT_TRUE(write_file(source, k_head + code));
  const auto built = run_command({"cc", "-shared", "-fPIC", "-w", "-o", library, source, "-pthread"});
  EXPECT_TRUE(built && built->exit_status == 0) << (built ? built->standard_error : built.error().message);
  return library;
}

PlayerProcess start(std::size_t output_limit_bytes = 1 << 20) {
  auto player = PlayerProcess::start({.program = JUDGE_BINARY_DIR "/libexec/judge/judge-player",
                                      .runtime = RuntimeKind::emulated,
                                      .runtime_library = JUDGE_BINARY_DIR "/lib/judge/libjudge-cudart.so",
                                      .output_limit_bytes = output_limit_bytes});
  EXPECT_TRUE(player) << player.error().message;
  EXPECT_TRUE(player->wait_ready(k_patience));
  return *std::move(player);
}

PlayerProcess loaded(const std::string& code) {
  auto player = start();
  EXPECT_TRUE(player.load({.attempt_library = compile(code), .symbol = "solve"}, k_patience));
  return player;
}

// solve(n)
PlayerProcess::Answer<Player::Called> call(PlayerProcess& player, int n, std::chrono::milliseconds limit = k_patience) {
  const protocol::CallArgument argument{.type = DType::i32, .bits = static_cast<std::uint64_t>(n)};
  return player.call({.arguments = {argument}}, limit, {});
}

template <class Expected>
Expected outcome_of(const PlayerProcess::Answer<protocol::Returned>& answer) {
  EXPECT_FALSE(answer);
  if (answer) return {};
  const auto* outcome = std::get_if<Expected>(&answer.error());
  EXPECT_TRUE(outcome) << "another outcome: number " << answer.error().index();
  return outcome ? *outcome : Expected{};
}

TEST(Player, IsReadyAtOnceIfItWasReadyBefore) { EXPECT_TRUE(start().wait_ready({})); }

TEST(Player, AnswersOneCallAfterAnother) {
  auto player = loaded("void solve(int n) { printf(\"%d\\n\", n); fflush(stdout); }");
  for (int n = 0; n < 100; ++n) {
    const auto returned = call(player, n);
    ASSERT_TRUE(returned);
    EXPECT_EQ(returned->error, 0);
    EXPECT_GT(returned->wall_ns, 0);
  }
  ASSERT_TRUE(player.check_silence());
  EXPECT_THAT(player.printed(), HasSubstr("\n98\n"));
}

// A context that could not be made is asked for by two.
TEST(Player, ThatEndedBeforeItWasReadyIsAskedForNothingMore) {
  const auto program = scratch().path() / "ends-soon";
  ASSERT_TRUE(write_file(program, "#!/bin/sh\nsleep 0.5\n"));
  std::filesystem::permissions(program, std::filesystem::perms::owner_all);
  auto player = PlayerProcess::start({.program = program});
  ASSERT_TRUE(player) << player.error().message;
  const auto first = player->wait_ready(k_patience), second = player->wait_ready(k_patience);
  ASSERT_FALSE(first);
  EXPECT_TRUE(std::holds_alternative<outcome::Exited>(first.error()));
  ASSERT_FALSE(second);
  EXPECT_TRUE(std::holds_alternative<outcome::JudgeFailed>(second.error())) << second.error().index();
}

TEST(Player, AnAnswerWithoutTheTicketIsTheAttemptsOwn) {
  auto player = loaded("void solve(int n) { say(\"J\\x80\", 2); }");
  EXPECT_THAT(outcome_of<outcome::Cheated>(call(player, 1)).message, HasSubstr("in the player's place"));
}

TEST(Player, AnAnswerWithAnotherTicketIsTheAttemptsOwn) {
  auto player = loaded(
      "void solve(int n) { say(\"J\\x82\\xa6ticket\\x05\\xa4"
      "body\\x80\", 15); }");
  EXPECT_THAT(outcome_of<outcome::Cheated>(call(player, 1)).message, HasSubstr("in the player's place"));
}

TEST(Player, AFaultOfNoKindIsNoFault) {
  auto player = loaded(
      fmt::format("static char raw[{}] = \"R\"; void solve(int n) {{ say(raw, sizeof raw); }}", 1 + sizeof(FaultMessage)));
  ASSERT_TRUE(call(player, 1));
  ASSERT_TRUE(player.check_silence());
  EXPECT_TRUE(player.all_findings().empty());
}

TEST(Player, AnAnswerOfAThreadThatWasLeftBehindSpoilsTheNextCall) {
  const char* code = R"(
static void* later(void* unused) { usleep(200000); say("J\x80", 2); return 0; }
void solve(int n) { pthread_t thread; if (n == 0) pthread_create(&thread, 0, later, 0); else usleep(1000000); })";
  auto player = loaded(code);
  ASSERT_TRUE(call(player, 0));
  std::this_thread::sleep_for(500ms);
  EXPECT_TRUE(player.check_silence()) << "it runs between the calls";
  outcome_of<outcome::Cheated>(call(player, 1));
}

// It counts the milliseconds in which it runs.
TEST(Player, NothingOfItRunsBetweenItsCalls) {
  const char* code = R"(
static volatile long ran;
static void* count(void* unused) { for (;;) { usleep(1000); ++ran; } }
void solve(int n) {
  pthread_t thread;
  if (n == 0) pthread_create(&thread, 0, count, 0);
  printf("%ld\n", ran);
  usleep(20000);
  printf("%ld\n", ran);
  fflush(stdout);
})";
  auto player = loaded(code);
  ASSERT_TRUE(call(player, 0));
  std::this_thread::sleep_for(1s);
  ASSERT_TRUE(call(player, 1));
  ASSERT_TRUE(player.check_silence());
  std::istringstream printed(player.printed());
  std::vector<long> counts(4);
  for (long& count : counts) printed >> count;
  EXPECT_GT(counts[1], 0) << "the thread does not count";
  EXPECT_LT(counts[2] - counts[1], 200) << player.printed();
}

TEST(Player, HasAsManyThreadsAsItMay) {
  const char* code = R"(
static void* wait(void* unused) { sleep(60); return 0; }
void solve(int n) {
  pthread_attr_t small; pthread_t thread;
  pthread_attr_init(&small); pthread_attr_setstacksize(&small, 16384);
  while (n-- && pthread_create(&thread, &small, wait, 0) == 0) {}
  usleep(200000);
})";
  auto few = loaded(code), many = loaded(code);
  EXPECT_TRUE(call(few, 300));
  EXPECT_THAT(outcome_of<outcome::Crashed>(call(many, 6000)).note, HasSubstr("threads; 4096 are allowed"));
}

// It counts the milliseconds in which it runs.
TEST(Player, NothingOfItRunsWhileAnotherIsCalled) {
  const char* code = R"(
static volatile long ran;
static void* count(void* unused) { for (;;) { usleep(1000); ++ran; } }
void solve(int n) {
  pthread_t thread;
  if (n == 0) pthread_create(&thread, 0, count, 0);
  usleep(20000);
  printf("%ld\n", ran);
  fflush(stdout);
})";
  auto player = loaded(code), other = loaded("void solve(int n) { usleep(1000000); }");
  ASSERT_TRUE(call(player, 0));
  ASSERT_TRUE(call(other, 0));
  ASSERT_TRUE(call(player, 1));
  ASSERT_TRUE(player.check_silence());
  const auto& printed = player.printed();
  const long before = std::stol(printed), after = std::stol(printed.substr(printed.find('\n')));
  EXPECT_GT(after, 0) << "the thread does not count";
  EXPECT_LT(after - before, 200) << printed;
}

TEST(Player, CannotWakeItself) {
  const char* code = R"(
#include <errno.h>
#include <fcntl.h>
#include <time.h>
static void woken(int signal) {}
void solve(int n) {
  struct sigevent event = {.sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGCONT};
  timer_t timer;
  if (timer_create(CLOCK_MONOTONIC, &event, &timer) == 0) printf("a timer sends it\n");
  if (fcntl(1, F_SETSIG, SIGCONT) == 0) printf("a file sends it\n");
  if (signal(SIGCONT, woken) != SIG_ERR) printf("it has a handler\n");
  fflush(stdout);
})";
  auto player = loaded(code);
  ASSERT_TRUE(call(player, 0));
  ASSERT_TRUE(player.check_silence());
  EXPECT_EQ(player.printed(), "");
}

TEST(Player, ThatIsKilledWhileItIsStoppedEndsAlone) {
  auto player = loaded("void solve(int n) { printf(\"%d\\n\", getpid()); fflush(stdout); }"),
       other = loaded("void solve(int n) {}");
  ASSERT_TRUE(call(player, 0));
  ASSERT_TRUE(call(other, 0));
  ASSERT_TRUE(player.check_silence());
  ASSERT_EQ(::kill(std::stoi(player.printed()), SIGKILL), 0);
  EXPECT_EQ(outcome_of<outcome::Crashed>(call(player, 1)).signal, SIGKILL);
  EXPECT_TRUE(call(other, 1));
}

// Whatever of this is possible is printed.
TEST(Player, IsShutIn) {
  const char* code = R"(
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <sys/ioctl.h>
#include <sys/ipc.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/shm.h>
#include <sys/msg.h>
#include <sys/sem.h>
static void must_fail(const char* what, long result) { if (result >= 0) printf("%s\n", what); }
static void open_(const char* path, int flags) { must_fail(path, open(path, flags, 0600)); }
static void of_parent(const char* entry) { char path[64]; sprintf(path, "/proc/%d/%s", getppid(), entry); open_(path, O_RDONLY); }
void solve(int n) {
  struct sched_param zero = {0};
  cpu_set_t all; memset(&all, 255, sizeof all);
  if (getsid(0) != getpid()) printf("another's session\n");
  open_("/dev/tty", O_RDWR); open_("/dev/ptmx", O_RDWR); open_("/dev/zero", O_RDWR);
  open_("/dev/judge-test", O_CREAT | O_WRONLY); open_("/dev/shm/judge-test", O_CREAT | O_WRONLY);
  open_("/tmp/judge-test", O_CREAT | O_WRONLY); open_("/tmp", O_RDONLY); open_("/etc/passwd", O_RDONLY);
  open_("/proc/self/oom_score_adj", O_RDWR); open_("/proc", O_RDONLY); open_("/", O_RDONLY);
  of_parent("cmdline"); of_parent("environ"); of_parent("mem"); of_parent("maps"); of_parent("stat");
  for (int family = 0; family < 45; ++family) must_fail("a socket", socket(family, SOCK_STREAM, 0)), must_fail("a socket", socket(family, SOCK_DGRAM, 0));
  must_fail("shmget", shmget(IPC_PRIVATE, 4096, IPC_CREAT | 0600)); must_fail("msgget", msgget(IPC_PRIVATE, IPC_CREAT | 0600));
  must_fail("semget", semget(IPC_PRIVATE, 1, IPC_CREAT | 0600)); must_fail("memfd_create", memfd_create("x", 0));
  must_fail("shared memory", mmap(0, 4096, PROT_READ, MAP_SHARED | MAP_ANONYMOUS, -1, 0) == MAP_FAILED ? -1 : 0);
  must_fail("setpriority", setpriority(PRIO_PROCESS, getppid(), 5)); must_fail("setpriority", setpriority(PRIO_USER, 0, 5));
  must_fail("scheduler", sched_setscheduler(getppid(), SCHED_BATCH, &zero)); must_fail("affinity", sched_setaffinity(getppid(), sizeof all, &all));
  must_fail("signal", kill(getppid(), 0)); must_fail("owner", fcntl(1, F_SETOWN, getppid())); must_fail("TIOCSTI", ioctl(0, TIOCSTI, "x"));
  char pages; static char own[8192]; must_fail("mincore", mincore((void*)((unsigned long)(own + 4095) / 4096 * 4096), 4096, (void*)&pages));
  open_("/proc/self/maps", O_RDONLY); open_("/proc/self/mem", O_RDONLY); open_("/proc/thread-self/smaps", O_RDONLY);
  for (int fd = 3; fd < 200; ++fd)  // a memory file is there, which holds nothing: see the decoys of the emulated runtime
    if (fcntl(fd, F_GET_SEALS) >= 0 && (lseek(fd, 0, SEEK_DATA) >= 0 || fallocate(fd, 3, 0, 4096) == 0)) printf("memory file %d\n", fd);
  must_fail("chmod", chmod("/proc/self/comm", 0600)); must_fail("fork", fork());
  for (int fd = 3; fd < 200; ++fd) if (fcntl(fd, F_GETFD) >= 0 && fd != judge_socket() && fcntl(fd, F_GET_SEALS) < 0) printf("descriptor %d\n", fd);
  if (getenv("HOME") || getenv("JUDGE_TEST_SECRET")) printf("environment\n");
  fflush(stdout);
})";
  const EnvironmentGuard secret("JUDGE_TEST_SECRET", "x");
  const int inherited = ::open("/etc/passwd", O_RDONLY);  // not closed on exec
  auto player = loaded(code);
  ::close(inherited);
  ASSERT_TRUE(call(player, 0));
  ASSERT_TRUE(player.check_silence());
  EXPECT_EQ(player.printed(), "");
}

TEST(Player, ReadsItsOwnLibraryAndNoOther) {
  const std::string other = compile("void solve(int n) {}");
  auto player = loaded("#include <dlfcn.h>\nvoid solve(int n) { if (dlopen(\"" + other +
                       "\", RTLD_NOW)) printf(\"open\"), fflush(stdout); }");
  ASSERT_TRUE(call(player, 0));
  ASSERT_TRUE(player.check_silence());
  EXPECT_EQ(player.printed(), "");
}

TEST(Player, TheTicketMayNotBeTaken) {
  auto player = loaded("void solve(int n) { char ticket[9]; recv(judge_socket(), ticket, 9, 0); }");
  EXPECT_THAT(outcome_of<outcome::Cheated>(call(player, 1)).message, HasSubstr("read a message of the judge"));
}

TEST(Player, TheTicketMayNotBeLookedAt) {
  auto player =
      loaded("void solve(int n) { char t[9]; if (recv(judge_socket(), t, 9, MSG_PEEK | MSG_DONTWAIT) >= 0) _exit(1); }");
  EXPECT_TRUE(call(player, 1));
}

TEST(Player, RawMessagesWithoutAnEndHarmNobody) {
  auto player =
      loaded("void solve(int n) { char b[3000]; memset(b, 'R', 3000); for (int i = 0; i < 6000; ++i) say(b, i % 3000 + 1); }");
  const auto returned = call(player, 1);
  EXPECT_TRUE(returned);
  EXPECT_LE(player.take_findings().size(), 4096u);
}

TEST(Player, AClosedChannelIsNamed) {
  auto player = loaded("void solve(int n) { for (int fd = 3; fd < 64; ++fd) close(fd); }");
  EXPECT_THAT(outcome_of<outcome::Crashed>(call(player, 1)).note, HasSubstr("closed the connection"));
}

TEST(Player, AReplacedChannelIsNamed) {
  auto player = loaded(
      "void solve(int n) { int fd = judge_socket(), pair[2]; socketpair(AF_UNIX, SOCK_SEQPACKET, 0, pair); "
      "dup2(pair[0], fd); }");
  EXPECT_THAT(outcome_of<outcome::Crashed>(call(player, 1)).note, HasSubstr("closed the connection"));
}

TEST(Player, EndsInEveryWayThereIs) {
  {
    auto player = loaded("void solve(int n) { exit(7); }");
    EXPECT_EQ(outcome_of<outcome::Exited>(call(player, 1)).status, 7);
  }
  {
    auto player = loaded("void solve(int n) { kill(getpid(), SIGKILL); }");
    EXPECT_EQ(outcome_of<outcome::Crashed>(call(player, 1)).signal, SIGKILL);
  }
  {
    auto player = loaded("void solve(int n) { abort(); }");
    EXPECT_EQ(outcome_of<outcome::Crashed>(call(player, 1)).signal, SIGABRT);
  }
}

TEST(Player, HangsNoLongerThanItMay) {
  auto player = loaded("void solve(int n) { for (;;) raise(SIGSTOP); }");
  const auto start_time = std::chrono::steady_clock::now();
  EXPECT_EQ(outcome_of<outcome::TimedOut>(call(player, 1, 300ms)).limit, 300ms);
  EXPECT_LT(std::chrono::steady_clock::now() - start_time, 20s);
}

TEST(Player, ThreadsThatEndAloneCostNoMinute) {
  auto player = loaded(
      "static void* sleeper(void* u) { for (;;) sleep(100); }\n"
      "void solve(int n) { pthread_t t; pthread_create(&t, 0, sleeper, 0); pthread_exit(0); }");
  const auto start_time = std::chrono::steady_clock::now();
  EXPECT_FALSE(call(player, 1, 2s));
  EXPECT_LT(std::chrono::steady_clock::now() - start_time, 30s);
}

TEST(Player, OfMuchThatItPrintsTheBeginningAndTheEndAreKept) {
  auto player = loaded("void solve(int n) { for (int i = 0; i < n; ++i) printf(\"%d\\n\", i); fflush(stdout); }");
  ASSERT_TRUE(call(player, 100'000));
  ASSERT_TRUE(player.check_silence());
  EXPECT_LT(player.printed().size(), 70'000u);
  EXPECT_THAT(player.printed(), testing::StartsWith("0\n1\n"));
  EXPECT_THAT(player.printed(), HasSubstr("\n... 523354 bytes left out\n"));
  EXPECT_THAT(player.printed(), testing::EndsWith("\n99998\n99999\n"));
}

TEST(Player, PrintsNoMoreThanItMay) {
  auto player = start(10'000);
  const auto library = compile("void solve(int n) { for (;;) write(1, \"0123456789abcdef\", 16); }");
  ASSERT_TRUE(player.load({.attempt_library = library, .symbol = "solve"}, k_patience));
  EXPECT_EQ(outcome_of<outcome::TooMuchOutput>(call(player, 1)).limit_bytes, 10'000u);
}

// As on a GPU, where the output is read while the device is watched, and then while the answer is waited for.
TEST(Player, ThatHasPrintedTooMuchHasDoneSoWhoeverAsks) {
  auto player = start(10'000);
  const auto library = compile("void solve(int n) { char text[10001]; memset(text, 65, 10001); write(1, text, 10001); }");
  ASSERT_TRUE(player.load({.attempt_library = library, .symbol = "solve"}, k_patience));
  EXPECT_FALSE(call(player, 1));
  const auto asked_again = player.wait_ready(k_patience);
  ASSERT_FALSE(asked_again);
  EXPECT_TRUE(std::holds_alternative<outcome::TooMuchOutput>(asked_again.error())) << asked_again.error().index();
}

TEST(Player, TakesNoMoreMemoryThanItMay) {
  auto player = start();
  const auto library =
      compile("void solve(int n) { for (int i = 0; i < 64; ++i) { memset(malloc(8 << 20), 1, 8 << 20); usleep(20000); } }");
  ASSERT_TRUE(player.load({.attempt_library = library, .symbol = "solve", .host_memory_limit_bytes = 256 << 20}, k_patience));
  EXPECT_GT(outcome_of<outcome::TooMuchMemory>(call(player, 1)).asked_bytes, 256u << 20);
}

TEST(Player, SaysWhatCannotBeLoaded) {
  auto player = start();
  const auto library = compile("void nowhere(void); void solve(int n) { nowhere(); }");
  const auto answer = player.load({.attempt_library = library, .symbol = "solve"}, k_patience);
  ASSERT_FALSE(answer);
  EXPECT_THAT(std::get<outcome::NotLoaded>(answer.error()).message, HasSubstr("undefined symbol: nowhere"));
}

TEST(Player, HangsAtLoadNoLongerThanItMay) {
  auto player = start();
  const auto library =
      compile("__attribute__((constructor)) static void hang(void) { for (;;) sleep(1); }\nvoid solve(int n) {}");
  const auto answer = player.load({.attempt_library = library, .symbol = "solve"}, 300ms);
  ASSERT_FALSE(answer);
  EXPECT_TRUE(std::holds_alternative<outcome::TimedOut>(answer.error()));
}

TEST(Player, IsStartedByTheMainThreadAlone) {
  std::thread other([] { EXPECT_FALSE(PlayerProcess::start({.program = JUDGE_BINARY_DIR "/libexec/judge/judge-player"})); });
  other.join();
}

}  // namespace
}  // namespace judge
