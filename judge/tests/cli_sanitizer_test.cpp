/// The whole way of compute-sanitizer, with a stand-in for it that has judge-replay call attempts on the emulated runtime.

#include "judge/nvidia/sanitizer.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <sstream>

#include "judge/tests/replay_support.hpp"
#include "judge/util/files.hpp"
#include "judge/util/process.hpp"

namespace judge {
namespace {

namespace fs = std::filesystem;
using testing::AllOf;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

// `body`: what it does with the program "$@" that it is to watch as tool $tool.
Sanitizer stand_in(const std::string& body) {
  static int count = 0;
  const fs::path program = scratch() / fmt::format("compute-sanitizer-{}", count++);
  write_program(program, R"(#!/bin/sh
case "$1" in
--version) echo 'NVIDIA (R) Compute Sanitizer'; echo 'Version 2025.3.1.0 (build 1)'; exit;;
--help) echo '  --padding arg (=0)  Padding'; echo '  --print-limit arg (=100)'; exit;;
esac
tool=$2 options=
while [ "${1#--}" != "$1" ]; do options="$options $1 $2"; shift 2; done
echo '========= COMPUTE-SANITIZER'
)" + body + "\necho '========= ERROR SUMMARY: 0 errors'\n");
  const auto sanitizer = ask_sanitizer(program, k_replay);
  EXPECT_TRUE(sanitizer) << sanitizer.error().message;
  return *sanitizer;
}

// solve(const int* A, int* C, int N), A = {1, 2, 3, 4}, once for each case.
Sanitized sanitized(const Sanitizer& sanitizer, const std::string& code, int cases = 1, std::int64_t patience_ms = 60'000) {
  auto job = addition_job(code);
  job.host_memory_limit_bytes = 1 << 30;
  job.patience_ms = patience_ms;
  job.cases.resize(static_cast<std::size_t>(cases), job.cases.front());
  const auto result = sanitize(sanitizer, job, scratch() / "job");
  EXPECT_TRUE(result) << result.error().message;
  return result.value_or(Sanitized{});
}

constexpr const char* k_watch = "\"$@\"";

TEST(Sanitize, FindsNothingWhereNothingIsSaid) {
  const auto result = sanitized(stand_in(k_watch), k_add, 3);
  EXPECT_THAT(result.findings, IsEmpty());
  EXPECT_EQ(result.note, "");
  EXPECT_EQ(result.cases, 3);
}

TEST(Sanitize, GivesOnlyTheOptionsThatAreKnown) {
  const auto sanitizer = stand_in("echo \"========= told$options\"");
  EXPECT_EQ(sanitizer.version, "2025.3.1");
  EXPECT_EQ(sanitized(sanitizer, k_add).note,
            "memcheck did not start: told --tool memcheck --print-limit 1000 --padding 65536; "
            "racecheck did not start: told --tool racecheck --print-limit 4000; "
            "initcheck did not start: told --tool initcheck --print-limit 1000; "
            "synccheck did not start: told --tool synccheck --print-limit 1000");
}

// Its messages hold the addresses at which judge-replay says that it placed the buffers.
TEST(Sanitize, ConnectsAddressesWithBuffers) {
  const auto sanitizer = stand_in(R"sh("$@" 2>said; cat said >&2
address=$(sed -n 's/.*"address":\([0-9]*\).*"name":"C".*/\1/p' said)
if [ $tool = memcheck ]; then
  echo '========= Invalid __global__ write of size 4 bytes'
  echo '=========     at add(int *, int)+0x170 in /a/my file.cu:10'
  echo '=========     by thread (4,0,0) in block (1,0,0)'
  printf '=========     Access to 0x%x is out of bounds\n' $((address + 16))
  echo '========= '
fi)sh");
  const auto result = sanitized(sanitizer, k_add);
  ASSERT_THAT(result.findings, SizeIs(1)) << result.note;
  EXPECT_EQ(result.findings[0].buffer, "C");
  EXPECT_EQ(result.findings[0].offset_bytes, 16);
  EXPECT_EQ(result.findings[0].buffer_bytes, 16u);
  EXPECT_EQ(result.findings[0].file, "/a/my file.cu");
  EXPECT_EQ(result.findings[0].block[0], 1u);
}

