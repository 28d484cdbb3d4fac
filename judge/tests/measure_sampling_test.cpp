/// The sampling against players that do as they are told, drift, throttle, report false times and die.

#include "judge/measure/sampling.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <set>
#include <utility>

#include "judge/measure/measured.hpp"
#include "judge/measure/pairs.hpp"
#include "judge/measure/second_clock.hpp"

namespace judge {
namespace {

using testing::Each;
using testing::ElementsAre;
using testing::Field;
using testing::IsEmpty;
using testing::SizeIs;
using Request = Sampling::Request;
using Kind = Request::Kind;

SamplingRules short_rules() {
  SamplingRules rules;
  rules.rule.max_samples = 60;
  rules.rule.min_device_time_ns = 0;
  return rules;
}

std::vector<Track> tracks(std::size_t count, Bracket bracket = Bracket::blocked) {
  std::vector<Track> all;
  for (std::size_t i = 0; i < count; ++i) all.push_back({.attempt = i, .bracket = bracket});
  return all;
}

enum class Reply { answers, dies, does_otherwise };

/// Carries requests out on a device that exists in numbers alone.
struct World {
  std::function<double(std::size_t attempt)> time_ns = [](std::size_t) { return 50e3; };
  std::function<int()> clock_mhz = [] { return 1980; };
  std::function<Reply(const Request&, std::size_t attempt)> reply = [](const Request&, std::size_t) { return Reply::answers; };
  std::function<double(double true_ns, std::size_t attempt)> reported_ns = [](double true_ns, std::size_t) { return true_ns; };
  double now_ns = 0, empty_ns = 2e3, overhead_ns = 100e3;  // what a call costs besides
  std::size_t processes_that_fit = 100;
  std::vector<Request> log;

  void run(Sampling& sampling) {
    for (int step = 0; step < 100'000; ++step) {
      const Request request = sampling.next(now_ns);
      if (request.kind == Kind::done) return;
      log.push_back(request);
      carry_out(sampling, request);
    }
    FAIL() << "it never ends";
  }

  void carry_out(Sampling& sampling, const Request& request) {
    const std::size_t attempt = sampling.tracks()[request.track].attempt;
    switch (reply(request, attempt)) {
      case Reply::dies: return sampling.dropped();
      case Reply::does_otherwise: return sampling.did_otherwise("it did otherwise");
      case Reply::answers: break;
    }
    if (request.kind == Kind::add_processes)
      for (const std::size_t track : request.tracks)
        sampling.processes_are(track, std::min(1 + request.count, processes_that_fit));
    const double call_ns = time_ns(attempt);
    if (is_call(request)) now_ns += call_ns + overhead_ns;
    sampling.answered({.device_ns = request.kind == Kind::empty_bracket ? empty_ns : reported_ns(call_ns, attempt) + empty_ns,
                       .wall_ns = call_ns + 10e3,
                       .sm_clock_mhz = clock_mhz()});
  }

