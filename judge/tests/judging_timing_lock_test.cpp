#include "judge/judging/timing_lock.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <future>
#include <mutex>
#include <thread>
#include <vector>

#include "judge/util/files.hpp"

namespace judge {
namespace {

using namespace std::chrono_literals;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::StartsWith;

struct Listener : Observer {
  std::vector<std::string> lines;
  void message(std::string_view line) override { lines.emplace_back(line); }
};

TEST(TimingLock, ComesWhenTheOtherJudgeIsDoneAndSaysWhoThatIs) {
  const auto folder = *TemporaryDirectory::create("timing-lock-tests");
  const auto file = folder.path() / "new" / "timing.lock";
  Listener first, second;
  auto held = wait_for_timing_lock(file, first);
  ASSERT_TRUE(held && *held);
  EXPECT_THAT(first.lines, ElementsAre());
  std::thread other([&] {
    std::this_thread::sleep_for(50ms);
    held->reset();
  });
  const auto lock = wait_for_timing_lock(file, second);
  other.join();
  EXPECT_TRUE(lock && *lock);
  EXPECT_THAT(second.lines, ElementsAre(fmt::format("waiting for another judge's timing (pid {})", ::getpid())));
}

TEST(TimingLock, IsGivenUpAfterAWhile) {
  const auto folder = *TemporaryDirectory::create("timing-lock-tests");
  const auto file = folder.path() / "timing.lock";
  Listener listener;
  const auto held = wait_for_timing_lock(file, listener);
  const auto lock = wait_for_timing_lock(file, listener, 1ms);
  ASSERT_TRUE(lock) << lock.error().message;
  EXPECT_FALSE(*lock);
  EXPECT_THAT(listener.lines, ElementsAre(StartsWith("waiting for"), HasSubstr("timing beside it")));
}

TEST(TimingLock, WhoeverHeldItLastIsNotNamedForThoseWhoShareIt) {
  const auto folder = *TemporaryDirectory::create("timing-lock-tests");
  const auto file = folder.path() / "timing.lock";
  Listener listener;
  ASSERT_TRUE(*wait_for_timing_lock(file, listener));  // and gone again
  const auto shared = wait_beside_others(file, 1s);
  ASSERT_TRUE(*shared);
  EXPECT_FALSE(*wait_for_timing_lock(file, listener, 1ms));
  EXPECT_THAT(listener.lines, ElementsAre("waiting for another judge's timing", StartsWith("another judge still times")));
}

TEST(TimingLock, ThePatienceIsForTheQueueAndTheLockTogether) {
  const auto folder = *TemporaryDirectory::create("timing-lock-tests");
  const auto file = folder.path() / "timing.lock";
  Listener listener;
  const auto held = wait_for_timing_lock(file, listener);
  auto first_in_queue = FileLock::try_acquire(file.string() + ".queue", LockMode::exclusive, LockFile::stays);
  ASSERT_TRUE(first_in_queue && *first_in_queue);
  const auto begin = std::chrono::steady_clock::now();
  std::thread other([&] {
    std::this_thread::sleep_for(800ms);
    first_in_queue->reset();
  });
  EXPECT_FALSE(*wait_beside_others(file, 1s));
  EXPECT_LT(std::chrono::steady_clock::now() - begin, 1500ms);
  other.join();
}

TEST(TimingLock, IsSharedByThoseWhoDoNotTime) {
  const auto folder = *TemporaryDirectory::create("timing-lock-tests");
  const auto file = folder.path() / "timing.lock";
  Listener listener;
  const auto one = wait_beside_others(file, 1s), two = wait_beside_others(file, 1s);
  ASSERT_TRUE(one && *one && two && *two);
  EXPECT_FALSE(*wait_for_timing_lock(file, listener, 1ms));
}

TEST(TimingLock, WhoWaitsToTimeIsNotOvertakenByThoseWhoShare) {
  const auto folder = *TemporaryDirectory::create("timing-lock-tests");
  const auto file = folder.path() / "timing.lock";
  auto sharer = wait_beside_others(file, 1s);
  ASSERT_TRUE(sharer && *sharer);
  std::vector<int> order;
  std::mutex mutex;
  const auto came = [&](int who) {
    const std::lock_guard lock(mutex);
    order.push_back(who);
  };
  struct : Observer {
    std::promise<void> waits;
    void message(std::string_view) override { waits.set_value(); }
  } listener;
  std::thread timer([&] {
    const auto lock = wait_for_timing_lock(file, listener, 10s);
    came(1);
    std::this_thread::sleep_for(50ms);
  });
  listener.waits.get_future().wait();
  // It says so before it stands in the queue.
  while (*FileLock::try_acquire(file.string() + ".queue", LockMode::exclusive, LockFile::stays))
    std::this_thread::sleep_for(1ms);
  std::thread later([&] {
    const auto share = wait_beside_others(file, 10s);
    came(2);
  });
  std::this_thread::sleep_for(100ms);  // who waits beside others says nothing
  {
    const std::lock_guard lock(mutex);
    EXPECT_TRUE(order.empty());
  }
  sharer->reset();
  timer.join();
  later.join();
  EXPECT_THAT(order, ElementsAre(1, 2));
}

}  // namespace
}  // namespace judge