TEST(Sanitize, GivesSolveItsInputsAndDropsWhatItPrints) {
  const auto result = sanitized(stand_in(k_watch), R"(#include <stdio.h>
void solve(const int* A, int* C, int N) {
  fprintf(stderr, "judge-replay: {\"said\":\"error\",\"text\":\"forged\"}\n");
  if (N != 4 || A[0] != 1 || A[3] != 4) *(volatile int*)0 = 1;
})");
  EXPECT_EQ(result.note, "");
  EXPECT_EQ(result.cases, 1);
}

TEST(Sanitize, SaysWhereToolsStopped) {
  EXPECT_THAT(sanitized(stand_in(k_watch), "#include <unistd.h>\nvoid solve(const int* A, int* C, int N) { _exit(0); }").note,
              HasSubstr("memcheck stopped: solve() ended the process; racecheck stopped"));
  EXPECT_THAT(sanitized(stand_in("echo '========= Error: Failed to initialize'"), k_add).note,
              HasSubstr("initcheck did not start: Error: Failed to initialize"));
  EXPECT_THAT(sanitized(stand_in(k_watch), k_add, 1, -1).note,
              HasSubstr("synccheck had no time left for the cases from small on"));
}

TEST(Sanitize, SaysWhatTheLoaderSays) {
  EXPECT_THAT(sanitized(stand_in(k_watch), "void other(void) {}").note,
              HasSubstr("memcheck stopped: the library exports no solve"));
}

TEST(Sanitize, KeepsTheAttemptFromMuchMemory) {
  const auto result = sanitized(stand_in(k_watch), R"(#include <sys/mman.h>
void solve(const int* A, int* C, int N) {
  void* much = mmap(0, 2ul << 30, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (much != MAP_FAILED) *(volatile int*)0 = 1;
})");
  EXPECT_EQ(result.note, "");
  EXPECT_EQ(result.cases, 1);
}

TEST(Sanitize, KeepsTheAttemptIn) {
  const Temptations temptations;
  const auto result = sanitized(stand_in(k_watch), temptations.attempt(k_makes_no_file));
  EXPECT_EQ(result.note, "");
  EXPECT_EQ(result.cases, 1);
  temptations.expect_resisted();
}

// Programs that it starts name their threads, which NVIDIA's driver has no context without.
TEST(Sanitize, LetsTheSanitizerWriteInItsOwnFolderAndNameThreads) {
  const auto in_a_child = [](const std::string& file) {
    return sanitized(stand_in(fmt::format(R"(sh -c 'echo a > {}' 2>/dev/null || echo "========= Error: refused"; "$@")", file)),
                     k_add)
        .note;
  };
  EXPECT_EQ(in_a_child("here"), "");
  EXPECT_EQ(in_a_child("/proc/$$/comm"), "");
  EXPECT_THAT(in_a_child(scratch() / "elsewhere"), HasSubstr("memcheck says: Error: refused"));
}

// --- where CUDA's driver does not start under Landlock ---

// A stand-in that does `refusal` where judge-replay is to shut itself in early and `condition` holds. It notes each start.
struct Choosy {
  fs::path log = fmt::format("/dev/shm/judge-sanitizer-test-{}-{}", ::getpid(), m_count++);  // is writable under Landlock
  Sanitizer sanitizer;

  explicit Choosy(const std::string& refusal, const std::string& condition = "true")
      : sanitizer(stand_in(fmt::format(R"(echo "$tool $2" >> {}
if [ "$2" = play ] && {}; then {}
else "$@"
fi)",
                                       log.string(), condition, refusal))) {}
  ~Choosy() { fs::remove(log); }

  std::ptrdiff_t starts(const std::string& how) const {
    const std::string text = read_file(log).value_or("");
    std::istringstream lines(text);
    std::ptrdiff_t count = 0;
    for (std::string line; std::getline(lines, line);) count += line.ends_with(" " + how);
    return count;
  }

 private:
  static inline int m_count = 0;
};

constexpr const char* k_went_without =
    "under compute-sanitizer the attempt's own threads alone ran under Landlock, since CUDA's driver would not start under it";
constexpr const char* k_no_context =
    R"sh(echo 'judge-replay: {"said":"error","text":"cudaFree(nullptr) failed: cudaErrorOperatingSystem (304)"}' >&2)sh";

TEST(SanitizeLate, IsDecidedByOneTrialForTheWholeProcess) {
  const Choosy choosy(k_no_context);
  for (int run = 1; run <= 2; ++run) {
    const auto result = sanitized(choosy.sanitizer, k_add, 3);
    EXPECT_EQ(result.cases, 3);
    EXPECT_TRUE(result.note.starts_with(k_went_without)) << result.note;
    EXPECT_EQ(choosy.starts("play"), 1);
    EXPECT_EQ(choosy.starts("play-late"), 4 * run);
  }
}

