#include <set>
#include <thread>

#include "judge/measure/ranking.hpp"
#include "judge/passes/peak_rates.hpp"
#include "judge/tests/judging_passes_support.hpp"

namespace judge {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

TEST_F(Passes, TimesAloneAndLeavesTheDeviceInTheEnd) {
  std::vector<Timed> attempts;
  attempts.push_back(tested("copies", fake()));
  AccessLog device;
  const auto timed = time_side_by_side(*harness, attempts, k_timed, short_times(), device, m_clock, m_log);
  ASSERT_TRUE(timed) << timed.error().message;
  EXPECT_THAT(device.turns, ElementsAre("alone", "left"));
  EXPECT_THAT(m_clock.stages(),
              ElementsAre(testing::Field(&StageTime::stage, "answers"), testing::Field(&StageTime::stage, "timing")));
}

TEST_F(Passes, SparePlayersAreTakenBeforeNewOnesAreStarted) {
  int started = 0;
  setting->players = [&started](const PlayerProcess::Options&) {
    ++started;
    return fake();
  };
  ASSERT_TRUE(keep_spare_players(*harness, SpareFor::attempts, 3));
  ASSERT_TRUE(keep_spare_players(*harness, SpareFor::attempts, 2));
  EXPECT_EQ(std::exchange(started, 0), 3);
  Timed attempt = tested("copies", fake());
  ASSERT_TRUE(add_players(*harness, {&attempt}, 4));
  EXPECT_EQ(started, 1);
  EXPECT_THAT(*attempt.standing, SizeIs(5));
  EXPECT_THAT(harness->spare, IsEmpty());
}

// Most attempts' work is one after another in any case, and a context with one queue on the device is made in half the time.
TEST_F(Passes, AnAttemptThatMayHaveSeveralStreamsHasQueuesForThem) {
  std::vector<bool> has_one_queue;
  setting->players = [&has_one_queue](const PlayerProcess::Options& options) {
    has_one_queue.push_back(options.has_one_queue);
    return fake();
  };
  ASSERT_TRUE(keep_spare_players(*harness, SpareFor::attempts, 1));
  Timed one = tested("one", fake()), several = tested("several", fake());
  several.built->has_several_streams = true;
  ASSERT_TRUE(add_players(*harness, {&several}, 1));
  ASSERT_TRUE(add_players(*harness, {&one}, 2));
  EXPECT_THAT(has_one_queue, ElementsAre(true, false, true));
  ASSERT_TRUE(add_players(*harness, {&several}, 1, NewPlayers::never));
  EXPECT_THAT(*several.standing, SizeIs(2));
}

// Of a batch: nothing that takes long is left for the time in which others wait.
TEST_F(Passes, WhatAShortTimeNeedsIsThereBeforeOthersWait) {
  AccessLog device;
  device.others = true;
  setting->players = [&device](const PlayerProcess::Options&) {
    device.turns.emplace_back("started");
    return fake();
  };
  const auto player_of = [](double wall_ns) {
    auto player = fake();
    player->wall_ns = wall_ns;
    return player;
  };
  Timed quick = tested("quick", player_of(30e3)), slow = tested("slow", player_of(300e3)),
        second = tested("second", player_of(30e3));
  setting->runtime.kind = RuntimeKind::cuda;
  ASSERT_TRUE(add_players_ahead(*harness, {&slow}, k_timed, 8, device));
  EXPECT_THAT(device.turns, IsEmpty());
  EXPECT_THAT(*slow.standing, SizeIs(1));
  ASSERT_TRUE(add_players_ahead(*harness, {&quick}, k_timed, 8, device));
  EXPECT_THAT(*quick.standing, SizeIs(8));
  EXPECT_THAT(device.turns, SizeIs(9));
  EXPECT_EQ(device.turns.front(), "left");
  EXPECT_EQ(std::exchange(device.turns, {}).back(), "beside others");
  start_spare_players(*harness, SpareFor::attempts, 7);
  device.turns.clear();
  ASSERT_TRUE(add_players_ahead(*harness, {&second}, k_timed, 8, device));
  EXPECT_THAT(*second.standing, SizeIs(8));
  EXPECT_THAT(device.turns, IsEmpty());
  ASSERT_TRUE(add_players(*harness, {&slow}, 7, NewPlayers::never));
  EXPECT_THAT(*slow.standing, SizeIs(1));
}

TEST_F(Passes, AmongOthersItPreparesWithTheDeviceLeft) {
  std::vector<Timed> attempts;
  attempts.push_back(tested("copies", fake()));
  AccessLog device;
  device.others = true;
  ASSERT_TRUE(time_side_by_side(*harness, attempts, k_timed, short_times(), device, m_clock, m_log));
  EXPECT_THAT(device.turns, ElementsAre("left", "alone", "left"));
  EXPECT_TRUE(attempts[0].is_right());
}

TEST_F(Passes, TimesThoseThatAreRight) {
  std::vector<Timed> attempts;
  for (const double time_ns : {2e6, 1e6}) {
    auto player = fake();
    player->device_ns = player->wall_ns = time_ns;
    attempts.push_back(tested("copies", std::move(player)));
  }
  auto wrong = fake();
  wrong->solve = [](float*, float*, int, protocol::Returned&) { return crash(); };
  attempts.insert(attempts.begin() + 1, tested("crashes", std::move(wrong)));
  const auto timed = time_side_by_side(*harness, attempts, k_timed, short_times(), m_device, m_clock, m_log);
  ASSERT_TRUE(timed) << timed.error().message;
  EXPECT_THAT(timed->contestants, ElementsAre(0, 2));
  EXPECT_THAT(attempts[1].measurements, IsEmpty());
  EXPECT_EQ(attempts[0].measurements.front().device.median_ns, 2e6);
  EXPECT_EQ(attempts[2].measurements.front().device.median_ns, 1e6);
  EXPECT_EQ(attempts[0].measurements.front().bracket, Bracket::host_clock);
  EXPECT_EQ(m_log.lines.back(), "timing timed");
}

// One that dies in its k-th call, for every k until it is timed to the end: the verdict says which call, and the other one's
// times are whole. Calls with decoys have the number of the next one.
TEST_F(Passes, OneThatDiesInAnyTimedCallIsRejectedThere) {
  constexpr std::size_t k_not_counted = 10;  // calls before each attempt gets further processes
  for (std::size_t death = 1;; ++death) {
    std::vector<Timed> attempts;
    attempts.push_back(tested("lives", fake()));
    auto dying = fake();
    FakePlayer& player = *dying;
    attempts.push_back(tested("dies", std::move(dying)));
    std::size_t number = 0, with_decoys = 0;
    player.solve = [&](float* input, float* output, int n, protocol::Returned&) {
      std::copy_n(input, n, output);
      const bool dies = player.calls.size() == death + 1;  // the first one was the check
      if (player.calls.back().gives_decoys && !dies) ++with_decoys;
      else ++number;
      return dies ? crash() : std::nullopt;
    };
    const auto timed = time_side_by_side(*harness, attempts, k_timed, short_times(), m_device, m_clock, m_log);
    ASSERT_TRUE(timed) << timed.error().message;
    ASSERT_THAT(attempts[0].measurements, SizeIs(1));
    EXPECT_EQ(attempts[0].measurements[0].samples.size(), 2 * timed->block_times_ns.front().size());
    if (attempts[1].is_right()) {
      EXPECT_EQ(number, attempts[1].measurements[0].samples.size() + k_not_counted + 1);  // the last one is not timed
      EXPECT_GT(with_decoys, 2u);
      return;
    }
    EXPECT_THAT(timed->contestants, ElementsAre(0));
    const Verdict& verdict = attempts[1].standing.error().verdict;
    EXPECT_EQ(verdict.kind, VerdictKind::runtime_error);
    const std::size_t call = number > k_not_counted ? number - k_not_counted : number;
    EXPECT_THAT(verdict.details, HasSubstr(fmt::format("call {} of those that are timed was not", call)));
    ASSERT_LT(death, 80u);
  }
}

TEST_F(Passes, OneThatDiesWhileTheClockIsMeasuredIsRejectedAlone) {
  std::vector<Timed> attempts;
  attempts.push_back(tested("lives", fake()));
  auto dying = fake();
  dying->empty_failure = crash();
  attempts.push_back(tested("dies", std::move(dying)));
  setting->players = [](const PlayerProcess::Options&) { return fake(); };
  setting->runtime.kind = RuntimeKind::cuda;  // where there is such a clock
  const auto timed = time_side_by_side(*harness, attempts, k_timed, short_times(), m_device, m_clock, m_log);
  ASSERT_TRUE(timed) << timed.error().message;
  EXPECT_THAT(timed->contestants, ElementsAre(0));
  ASSERT_FALSE(attempts[1].is_right());
  EXPECT_EQ(attempts[1].standing.error().verdict.kind, VerdictKind::runtime_error);
}

// On the emulated runtime device memory is open to the host in timed calls.
TEST_F(Passes, OneThatDoesWithoutTheDeviceOnceItIsTimedIsRejected) {
  std::vector<Timed> attempts;
  attempts.push_back(tested("stays", fake()));
  auto turning = fake();
  FakePlayer& player = *turning;
  attempts.push_back(tested("turns", std::move(turning)));
  player.solve = [&player](float* input, float* output, int n, protocol::Returned&) {
    std::copy_n(input, n, output);
    return player.calls.back().bracket == Bracket::none ? crash() : std::nullopt;
  };
  const auto timed = time_side_by_side(*harness, attempts, k_timed, short_times(), m_device, m_clock, m_log);
  ASSERT_TRUE(timed) << timed.error().message;
  EXPECT_THAT(timed->contestants, ElementsAre(0));
  EXPECT_TRUE(attempts[0].is_right());
  ASSERT_FALSE(attempts[1].is_right());
  EXPECT_THAT(attempts[1].standing.error().verdict.details, HasSubstr("of those that are timed was not"));
}

/// Two attempts with a time on a device of 1 TB/s, the first with an impossible one.
struct ImpossibleTimes : Passes {
  void SetUp() override {
    setting->runtime.kind = RuntimeKind::cuda;
    ledger = std::make_unique<Ledger>(*Ledger::open(folder->path() / "peaks.sqlite"));
    ASSERT_TRUE(ledger->put_peak_rates(setting->device.id, {.bytes_per_s = 1e12, .time = "2026-01-31T12:00:00Z"}));
    for (const double median_ns : {1.0, 1e12}) {
      attempts.push_back(tested("copies", fake()));
      attempts.back().measurements = {{.bracket = Bracket::blocked, .device = {.median_ns = median_ns}, .work_bytes = 1e12}};
    }
  }

