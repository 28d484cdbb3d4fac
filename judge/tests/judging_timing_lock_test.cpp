#include "judge/judging/timing_lock.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <atomic>
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

TEST(TimingLock, ThePatienceIsForTheGateAndTheLockTogether) {
  const auto folder = *TemporaryDirectory::create("timing-lock-tests");
  const auto file = folder.path() / "timing.lock";
  Listener listener;
  const auto held = wait_for_timing_lock(file, listener);
  auto gate = FileLock::try_acquire(file.string() + ".queue", LockMode::exclusive, LockFile::stays);
  ASSERT_TRUE(gate && *gate);
  const auto begin = std::chrono::steady_clock::now();
  std::thread other([&] {
    std::this_thread::sleep_for(200ms);
    gate->reset();
  });
  EXPECT_FALSE(*wait_beside_others(file, 300ms));
  EXPECT_LT(std::chrono::steady_clock::now() - begin, 900ms);
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

TEST(TimingLock, WhoHasWaitedForAWhileIsNotOvertakenByThoseWhoShare) {
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
  // The gate closes after a while.
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

// Or each one who shares it would keep all others from timing.
TEST(TimingLock, AllWhoWaitToTimeComeBeforeThoseWhoShare) {
  const auto folder = *TemporaryDirectory::create("timing-lock-tests");
  const auto file = folder.path() / "timing.lock";
  Observer nobody;
  auto timing = wait_for_timing_lock(file, nobody);
  ASSERT_TRUE(timing && *timing);
  std::string order;
  std::mutex mutex;
  const auto came = [&](char who) {
    const std::lock_guard lock(mutex);
    order += who;
  };
  std::vector<std::thread> waiting;
  for (int i = 0; i < 4; ++i) {
    waiting.emplace_back([&] {
      const auto lock = wait_beside_others(file, 10s);
      came('s');
      std::this_thread::sleep_for(20ms);
    });
    waiting.emplace_back([&] {
      const auto lock = wait_for_timing_lock(file, nobody, 10s);
      came('t');
      std::this_thread::sleep_for(20ms);
    });
  }
  std::this_thread::sleep_for(100ms);  // who waits beside others says nothing
  timing->reset();
  for (std::thread& one : waiting) one.join();
  EXPECT_EQ(order, "ttttssss");
}

TEST(TimingLock, ThoseWhoShareDoSoSideBySideAndThenAllTimeInTurn) {
  const auto folder = *TemporaryDirectory::create("timing-lock-tests");
  const auto file = folder.path() / "timing.lock";
  std::atomic<int> sharing = 0, most_sharing = 0, timing = 0, together = 0;
  const auto begin = std::chrono::steady_clock::now();
  const auto one = [&] {
    Observer nobody;
    LockedDevice device(file, nobody);
    while (std::chrono::steady_clock::now() - begin < 1s) {
      ASSERT_TRUE(device.beside_others());
      int now_sharing = ++sharing;
      for (int most = most_sharing; most < now_sharing && !most_sharing.compare_exchange_weak(most, now_sharing);) {
      }
      together += timing != 0;
      std::this_thread::sleep_for(50ms);
      --sharing;
      ASSERT_TRUE(device.alone());
      together += ++timing != 1 || sharing != 0;
      std::this_thread::sleep_for(20ms);
      --timing;
      device.leave();
    }
  };
  std::vector<std::thread> judges;
  for (int i = 0; i < 8; ++i) judges.emplace_back(one);
  for (std::thread& judge : judges) judge.join();
  EXPECT_EQ(together, 0);
  EXPECT_GE(most_sharing, 4);
}

}  // namespace
}  // namespace judge
