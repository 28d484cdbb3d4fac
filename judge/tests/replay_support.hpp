#pragma once

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "judge/model/replay_job.hpp"
#include "judge/util/files.hpp"
#include "judge/util/process.hpp"

/// What judge-replay is to do in tests, on the emulated runtime and under stand-ins for NVIDIA's tools.
namespace judge {

inline const std::filesystem::path k_replay = JUDGE_BINARY_DIR "/libexec/judge/judge-replay";

inline const std::filesystem::path& scratch() {
  static const auto folder = TemporaryDirectory::create("replay-test");
  return folder->path();
}

inline void write_program(const std::filesystem::path& file, const std::string& script) {
  EXPECT_TRUE(write_file(file, script));
  std::filesystem::permissions(file, std::filesystem::perms::owner_all);
}

inline std::filesystem::path compile(const std::string& code) {
  static int count = 0;
  const std::filesystem::path source = scratch() / fmt::format("attempt_{}.c", count++), library = source.string() + ".so";
  EXPECT_TRUE(write_file(source, code));
  const auto built = run_command({"cc", "-shared", "-fPIC", "-w", "-o", library, source});
  EXPECT_TRUE(built && built->exit_status == 0) << (built ? built->standard_error : built.error().message);
  return library;
}

inline constexpr const char* k_makes_no_file = R"(must_fail(open("new", O_CREAT | O_WRONLY, 0600) >= 0);)";

inline constexpr const char* k_add = "void solve(const int* A, int* C, int N) { for (int i = 0; i < N; ++i) C[i] = A[i]; }";

/// solve(const int* A, int* C, int N), A = {1, 2, 3, 4}.
inline protocol::ReplayJob addition_job(const std::string& code) {
  const int input[4] = {1, 2, 3, 4};
  const std::filesystem::path input_file = scratch() / "input";
  EXPECT_TRUE(write_file(input_file, {reinterpret_cast<const char*>(input), sizeof input}));
  return {.runtime = RuntimeKind::emulated,
          .runtime_library = JUDGE_BINARY_DIR "/lib/judge/libjudge-cudart.so",
          .attempt_library = compile(code),
          .symbol = "solve",
          .cases = {{.name = "small",
                     .arguments = {{.buffer = "A", .bytes = sizeof input, .input_file = input_file},
                                   {.buffer = "C", .bytes = sizeof input},
                                   {.type = DType::i32, .bits = 4}}}}};
}

/// A user's home, with a ledger, and an attempt that does one thing after the other that it may not do. It crashes where it could.
class Temptations {
 public:
  Temptations() { EXPECT_TRUE(write_file(m_ledger, "as it was")); }

  /// `more`: statements.
  std::string attempt(const std::string& more = "") const {
    return fmt::format(R"(#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>
static void must_fail(int done) {{ if (done) *(volatile int*)0 = 1; }}
void solve(const int* A, int* C, int N) {{
  {2}
  must_fail(socket(AF_INET, SOCK_STREAM, 0) >= 0);
  must_fail(socket(AF_INET6, SOCK_DGRAM, 0) >= 0);
  must_fail(fork() >= 0);
  char line[256];
  int seen = 0;
  FILE* status = fopen("/proc/thread-self/status", "r");
  while (fgets(line, sizeof line, status)) seen += !strcmp(line, "CapEff:\t0000000000000000\n") + !strcmp(line, "NoNewPrivs:\t1\n");
  must_fail(seen != 2);
  if (syscall(SYS_landlock_create_ruleset, 0, 0, 1) < 1) return;
  must_fail(open("{0}/new", O_CREAT | O_WRONLY, 0600) >= 0);
  must_fail(open("{1}", O_WRONLY) >= 0);
  must_fail(open("{1}", O_RDONLY) >= 0);
  must_fail(unlink("{1}") == 0);
  sprintf(line, "/proc/%d/comm", getppid());
  must_fail(open(line, O_WRONLY) >= 0);
  sprintf(line, "/proc/%d/mem", getppid());
  must_fail(open(line, O_RDONLY) >= 0);
  must_fail(open("/proc/sys/kernel/core_pattern", O_WRONLY) >= 0);
}})",
                       m_home.path().string(), m_ledger.string(), more);
  }

  void expect_resisted() const {
    EXPECT_FALSE(std::filesystem::exists(m_home.path() / "new"));
    EXPECT_EQ(read_file(m_ledger).value_or("gone"), "as it was");
  }

 private:
  TemporaryDirectory m_home = *TemporaryDirectory::create("home");
  std::filesystem::path m_ledger = m_home.path() / "ledger.sqlite";
};

}  // namespace judge
