/// Waiting for a processor that another program has, and for one that a thread of one's own has.

#include "judge/referee/processor_watch.hpp"

#include <gtest/gtest.h>
#include <sched.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <thread>

#include "judge/util/processor_time.hpp"

namespace judge {
namespace {

using namespace std::chrono_literals;

[[noreturn]] void compute() {
  for (volatile unsigned i = 0;;) i = i + 1;
}

/// A process that computes for ever, in so many threads, all on one processor.
class Computing {
 public:
  explicit Computing(int threads) : m_process(::fork()) {
    if (m_process != 0) return;
    cpu_set_t all, first;
    ::sched_getaffinity(0, sizeof all, &all);
    int processor = 0;
    while (!CPU_ISSET(processor, &all)) ++processor;
    CPU_ZERO(&first);
    CPU_SET(processor, &first);
    ::sched_setaffinity(0, sizeof first, &first);
    for (int i = 1; i < threads; ++i) std::thread(compute).detach();
    compute();
  }
  ~Computing() {
    ::kill(m_process, SIGKILL);
    ::waitpid(m_process, nullptr, 0);
  }
  Computing(const Computing&) = delete;
  Computing& operator=(const Computing&) = delete;
  pid_t process() const { return m_process; }

 private:
  pid_t m_process;
};

TEST(ProcessorWatch, SeesThatAnotherProgramHasTheProcessor) {
  const Computing player(1), other(1);
  std::this_thread::sleep_for(100ms);
  const ProcessorWatch watch(player.process());
  std::this_thread::sleep_for(500ms);
  const auto [waited_ns, others_ns, player_ns] = watch.so_far();
  EXPECT_GT(waited_ns, 100e6);
  EXPECT_GT(others_ns, 100e6);
  EXPECT_LT(player_ns, 500e6 - 100e6) << "what it waits is not what it runs";
}

TEST(ProcessorWatch, WhatItsOwnThreadsHaveIsNotOfOthers) {
  const Computing player(2);
  std::this_thread::sleep_for(100ms);
  const ProcessorWatch watch(player.process());
  const double machine_ns = processor_time_of_machine_ns(), player_ns = processor_time_ns(player.process());
  std::this_thread::sleep_for(500ms);
  const ProcessorWait seen = watch.so_far();
  const double used_ns = processor_time_ns(player.process()) - player_ns;
  EXPECT_LT(seen.waited_ns,
            std::max(0.0, seen.others_ns) + 40e6);  // an own thread had the processor; others may have, on a busy machine
  EXPECT_GT(used_ns, 50e6);
  EXPECT_NEAR(processor_time_of_machine_ns() - machine_ns - seen.others_ns, used_ns, 40e6);  // two ticks each
  EXPECT_NEAR(seen.player_ns, used_ns, 5e6);
}

}  // namespace
}  // namespace judge