  /// Where the kernels that measure peak rates are not there.
  Result<void> rejected(DeviceAccess& device) {
    JUDGE_TRY(auto peaks, DevicePeaks::prepare(*setting, *ledger));
    const Installation installation = std::exchange(setting->installation, {folder->path() / "nowhere"});
    auto done = reject_impossible_times(*setting, attempts, timed, peaks, device, m_log);
    setting->installation = installation;
    return done;
  }

  std::unique_ptr<Ledger> ledger;
  std::vector<Timed> attempts;
  TimedCase timed{.case_index = k_timed, .contestants = {0, 1}, .block_times_ns = {{1.0}, {1e12}}};
};

TEST_F(ImpossibleTimes, AreRejectedThoughThePeaksCannotBeMeasuredAgain) {
  ASSERT_TRUE(rejected(m_device));
  ASSERT_FALSE(attempts[0].is_right());
  EXPECT_EQ(attempts[0].standing.error().verdict.kind, VerdictKind::cheating);
  EXPECT_TRUE(attempts[1].is_right());
  EXPECT_THAT(timed.contestants, ElementsAre(1));
  EXPECT_THAT(m_log.lines, Contains(HasSubstr("could not be measured again")));
}

// The ledger would keep the verdict.
TEST_F(ImpossibleTimes, DecideNothingIfTheRunIsInterruptedWhileItWaitsForTheDevice) {
  struct Interrupted : DeviceAccess {
    Result<void> alone() override { return fail("interrupted"); }
  } device;
  EXPECT_FALSE(rejected(device));
  EXPECT_TRUE(attempts[0].is_right());
}

TEST_F(Passes, OneThatSpeaksUnaskedAfterItsLastCallIsRejected) {
  std::vector<Timed> attempts;
  attempts.push_back(tested("silent", fake()));
  auto lying = fake();
  lying->speaks = [] { return std::optional<Outcome>(outcome::Cheated{"a second answer"}); };
  attempts.push_back(tested("speaks", std::move(lying)));
  const auto timed = time_side_by_side(*harness, attempts, k_timed, short_times(), m_device, m_clock, m_log);
  ASSERT_TRUE(timed) << timed.error().message;
  EXPECT_THAT(timed->contestants, ElementsAre(0));
  EXPECT_EQ(attempts[1].standing.error().verdict.kind, VerdictKind::cheating);
  EXPECT_THAT(attempts[1].measurements, IsEmpty());
}

// The first case is left out: it is called once more to load code.
TEST_F(Passes, NoTimedCallHasInputsOfAnEarlierOne) {
  std::vector<Timed> attempts;
  auto player = fake();
  std::set<std::vector<float>> seen;
  player->solve = [&seen](float* input, float* output, int n, protocol::Returned&) {
    std::copy_n(input, n, output);
    EXPECT_TRUE(seen.emplace(input, input + n).second) << "call " << seen.size() + 1;
    return std::optional<Outcome>();
  };
  attempts.push_back(tested("copies", std::move(player)));
  const auto timed = time_side_by_side(*harness, attempts, k_timed, short_times(), m_device, m_clock, m_log);
  ASSERT_TRUE(timed) << timed.error().message;
  EXPECT_GT(seen.size(), 10u);
}

TEST_F(Passes, AnAnswerToEarlierInputsIsWrong) {
  std::vector<Timed> attempts;
  auto player = fake();
  std::vector<float> kept;
  player->solve = [&kept](float* input, float* output, int n, protocol::Returned&) {
    if (kept.empty()) kept.assign(input, input + n);
    std::ranges::copy(kept, output);
    return std::optional<Outcome>();
  };
  attempts.push_back(tested("keeps", std::move(player)));
  ASSERT_TRUE(attempts[0].is_right());
  const auto timed = time_side_by_side(*harness, attempts, k_timed, short_times(), m_device, m_clock, m_log);
  ASSERT_TRUE(timed) << timed.error().message;
  ASSERT_FALSE(attempts[0].is_right());
  EXPECT_EQ(attempts[0].standing.error().verdict.kind, VerdictKind::wrong_answer);
  EXPECT_THAT(attempts[0].standing.error().verdict.details, HasSubstr("of those that are timed was not"));
  EXPECT_THAT(timed->contestants, IsEmpty());
  EXPECT_THAT(attempts[0].measurements, IsEmpty());
}

// All calls are kept here, so what is left out in one of them is found.
TEST_F(Passes, OneThatLeavesOutASingleCallIsFoundAndTheOtherIsNotRejectedForIt) {
  setting->runtime.kind = RuntimeKind::cuda;  // one process each, as their times are long there
  std::vector<Timed> attempts;
  auto diligent = fake(), lazy = fake();
  diligent->device_ns = lazy->device_ns = 2e6;
  attempts.push_back(tested("copies", std::move(diligent)));
  FakePlayer& player = *lazy;
  attempts.push_back(tested("lazy", std::move(lazy)));
  // Its 8th call but for those that are not announced, the answers of which nobody keeps.
  player.solve = [&player, calls = 0](float* input, float* output, int n, protocol::Returned&) mutable {
    if (player.looks_for_early_work || ++calls != 8) std::copy_n(input, n, output);
    return std::optional<Outcome>();
  };
  auto options = short_times();
  options.verified = 1000;
  const auto timed = time_side_by_side(*harness, attempts, k_timed, options, m_device, m_clock, m_log);
  ASSERT_TRUE(timed) << timed.error().message;
  EXPECT_TRUE(attempts[0].is_right());
  EXPECT_THAT(timed->contestants, ElementsAre(0));
  ASSERT_FALSE(attempts[1].is_right());
  EXPECT_THAT(attempts[1].standing.error().verdict.details, HasSubstr("call 8 of those that are timed was not"));
}

TEST_F(Passes, OneWhoseProcessHidesTimeIsRejectedAlone) {
  std::vector<Timed> attempts;
  for (const double watched_ns : {2.1e6, 4.1e6}) {
    auto player = fake();
    player->device_ns = player->wall_ns = 2e6;
    player->watched_ns_of_each = watched_ns;
    attempts.push_back(tested("copies", std::move(player)));
  }
  add_bystander(1e3, 100e3);
  setting->runtime.kind = RuntimeKind::cuda;  // by the host's clock nobody is accused
  const auto timed = time_side_by_side(*harness, attempts, k_timed, short_times(), m_device, m_clock, m_log);
  ASSERT_TRUE(timed) << timed.error().message;
  EXPECT_THAT(timed->contestants, ElementsAre(0));
  EXPECT_NEAR(attempts[0].measurements.front().unreported_ns, 0, 1);
  ASSERT_FALSE(attempts[1].is_right());
  EXPECT_EQ(attempts[1].standing.error().verdict.kind, VerdictKind::cheating);
  EXPECT_THAT(attempts[1].standing.error().verdict.summary, HasSubstr("its process reports 2.00 ms for a call"));
}

// What is subtracted comes from the attempt's process as well.
TEST_F(Passes, AnEmptyBracketThatIsTooLongGainsNothing) {
  std::vector<Timed> attempts;
  for (const double empty_ns : {1.3e3, 31.3e3}) {
    auto player = fake();
    player->device_ns = 68.3e3;
    player->watched_ns_of_each = 75e3;
    player->empty_ns = empty_ns;
    attempts.push_back(tested("copies", std::move(player)));
  }
  add_bystander(1.3e3, 8e3);
  setting->runtime.kind = RuntimeKind::cuda;  // where there is such a bracket
  const auto timed = time_side_by_side(*harness, attempts, k_timed, short_times(), m_device, m_clock, m_log);
  ASSERT_TRUE(timed) << timed.error().message;
  EXPECT_THAT(timed->contestants, ElementsAre(0));
  EXPECT_NEAR(attempts[0].measurements.front().device.median_ns, 67e3, 1);
  ASSERT_FALSE(attempts[1].is_right());
  EXPECT_EQ(attempts[1].standing.error().verdict.kind, VerdictKind::cheating);
}

TEST_F(Passes, ABystanderThatDiesIsTheJudgesFailure) {
  std::vector<Timed> attempts;
  attempts.push_back(tested("copies", fake()));
  add_bystander(1.3e3, 8e3);
  static_cast<FakePlayer&>(*harness->bystander).solve = [](float*, float*, int, protocol::Returned&) { return crash(); };
  const auto timed = time_side_by_side(*harness, attempts, k_timed, short_times(), m_device, m_clock, m_log);
  ASSERT_FALSE(timed);
  EXPECT_THAT(timed.error().message, HasSubstr("the judge's own player failed"));
  EXPECT_TRUE(attempts[0].is_right());
}

TEST_F(Passes, TimesOnASharedDeviceAreTheRefereesOwn) {
  std::vector<Timed> attempts;
  auto player = fake();
  FakePlayer& one = *player;
  player->device_ns = player->wall_ns = 2e6;
  player->solve = [&one](float* input, float* output, int n, protocol::Returned&) {
    std::copy_n(input, n, output);
    one.watched_ns_of_each = 2.1e6 + 500e3 * static_cast<double>(one.calls.size() % 5);  // somebody else's work comes between
    return std::optional<Outcome>();
  };
  attempts.push_back(tested("copies", std::move(player)));
  add_bystander(1e3, 100e3);
  const auto timed = time_side_by_side(*harness, attempts, k_timed, short_times(), m_device, m_clock, m_log);
  ASSERT_TRUE(timed) << timed.error().message;
  ASSERT_TRUE(attempts[0].is_right());
  EXPECT_NEAR(attempts[0].measurements.front().device.median_ns, 3e6, 10e3);
  EXPECT_NEAR(timed->block_times_ns.front().front(), 3e6, 10e3);
  EXPECT_THAT(attempts[0].measurements.front().note, HasSubstr("by the judge's own clock"));
}

// The same file twice, beside other programs: one process was slowed by more than it waited.
TEST_F(Passes, WhatOtherProgramsMayHaveCostIsLeftOpen) {
  setting->runtime.kind = RuntimeKind::emulated;
  std::vector<Timed> attempts;
  for (const double more_ns : {0.0, 1.5e6}) {
    auto player = fake();
    player->device_ns = player->wall_ns = 2e6;
    player->watched_ns_of_each = 2.1e6 + more_ns;
    player->waited_in_each.others_ns = 2e6 * std::thread::hardware_concurrency();
    attempts.push_back(tested("copies", std::move(player)));
  }
  add_bystander(1e3, 100e3);
  const auto timed = time_side_by_side(*harness, attempts, k_timed, short_times(), m_device, m_clock, m_log);
  ASSERT_TRUE(timed) << timed.error().message;
  const Measurement &fast = attempts[0].measurements.front(), &slow = attempts[1].measurements.front();
  EXPECT_NEAR(fast.device.high_ns, 2e6, 10e3);
  EXPECT_NEAR(slow.device.low_ns, 2e6, 10e3);
  EXPECT_NEAR(slow.device.median_ns, 3.5e6, 10e3);
  EXPECT_THAT(slow.note, HasSubstr("other programs used the processors, and may be why"));
  const auto comparison = compare(timed->block_times_ns[0], timed->block_times_ns[1], timed->comparing.between(0, 1));
  EXPECT_FALSE(comparison.distinguishable);
}

// A lie that is small enough to be noise: nobody is accused, and it is ranked before nobody by it.
TEST_F(Passes, WhatTheSecondClockSeesAndDoesNotCorrectGainsNoRank) {
  std::vector<Timed> attempts;
  for (const double hidden_ns : {0.0, 900.0, 0.0}) {
    auto player = fake();
    player->device_ns = attempts.size() == 2 ? 35e3 : 30e3 - hidden_ns;
    player->watched_ns_of_each = 5e3 + player->device_ns + hidden_ns;
    attempts.push_back(tested("copies", std::move(player)));
  }
  add_bystander(0, 5e3);
  setting->runtime.kind = RuntimeKind::cuda;
  const auto timed = time_side_by_side(*harness, attempts, k_timed, short_times(), m_device, m_clock, m_log);
  ASSERT_TRUE(timed) << timed.error().message;
  EXPECT_NEAR(attempts[1].measurements.front().device.median_ns, 29.1e3, 1);
  EXPECT_NEAR(attempts[1].measurements.front().device.high_ns, 30e3, 1);
  std::vector<std::pair<std::size_t, int>> ranks;
  for (const auto& one : rank(timed->block_times_ns, timed->comparing)) ranks.emplace_back(one.contestant, one.rank);
  EXPECT_THAT(ranks, ElementsAre(std::pair(1, 1), std::pair(0, 1), std::pair(2, 3)));
}

TEST_F(Passes, WorkBesideTheBracketInMostCallsIsRejected) {
  std::vector<Timed> attempts;
  for (const int every : {8, 2}) {
    auto player = fake();
    FakePlayer& one = *player;
    attempts.push_back(tested("copies", std::move(player)));
    one.solve = [&one, every](float* input, float* output, int n, protocol::Returned& returned) {
      std::copy_n(input, n, output);
      returned.trace.crowded = one.calls.size() % static_cast<std::size_t>(every) == 0;
      return std::optional<Outcome>();
    };
  }
  const auto timed = time_side_by_side(*harness, attempts, k_timed, short_times(), m_device, m_clock, m_log);
  ASSERT_TRUE(timed) << timed.error().message;
  EXPECT_THAT(timed->contestants, ElementsAre(0));  // now and then it is somebody else
  EXPECT_EQ(attempts[1].standing.error().verdict.kind, VerdictKind::cheating);
}

}  // namespace
}  // namespace judge
