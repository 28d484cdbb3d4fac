/// Calls among the timed ones that an attempt cannot tell from them.

#include "judge/passes/unannounced_calls.hpp"
#include "judge/tests/judging_passes_support.hpp"

namespace judge {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

// It sees no difference to a timed call; what it touched is told afterwards.
TEST_F(Passes, OneThatUsesDeviceMemoryOnTheHostIsRejectedWhereDecoysAre) {
  std::vector<Timed> attempts;
  attempts.push_back(tested("stays", fake()));
  auto reading = fake();
  FakePlayer& player = *reading;
  attempts.push_back(tested("reads", std::move(reading)));
  player.solve = [&player](float* input, float* output, int n, protocol::Returned& returned) {
    std::copy_n(input, n, output);
    if (player.calls.back().gives_decoys) returned.trace.touched_by_host = "input";
    return std::optional<Outcome>();
  };
  const auto timed = time_side_by_side(*harness, attempts, k_timed, short_times(), m_device, m_clock, m_log);
  ASSERT_TRUE(timed) << timed.error().message;
  EXPECT_THAT(timed->contestants, ElementsAre(0));
  EXPECT_TRUE(attempts[0].is_right());
  ASSERT_FALSE(attempts[1].is_right());
  EXPECT_THAT(attempts[1].standing.error().verdict.summary, HasSubstr("device memory cannot be reached from the host"));
}

// On a GPU: in some calls, which its process cannot tell from the others, the device is free for a while before the clock starts. Whose work
// does not wait for it may be innocent, so that is timed in another way.
TEST_F(Passes, OneWhoseWorkDoesNotWaitForTheStartEventIsTimedOnAnIdleDevice) {
  setting->runtime.kind = RuntimeKind::cuda;
  std::vector<Timed> attempts;
  auto honest = fake(), early = fake();
  honest->device_ns = early->device_ns = 2e6;
  FakePlayer& other = *honest;
  std::size_t looked_at = 0;
  other.solve = [&](float* input, float* output, int n, protocol::Returned&) {
    std::copy_n(input, n, output);
    looked_at += other.looks_for_early_work;
    return std::optional<Outcome>();
  };
  early->adds_to_early_sum = 1;
  attempts.push_back(tested("copies", std::move(honest)));
  attempts.push_back(tested("early", std::move(early)));
  const auto timed = time_side_by_side(*harness, attempts, k_timed, short_times(), m_device, m_clock, m_log);
  ASSERT_TRUE(timed) << timed.error().message;
  EXPECT_GT(looked_at, 1u);
  ASSERT_TRUE(attempts[0].is_right() && attempts[1].is_right());
  EXPECT_EQ(attempts[0].measurements.front().bracket, Bracket::blocked);
  EXPECT_EQ(attempts[1].measurements.front().bracket, Bracket::host_paced);
  EXPECT_THAT(attempts[1].measurements.front().note, HasSubstr("does not wait"));
}

TEST(UnannouncedCalls, BeginEarlyAndBecomeRarer) {
  UnannouncedCalls decoys(7), others(8);
  std::vector<std::size_t> due, due_there;
  for (std::size_t call = 1; call <= 2000; ++call) {
    if (decoys.is_due(0)) due.push_back(call);
    if (others.is_due(0)) due_there.push_back(call);
  }
  EXPECT_LE(due.front(), 4u);
  EXPECT_GT(due.back(), 1000u);
  EXPECT_GT(due.size(), 15u);
  EXPECT_LT(due.size(), 60u);
  EXPECT_NE(due, due_there);
  EXPECT_NE(decoys.next_turn(), decoys.next_turn());
}

}  // namespace
}  // namespace judge
