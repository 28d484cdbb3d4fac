#include "judge/util/children.hpp"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <thread>

#include "judge/util/process.hpp"

namespace judge {
namespace {

// Starts a child that ends at once and leaves a process that has called setsid(). Returns that one's number.
pid_t leave_an_orphan() {
  int numbers[2];
  EXPECT_EQ(::pipe(numbers), 0);
  const pid_t child = fork_child();
  if (child == 0) {
    if (const pid_t orphan = ::fork(); orphan != 0) {
      [[maybe_unused]] auto ignored = ::write(numbers[1], &orphan, sizeof orphan);
      ::_exit(0);
    }
    ::setsid();
    for (;;) ::pause();
  }
  wait_for_child(child, nullptr, 0);
  pid_t orphan = 0;
  EXPECT_EQ(::read(numbers[0], &orphan, sizeof orphan), static_cast<ssize_t>(sizeof orphan));
  ::close(numbers[0]);
  ::close(numbers[1]);
  return orphan;
}

TEST(Children, OrphansOfDescendantsAreEnded) {
  adopt_strays();
  const pid_t orphan = leave_an_orphan();
  ASSERT_EQ(::kill(orphan, 0), 0);
  EXPECT_EQ(end_strays(), 1);
  EXPECT_EQ(::kill(orphan, 0), -1);
  EXPECT_EQ(end_strays(), 0);
}

TEST(Children, OnesOwnAreNoStrays) {
  const pid_t child = fork_child();
  if (child == 0)
    for (;;) ::pause();
  EXPECT_EQ(end_strays(), 0);
  int status = 0;
  EXPECT_EQ(wait_for_child(child, &status, WNOHANG), 0);
  ::kill(child, SIGTERM);
  EXPECT_EQ(wait_for_child(child, &status, 0), child);
  EXPECT_TRUE(WIFSIGNALED(status) && WTERMSIG(status) == SIGTERM);
  EXPECT_EQ(wait_for_child(child, &status, 0), -1);
}

// A program that the judge is a library of has children that it started itself.
TEST(Children, ThoseOfTheProgramAreNoStrays) {
  adopt_strays();
  const pid_t child = ::fork();
  if (child == 0) {
    ::setsid();
    for (;;) ::pause();
  }
  const pid_t orphan = leave_an_orphan();
  EXPECT_EQ(end_strays(), 1);
  EXPECT_EQ(::kill(orphan, 0), -1);
  EXPECT_EQ(::waitpid(child, nullptr, WNOHANG), 0);
  ::kill(child, SIGKILL);
  EXPECT_EQ(::waitpid(child, nullptr, 0), child);
}

// A worker of the judge's, whose children are other workers'.
TEST(Children, OrphansOfAChildsChildrenAreItsOwn) {
  const pid_t child = fork_child();
  if (child == 0) {
    adopt_strays();
    leave_an_orphan();
    ::_exit(end_strays());
  }
  int status = 0;
  EXPECT_EQ(wait_for_child(child, &status, 0), child);
  EXPECT_TRUE(WIFEXITED(status));
  EXPECT_EQ(WEXITSTATUS(status), 1);
}

TEST(Children, CommandsOfOtherThreadsAreNoStrays) {
  adopt_strays();
  std::jthread commands([](const std::stop_token& stop) {
    while (!stop.stop_requested()) {
      const auto result = run_command({"sh", "-c", "exit 3"});
      ASSERT_TRUE(result);
      EXPECT_EQ(result->exit_status, 3);
    }
  });
  for (int round = 0; round < 100; ++round) end_strays();
}

}  // namespace
}  // namespace judge
