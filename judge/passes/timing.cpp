#include "judge/passes/timing.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <optional>
#include <set>
#include <utility>

#include "judge/measure/measured.hpp"
#include "judge/measure/processes.hpp"
#include "judge/passes/fresh_inputs.hpp"
#include "judge/passes/playback.hpp"
#include "judge/passes/quiet_device.hpp"
#include "judge/passes/testing.hpp"
#include "judge/passes/timed_calls.hpp"
#include "judge/util/interrupt.hpp"
#include "judge/util/units.hpp"

namespace judge {

namespace {

double ns_since_epoch(std::chrono::steady_clock::time_point time) {
  return std::chrono::duration<double, std::nano>(time.time_since_epoch()).count();
}

/// Times as the referee's clock saw them, where what a process reports is not enough.
void correct(Track& track, std::vector<double>& block_times_ns, const TimedCalls::BySecondClock& look) {
  const std::size_t processes = look.added_ns.size();
  if (processes == 0) return;
  for (std::size_t i = 0; i < track.samples.size(); ++i) track.samples[i].device_ns += look.added_ns[process_of(i, processes)];
  for (std::size_t i = 0; i < block_times_ns.size(); ++i) block_times_ns[i] += look.added_ns[process_of_block(i, processes)];
  track.note += track.note.empty() ? "" : "; ";
  track.note += "by the judge's own clock, which saw more than the attempt's process reported";
  if (look.doubtful_ns > 0)
    track.note +=
        fmt::format(" ({} more; other programs used the processors, and may be why)", format_time_ns(look.doubtful_ns));
}

/// What the two clocks do not agree on is in the interval, and makes nobody faster or slower than another.
void leave_open(Summary& summary, const CompareOptions::Doubt& doubt) {
  summary.low_ns -= doubt.less_ns;
  summary.high_ns += doubt.more_ns;
}

std::vector<Track> tracks_of(const Harness& harness, const std::vector<Timed>& attempts, std::size_t case_index) {
  const bool by_host =
      harness.setting.runtime.kind == RuntimeKind::emulated || harness.setting.cases[case_index].is_end_to_end();
  std::vector<Track> tracks;
  for (std::size_t i = 0; i < attempts.size(); ++i)
    if (attempts[i].is_to_be_timed())
      tracks.push_back(track_of(i, attempts[i].traces.at(case_index), by_host, attempts[i].timed_players()));
  return tracks;
}

std::vector<Tested*> to_be_timed(std::vector<Timed>& attempts) {
  std::vector<Tested*> all;
  for (Timed& attempt : attempts)
    if (attempt.is_to_be_timed()) all.push_back(&attempt);
  return all;
}

// Others wait for the device's answers, or launch too much: their host code is part of what they do.
std::vector<Tested*> held_back(const std::vector<Tested*>& attempts, std::size_t case_index) {
  std::vector<Tested*> held;
  std::ranges::copy_if(attempts, std::back_inserter(held), [&](const Tested* attempt) {
    return attempt->not_to_be_played_back.empty() &&
           track_of(0, attempt->traces.at(case_index), false, 1).bracket == Bracket::blocked;
  });
  return held;
}

// A wrong answer of what was played back is none of the attempt's: so that nobody tries by it whether calls left out are seen, what comes then is
// verified more closely.
constexpr int k_verified_once_more = 16;

// What was recorded of them turned out not to be what they do in later calls.
bool any_refuted(const std::vector<Timed>& attempts) {
  return std::ranges::any_of(attempts, [](const Timed& attempt) { return attempt.is_right() && attempt.playback.is_refuted; });
}

void play_back_no_more(std::vector<Timed>& attempts) {
  for (Timed& attempt : attempts)
    if (attempt.playback.is_refuted) attempt.not_to_be_played_back = "solve() does not do the same in each call";
}

Result<void> play_back_all(Harness& harness, std::vector<Timed>& attempts, std::size_t case_index, const TimingOptions& options,
                           const DeviceAccess& device) {
  const std::vector<Tested*> right = to_be_timed(attempts);
  const bool is_end_to_end = harness.setting.cases[case_index].is_end_to_end();
  if (harness.setting.runtime.kind == RuntimeKind::cuda && !is_end_to_end)
    JUDGE_CHECK(play_back(harness, held_back(right, case_index), case_index,
                          right.size() == 1 && !device.has_others() ? Alone::yes : Alone::no, options.l2,
                          device.has_others() ? NewPlayers::never : NewPlayers::where_spare_ones_do_not_suffice));
  for (Tested* attempt : right)
    if (!attempt->not_to_be_played_back.empty()) attempt->playback.obstacle = attempt->not_to_be_played_back;
  if (options.playback != PlaybackWish::required) return {};
  for (Timed& attempt : attempts) {
    if (!attempt.is_to_be_timed() || !attempt.playback.players.empty()) continue;
    std::string& obstacle = attempt.playback.obstacle;
    if (obstacle.empty() && !is_end_to_end) obstacle = track_of(0, attempt.traces.at(case_index), false, 1).note;
    if (obstacle.empty()) obstacle = "its buffers are in host memory";
    leave_untimed(attempt);
  }
  return {};
}

// Who was ended and tested again has but one, in which it is not played back.
bool have_processes_of(const std::vector<Timed>& attempts, const std::vector<Track>& tracks) {
  return std::ranges::all_of(tracks, [&](const Track& track) {
    const Timed& attempt = attempts[track.attempt];
    return !attempt.is_to_be_timed() || attempt.timed_players() == track.processes;
  });
}

// None: some were played back, and have to be timed in another way, or lack processes. `turns_before`: of other tries, by whose inputs an attempt may have been called.
Result<std::optional<TimedCase>> try_to_time(Harness& harness, std::vector<Timed>& attempts, std::size_t case_index,
                                             std::uint64_t turns_before, const TimingOptions& options, DeviceAccess& device,
                                             StageClock& clock, Observer& observer) {
  JUDGE_CHECK(forget_playback(harness, attempts));
  const Case& test = harness.setting.cases[case_index];
  TimedCase timed{.case_index = case_index};
  if (to_be_timed(attempts).empty()) return timed;
  bool watches_device = false;
  if (!device.has_others()) {
    JUDGE_TRY(watches_device, quieten(harness, attempts, case_index, device));
    if (to_be_timed(attempts).empty()) return timed;
  }
  if (options.playback != PlaybackWish::never) JUDGE_CHECK(play_back_all(harness, attempts, case_index, options, device));
  if (to_be_timed(attempts).empty()) return timed;
  JUDGE_CHECK(add_players_ahead(harness, to_be_timed(attempts), case_index, options.most_processes, device));
  auto tracks = tracks_of(harness, attempts, case_index);
  observer.overall_stage("timing " + test.name);

  JUDGE_TRY(const PreparedCase* like, harness.draws.prepared(case_index));
  JUDGE_TRY(auto inputs,
            FreshInputs::create(harness.setting, harness.oracle, harness.drawer, harness.host_sets, case_index, *like));
  if (device.has_others()) device.leave();
  inputs.allocate_host();
  SamplingRules rules = options;
  rules.processor_runs_kernels = harness.setting.runtime.kind == RuntimeKind::emulated;
  Sampling sampling(rules, harness.setting.seed, test.is_end_to_end(), std::move(tracks), turns_before);
  TimedCalls timing(harness, attempts, case_index, options, std::move(inputs), sampling, device, turns_before);
  JUDGE_CHECK(timing.allocate());
  clock.lap("answers");
  JUDGE_CHECK(device.alone());
  if (device.has_others()) {
    clock.lap("turn");
    JUDGE_TRY(watches_device, quieten(harness, attempts, case_index, device));
    if (!have_processes_of(attempts, sampling.tracks())) {
      device.leave();
      return std::nullopt;
    }
  }
  if (watches_device) timing.watch_device();
  clock.restart();
  while (!timing.lacks_processes()) {
    const auto& request = sampling.next(ns_since_epoch(harness.setting.now()));
    if (request.kind == Sampling::Request::Kind::done) break;
    JUDGE_CHECK(timing.carry_out(request));
  }
  if (timing.lacks_processes()) {
    device.leave();
    return std::nullopt;
  }

  std::set<std::size_t> played_back;
  for (const Track& track : sampling.tracks())
    if (!attempts[track.attempt].playback.players.empty()) played_back.insert(track.attempt);
  const DeviceState state = harness.clocks.state();
  clock.lap("timing");
  if (harness.setting.runtime.kind == RuntimeKind::cuda) device.leave();
  JUDGE_CHECK(timing.judge_after_timing());
  device.leave();
  clock.lap("answers");
  if (any_refuted(attempts)) return std::nullopt;
  timed.block_times_ns = sampling.times_of_blocks();
  timed.comparing = sampling.comparing();
  for (std::size_t i = 0; i < sampling.tracks().size(); ++i) {
    Track track = sampling.tracks()[i];
    Timed& attempt = attempts[track.attempt];
    const auto look = timing.by_second_clock(track.attempt);
    timed.contestants.push_back(track.attempt);
    timed.comparing.doubts.push_back({.less_ns = look.doubtful_ns, .more_ns = look.hidden_ns});
    if (!attempt.is_to_be_timed()) continue;
    correct(track, timed.block_times_ns[i], look);
    if (timing.kept() < static_cast<std::size_t>(options.verified))
      track.note +=
          fmt::format("{}memory for the answers of {} timed calls only", track.note.empty() ? "" : "; ", timing.kept());
    attempt.measurements.push_back(measurement_of(track, test, state, attempt.traces.at(case_index).launches));
    leave_open(attempt.measurements.back().device, timed.comparing.doubts.back());
    attempt.measurements.back().unreported_ns = look.unreported_ns;
    attempt.measurements.back().played_back = played_back.contains(track.attempt);
    attempt.measurements.back().not_played_back = attempt.playback.obstacle;
  }
  timed.keep_only([&](std::size_t attempt) { return attempts[attempt].is_to_be_timed(); });
  return timed;
}

}  // namespace

Result<TimedCase> time_side_by_side(Harness& harness, std::vector<Timed>& attempts, std::size_t case_index,
                                    const TimingOptions& options, DeviceAccess& device, StageClock& clock, Observer& observer) {
  constexpr std::uint64_t k_turns_of_a_try = std::uint64_t{1} << 32;
  TimingOptions closer = options;
  for (std::uint64_t tries = 0;; ++tries) {
    JUDGE_TRY(auto timed,
              try_to_time(harness, attempts, case_index, tries * k_turns_of_a_try, closer, device, clock, observer));
    if (timed) return *std::move(timed);
    if (any_refuted(attempts)) closer.verified = std::max(options.verified, k_verified_once_more);
    play_back_no_more(attempts);
  }
}

}  // namespace judge
