#include <fmt/format.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <unistd.h>

#include <thread>

#include "judge/util/children.hpp"
#include "judge/util/files.hpp"
#include "judge/util/process.hpp"

namespace judge {
namespace {

using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;

Result<CommandResult> shell(const std::string& script, CommandOptions options = {}) {
  return run_command({"sh", "-c", script}, options);
}

bool ends_soon(pid_t pid) {
  for (int i = 0; i < 200; ++i) {
    if (::kill(pid, 0) != 0) return true;
    // An orphan may have to wait for whoever reaps it.
    const auto stat = read_file(fmt::format("/proc/{}/stat", pid));
    if (stat && stat->find(") Z ") != stat->npos) return true;
    std::this_thread::sleep_for(10ms);
  }
  return false;
}

TEST(RunCommand, ReturnsWhenTheProgramEndsAndEndsWhatItLeft) {
  const auto start = Clock::now();
  const auto result = shell("sleep 30 & echo $!");
  ASSERT_TRUE(result) << result.error().message;
  EXPECT_LT(Clock::now() - start, 5s);
  EXPECT_FALSE(result->timed_out);
  EXPECT_EQ(result->exit_status, 0);
  EXPECT_TRUE(ends_soon(std::stoi(result->standard_output)));
}

TEST(RunCommand, IsNotHeldUpByALeftOverThatWritesForEver) {
  const auto result = shell("yes & exit 4", {.time_limit = 20s, .output_limit_bytes = 1000});
  ASSERT_TRUE(result);
  EXPECT_EQ(result->exit_status, 4);
  EXPECT_LT(result->duration, 10s);
}

TEST(RunCommand, KeepsTheTimeLimitOfAProgramThatClosesItsOutputs) {
  const auto result = shell("exec >&- 2>&-; sleep 30", {.time_limit = 200ms});
  ASSERT_TRUE(result);
  EXPECT_TRUE(result->timed_out);
  EXPECT_LT(result->duration, 5s);
}

// It makes its process group itself, and is ended before.
TEST(RunCommand, EndsACagedProgramThatHasHardlyBegun) {
  const auto cage = Landlock::create(Landlock::change, Landlock::Scope::open);
  ASSERT_TRUE(cage) << cage.error().message;
  for (int i = 0; i < 20; ++i) {
    const auto result = run_command({"sleep", "20"}, {.time_limit = 0ms, .cage = &*cage});
    ASSERT_TRUE(result);
    EXPECT_TRUE(result->timed_out);
    ASSERT_LT(result->duration, 5s);
  }
}

// What a caged program has started ends with whoever ran it, however that one ended.
TEST(RunCommand, EndsWhatACagedProgramStartedWhenWeAreKilled) {
  const auto folder = TemporaryDirectory::create("test").value();
  const auto started = folder.path() / "started";
  const pid_t judge = fork_child();
  if (judge == 0) {
    const auto cage = Landlock::create(Landlock::list, Landlock::Scope::open);
    [[maybe_unused]] const auto result =
        run_command({"sh", "-c", fmt::format("sleep 100 & echo $! > {0}.new && mv {0}.new {0} && sleep 100", started.string())},
                    {.cage = &*cage});
    ::_exit(0);
  }
  while (!std::filesystem::exists(started)) std::this_thread::sleep_for(5ms);
  const pid_t grandchild = std::stoi(read_file(started).value());
  EXPECT_EQ(::kill(grandchild, 0), 0);
  ::kill(judge, SIGKILL);
  wait_for_child(judge, nullptr, 0);
  EXPECT_TRUE(ends_soon(grandchild));
}

TEST(RunCommand, ReadsAllThatAProgramWroteBeforeItEnded) {
  const auto result = shell("head -c 3000000 /dev/zero; head -c 50000 /dev/zero >&2");
  ASSERT_TRUE(result);
  EXPECT_EQ(result->standard_output.size(), 3'000'000u);
  EXPECT_EQ(result->standard_error.size(), 50'000u);
}

TEST(RunCommand, LimitsMemoryAndFiles) {
  const auto folder = TemporaryDirectory::create("test").value();
  const auto file = shell("head -c 100000 /dev/zero > big", {.directory = folder.path(), .file_limit_bytes = 1000});
  ASSERT_TRUE(file);
  EXPECT_NE(file->exit_status, 0);
  EXPECT_LE(std::filesystem::file_size(folder.path() / "big"), 1000u);
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
  const auto memory = shell("x=$(head -c 300000000 /dev/zero | tr '\\0' a); echo", {.memory_limit_bytes = 100 << 20});
  EXPECT_NE(memory->exit_status, 0);
#endif
}

TEST(RunCommand, LimitsProcessorTime) {
  const auto result = shell("while :; do :; done", {.time_limit = 60s, .cpu_limit = 1s});
  ASSERT_TRUE(result);
  EXPECT_FALSE(result->timed_out);
  EXPECT_EQ(result->exit_status, 128 + SIGKILL);
}

TEST(RunCommand, LimitsTheProcessorTimeOfAllItsProcessesTogether) {
  const auto burns =
      shell("(while :; do :; done) & (while :; do :; done); wait", {.time_limit = 60s, .processor_limit = 300ms});
  ASSERT_TRUE(burns);
  EXPECT_TRUE(burns->timed_out);
  EXPECT_GE(burns->processor_time, 300ms);
  EXPECT_LT(burns->duration, 50s);
  const auto sleeps = shell("sleep 0.5; exit 3", {.time_limit = 20s, .processor_limit = 200ms});
  ASSERT_TRUE(sleeps);
  EXPECT_FALSE(sleeps->timed_out);
  EXPECT_EQ(sleeps->exit_status, 3);
  EXPECT_LT(sleeps->processor_time, 200ms);
}

TEST(RunCommand, StaysInOurGroupIfAsked) {
  const auto group = [](ProcessGroup wanted) {
    return std::stoi(shell("cut -d' ' -f5 /proc/$$/stat", {.group = wanted})->standard_output);
  };
  EXPECT_EQ(group(ProcessGroup::ours), ::getpgrp());
  EXPECT_NE(group(ProcessGroup::own), ::getpgrp());
  EXPECT_TRUE(shell("sleep 30", {.time_limit = 100ms, .group = ProcessGroup::ours})->timed_out);
}

TEST(RunCommand, RunsARelativeProgramInAnotherDirectory) {
  const auto folder = TemporaryDirectory::create("test").value();
  const auto program = folder.path() / "hello";
  ASSERT_TRUE(write_file(program, "#!/bin/sh\npwd\n"));
  std::filesystem::permissions(program, std::filesystem::perms::owner_all);
  const auto result = run_command({std::filesystem::proximate(program).string()}, {.directory = folder.path()});
  ASSERT_TRUE(result) << result.error().message;
  EXPECT_EQ(result->standard_output, folder.path().string() + "\n");
}

}  // namespace
}  // namespace judge
