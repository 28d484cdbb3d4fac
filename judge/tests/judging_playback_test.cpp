#include <algorithm>
#include <iterator>
#include <set>
#include <vector>

#include "judge/passes/playback.hpp"

#include "judge/tests/judging_passes_support.hpp"

namespace judge {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

/// On a GPU, as far as the passes know: the attempt's process says 2 us for a call, others that play back what it does say 3 us.
class PlayedBack : public Passes {
 protected:
  void SetUp() override {
    auto player = fake();
    m_own = player.get();
    m_own->device_ns = 2e3;
    m_own->watched_ns_of_each = 9e3;
    m_own->recorded.operations.push_back({.kind = RecordedOperation::Kind::set});
    m_attempts.push_back(tested("copies", std::move(player)));
    m_attempts[0].built->artifact.library = Installation{JUDGE_BINARY_DIR}.emulated_runtime();  // a library without device code
    add_bystander(1e3, 10e3);
    m_bystander = static_cast<FakePlayer*>(harness->bystander.get());
    m_bystander->device_ns = 3e3;
    setting->players = [this](const PlayerProcess::Options&) -> Result<std::unique_ptr<Player>> {
      auto another = fake();
      another->device_ns = 3e3;
      another->watched_ns_of_each = 10e3;
      ++m_started;
      return another;
    };
    setting->runtime.kind = RuntimeKind::cuda;
  }

  const Measurement& time(std::size_t most_processes = 1) {
    TimingOptions options = short_times();
    options.most_processes = most_processes;
    options.playback = PlaybackWish::where_possible;
    const auto timed = time_side_by_side(*harness, m_attempts, k_timed, options, m_device, m_clock, m_log);
    EXPECT_TRUE(timed) << timed.error().message;
    EXPECT_TRUE(m_attempts[0].is_right());
    return m_attempts[0].measurements.at(0);
  }

