#include "judge/referee/fair_limit.hpp"

#include <gtest/gtest.h>
#include <sched.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <thread>

namespace judge {
namespace {

using namespace std::chrono_literals;

/// A process that does nothing, or one that wants all of this test's first processor.
class Child {
 public:
  enum class Does { nothing, spin };
  explicit Child(Does does) : m_pid(::fork()) {
    if (m_pid != 0) return;
    cpu_set_t allowed, one;
    ::sched_getaffinity(0, sizeof allowed, &allowed);
    CPU_ZERO(&one);
    for (int cpu = 0; cpu < CPU_SETSIZE && CPU_COUNT(&one) == 0; ++cpu)
      if (CPU_ISSET(cpu, &allowed)) CPU_SET(cpu, &one);
    ::sched_setaffinity(0, sizeof one, &one);
    if (does == Does::nothing) ::pause();
    for (volatile bool goes_on = true; goes_on;) {
    }
  }
  ~Child() {
    ::kill(m_pid, SIGKILL);
    ::waitpid(m_pid, nullptr, 0);
  }
  pid_t pid() const { return m_pid; }

 private:
  pid_t m_pid;
};

TEST(FairLimit, CountsFromItsStart) {
  const Child child(Child::Does::nothing);
  FairLimit begun(child.pid(), 10s, std::chrono::steady_clock::now() - 6s);
  EXPECT_LE(begun.left(), 4s);
  EXPECT_GT(begun.left(), 1s);
}

TEST(FairLimit, WaitingForAProcessorDoesNotCount) {
  const Child first(Child::Does::spin), second(Child::Does::spin), third(Child::Does::spin);
  FairLimit limit(first.pid(), 200ms);
  std::this_thread::sleep_for(30ms);
  EXPECT_GT(limit.left(), 0ms);
  std::this_thread::sleep_for(180ms);
  EXPECT_GT(limit.left(), 0ms) << "it had a third of a processor";
  EXPECT_NE(limit.note(), "");
}

TEST(FairLimit, SleepingCounts) {
  const Child child(Child::Does::nothing);
  FairLimit limit(child.pid(), 60ms);
  std::this_thread::sleep_for(30ms);
  EXPECT_GT(limit.left(), 0ms);
  std::this_thread::sleep_for(100ms);
  EXPECT_LE(limit.left(), 0ms);
}

}  // namespace
}  // namespace judge