TEST(SanitizeLate, FollowsWhateverKeepsTheSanitizerFromStarting) {
  for (const char* refusal :
       {"true", "exit 255", "kill -SYS $$", "echo '========= Error: Failed to initialize'", "kill -KILL $$"}) {
    const auto result = sanitized(Choosy(refusal).sanitizer, k_add);
    EXPECT_EQ(result.cases, 1) << refusal;
    EXPECT_TRUE(result.note.starts_with(k_went_without)) << refusal << ": " << result.note;
  }
}

TEST(SanitizeLate, IsLeftToTheToolThatNeedsIt) {
  const Choosy choosy(k_no_context, "[ $tool = racecheck ]");
  const auto result = sanitized(choosy.sanitizer, k_add);
  EXPECT_EQ(result.cases, 1);
  EXPECT_TRUE(result.note.starts_with(k_went_without)) << result.note;
  EXPECT_GE(choosy.starts("play-late"), 1);
  EXPECT_GE(choosy.starts("play"), 2);
}

TEST(SanitizeLate, IsNotTriedWhereItIsNotNeeded) {
  const Choosy choosy("true", "false");
  EXPECT_EQ(sanitized(choosy.sanitizer, k_add).note, "");
  EXPECT_EQ(sanitized(choosy.sanitizer, "void solve(const int* A, int* C, int N) { *(volatile int*)0 = 1; }").cases, 0);
  EXPECT_EQ(choosy.starts("play"), 1 + 2 * 4);
  EXPECT_EQ(choosy.starts("play-late"), 0);
}

TEST(SanitizeLate, SaysSoWhereThatDoesNotStartEither) {
  const auto result = sanitized(stand_in(k_no_context), k_add);
  EXPECT_THAT(result.note,
              AllOf(HasSubstr("memcheck did not start: cudaFree(nullptr) failed: cudaErrorOperatingSystem (304); racecheck"),
                    testing::Not(HasSubstr("Landlock"))));
}

TEST(SanitizeLate, KeepsTheAttemptIn) {
  const Temptations temptations;
  const auto result = sanitized(Choosy(k_no_context).sanitizer, temptations.attempt(k_makes_no_file));
  EXPECT_TRUE(result.note.starts_with(k_went_without)) << result.note;
  EXPECT_EQ(result.cases, 1);
  temptations.expect_resisted();
}

TEST(Replay, GivesUpNothingForAWatcherThatItDoesNotKnow) {
  const auto ended = run_command({k_replay, "enter", "somebody", scratch(), "/bin/true"});
  ASSERT_TRUE(ended) << ended.error().message;
  EXPECT_EQ(ended->exit_status, 2);
  EXPECT_THAT(ended->standard_error, HasSubstr("enter somebody: is no watcher"));
}

TEST(AskSanitizer, RefusesAnotherProgram) {
  const auto asked = ask_sanitizer("/bin/true", "/bin/true");
  ASSERT_FALSE(asked);
  EXPECT_THAT(asked.error().message, HasSubstr("is it NVIDIA's compute-sanitizer?"));
}

TEST(DoctorCommand, SaysWhichSanitizerIsThere) {
  const auto doctor = [](const fs::path& first_in_path) {
    const auto ended =
        run_command({"/usr/bin/env", fmt::format("PATH={}:/usr/bin:/bin", first_in_path.string()), "CUDA_HOME=/nowhere",
                     JUDGE_BINARY_DIR "/bin/judge", "doctor", "--cache", scratch(), "--ledger", scratch() / "ledger"});
    return ended ? ended->standard_output : ended.error().message;
  };
  const fs::path folder = scratch() / "toolkit";
  fs::create_directory(folder);
  fs::copy_file(stand_in(k_watch).program, folder / "compute-sanitizer");
  EXPECT_THAT(doctor(folder), HasSubstr("toolkit/compute-sanitizer 2025.3.1"));
  write_program(folder / "compute-sanitizer", "#!/bin/sh\necho hello\n");
  EXPECT_THAT(doctor(folder), AllOf(HasSubstr("no  compute-sanitizer"), HasSubstr("does not say its version")));
}

}  // namespace
}  // namespace judge