  std::vector<Timed> m_attempts;
  FakePlayer* m_own = nullptr;
  FakePlayer* m_bystander = nullptr;
  int m_started = 0;
};

TEST_F(PlayedBack, TheTimeIsThatOfAProcessWithoutHostCode) {
  const Measurement& measured = time();
  EXPECT_NEAR(measured.device.median_ns, 3e3, 1);
  EXPECT_TRUE(measured.played_back);
  EXPECT_EQ(measured.not_played_back, "");
  EXPECT_THAT(m_bystander->recordings, SizeIs(1));
  EXPECT_EQ(m_started, 0);
  EXPECT_TRUE(harness->bystander_has_played);
}

TEST_F(PlayedBack, ShortTimesAreTakenInSeveralSuchProcesses) {
  const Measurement& measured = time(3);
  EXPECT_NEAR(measured.device.median_ns, 3e3, 1);
  EXPECT_EQ(measured.processes, 3);
  EXPECT_EQ(m_started, 2);
}

// It may have stretched it, to be timed in the one process that happens to be a fast one.
TEST_F(PlayedBack, AmongOthersAShortTimeIsTakenInSeveralProcessesHoweverLongTheFirstCallTook) {
  AccessLog device;
  device.others = true;
  m_attempts[0].cases.back().wall_ns = 300e3;
  ASSERT_TRUE(keep_spare_players(*harness, SpareFor::playback, 1));
  int started_while_others_wait = 0;
  setting->players = [&, players = setting->players](const PlayerProcess::Options& options) {
    started_while_others_wait += device.turns.empty() || device.turns.back() != "left" ? 1 : 0;
    return players(options);
  };
  TimingOptions options = short_times();
  options.most_processes = 3;
  options.playback = PlaybackWish::where_possible;
  const auto timed = time_side_by_side(*harness, m_attempts, k_timed, options, device, m_clock, m_log);
  ASSERT_TRUE(timed) << timed.error().message;
  ASSERT_THAT(m_attempts[0].measurements, SizeIs(1));
  EXPECT_EQ(m_attempts[0].measurements[0].processes, 3);
  EXPECT_EQ(started_while_others_wait, 0);
  EXPECT_EQ(device.turns.back(), "left");
}

// One for which spare ones are no use, too.
TEST_F(PlayedBack, AmongOthersSeveralStreamsAreTimedInSeveralProcesses) {
  AccessLog device;
  device.others = true;
  m_own->recorded = {.obstacle = "solve() works on several streams"};
  m_attempts[0].built->has_several_streams = true;
  TimingOptions options = short_times();
  options.most_processes = 3;
  options.playback = PlaybackWish::where_possible;
  const auto timed = time_side_by_side(*harness, m_attempts, k_timed, options, device, m_clock, m_log);
  ASSERT_TRUE(timed) << timed.error().message;
  EXPECT_EQ(m_attempts[0].measurements.at(0).processes, 3);
}

TEST_F(PlayedBack, WhatCannotBeIsTimedInItsOwnProcess) {
  m_own->recorded = {.obstacle = "solve() works on several streams"};
  const Measurement& measured = time();
  EXPECT_NEAR(measured.device.median_ns, 2e3, 1);
  EXPECT_FALSE(measured.played_back);
  EXPECT_EQ(measured.not_played_back, "solve() works on several streams");
  EXPECT_FALSE(harness->bystander_has_played);
}

// As where flags of earlier calls must not be taken for this call's. What it counts from is what a process has that was not called before: so
// is the memory that it is played back in.
TEST_F(PlayedBack, WhatCountsItsCallsInAKernelsArgumentIsPlayedBackFromItsFirstCallOn) {
  const auto counts_from = [](FakePlayer& player, char first) {
    player.recorded.operations = {{.kind = RecordedOperation::Kind::kernel, .arguments = {0, 0, 0, 0, first, 0, 0, 0}}};
    player.solve = [&player](float* input, float* output, int n, protocol::Returned&) {
      std::copy_n(input, n, output);
      player.recorded.operations[0].arguments[4] += 3;
      return std::optional<Outcome>();
    };
  };
  counts_from(*m_own, 60);
  setting->players = [&](const PlayerProcess::Options&) -> Result<std::unique_ptr<Player>> {
    auto another = fake();
    counts_from(*another, 0);
    ++m_started;
    return another;
  };
  EXPECT_TRUE(time().played_back);
  EXPECT_EQ(m_started, 1);
  EXPECT_THAT(*m_attempts[0].standing, SizeIs(1));
  const auto& counters = m_bystander->recordings.at(0).operations.at(0).counters;
  ASSERT_THAT(counters, SizeIs(1));
  EXPECT_EQ(counters[0], (RecordedCounter{.place = 4, .value = 3, .step = 3}));
}

// As one whose host code begins to count again after some calls: its answers are right, those of its recording are not.
TEST_F(PlayedBack, WhereItsCounterWouldNotHaveGrownOnItIsTimedInItsOwnProcess) {
  std::set<float> seen_when_played, seen_by_host_code;
  const auto counts = [&](FakePlayer& player) {
    player.recorded.operations = {{.kind = RecordedOperation::Kind::kernel, .arguments = std::string(8, '\0')}};
    player.solve = [&](float* input, float* output, int n, protocol::Returned&) {
      std::copy_n(input, n, output);
      if (!seen_when_played.empty()) seen_by_host_code.insert(input[0]);
      ++player.recorded.operations[0].arguments[0];
      return std::optional<Outcome>();
    };
  };
  counts(*m_own);
  setting->players = [&](const PlayerProcess::Options&) -> Result<std::unique_ptr<Player>> {
    auto another = fake();
    another->watched_ns_of_each = 10e3;
    counts(*another);
    return another;
  };
  auto played = std::make_shared<int>(0);  // the three tries
  m_bystander->plays_back = [&, played](float* input, float* output, int n, protocol::Returned&) {
    if (++*played <= 3) std::copy_n(input, n, output);
    else seen_when_played.insert(input[0]);
    return std::optional<Outcome>();
  };
  const Measurement& measured = time();
  EXPECT_NEAR(measured.device.median_ns, 2e3, 1);
  EXPECT_THAT(m_attempts[0].measurements, SizeIs(1));
  // Of two that are timed together the other may have been in its own process from the first: it sees no inputs twice.
  std::vector<float> seen_twice;
  std::ranges::set_intersection(seen_when_played, seen_by_host_code, std::back_inserter(seen_twice));
  EXPECT_GT(seen_by_host_code.size(), 10u);
  EXPECT_THAT(seen_twice, IsEmpty());
  EXPECT_EQ(measured.not_played_back, "solve() does not do the same in each call");
}

TEST_F(PlayedBack, WhatChangesFromCallToCallIsTimedInItsOwnProcess) {
  const auto changes = [](FakePlayer& player) {
    player.recorded.operations = {{.kind = RecordedOperation::Kind::set}};
    player.solve = [&player](float* input, float* output, int n, protocol::Returned&) {
      std::copy_n(input, n, output);
      ++player.recorded.operations[0].value;
      return std::optional<Outcome>();
    };
  };
  changes(*m_own);
  setting->players = [&](const PlayerProcess::Options&) -> Result<std::unique_ptr<Player>> {
    auto another = fake();
    changes(*another);
    return another;
  };
  const Measurement& measured = time();
  EXPECT_NEAR(measured.device.median_ns, 2e3, 1);
  EXPECT_EQ(measured.not_played_back, "solve() does not do the same in each call");
}

TEST_F(PlayedBack, WhatNeedsItsHostCodeForTheAnswerIsTimedInItsOwnProcess) {
  m_bystander->plays_back = [](float*, float*, int, protocol::Returned&) { return std::optional<Outcome>(); };
  const Measurement& measured = time();
  EXPECT_NEAR(measured.device.median_ns, 2e3, 1);
  EXPECT_THAT(measured.not_played_back, HasSubstr("its operations alone do not give the answer"));
}

// Device code can tell that it is played back: what it leaves out there counts as left out.
TEST_F(PlayedBack, WrongAnswersToNewInputsAreRejected) {
  m_bystander->plays_back = [this](float* input, float* output, int n, protocol::Returned&) {
    if (m_bystander->calls.back().bracket == Bracket::none) std::copy_n(input, n, output);
    return std::optional<Outcome>();
  };
  TimingOptions options = short_times();
  options.playback = PlaybackWish::where_possible;
  options.most_processes = 1;
  const auto timed = time_side_by_side(*harness, m_attempts, k_timed, options, m_device, m_clock, m_log);
  ASSERT_TRUE(timed) << timed.error().message;
  ASSERT_FALSE(m_attempts[0].is_right());
  EXPECT_EQ(m_attempts[0].standing.error().verdict.kind, VerdictKind::wrong_answer);
}

// Another one stands by from then on, whatever the one that has played is good for.
TEST_F(PlayedBack, OneThatDiesThereGoesOnInItsOwnProcess) {
  auto played = std::make_shared<int>(0);
  m_bystander->plays_back = [played](float* input, float* output, int n, protocol::Returned&) {
    if (++*played > 6) return crash();
    std::copy_n(input, n, output);
    return std::optional<Outcome>();
  };
  const Measurement& measured = time();
  EXPECT_NEAR(measured.device.median_ns, 2e3, 1);
  EXPECT_EQ(measured.not_played_back, "it failed when played back");
  EXPECT_EQ(m_started, 1);
}

// What its kernels may have changed there must not be what others' times are compared with.
TEST_F(PlayedBack, ABystanderThatPlaysStandsByNoMore) {
  time();
  std::size_t last_of_nothing = 0, first_played = m_bystander->calls.size();
  for (std::size_t i = 0; i < m_bystander->calls.size(); ++i) {
    if (!m_bystander->calls[i].plays_back) last_of_nothing = i;
    else first_played = std::min(first_played, i);
  }
  EXPECT_LT(last_of_nothing, first_played);
  EXPECT_THAT(harness->nothing_before_playing, SizeIs(testing::Ge(16u)));
}

TEST_F(PlayedBack, AmongSeveralEachHasAProcessOfItsOwn) {
  auto player = fake();
  player->device_ns = 2e3;
  player->watched_ns_of_each = 9e3;
  player->recorded = m_own->recorded;
  m_attempts.push_back(tested("copies too", std::move(player)));
  m_attempts[1].built->artifact.library = m_attempts[0].built->artifact.library;
  const Measurement& measured = time();
  EXPECT_TRUE(measured.played_back);
  EXPECT_TRUE(m_attempts[1].measurements.at(0).played_back);
  EXPECT_EQ(m_started, 2);
  EXPECT_FALSE(harness->bystander_has_played);
}

TEST_F(PlayedBack, WhatWasRecordedOnOneCaseIsNotPlayedBackOnAnother) {
  time();
  m_own->recorded = {.obstacle = "solve() works on several streams"};
  m_own->device_ns = 1.5e3;
  TimingOptions options = short_times();
  options.playback = PlaybackWish::where_possible;
  options.most_processes = 1;
  const auto timed = time_side_by_side(*harness, m_attempts, k_timed, options, m_device, m_clock, m_log);
  ASSERT_TRUE(timed) << timed.error().message;
  EXPECT_NEAR(m_attempts[0].measurements.at(1).device.median_ns, 1.5e3, 1);
  EXPECT_FALSE(m_attempts[0].measurements.at(1).played_back);
  EXPECT_FALSE(harness->bystander_has_played);  // another one stands by
}

/// A time of a process that holds host code is no time there.
class PlaybackRequired : public PlayedBack {
 protected:
  TimedCase time_required() {
    TimingOptions options = short_times();
    options.playback = PlaybackWish::required;
    options.most_processes = 1;
    auto timed = time_side_by_side(*harness, m_attempts, k_timed, options, m_device, m_clock, m_log);
    EXPECT_TRUE(timed) << timed.error().message;
    EXPECT_TRUE(m_attempts[0].is_right());
    return *timed;
  }
};

TEST_F(PlaybackRequired, WhatIsPlayedBackIsTimed) {
  EXPECT_THAT(time_required().contestants, SizeIs(1));
  EXPECT_NEAR(m_attempts[0].measurements.at(0).device.median_ns, 3e3, 1);
  EXPECT_EQ(m_attempts[0].not_timed, "");
}

TEST_F(PlaybackRequired, WhatCannotBeIsRightAndHasNoTime) {
  m_own->recorded = {.obstacle = "solve() works on several streams"};
  EXPECT_THAT(time_required().contestants, SizeIs(0));
  EXPECT_THAT(m_attempts[0].measurements, SizeIs(0));
  EXPECT_EQ(m_attempts[0].not_timed, "it cannot be played back: solve() works on several streams");
}

TEST_F(PlaybackRequired, SoWhatWaitsForTheDeviceInTheMiddle) {
  m_attempts[0].traces.at(k_timed).blocking_calls = 1;
  m_attempts[0].traces.at(k_timed).first_blocking = "cudaMemcpy()";
  EXPECT_THAT(time_required().contestants, SizeIs(0));
  EXPECT_EQ(m_attempts[0].not_timed, "it cannot be played back: the host waits inside solve(): cudaMemcpy()");
}

TEST_F(PlaybackRequired, SoWhatFailsOnTheWay) {
  auto played = std::make_shared<int>(0);
  m_bystander->plays_back = [played](float* input, float* output, int n, protocol::Returned&) {
    if (++*played > 6) return crash();
    std::copy_n(input, n, output);
    return std::optional<Outcome>();
  };
  EXPECT_THAT(time_required().contestants, SizeIs(0));
  EXPECT_EQ(m_attempts[0].not_timed, "it cannot be played back: it failed when played back");
}

TEST_F(PlaybackRequired, OthersKeepTheirTimes) {
  auto player = fake();
  player->device_ns = 2e3;
  player->watched_ns_of_each = 9e3;
  player->recorded = {.obstacle = "solve() works on several streams"};
  m_attempts.push_back(tested("streams", std::move(player)));
  EXPECT_THAT(time_required().contestants, testing::ElementsAre(0u));
  EXPECT_THAT(m_attempts[0].measurements, SizeIs(1));
  EXPECT_TRUE(m_attempts[1].is_right());
  EXPECT_THAT(m_attempts[1].measurements, SizeIs(0));
}

TEST_F(PlayedBack, NothingIsIfItIsNotWanted) {
  TimingOptions options = short_times();
  options.most_processes = 1;
  const auto timed = time_side_by_side(*harness, m_attempts, k_timed, options, m_device, m_clock, m_log);
  ASSERT_TRUE(timed) << timed.error().message;
  EXPECT_NEAR(m_attempts[0].measurements.at(0).device.median_ns, 2e3, 1);
  EXPECT_FALSE(m_attempts[0].measurements.at(0).played_back);
}

}  // namespace
}  // namespace judge
