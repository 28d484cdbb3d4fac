#include "judge/passes/timed_calls.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <thread>
#include <utility>

#include "judge/measure/measured.hpp"
#include "judge/measure/summary.hpp"
#include "judge/passes/hogged_memory.hpp"
#include "judge/passes/playback.hpp"
#include "judge/passes/quiet_device.hpp"
#include "judge/passes/rejections.hpp"
#include "judge/util/interrupt.hpp"
#include "judge/util/units.hpp"

namespace judge {

namespace {

// A block is two calls, so one early call of each block would do. Of an innocent attempt's calls none is crowded but by chance.
constexpr std::size_t k_crowded_one_of = 5;

double median_ns(const Track& track) { return summarize(usable_times(track.samples, &Sample::device_ns)).median_ns; }

Outcome hides_time(const Unreported& unreported, double reported_ns) {
  return outcome::Cheated{fmt::format("its process reports {} for a call; by the judge's own clock it takes {} longer",
                                      format_time_ns(reported_ns), format_time_ns(unreported.median_ns))};
}

}  // namespace

void leave_untimed(Timed& attempt) {
  attempt.not_timed = "it cannot be played back: " + attempt.playback.obstacle;
  attempt.measurements.clear();
}

TimedCalls::TimedCalls(Harness& harness, std::vector<Timed>& attempts, std::size_t case_index, const TimingOptions& options,
                       FreshInputs inputs, Sampling& sampling, DeviceAccess& device, std::uint64_t turns_before)
    : m_harness(harness),
      m_attempts(attempts),
      m_case_index(case_index),
      m_l2(options.l2),
      m_playback(options.playback),
      m_sampling(sampling),
      m_inputs(std::move(inputs)),
      m_device(device),
      m_kept(harness.setting, harness.referee, harness.verified_turns, case_index, sampling.tracks().size(), options.verified),
      m_bystander(harness.referee, harness.bystander.get(), test(), options.l2),
      m_unannounced(seed_of_turn(harness.setting, case_index, UnannouncedCalls::k_seeds_turn + turns_before), turns_before) {}

Result<void> TimedCalls::carry_out(const Sampling::Request& request) {
  using enum Sampling::Request::Kind;
  const bool is_of_track = request.kind != add_processes && request.kind != begin_blocks && request.kind != done;
  if (is_of_track && m_watches_device) JUDGE_CHECK(wait_for_kernels_of_last(request.track));
  if (is_of_track && !attempt_of(request.track).is_right()) {
    m_sampling.dropped();
    return {};
  }
  switch (request.kind) {
    case load_code:
    case wall_call:
    case timed_call: return call(request);
    case empty_bracket: return measure_empty_bracket(request);
    case add_processes: return this->add_processes(request);
    case silence: return listen(request);
    case begin_blocks: this->begin_blocks(); break;
    case done: return {};
  }
  m_sampling.answered();
  return {};
}

Result<void> TimedCalls::wait_for_kernels_of_last(std::size_t next_track) {
  const auto last = std::exchange(m_last_track, next_track);
  if (!last || *last == next_track) return {};
  const std::size_t attempt = m_sampling.tracks()[*last].attempt;
  if (!m_attempts[attempt].is_right()) return {};  // its processes have ended, and its verdict stands
  const auto begin = m_harness.setting.now();
  JUDGE_TRY(const bool is_quiet, becomes_quiet(m_harness, k_most_wait_for_kernels, Suspicion::none));
  if (!m_kernels_behind_calls.keep_others_waiting(attempt, m_harness.setting.now() - begin, is_quiet)) return {};
  m_attempts[attempt].standing = Players();
  JUDGE_TRY(const bool is_quiet_without, becomes_quiet(m_harness, k_most_wait_for_kernels, Suspicion::some));
  if (!is_quiet_without)
    return fail("another program began to use the device while attempts were timed: run again when it has ended");
  reject_for_its_kernels(m_attempts[attempt], test());
  return {};
}

Result<void> TimedCalls::allocate() {
  m_kept.allocate(m_sampling.tracks().size());
  return m_harness.referee.allocate_for_timing(m_l2);
}

Result<void> TimedCalls::judge_after_timing() {
  JUDGE_CHECK(m_kept.compare(m_inputs, m_attempts, m_device));
  JUDGE_CHECK(call_without_host());
  for (const Track& track : m_sampling.tracks()) {
    Timed& attempt = m_attempts[track.attempt];
    if (!attempt.is_right()) continue;
    if (const auto& [calls, crowded] = m_crowded[track.attempt];
        k_crowded_one_of * crowded > calls && !m_bystander.is_crowded())
      reject(attempt, outcome::Cheated{"its work is on the device before the clock starts"}, test());
    const auto unreported = m_bystander.unreported(track.attempt, track.bracket);
    if (!unreported || !attempt.is_right()) continue;
    const double reported_ns = median_ns(track);
    const Belief belief = belief_in(*unreported, reported_ns, track.bracket, nothing_called_when());
    auto added_ns = added_to_processes(track, reported_ns);
    const double most_ns = added_ns.empty() ? 0 : std::ranges::max(added_ns);
    const double by_others_ns =
        caused_by_others_ns(*unreported, reported_ns, track.bracket, std::thread::hardware_concurrency());
    const bool is_its_own_word = attempt.playback.players.empty();
    m_by_second_clock[track.attempt] = {
        .unreported_ns = unreported->median_ns,
        .added_ns = std::move(added_ns),
        .doubtful_ns = std::min(most_ns, by_others_ns),
        .hidden_ns = most_ns == 0 && is_its_own_word ? std::max(unreported->median_ns, 0.0) : 0};
    if (belief == Belief::lie) reject(attempt, hides_time(*unreported, reported_ns), test());
  }
  return {};
}

NothingCalled TimedCalls::nothing_called_when() const {
  return m_harness.bystander_has_played ? NothingCalled::before : NothingCalled::in_between;
}

std::vector<double> TimedCalls::added_to_processes(const Track& track, double reported_ns) const {
  std::vector<double> added_ns;
  for (const Unreported& unreported :
       m_bystander.unreported_of_processes(track.attempt, track.bracket, track.empty_ns.size())) {
    const Belief belief = belief_in(unreported, reported_ns, track.bracket, nothing_called_when());
    added_ns.push_back(belief == Belief::believed ? 0 : unreported.median_ns);
  }
  if (std::ranges::all_of(added_ns, [](double ns) { return ns == 0; })) added_ns.clear();
  return added_ns;
}

TimedCalls::BySecondClock TimedCalls::by_second_clock(std::size_t attempt) const {
  const auto found = m_by_second_clock.find(attempt);
  return found == m_by_second_clock.end() ? BySecondClock{} : found->second;
}

// For the host's time of a call solve() itself is called.
Player& TimedCalls::player_of(const Sampling::Request& request) {
  const Timed& attempt = attempt_of(request.track);
  return request.kind == Sampling::Request::Kind::wall_call ? *attempt.standing->front()
                                                            : attempt.timed_player(request.process);
}

bool TimedCalls::plays_back(const Sampling::Request& request) {
  return request.kind != Sampling::Request::Kind::wall_call && !attempt_of(request.track).playback.players.empty();
}

// A wrong answer is the attempt's own, but where a number grew on that its host code might have changed.
bool TimedCalls::fails_by_playback(const Sampling::Request& request, const Outcome& outcome) {
  return plays_back(request) &&
         (!std::holds_alternative<outcome::WrongAnswer>(outcome) || counts_calls(attempt_of(request.track).playback.recording));
}

Referee::CallOptions::Source TimedCalls::source_of(const Sampling::Request& request) {
  return plays_back(request) ? Referee::CallOptions::Source::recording : Referee::CallOptions::Source::solve;
}

bool TimedCalls::host_can_reach_device() const {
  return m_harness.setting.runtime.kind == RuntimeKind::emulated && !test().is_end_to_end();
}

// On the emulated runtime device memory is closed to the host in calls that are not timed; closing it takes time. An attempt that works
// on the host once its calls repeat would gain by it, so there is one such call more.
Result<void> TimedCalls::call_without_host() {
  constexpr std::uint64_t k_no_timed_turn = std::uint64_t{1} << 40;
  if (!host_can_reach_device()) return {};
  const PreparedCase* prepared = nullptr;  // the same for all: a slow reference computes it once
  for (const Track& track : m_sampling.tracks()) {
    Timed& attempt = m_attempts[track.attempt];
    if (!attempt.is_right()) continue;
    if (!prepared) {
      JUDGE_TRY(prepared, m_inputs.with_answer(k_no_timed_turn));
    }
    JUDGE_TRY(const auto called, m_harness.referee.call(*attempt.standing->front(), *prepared, {.l2 = m_l2}));
    if (interrupted()) return fail("interrupted");
    if (!std::holds_alternative<outcome::Passed>(called.outcome))
      reject_timed(attempt, called.outcome, test(), track.samples.size() + 1);
  }
  return {};
}

RoomForCalls* TimedCalls::room_of(const Sampling::Request& request) {
  if (plays_back(request) || request.process > 0) return nullptr;
  const std::size_t attempt = m_sampling.tracks()[request.track].attempt;
  if (const auto known = m_room.find(attempt); known != m_room.end()) return &known->second;
  const auto& traces = m_attempts[attempt].traces;
  const auto first = traces.find(m_case_index);
  if (first == traces.end()) return nullptr;
  std::uint64_t limit_bytes = device_memory_limit_bytes(m_harness.setting);
  if (m_harness.setting.runtime.kind == RuntimeKind::emulated) {
    const std::uint64_t of_host = host_memory_limit_bytes(m_harness.setting.problem);
    limit_bytes = limit_bytes == 0 ? of_host : std::min(limit_bytes, of_host);
  }
  return &m_room.emplace(attempt, RoomForCalls(limit_bytes, first->second.kept_bytes)).first->second;
}

// False: the attempt is rejected.
bool TimedCalls::has_room_for_more(const Sampling::Request& request, const protocol::Trace& trace) {
  RoomForCalls* const room = room_of(request);
  const auto left = room ? room->called(trace.kept_bytes) : RoomForCalls::Room::enough;
  if (left == RoomForCalls::Room::used_up) m_sampling.take_no_more();
  if (left != RoomForCalls::Room::too_little) return true;
  const bool is_emulated = m_harness.setting.runtime.kind == RuntimeKind::emulated;
  drop_for_its_process(request, outcome::TooMuchMemory{.device = !is_emulated,
                                                       .asked_bytes = room->bytes_of_a_call(),
                                                       .device_is_host = is_emulated,
                                                       .calls = RoomForCalls::k_enough_calls});
  return false;
}

// A call like the timed ones. On the emulated runtime its host code finds decoys in device memory: one that asks whether that is closed gets no
// answer. If it touched something, one more call faults there and so names the line. On a GPU the device is let go but for one block, behind which all
// work waits that the start event can see: other work, on a stream of the driver's, gains some 2 us, as it runs beside the events. False: the attempt
// is rejected, or timed in another way.
Result<bool> TimedCalls::passes_unannounced(const Sampling::Request& request) {
  using enum Referee::HostCode;
  const auto call = [&](Bracket bracket, Referee::HostCode host_code) -> Result<Referee::CallResult> {
    if (RoomForCalls* const room = room_of(request)) room->called();
    JUDGE_TRY(const PreparedCase* prepared, m_inputs.of_turn(m_unannounced.next_turn()));
    return m_harness.referee.call(player_of(request), *prepared,
                                  {.bracket = bracket,
                                   .l2 = m_l2,
                                   .host_code = host_code,
                                   .early_work = Referee::EarlyWork::is_looked_for,
                                   .shift = request.block,
                                   .source = source_of(request)});
  };
  JUDGE_TRY(auto called, call(request.bracket, gets_decoys));
  if (interrupted()) return fail("interrupted");
  if (std::holds_alternative<outcome::Passed>(called.outcome) && !called.works_early) return true;
  if (plays_back(request) && called.works_early) {
    drop_for_its_process(request, outcome::Cheated{"outputs change before what it was recorded to do begins"});
    return false;
  }
  if (fails_by_playback(request, called.outcome)) {
    JUDGE_CHECK(stop_playing_back(request, "it failed when played back"));
    return false;
  }
  if (called.works_early) {
    m_sampling.did_otherwise("work of solve() does not wait for the judge's start event");
    return false;
  }
  Outcome outcome = std::move(called.outcome);
  if (std::holds_alternative<outcome::Faulted>(outcome) && !called.returned.trace.touched_by_host.empty()) {
    JUDGE_TRY(auto again, call(Bracket::none, as_usual));
    if (interrupted()) return fail("interrupted");
    if (std::holds_alternative<outcome::Faulted>(again.outcome)) outcome = std::move(again.outcome);
  }
  drop_for_its_call(request, outcome);
  return false;
}

void TimedCalls::begin_blocks() {
  m_harness.clocks.restart();
  m_kept.forget();
  m_crowded.clear();
  m_bystander.restart(m_harness.bystander_has_played ? nullptr : m_harness.bystander.get(), m_harness.nothing_before_playing);
}

// An untimed call that loads code has inputs that the attempt knows; no other call of a process has inputs of an earlier one.
Result<const PreparedCase*> TimedCalls::inputs_for(const Sampling::Request& request) {
  if (request.kind == Sampling::Request::Kind::load_code) return m_harness.draws.prepared(m_case_index);
  if (request.kind == Sampling::Request::Kind::timed_call && m_turn != request.input_turn) {
    m_turn = request.input_turn;
    m_kept.begin_turn(request.input_turn);
  }
  return m_inputs.of_turn(request.input_turn);
}

Result<void> TimedCalls::call(const Sampling::Request& request) {
  const bool is_timed = request.kind == Sampling::Request::Kind::timed_call;
  if (is_timed && looks_closely() && m_unannounced.is_due(m_sampling.tracks()[request.track].attempt)) {
    JUDGE_TRY(const bool passed, passes_unannounced(request));
    if (!passed) return {};
  }
  JUDGE_TRY(const PreparedCase* prepared, inputs_for(request));
  if (is_timed) JUDGE_CHECK(m_bystander.block_begins(request.block, brackets(), *prepared));
  JUDGE_TRY(auto called, m_harness.referee.call(
                             player_of(request), *prepared,
                             {.bracket = request.bracket, .l2 = m_l2, .shift = request.block, .source = source_of(request)}));
  if (interrupted()) return fail("interrupted");
  if (!std::holds_alternative<outcome::Passed>(called.outcome)) {
    if (fails_by_playback(request, called.outcome)) return stop_playing_back(request, "it failed when played back");
    drop_for_its_call(request, called.outcome);
    return {};
  }
  const auto& returned = called.returned;
  const auto& trace = returned.trace;
  if (plays_back(request) && trace.spin_expired)
    return stop_playing_back(request, "its work was not queued in time when played back");
  if (request.bracket == Bracket::blocked && (trace.changed_behaviour || trace.spin_expired)) {
    m_sampling.did_otherwise(trace.spin_expired ? "solve() waits for its own work in a way the judge does not see"
                                                : "solve() did something else when timed than in its first call");
    return {};
  }
  if (is_timed && request.bracket == Bracket::blocked && !plays_back(request) &&
      m_queueing[m_sampling.tracks()[request.track].attempt].takes_long(returned.queueing_ns, trace.launches)) {
    m_sampling.did_otherwise("solve() takes long on the host before its work is queued");
    return {};
  }
  if (is_timed && !has_room_for_more(request, trace)) return {};
  if (is_timed) JUDGE_CHECK(note_timed(request, *prepared, called));
  const bool on_device = is_timed && request.bracket != Bracket::host_clock;
  m_sampling.answered({.device_ns = returned.device_ns,
                       .wall_ns = returned.wall_ns,
                       .sm_clock_mhz = on_device ? m_harness.clocks.sm_clock_mhz(m_harness.setting.now()) : 0});
  return {};
}

Result<void> TimedCalls::note_timed(const Sampling::Request& request, const PreparedCase& prepared,
                                    const Referee::CallResult& called) {
  const std::size_t attempt = m_sampling.tracks()[request.track].attempt;
  m_crowded[attempt].first++;
  m_crowded[attempt].second += called.returned.trace.crowded;
  const double empty_ns = m_sampling.tracks()[request.track].empty_ns[request.process];
  m_bystander.add_call(attempt, request.process, called.returned, called.returned.device_ns - empty_ns);
  return m_kept.keep(prepared, called.placed, attempt, calls_of(request));
}

std::set<Bracket> TimedCalls::brackets() const {
  std::set<Bracket> all;
  for (const Track& track : m_sampling.tracks()) all.insert(track.bracket);
  return all;
}

Result<void> TimedCalls::stop_playing_back(const Sampling::Request& request, std::string why) {
  Timed& attempt = attempt_of(request.track);
  JUDGE_CHECK(give_up_playback(m_harness, attempt, std::move(why)));
  if (m_playback == PlaybackWish::required) {
    leave_untimed(attempt);
    m_sampling.dropped();
  } else {
    m_sampling.has_other_processes(attempt.timed_players());
  }
  return {};
}

void TimedCalls::drop_for_its_process(const Sampling::Request& request, const Outcome& outcome) {
  reject(attempt_of(request.track), outcome, test());
  m_sampling.dropped();
}

void TimedCalls::drop_for_its_call(const Sampling::Request& request, const Outcome& outcome) {
  reject_timed(attempt_of(request.track), outcome, test(), calls_of(request));
  m_sampling.dropped();
}

Result<void> TimedCalls::measure_empty_bracket(const Sampling::Request& request) {
  const auto empty = player_of(request).measure_empty({.bracket = request.bracket, .cold_l2 = m_l2 == Referee::L2::cold});
  if (interrupted()) return fail("interrupted");
  if (!empty && plays_back(request)) return stop_playing_back(request, "its process failed when played back");
  if (!empty) {
    drop_for_its_process(request, empty.error());
    return {};
  }
  m_sampling.answered({.device_ns = empty->device_ns});
  return {};
}

Result<void> TimedCalls::add_processes(const Sampling::Request& request) {
  std::vector<Tested*> attempts;
  for (const std::size_t track : request.tracks) attempts.push_back(&attempt_of(track));
  // While others wait none is started: add_players_ahead() does that. What an attempt's first call takes says little: it may have stretched it.
  const bool among_others = m_device.has_others();
  if (among_others && m_harness.setting.runtime.kind == RuntimeKind::cuda)
    for (Tested* attempt : attempts) m_lacks_processes |= !std::exchange(attempt->is_known_short, true);
  if (m_lacks_processes) return {};
  const auto started = among_others ? NewPlayers::never : NewPlayers::where_spare_ones_do_not_suffice;
  JUDGE_CHECK(add_timed_players(m_harness, attempts, request.count, started));
  for (const std::size_t track : request.tracks) m_sampling.processes_are(track, attempt_of(track).timed_players());
  m_sampling.answered();
  return {};
}

Result<void> TimedCalls::listen(const Sampling::Request& request) {
  const Timed& attempt = attempt_of(request.track);
  const auto silent = (plays_back(request) ? *attempt.standing->front() : player_of(request)).check_silence();
  if (silent) m_sampling.answered();
  else drop_for_its_process(request, silent.error());
  return {};
}

}  // namespace judge
