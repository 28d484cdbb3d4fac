#include "judge/passes/leaks.hpp"

#include "judge/tests/judging_passes_support.hpp"

namespace judge {
namespace {

using testing::HasSubstr;
using Room = RoomForCalls::Room;

constexpr std::uint64_t k_mib = std::uint64_t{1} << 20, k_gib = std::uint64_t{1} << 30;

/// Of calls that leave so much each.
std::vector<Room> rooms(std::uint64_t limit, std::uint64_t before, std::uint64_t of_a_call, int calls) {
  RoomForCalls room(limit, before);
  std::vector<Room> all;
  for (int i = 1; i <= calls; ++i) all.push_back(room.called(before + static_cast<std::uint64_t>(i) * of_a_call));
  return all;
}

TEST(RoomForCalls, HalfOfWhatIsLeftIsForThirtyCalls) {
  EXPECT_THAT(rooms(122 * k_mib, 2 * k_mib, k_mib, 60), testing::Each(Room::enough));
  EXPECT_EQ(rooms(122 * k_mib, 2 * k_mib, k_mib, 61).back(), Room::used_up);
  EXPECT_THAT(rooms(122 * k_mib, 2 * k_mib, 3 * k_mib, 20), testing::Each(Room::enough));
  EXPECT_EQ(rooms(122 * k_mib, 2 * k_mib, 3 * k_mib, 21).back(), Room::too_little);
  EXPECT_EQ(rooms(122 * k_mib, 2 * k_mib, 2 * k_mib + 1, 30).back(), Room::used_up);
  EXPECT_EQ(rooms(2 * k_mib, 3 * k_mib, 1, 3).back(), Room::too_little);
}

TEST(RoomForCalls, WhatIsKeptOnceTakesNone) {
  EXPECT_THAT(rooms(k_gib, k_gib - 1, 0, 1'000), testing::Each(Room::enough));
  RoomForCalls once(k_gib, 0);
  for (int i = 0; i < 100; ++i) EXPECT_EQ(once.called(k_gib - 1), Room::enough);
  RoomForCalls later(k_gib, 0);
  EXPECT_EQ(later.called(0), Room::enough);
  for (int i = 0; i < 100; ++i) EXPECT_EQ(later.called(k_gib - 1), Room::enough);
}

TEST(RoomForCalls, ARingOfBuffersThatTheFirstCallsMakeIsNoLeak) {
  RoomForCalls room(122 * k_mib, 2 * k_mib);
  for (std::uint64_t call = 1; call <= 1'000; ++call)
    EXPECT_EQ(room.called((2 + 3 * std::min<std::uint64_t>(call, 16)) * k_mib), Room::enough);
}

TEST(RoomForCalls, IsEndlessWithoutALimit) { EXPECT_THAT(rooms(0, 0, k_gib, 1'000), testing::Each(Room::enough)); }

TEST(RoomForCalls, CallsInBetweenCount) {
  RoomForCalls room(8 * k_mib, 0);
  EXPECT_EQ(room.called(k_mib), Room::enough);
  room.called();
  room.called();
  EXPECT_EQ(room.called(4 * k_mib), Room::enough);
  EXPECT_EQ(room.called(5 * k_mib), Room::too_little);
  EXPECT_EQ(room.bytes_of_a_call(), k_mib);
}

/// An attempt that leaves memory behind in each call, where 4 GiB are allowed.
class Leaking : public Passes {
 protected:
  void time(std::uint64_t bytes_of_a_call) {
    setting->problem.device_memory_limit_bytes = 4 * k_gib;
    auto player = fake();
    player->device_ns = player->wall_ns = 2e6;
    player->solve = [this, bytes_of_a_call](float* input, float* output, int n, protocol::Returned& returned) {
      std::copy_n(input, n, output);
      returned.trace.kept_bytes = ++m_calls * bytes_of_a_call;
      return std::optional<Outcome>();
    };
    m_attempts.push_back(tested("leaks", std::move(player)));
    auto options = short_times();
    options.rule.min_samples = options.rule.max_samples = 400;
    const auto timed = time_side_by_side(*harness, m_attempts, k_timed, options, m_device, m_clock, m_log);
    ASSERT_TRUE(timed) << timed.error().message;
  }
  std::vector<Timed> m_attempts;
  std::uint64_t m_calls = 0;
};

TEST_F(Leaking, IsNotCalledUntilMemoryRunsOut) {
  time(20 * k_mib);
  ASSERT_TRUE(m_attempts[0].is_right());
  EXPECT_LT(m_calls * 20 * k_mib, 3 * k_gib);
  EXPECT_GT(m_attempts[0].measurements.at(0).samples.size(), 60u);
}

TEST_F(Leaking, IsRejectedWhereThereIsNoRoomForEnough) {
  time(100 * k_mib);
  ASSERT_FALSE(m_attempts[0].is_right());
  EXPECT_LT(m_calls, 40u);
  EXPECT_EQ(m_attempts[0].standing.error().verdict.kind, VerdictKind::memory_limit);
  EXPECT_THAT(m_attempts[0].standing.error().verdict.summary, HasSubstr("leaves 100 MiB of device memory"));
}

TEST_F(Leaking, LittleChangesNothing) {
  time(256);
  ASSERT_TRUE(m_attempts[0].is_right());
  EXPECT_EQ(m_attempts[0].measurements.at(0).samples.size(), 400u);
}

}  // namespace
}  // namespace judge