  static bool is_call(const Request& request) {
    return request.kind == Kind::timed_call || request.kind == Kind::wall_call || request.kind == Kind::load_code;
  }
  auto count(Kind kind) const { return std::ranges::count(log, kind, &Request::kind); }
};

// Which are counted in calls, as the others are.
TEST(Sampling, OfAShortTimeEnoughCallsAreEnough) {
  World world;
  world.time_ns = [](std::size_t) { return 5e3; };
  Sampling sampling({}, 1, false, tracks(1));
  world.run(sampling);
  EXPECT_EQ(sampling.tracks()[0].samples.size(), StoppingRule{}.enough_samples);
  SamplingRules by_time;
  by_time.rule.enough_samples = 1000;
  Sampling longer(by_time, 1, false, tracks(1));
  world.run(longer);
  EXPECT_EQ(longer.tracks()[0].samples.size(), 1000u);
}

TEST(Sampling, CallsEachTwiceInABlockUntilTheRulesAreContent) {
  Sampling sampling(short_rules(), 7, false, tracks(3));
  World world;
  world.run(sampling);
  ASSERT_THAT(sampling.tracks(), SizeIs(3));
  const auto blocks = sampling.times_of_blocks();
  EXPECT_EQ(world.count(Kind::timed_call), static_cast<std::ptrdiff_t>(6 * blocks.front().size()));
  EXPECT_EQ(world.count(Kind::empty_bracket), 3);
  EXPECT_EQ(world.count(Kind::wall_call), 33);
  for (const Track& track : sampling.tracks()) {
    EXPECT_EQ(track.samples.size(), 2 * blocks.front().size());
    EXPECT_THAT(track.samples, Each(Field(&Sample::device_ns, 50e3)));  // the empty bracket taken off
    EXPECT_EQ(track.samples.front().wall_ns, 60e3);
  }
  // Least samples are 30: 15 blocks, and what does not vary needs no more.
  EXPECT_EQ(blocks.front().size(), 15u);
}

// As where the host draws the inputs of each: the wall times would take longer than all that count.
TEST(Sampling, AsksForFewWallTimesWhereEachTakesLong) {
  SamplingRules rules = short_rules();
  rules.rule.max_time_ns = rules.blocks.max_time_ns = 2e9;
  Sampling sampling(rules, 7, false, tracks(1));
  World world;
  world.overhead_ns = 300e6;
  world.run(sampling);
  EXPECT_EQ(world.count(Kind::wall_call), 3);
}

TEST(Sampling, ProcessesTakeTurnsAndInputsAreOfOneTurnAlone) {
  Sampling sampling(short_rules(), 7, false, {{.attempt = 0, .bracket = Bracket::blocked, .processes = 3}});
  World world;
  world.run(sampling);
  std::vector<std::size_t> processes;
  std::set<std::uint64_t> turns;
  for (const Request& request : world.log) {
    if (!World::is_call(request) || request.kind == Kind::load_code) continue;
    EXPECT_TRUE(turns.insert(request.input_turn).second) << "inputs come again";
    if (request.kind == Kind::timed_call && request.sample % 2 == 0) processes.push_back(request.process);
  }
  processes.resize(10);
  EXPECT_THAT(processes, ElementsAre(0, 0, 0, 1, 1, 1, 2, 2, 2, 0));
  EXPECT_EQ(world.count(Kind::load_code), 2);  // process 0 was checked, so its code is there
  EXPECT_EQ(world.count(Kind::silence), 3);
}

TEST(Sampling, AttemptsShareTheInputsOfATurn) {
  Sampling sampling(short_rules(), 7, false, tracks(3));
  World world;
  world.run(sampling);
  std::map<std::uint64_t, std::set<std::size_t>> attempts;
  std::uint64_t last = 0;
  for (const Request& request : world.log) {
    if (request.kind != Kind::timed_call) continue;
    EXPECT_TRUE(attempts[request.input_turn].insert(request.track).second) << "the same inputs twice";
    EXPECT_GE(request.input_turn, std::exchange(last, request.input_turn));  // one turn after the other
  }
  for (const auto& [turn, called] : attempts) EXPECT_EQ(called.size(), 3u);
}

TEST(Sampling, DriftFallsOutOfTheComparisonAndNotOfTheTimes) {
  Sampling sampling(short_rules(), 3, false, tracks(2));
  World world;
  world.time_ns = [&](std::size_t attempt) { return (attempt == 0 ? 50e3 : 55e3) * (1 + world.now_ns / 200e6); };
  world.run(sampling);
  const auto pair = compare_pairs(sampling.times_of_blocks()).front().comparison;
  EXPECT_NEAR(pair.ratio, 50.0 / 55.0, 1e-4);
  EXPECT_TRUE(pair.a_wins());
  EXPECT_GT(sampling.tracks()[0].samples.back().device_ns, 1.02 * sampling.tracks()[0].samples.front().device_ns);
}

TEST(Sampling, TakesBlocksOfADroppedClockOnceMore) {
  Sampling sampling(short_rules(), 3, false, tracks(2));
  World world;
  const auto dropped = [&] {
    return world.count(Kind::timed_call) > 8 && world.count(Kind::timed_call) <= 12;
  };  // the third block
  world.clock_mhz = [&] { return dropped() ? 1200 : 1980; };
  world.time_ns = [&](std::size_t) { return dropped() ? 80e3 : 50e3; };
  world.run(sampling);
  const auto blocks = static_cast<std::ptrdiff_t>(sampling.times_of_blocks().front().size());
  EXPECT_EQ(world.count(Kind::timed_call), 4 * (blocks + 1));
  EXPECT_EQ(std::ranges::count(world.log, 2u, &Request::block), 8);
  for (const Track& track : sampling.tracks()) EXPECT_THAT(track.samples, Each(Field(&Sample::throttled, false)));
  EXPECT_NEAR(sampling.times_of_blocks()[0][2], 50e3, 1);
}

TEST(Sampling, AClockThatStaysDownEndsInTimeAndIsMarked) {
  SamplingRules rules = short_rules();
  rules.rule.max_time_ns = 20e6;
  Sampling sampling(rules, 3, false, tracks(1));
  World world;
  world.overhead_ns = 1e6;
  world.clock_mhz = [&] { return world.count(Kind::timed_call) <= 4 ? 1980 : 1200; };
  world.run(sampling);
  EXPECT_LT(world.now_ns, 4 * 20e6);
  const Case test{.name = "large"};
  const auto measurement = measurement_of(sampling.tracks().front(), test, {.clock_limits = "power cap"}, 1);
  EXPECT_THAT(measurement.note, testing::HasSubstr("samples at a dropped clock (power cap)"));
}

TEST(Sampling, ShortTimesGetMoreProcessesAndBeginAgain) {
  Sampling sampling(short_rules(), 3, false, tracks(2));
  World world;
  world.time_ns = [](std::size_t attempt) { return attempt == 0 ? 5e3 : 50e3; };
  world.run(sampling);
  ASSERT_EQ(world.count(Kind::add_processes), 1);
  const auto asked = std::ranges::find(world.log, Kind::add_processes, &Request::kind);
  EXPECT_THAT(asked->tracks, ElementsAre(0));
  EXPECT_EQ(asked->count, 7u);
  EXPECT_EQ(world.count(Kind::begin_blocks), 2);
  EXPECT_THAT(sampling.tracks()[0].empty_ns, SizeIs(8));
  EXPECT_THAT(sampling.tracks()[1].empty_ns, SizeIs(1));
}

TEST(Sampling, OnTheEmulatedRuntimeWhatIsComparedHasSeveralProcesses) {
  SamplingRules rules = short_rules();
  rules.processor_runs_kernels = true;
  for (const std::size_t attempts : {1u, 2u, 9u, 13u}) {
    Sampling sampling(rules, 3, false, tracks(attempts, Bracket::host_clock));
    World world;
    world.time_ns = [](std::size_t) { return 4e6; };
    world.run(sampling);
    const std::size_t processes = attempts == 2 ? 8 : attempts == 9 ? 5 : 1;
    EXPECT_EQ(world.count(Kind::add_processes), attempts == 2 || attempts == 9 ? 1 : 0) << attempts;
    EXPECT_EQ(sampling.comparing().processes, processes) << attempts;
    EXPECT_EQ(sampling.comparing().margin, processes == 1 ? 0.25 : 0.05) << attempts;
  }
}

TEST(Sampling, ACallOfAThirdOfASecondOnTheEmulatedRuntimeIsOfOneProcess) {
  SamplingRules rules = short_rules();
  rules.processor_runs_kernels = true;
  Sampling sampling(rules, 3, false, tracks(2, Bracket::host_clock));
  World world;
  world.time_ns = [](std::size_t) { return 300e6; };
  world.run(sampling);
  EXPECT_EQ(world.count(Kind::add_processes), 0);
  EXPECT_EQ(sampling.comparing().processes, 1u);
  EXPECT_EQ(sampling.comparing().margin, 0.25);
}

TEST(Sampling, ProcessesThatDoNotFitAreAskedForOnce) {
  Sampling sampling(short_rules(), 3, false, tracks(1));
  World world;
  world.time_ns = [](std::size_t) { return 5e3; };
  world.processes_that_fit = 1;
  world.run(sampling);
  EXPECT_EQ(world.count(Kind::add_processes), 1);
  EXPECT_THAT(sampling.tracks(), SizeIs(1));
}

TEST(Sampling, WhatDoesOtherwiseIsTimedWithLaunchGapsInside) {
  Sampling sampling(short_rules(), 3, false, tracks(2));
  World world;
  world.reply = [](const Request& request, std::size_t attempt) {
    return attempt == 1 && request.bracket == Bracket::blocked && request.kind == Kind::timed_call ? Reply::does_otherwise
                                                                                                   : Reply::answers;
  };
  world.run(sampling);
  EXPECT_EQ(sampling.tracks()[0].bracket, Bracket::blocked);
  EXPECT_EQ(sampling.tracks()[1].bracket, Bracket::host_paced);
  EXPECT_EQ(sampling.tracks()[1].note, "it did otherwise");
  EXPECT_EQ(sampling.tracks()[0].samples.size(), sampling.tracks()[1].samples.size());
}

// Whatever step it dies at: it is gone, the others have complete times, and none of their blocks is from before.
TEST(Sampling, OneThatDiesAtAnyStepLeavesTheOthersWhole) {
  World whole;
  whole.time_ns = [](std::size_t attempt) { return attempt == 1 ? 5e3 : 50e3; };
  Sampling undisturbed(short_rules(), 5, false, tracks(3));
  whole.run(undisturbed);
  std::set<Kind> died_at;
  for (std::size_t step = 0; step < whole.log.size(); ++step) {
    Sampling sampling(short_rules(), 5, false, tracks(3));
    World world;
    world.time_ns = whole.time_ns;
    bool died = false;
    world.reply = [&](const Request& request, std::size_t attempt) {
      const bool is_asked = World::is_call(request) || request.kind == Kind::silence;
      if (died || world.log.size() <= step || attempt != 1 || !is_asked) return Reply::answers;
      died = true;
      died_at.insert(request.kind);
      return Reply::dies;
    };
    world.run(sampling);
    if (!died) continue;
    ASSERT_THAT(sampling.tracks(), SizeIs(2)) << step;
    EXPECT_EQ(sampling.tracks()[0].attempt, 0u);
    EXPECT_EQ(sampling.tracks()[1].attempt, 2u);
    const auto blocks = sampling.times_of_blocks();
    ASSERT_THAT(blocks, SizeIs(2));
    for (const Track& track : sampling.tracks()) EXPECT_EQ(track.samples.size(), 2 * blocks[0].size());
    for (const auto& times : blocks)
      for (const double time_ns : times) EXPECT_NEAR(time_ns, 50e3, 1) << step;
  }
  EXPECT_THAT(died_at, ElementsAre(Kind::load_code, Kind::timed_call, Kind::wall_call, Kind::silence));
}

TEST(Sampling, TwoThatSpeakUnaskedAreBothGone) {
  Sampling sampling(short_rules(), 5, false, tracks(3));
  World world;
  world.reply = [](const Request& request, std::size_t attempt) {
    return request.kind == Kind::silence && attempt != 1 ? Reply::dies : Reply::answers;
  };
  world.run(sampling);
  ASSERT_THAT(sampling.tracks(), SizeIs(1));
  EXPECT_EQ(sampling.tracks().front().attempt, 1u);
  EXPECT_EQ(world.count(Kind::begin_blocks), 2);  // its times were taken beside two that cheat
}

TEST(Sampling, NobodyLeftIsDone) {
  World world;
  Sampling none(short_rules(), 5, false, {});
  world.run(none);
  EXPECT_THAT(world.log, IsEmpty());
  EXPECT_THAT(none.times_of_blocks(), IsEmpty());
  Sampling dying(short_rules(), 5, false, tracks(2));
  world.reply = [](const Request& request, std::size_t) { return World::is_call(request) ? Reply::dies : Reply::answers; };
  world.run(dying);
  EXPECT_THAT(dying.tracks(), IsEmpty());
  EXPECT_THAT(dying.times_of_blocks(), IsEmpty());
}

TEST(Sampling, EndsWhenTheTimeIsOverAndGivesCallsOverTheBusMoreOfIt) {
  SamplingRules rules = short_rules();
  rules.rule.max_time_ns = rules.blocks.max_time_ns = 1e9;
  for (const bool end_to_end : {false, true}) {
    Sampling sampling(rules, 3, end_to_end, tracks(2, Bracket::host_clock));
    World world;
    world.time_ns = [](std::size_t) { return 600e6; };
    world.run(sampling);
    // One block takes longer than each attempt may, and is looked at with four more; twelve take longer than ten times that.
    EXPECT_EQ(sampling.times_of_blocks().front().size(), end_to_end ? 9u : 5u);
    EXPECT_EQ(world.count(Kind::empty_bracket) + world.count(Kind::wall_call), 0);
    EXPECT_EQ(sampling.tracks()[0].samples.front().wall_ns, 600e6 + 10e3);
  }
}

// What a process may report instead of a time. None of it keeps the sampling from ending, or touches another attempt's times.
TEST(Sampling, FalseTimesEndInTimeAndAreNobodyElses) {
  for (const double reported_ns : {-1e6, 0.0, std::nan(""), double{INFINITY}, -double{INFINITY}, 1e-300}) {
    SamplingRules rules = short_rules();
    rules.rule.max_time_ns = rules.blocks.max_time_ns = 100e6;
    Sampling sampling(rules, 3, false, tracks(2));
    World world;
    world.reported_ns = [&](double true_ns, std::size_t attempt) { return attempt == 0 ? reported_ns : true_ns; };
    world.run(sampling);
    ASSERT_THAT(sampling.tracks(), SizeIs(2)) << reported_ns;
    EXPECT_THAT(sampling.tracks()[1].samples, Each(Field(&Sample::device_ns, 50e3))) << reported_ns;
    for (const Sample& sample : sampling.tracks()[0].samples) EXPECT_FALSE(sample.device_ns < 0) << reported_ns;
    const auto pair = compare_pairs(sampling.times_of_blocks()).front().comparison;
    const bool is_time = reported_ns > 0 && std::isfinite(reported_ns);
    EXPECT_FALSE(!is_time && pair.a_wins()) << reported_ns << " is no time";
  }
}

TEST(Sampling, ATimeThatIsTooShortIsSeenByTheSecondClock) {
  Sampling sampling(short_rules(), 3, false, tracks(1));
  World world;
  world.reported_ns = [](double true_ns, std::size_t) { return true_ns / 2; };
  world.run(sampling);
  std::vector<TwiceTimed> calls;
  for (const Sample& sample : sampling.tracks()[0].samples)
    calls.push_back({.watched_ns = 50e3 + 6e3, .reported_ns = sample.device_ns});
  const std::vector<TwiceTimed> nothing(50, {.watched_ns = 6e3});
  const auto unreported = unreported_time(calls, nothing);
  ASSERT_TRUE(unreported);
  EXPECT_NEAR(unreported->median_ns, 25e3, 1);
  EXPECT_EQ(belief_in(*unreported, 25e3, Bracket::blocked), Belief::lie);
}

TEST(Bracket, IsTheMostExactThatTheTraceAllows) {
  const auto of = [](const protocol::Trace& trace, bool by_host = false) { return track_of(4, trace, by_host, 1); };
  EXPECT_EQ(of({.launches = 400}).bracket, Bracket::blocked);
  EXPECT_EQ(of({.launches = 401}).bracket, Bracket::host_paced);
  EXPECT_EQ(of({.blocking_calls = 1, .first_blocking = "cudaMalloc"}).bracket, Bracket::host_paced);
  EXPECT_EQ(of({.blocking_calls = 1, .first_blocking = "cudaMalloc"}).note, "the host waits inside solve(): cudaMalloc");
  EXPECT_EQ(of({.launches = 401}, true).bracket, Bracket::host_clock);
  EXPECT_EQ(of({}).attempt, 4u);
}

TEST(Measurement, OneWithSlowHostWorkIsHostBound) {
  Track track{.bracket = Bracket::blocked, .empty_ns = {2e3, 4e3}};
  for (int i = 0; i < 8; ++i) track.samples.push_back({.device_ns = 10e3, .wall_ns = 60e3});
  const Case test{.name = "large", .work_bytes = 100};
  const auto measurement = measurement_of(track, test, {}, 1);
  EXPECT_EQ(measurement.note, "host-bound: the wall clock shows 50 us more than the device");
  EXPECT_EQ(measurement_of(track, test, {}, 10).note, "");  // ten launches take as long
  EXPECT_EQ(measurement.empty_bracket_ns, 3e3);
  EXPECT_EQ(measurement.processes, 2);
  EXPECT_EQ(measurement.device.median_ns, 10e3);
  EXPECT_EQ(measurement.work_bytes, 100);
}

}  // namespace
}  // namespace judge
