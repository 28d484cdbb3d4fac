#include "judge/passes/quiet_device.hpp"
#include "judge/passes/rejections.hpp"

#include "judge/tests/judging_passes_support.hpp"

namespace judge {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

TEST(KernelsBehindCalls, ShortWaitsAreNobodysFault) {
  KernelsBehindCalls kernels;
  for (int i = 0; i < 10'000; ++i) EXPECT_FALSE(kernels.keep_others_waiting(0, milliseconds(3), true));
}

TEST(KernelsBehindCalls, ASecondInAllIsTooMuch) {
  KernelsBehindCalls kernels;
  for (int i = 0; i < 9; ++i) EXPECT_FALSE(kernels.keep_others_waiting(1, milliseconds(100), true)) << i;
  EXPECT_FALSE(kernels.keep_others_waiting(0, milliseconds(1), true));
  EXPECT_TRUE(kernels.keep_others_waiting(1, milliseconds(100), true));
}

// So it is where another program uses the device now and then.
TEST(KernelsBehindCalls, WhoIsWaitedForAsLongAsOthersIsNotToBlame) {
  KernelsBehindCalls kernels;
  for (int i = 0; i < 100; ++i)
    for (const std::size_t attempt : {0, 1, 2})
      EXPECT_FALSE(kernels.keep_others_waiting(attempt, milliseconds(100), true)) << i;
  EXPECT_FALSE(kernels.keep_others_waiting(1, seconds(189), true));
  EXPECT_TRUE(kernels.keep_others_waiting(1, seconds(1), true));
}

TEST(KernelsBehindCalls, WhatDoesNotEndIsTooMuchAtOnce) {
  KernelsBehindCalls kernels;
  EXPECT_TRUE(kernels.keep_others_waiting(0, milliseconds(1), false));
}

/// On a GPU, as far as the passes know. The clock goes on by 7 ms when one looks at the device.
class QuietDevice : public Passes {
 protected:
  static constexpr std::uint64_t k_turn = 8'000'000, k_glance = 1'000'000;  // in cycles; less than that is a glance

  void SetUp() override {
    setting->runtime.kind = RuntimeKind::cuda;
    setting->now = [this] { return m_time; };
    setting->players = [](const PlayerProcess::Options&) { return fake(); };
    setting->longest_gap = [this](std::uint64_t cycles) {
      m_looks.push_back(cycles < k_glance ? "glance" : "look");
      m_time += m_look_takes;
      return m_gap();
    };
  }
  /// An attempt whose kernels go on, from its calls on, for as long as its process lives.
  Timed with_kernels(bool begins_at_once) {
    auto player = fake();
    const auto kernels = std::make_shared<bool>(begins_at_once);
    player->solve = [kernels, calls = 0](float* input, float* output, int n, protocol::Returned&) mutable {
      std::copy_n(input, n, output);
      if (++calls > 3) *kernels = true;
      return std::optional<Outcome>();
    };
    m_gap = [seen = std::weak_ptr<bool>(kernels)] {
      const auto kernels_of_it = seen.lock();
      return kernels_of_it && *kernels_of_it ? k_turn : 0;
    };
    return tested("goes on", std::move(player));
  }
  const Verdict& verdict(std::size_t attempt) const { return m_attempts[attempt].standing.error().verdict; }

  std::chrono::steady_clock::time_point m_time;
  milliseconds m_look_takes{7};
  std::function<std::uint64_t()> m_gap = [] { return std::uint64_t{0}; };
  std::vector<std::string> m_looks;
  std::vector<Timed> m_attempts;
};

TEST_F(QuietDevice, IsSeenAtAGlance) {
  m_look_takes = milliseconds(0);
  EXPECT_TRUE(*becomes_quiet(*harness, seconds(1), Suspicion::none));
  EXPECT_THAT(m_looks, ElementsAre("glance"));
}

// The thread that glances may have waited for the device as a whole.
TEST_F(QuietDevice, IsLookedAtLongerWhereTheGlanceTookLong) {
  m_look_takes = milliseconds(1);
  EXPECT_TRUE(*becomes_quiet(*harness, seconds(1), Suspicion::none));
  EXPECT_THAT(m_looks, ElementsAre("glance", "look"));
}

TEST_F(QuietDevice, IsLookedAtLongerWhereThereIsSuspicion) {
  m_look_takes = milliseconds(0);
  EXPECT_TRUE(*becomes_quiet(*harness, seconds(1), Suspicion::some));
  EXPECT_THAT(m_looks, ElementsAre("look"));
}

TEST_F(QuietDevice, IsToldFromOneWithTurnsByTheGap) {
  m_gap = [] { return std::uint64_t{349'999}; };
  EXPECT_TRUE(*becomes_quiet(*harness, milliseconds(0), Suspicion::some));
  m_gap = [] { return std::uint64_t{350'000}; };
  EXPECT_FALSE(*becomes_quiet(*harness, milliseconds(0), Suspicion::some));
}

TEST_F(QuietDevice, IsWaitedForAndNoLonger) {
  m_gap = [looks = 0]() mutable { return ++looks <= 3 ? k_turn : 0; };
  EXPECT_TRUE(*becomes_quiet(*harness, milliseconds(100), Suspicion::none));
  EXPECT_THAT(m_looks, ElementsAre("glance", "look", "look", "look"));
  m_gap = [] { return k_turn; };
  m_looks.clear();
  EXPECT_FALSE(*becomes_quiet(*harness, milliseconds(100), Suspicion::some));
  EXPECT_THAT(m_looks, SizeIs(15));
}

TEST_F(QuietDevice, CannotBeSeenWhereItFails) {
  setting->longest_gap = [](std::uint64_t) -> Result<std::uint64_t> { return fail("no device"); };
  m_attempts.push_back(tested("one", fake()));
  m_attempts.push_back(tested("other", fake()));
  EXPECT_FALSE(becomes_quiet(*harness, seconds(1), Suspicion::none));
  EXPECT_FALSE(quieten(*harness, m_attempts, k_timed, m_device));
}

TEST_F(QuietDevice, NeedsNoLookForOneAlone) {
  m_gap = [] { return k_turn; };
  m_attempts.push_back(tested("alone", fake()));
  EXPECT_FALSE(*quieten(*harness, m_attempts, k_timed, m_device));
  EXPECT_THAT(m_looks, IsEmpty());
  m_attempts.push_back(tested("other", fake()));
  setting->runtime.kind = RuntimeKind::emulated;
  EXPECT_FALSE(*quieten(*harness, m_attempts, k_timed, m_device));
  EXPECT_THAT(m_looks, IsEmpty());
}

TEST_F(QuietDevice, WhoseKernelsGoOnIsRejectedAlone) {
  m_attempts.push_back(tested("before", fake()));
  m_attempts.push_back(with_kernels(true));
  m_attempts.push_back(tested("behind", fake()));
  EXPECT_TRUE(*quieten(*harness, m_attempts, k_timed, m_device));
  EXPECT_TRUE(m_attempts[0].is_right());
  EXPECT_THAT(*m_attempts[0].standing, SizeIs(1));  // it was ended, and tested again
  ASSERT_FALSE(m_attempts[1].is_right());
  EXPECT_EQ(verdict(1).kind, VerdictKind::cheating);
  EXPECT_THAT(verdict(1).summary, HasSubstr("its kernels go on"));
  EXPECT_TRUE(m_attempts[2].is_right());
}

TEST_F(QuietDevice, WhereAnotherProgramsKernelsGoOnNobodyIsRejected) {
  m_gap = [] { return k_turn; };
  m_attempts.push_back(tested("one", fake()));
  m_attempts.push_back(tested("other", fake()));
  EXPECT_FALSE(*quieten(*harness, m_attempts, k_timed, m_device));
  for (const Timed& attempt : m_attempts) {
    ASSERT_TRUE(attempt.is_right());
    EXPECT_THAT(*attempt.standing, SizeIs(1));
  }
}

TEST_F(QuietDevice, WhereTheyMayBeOfAnotherJudgesAttemptTheJobMayComeAgain) {
  m_gap = [] { return k_turn; };
  AccessLog device;
  device.others = true;
  m_attempts.push_back(tested("alone", fake()));
  const auto quiet = quieten(*harness, m_attempts, k_timed, device);
  ASSERT_FALSE(quiet);
  EXPECT_TRUE(tells_of_kernels_of_others(quiet.error().message));
  EXPECT_FALSE(tells_of_kernels_of_others("no device"));
}

TEST_F(QuietDevice, WhoWasRejectedBeforeKeepsItsVerdict) {
  m_attempts.push_back(tested("one", fake()));
  m_attempts.push_back(with_kernels(true));
  reject(m_attempts[0], outcome::Crashed{.signal = 11}, setting->cases[k_timed]);
  EXPECT_TRUE(*quieten(*harness, m_attempts, k_timed, m_device));
  EXPECT_EQ(verdict(0).kind, VerdictKind::runtime_error);
  EXPECT_EQ(verdict(1).kind, VerdictKind::cheating);
}

TEST_F(QuietDevice, WhoseKernelsBeginLaterIsRejectedBehindThatCall) {
  m_attempts.push_back(tested("one", fake()));
  m_attempts.push_back(with_kernels(false));
  const auto timed = time_side_by_side(*harness, m_attempts, k_timed, short_times(), m_device, m_clock, m_log);
  ASSERT_TRUE(timed) << timed.error().message;
  EXPECT_THAT(timed->contestants, ElementsAre(0));
  EXPECT_THAT(m_attempts[0].measurements, SizeIs(1));
  ASSERT_FALSE(m_attempts[1].is_right());
  EXPECT_EQ(verdict(1).kind, VerdictKind::cheating);
}

// What is still on the device then is none of another call's.
TEST_F(QuietDevice, WhoFailedInTheCallBeforeKeepsItsVerdict) {
  auto crashes = fake();
  const auto crashed = std::make_shared<bool>(false);
  crashes->solve = [crashed, calls = 0](float* input, float* output, int n, protocol::Returned&) mutable {
    std::copy_n(input, n, output);
    *crashed = ++calls > 3;
    return *crashed ? crash() : std::nullopt;
  };
  m_attempts.push_back(tested("crashes", std::move(crashes)));
  m_attempts.push_back(tested("other", fake()));
  m_gap = [&] { return *crashed ? k_turn : 0; };
  const auto timed = time_side_by_side(*harness, m_attempts, k_timed, short_times(), m_device, m_clock, m_log);
  ASSERT_TRUE(timed) << timed.error().message;
  ASSERT_FALSE(m_attempts[0].is_right());
  EXPECT_EQ(verdict(0).kind, VerdictKind::runtime_error);
  EXPECT_TRUE(m_attempts[1].is_right());
}

TEST_F(QuietDevice, AnotherProgramThatBeginsMeanwhileIsAnError) {
  m_attempts.push_back(tested("one", fake()));
  m_attempts.push_back(tested("other", fake()));
  m_gap = [looks = 0]() mutable { return ++looks > 4 ? k_turn : 0; };
  const auto timed = time_side_by_side(*harness, m_attempts, k_timed, short_times(), m_device, m_clock, m_log);
  ASSERT_FALSE(timed);
  EXPECT_THAT(timed.error().message, HasSubstr("another program began to use the device"));
}

// It has one process then, where it had several.
TEST_F(QuietDevice, AmongOthersWhoWasTestedAgainIsTimedFromTheBeginning) {
  AccessLog device;
  device.others = true;
  auto innocent = fake();
  innocent->device_ns = 2e3;
  setting->players = [](const PlayerProcess::Options&) {
    auto another = fake();
    another->device_ns = 2e3;
    return another;
  };
  m_attempts.push_back(tested("innocent", std::move(innocent)));
  m_attempts.push_back(with_kernels(true));
  auto options = short_times();
  options.most_processes = 3;
  const auto timed = time_side_by_side(*harness, m_attempts, k_timed, options, device, m_clock, m_log);
  ASSERT_TRUE(timed) << timed.error().message;
  EXPECT_THAT(timed->contestants, ElementsAre(0));
  EXPECT_EQ(m_attempts[0].measurements.at(0).processes, 3);
  EXPECT_EQ(verdict(1).kind, VerdictKind::cheating);
}

}  // namespace
}  // namespace judge
