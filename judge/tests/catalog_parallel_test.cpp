#include <gtest/gtest.h>

#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <thread>
#include <vector>

#include "judge/util/parallel.hpp"

namespace judge {
namespace {

TEST(ParallelFor, CoversEveryIndexOnceInRangesOfTheGrain) {
  for (const std::size_t count : {0u, 1u, 7u, 64u, 65u, 10'000u}) {
    std::vector<std::atomic<int>> seen(count);
    parallel_for(count, 64, [&](std::size_t begin, std::size_t end) {
      EXPECT_EQ(begin % 64, 0u);
      EXPECT_LE(end - begin, 64u);
      for (std::size_t i = begin; i < end; ++i) ++seen[i];
    });
    for (const auto& times : seen) EXPECT_EQ(times, 1);
  }
}

TEST(ParallelFor, RunsWithinItselfAndFromSeveralThreads) {
  std::atomic<std::size_t> sum{0};
  const auto add = [&] {
    for (int round = 0; round < 50; ++round)
      parallel_for(100, 1, [&](std::size_t begin, std::size_t end) {
        parallel_for(end - begin, 1, [&](std::size_t a, std::size_t b) { sum += b - a; });
      });
  };
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) threads.emplace_back(add);
  for (auto& thread : threads) thread.join();
  EXPECT_EQ(sum, 4u * 50 * 100);
}

TEST(ParallelFor, WorksInAForkedChildThatThenExits) {
  parallel_for(1000, 1, [](std::size_t, std::size_t) {});
  const pid_t child = ::fork();
  if (child == 0) {
    std::atomic<int> sum{0};
    parallel_for(1000, 1, [&](std::size_t, std::size_t) { ++sum; });
    std::_Exit(sum == 1000 ? 0 : 1);
  }
  int status = -1;
  ::waitpid(child, &status, 0);
  EXPECT_EQ(status, 0);
}

}  // namespace
}  // namespace judge
