// The checker's memory and its idea of order, by themselves. That attempts are seen right is the exam's to say
// (testcases/check/).
#include <gtest/gtest.h>

#include <memory>

#include "judge/emulator/checker/happens_before.hpp"
#include "judge/emulator/checker/past_works.hpp"
#include "judge/emulator/checker/shadow.hpp"

namespace judge::emulated {
namespace {

TEST(WrittenBytes, CountsWhatNobodyWrote) {
  WrittenBytes bytes(100);
  EXPECT_EQ(bytes.count_unwritten(0, 100), 100u);
  bytes.mark(3, 14);
  EXPECT_EQ(bytes.count_unwritten(0, 100), 86u);
  EXPECT_EQ(bytes.count_unwritten(3, 14), 0u);
  EXPECT_EQ(bytes.count_unwritten(2, 2), 1u);
  EXPECT_EQ(bytes.count_unwritten(16, 2), 1u);
  bytes.mark(90, 1000);
  EXPECT_EQ(bytes.count_unwritten(90, 1000), 0u) << "what lies behind the end does not count";
  bytes.clear();
  EXPECT_EQ(bytes.count_unwritten(0, 100), 100u);
}

TEST(WrittenByBlock, ForgetsWithEachBlock) {
  WrittenByBlock bytes(64);
  bytes.mark(5, 6, 7);
  EXPECT_EQ(bytes.count_unwritten(0, 16, 7), 10u);
  EXPECT_EQ(bytes.count_unwritten(5, 6, 8), 6u);
  bytes.mark(8, 1, 8);
  EXPECT_EQ(bytes.count_unwritten(5, 6, 8), 5u);
}

TEST(LazyArray, IsZeroUntilWrittenTo) {
  LazyArray<Cell> cells(std::size_t{1} << 20);
  EXPECT_EQ(cells[12345].write.time, 0u);
  cells[12345].write.time = 9;
  cells.clear();
  EXPECT_EQ(cells[12345].write.time, 0u);
}

class OrderTest : public testing::Test {
 protected:
  OrderTest() { order.launch_started(); }
  std::unique_ptr<HappensBefore::Block> block(std::uint32_t index) {
    auto fresh = std::make_unique<HappensBefore::Block>();
    order.block_started(*fresh, index);
    return fresh;
  }
  /// What `thread` does now.
  Trace touch(const HappensBefore::Block& of, unsigned thread) const {
    return {.time = order.now(), .block = of.index, .thread = static_cast<std::uint16_t>(thread)};
  }
  HappensBefore order;
};

constexpr std::uintptr_t k_counter = 0x1000, k_elsewhere = 0x2000;

TEST_F(OrderTest, ABarrierOrdersTheBlockAndNothingElse) {
  const auto first = block(0), second = block(1);
  const Trace earlier = touch(*first, 3);
  EXPECT_TRUE(order.is_before(earlier, *first, 3)) << "a thread knows what it did";
  EXPECT_FALSE(order.is_before(earlier, *first, 4));
  order.barrier(*first);
  EXPECT_TRUE(order.is_before(earlier, *first, 4));
  EXPECT_FALSE(order.is_before(touch(*first, 3), *first, 4)) << "done behind the barrier";
  EXPECT_FALSE(order.is_before(earlier, *second, 4));
}

TEST_F(OrderTest, LanesKnowOfEachOtherOnceTheyMet) {
  const auto of = block(0);
  const Trace earlier = touch(*of, 33);
  order.lanes_met(*of, 32, 0b0110);
  EXPECT_TRUE(order.is_before(earlier, *of, 34));
  EXPECT_FALSE(order.is_before(earlier, *of, 35)) << "took no part";
  EXPECT_FALSE(order.is_before(earlier, *of, 2)) << "of another warp";
  order.lanes_met(*of, 32, 0b1100);
  EXPECT_TRUE(order.is_before(earlier, *of, 35)) << "lane 2 has passed it on";
  EXPECT_FALSE(order.is_before(touch(*of, 33), *of, 34));
}

TEST_F(OrderTest, ABarrierOfSomeWarpsOrdersThoseWhoArriveBeforeThoseWhoWait) {
  const auto of = block(0);
  const Trace produced = touch(*of, 3);
  order.warp_arrives(*of, 1, 0);
  const Trace late = touch(*of, 3);  // behind bar.arrive
  const Trace consumed = touch(*of, 40);
  order.warp_arrives(*of, 1, 1);
  HappensBefore::warps_met(*of, 1, 0b10);  // warp 1 waits there
  EXPECT_TRUE(order.is_before(produced, *of, 63));
  EXPECT_FALSE(order.is_before(late, *of, 63));
  EXPECT_FALSE(order.is_before(consumed, *of, 3)) << "warp 0 has not waited";
  EXPECT_FALSE(order.is_before(produced, *of, 64)) << "took no part";
  order.warp_arrives(*of, 2, 1);
  order.warp_arrives(*of, 2, 2);
  HappensBefore::warps_met(*of, 2, 0b110);
  EXPECT_TRUE(order.is_before(produced, *of, 64)) << "warp 1 has passed it on";
  EXPECT_FALSE(order.is_before(late, *of, 64));
  order.warp_arrives(*of, 1, 3);
  HappensBefore::warps_met(*of, 1, 0b1000);
  EXPECT_FALSE(order.is_before(produced, *of, 96)) << "another round of the barrier";
}

TEST_F(OrderTest, WhatAThreadAcquiredThoseLearnWhoMeetItLater) {
  const auto of = block(0);
  const Trace guarded = touch(*of, 64);
  order.fence(*of, 64);
  order.release(*of, 64, k_counter);
  order.lanes_met(*of, 0, 0xffffffff);
  order.acquire(*of, 0, k_counter);
  EXPECT_TRUE(order.is_before(guarded, *of, 0));
  EXPECT_FALSE(order.is_before(guarded, *of, 1)) << "has met thread 0 before";
  order.lanes_met(*of, 0, 0b11);
  EXPECT_TRUE(order.is_before(guarded, *of, 1));
  EXPECT_FALSE(order.is_before(guarded, *of, 2));
  EXPECT_FALSE(order.is_before(guarded, *of, 32));
  order.warp_arrives(*of, 1, 0);
  order.warp_arrives(*of, 1, 1);
  HappensBefore::warps_met(*of, 1, 0b11);
  EXPECT_TRUE(order.is_before(guarded, *of, 32));
}

TEST_F(OrderTest, AnEarlierLaunchAndTheGridsBarrierOrderAll) {
  const auto first = block(0), second = block(1);
  Trace earlier = touch(*first, 0);
  order.grid_met();
  EXPECT_TRUE(order.is_before(earlier, *second, 5));
  earlier = touch(*first, 0);
  EXPECT_FALSE(order.is_before(earlier, *second, 5));
  order.launch_started();
  const auto later = block(1);
  EXPECT_TRUE(order.is_before(earlier, *later, 5));
}

TEST_F(OrderTest, ACounterHandsOnWhatAFenceCovers) {
  const auto writer = block(0);
  const Trace part = touch(*writer, 7);
  order.barrier(*writer);
  order.fence(*writer, 0);
  const Trace late = touch(*writer, 0);
  order.release(*writer, 0, k_counter);
  const auto reader = block(1);
  EXPECT_FALSE(order.is_before(part, *reader, 0));
  order.acquire(*reader, 0, k_elsewhere);
  EXPECT_FALSE(order.is_before(part, *reader, 0)) << "another address";
  order.acquire(*reader, 0, k_counter);
  EXPECT_TRUE(order.is_before(part, *reader, 0));
  EXPECT_TRUE(order.is_before(part, *reader, 9)) << "its whole block learns";
  EXPECT_FALSE(order.is_before(late, *reader, 0)) << "written behind the fence";
}

TEST_F(OrderTest, WithoutAFenceACounterHandsOnNothing) {
  const auto writer = block(0);
  const Trace part = touch(*writer, 0);
  order.release(*writer, 0, k_counter);
  const auto reader = block(1);
  order.acquire(*reader, 0, k_counter);
  EXPECT_FALSE(order.is_before(part, *reader, 0));
}

TEST_F(OrderTest, AnotherThreadsFenceIsNotEnoughWithoutABarrier) {
  const auto writer = block(0);
  const Trace part = touch(*writer, 40);
  order.fence(*writer, 0);
  order.release(*writer, 0, k_counter);
  const auto reader = block(1);
  order.acquire(*reader, 0, k_counter);
  EXPECT_FALSE(order.is_before(part, *reader, 0));
}

TEST_F(OrderTest, ALockOrdersThreadsOfOneBlock) {
  const auto of = block(0);
  const Trace guarded = touch(*of, 64);
  order.fence(*of, 64);
  order.release(*of, 64, k_counter);
  EXPECT_FALSE(order.is_before(guarded, *of, 128));
  order.acquire(*of, 128, k_counter);
  EXPECT_TRUE(order.is_before(guarded, *of, 128));
  EXPECT_FALSE(order.is_before(guarded, *of, 129)) << "has not taken the lock";
}

TEST_F(OrderTest, WhatWasLearnedIsHandedOn) {
  const auto first = block(0);
  const Trace earlier = touch(*first, 0);
  order.fence(*first, 0);
  order.release(*first, 0, k_counter);
  const auto second = block(1);
  order.acquire(*second, 0, k_counter);
  order.fence(*second, 0);
  order.release(*second, 0, k_elsewhere);
  const auto third = block(2);
  EXPECT_FALSE(order.is_before(earlier, *third, 0));
  order.acquire(*third, 0, k_elsewhere);
  EXPECT_TRUE(order.is_before(earlier, *third, 0));
}

TEST_F(OrderTest, WhoHasReadACounterKnowsWhatWasHandedOnThoughItIsReleasedAgain) {
  const auto writer = block(0), reader = block(1);
  const Trace part = touch(*writer, 0);
  order.fence(*writer, 0);
  order.release(*writer, 0, k_counter);
  order.acquire(*reader, 0, k_counter);
  for (int round = 0; round < 20; ++round) {  // waits for the rest by atomicAdd(counter, 0)
    order.acquire(*writer, 0, k_counter);
    order.release(*writer, 0, k_counter);
  }
  EXPECT_TRUE(order.is_before(part, *reader, 5));
  const Trace later = touch(*writer, 0);
  for (int round = 0; round < 20; ++round) {
    order.fence(*writer, 0);
    order.release(*writer, 0, k_counter);
  }
  EXPECT_TRUE(order.is_before(part, *reader, 5));
  EXPECT_FALSE(order.is_before(touch(*writer, 0), *reader, 5)) << "behind the last fence";
  order.acquire(*reader, 0, k_counter);
  EXPECT_TRUE(order.is_before(later, *reader, 5));
}

TEST_F(OrderTest, WhatALaterReaderOfABlockLearnedCountsForIt) {
  const auto writer = block(0), reader = block(1);
  order.fence(*writer, 0);
  order.release(*writer, 0, k_counter);
  order.acquire(*reader, 0, k_counter);  // and goes on waiting
  const Trace part = touch(*writer, 0);
  order.fence(*writer, 0);
  order.release(*writer, 0, k_counter);
  EXPECT_FALSE(order.is_before(part, *reader, 63));
  order.acquire(*reader, 63, k_counter);
  EXPECT_TRUE(order.is_before(part, *reader, 63));
}

/// The task of this count on this stream; numbers rise over all streams.
TaskId task(std::uint32_t stream, std::uint32_t count, std::uint64_t number) { return {stream, count, number}; }

StreamClock after(std::initializer_list<TaskId> tasks) {
  StreamClock clock;
  for (const TaskId& one : tasks) clock.add(one);
  return clock;
}

TEST(StreamClock, KnowsATaskAndWhatItsStreamWasGivenBefore) {
  const StreamClock clock = after({task(1, 3, 9)});
  EXPECT_TRUE(clock.covers(task(1, 3, 9)));
  EXPECT_TRUE(clock.covers(task(1, 1, 2)));
  EXPECT_FALSE(clock.covers(task(1, 4, 10)));
  EXPECT_FALSE(clock.covers(task(2, 1, 1))) << "another stream's";
}

TEST(StreamClock, JoinsWhatTwoKnow) {
  StreamClock clock = after({task(1, 3, 9)});
  clock.join(after({task(1, 2, 5), task(2, 7, 8)}));
  EXPECT_TRUE(clock.covers(task(1, 3, 9)));
  EXPECT_TRUE(clock.covers(task(2, 7, 8)));
  EXPECT_FALSE(clock.covers(task(2, 8, 11)));
}

TEST(StreamClock, CoversAllThatWasBeforeTheHostWaitedForEverything) {
  StreamClock clock = after({task(1, 3, 9)});
  clock.cover_all_before(20);
  EXPECT_TRUE(clock.covers(task(5, 1, 19)));
  EXPECT_FALSE(clock.covers(task(1, 3, 20)));
  StreamClock other;
  other.join(clock);
  EXPECT_TRUE(other.covers(task(5, 1, 19)));
}

constexpr std::uintptr_t k_buffer = 0x10000;

TEST(PastWorks, AnAccessRacesWithTheUnorderedKernelOfItsTime) {
  PastWorks past;
  past.add(PastWork{task(1, 1, 1), {.what = "first"}, 10, 20});
  past.add(PastWork{task(2, 1, 2), {.what = "second"}, 20, 30});
  past.begin(after({task(2, 1, 2)}));
  EXPECT_TRUE(past.may_race_with_kernels());
  EXPECT_EQ(past.unordered_at(10), nullptr) << "before it began";
  ASSERT_NE(past.unordered_at(11), nullptr);
  EXPECT_STREQ(past.unordered_at(20)->name.what, "first");
  EXPECT_EQ(past.unordered_at(21), nullptr) << "the second is known";
  past.begin(after({task(1, 1, 1), task(2, 1, 2)}));
  EXPECT_FALSE(past.may_race_with_kernels());
}

TEST(PastWorks, RangesConflictWhereTheyOverlapAndOneWrites) {
  PastWorks past;
  past.add(RangeAccess{task(1, 1, 1), {}, k_buffer, 64, false});
  past.begin({});
  EXPECT_EQ(past.unordered_range(k_buffer, 4, false), nullptr) << "both read";
  EXPECT_NE(past.unordered_range(k_buffer, 4, true), nullptr);
  EXPECT_NE(past.unordered_range(k_buffer + 60, 16, true), nullptr);
  EXPECT_EQ(past.unordered_range(k_buffer + 64, 16, true), nullptr);
  EXPECT_EQ(past.unordered_range(k_buffer - 16, 16, true), nullptr);
}

TEST(PastWorks, ForgetsWhatTheHostHasWaitedFor) {
  PastWorks past;
  past.add(PastWork{task(1, 1, 1), {}, 10, 20});
  past.add(RangeAccess{task(2, 1, 2), {}, k_buffer, 64, true});
  past.forget(after({task(1, 1, 1)}));
  past.begin({});
  EXPECT_FALSE(past.may_race_with_kernels());
  EXPECT_TRUE(past.may_race_with_ranges());
  past.forget(after({task(2, 1, 2)}));
  EXPECT_TRUE(past.is_empty());
}

TEST(PastWorks, RemembersSoManyRowsOfACopyAndNoMore) {
  PastWorks past;
  for (std::uintptr_t row = 0; row < 2 * PastWorks::most_ranges_of_a_task; ++row)
    past.add(RangeAccess{task(1, 1, 1), {}, k_buffer + row * 128, 64, true});
  past.begin({});
  EXPECT_NE(past.unordered_range(k_buffer, 4, false), nullptr);
  EXPECT_EQ(past.unordered_range(k_buffer + 128 * PastWorks::most_ranges_of_a_task, 4, false), nullptr);
}

}  // namespace
}  // namespace judge::emulated
