#include "judge/judging/timing.hpp"

#include <chrono>
#include <tuple>

#include "judge/judging/testing.hpp"
#include "judge/measure/measured.hpp"
#include "judge/util/interrupt.hpp"

namespace judge {

namespace {

double now_ns() {
  return std::chrono::duration<double, std::nano>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

/// Carries out what the sampling asks for: with players, the referee and the device's clocks.
class Timing {
 public:
  Timing(Harness& harness, std::vector<Timed>& attempts, std::size_t case_index, Referee::L2 l2, Sampling& sampling)
      : m_harness(harness), m_attempts(attempts), m_case_index(case_index), m_l2(l2), m_sampling(sampling) {}

  Result<void> carry_out(const Sampling::Request& request) {
    switch (request.kind) {
      case Sampling::Request::Kind::load_code:
      case Sampling::Request::Kind::wall_call:
      case Sampling::Request::Kind::timed_call: return call(request);
      case Sampling::Request::Kind::empty_bracket: return measure_empty_bracket(request);
      case Sampling::Request::Kind::add_processes: return add_processes(request);
      case Sampling::Request::Kind::silence: return listen(request);
      case Sampling::Request::Kind::begin_blocks: m_harness.clocks.restart(); break;
      case Sampling::Request::Kind::done: return {};
    }
    m_sampling.answered();
    return {};
  }

 private:
  Timed& attempt_of(std::size_t track) { return m_attempts[m_sampling.tracks()[track].attempt]; }
  Player& player_of(const Sampling::Request& request) { return *(*attempt_of(request.track).standing)[request.process]; }
  const Case& test() const { return m_harness.setting.cases[m_case_index]; }

  Result<void> call(const Sampling::Request& request) {
    if (request.kind == Sampling::Request::Kind::timed_call) m_harness.referee.move_buffers(request.block);
    JUDGE_TRY(const PreparedCase* prepared, m_harness.draws.prepared(m_case_index, request.draw));
    JUDGE_TRY(auto called, m_harness.referee.call(player_of(request), *prepared, request.bracket, m_l2));
    if (interrupted()) return fail("interrupted");
    if (!std::holds_alternative<outcome::Passed>(called.outcome)) {
      drop(request, called.outcome);
      return {};
    }
    const auto& [trace, returned] = std::tie(called.returned.trace, called.returned);
    if (request.bracket == Bracket::blocked && (trace.changed_behaviour || trace.spin_expired)) {
      m_sampling.did_otherwise(trace.spin_expired ? "solve() waits for its own work in a way the judge does not see"
                                                  : "solve() did something else when timed than in its first call");
      return {};
    }
    const bool on_device = request.kind == Sampling::Request::Kind::timed_call && request.bracket != Bracket::host_clock;
    m_sampling.answered({.device_ns = returned.device_ns,
                         .wall_ns = returned.wall_ns,
                         .sm_clock_mhz = on_device ? m_harness.clocks.sm_clock_mhz() : 0});
    return {};
  }

  // Not because of an answer.
  void drop_at_once(const Sampling::Request& request, const Outcome& outcome) {
    reject(attempt_of(request.track), outcome, test());
    m_sampling.dropped();
  }

  void drop(const Sampling::Request& request, const Outcome& outcome) {
    Timed& attempt = attempt_of(request.track);
    reject(attempt, outcome, test());
    auto& details = attempt.standing.error().verdict.details;
    details = fmt::format("Its first call on this case was right; call {} of those that are timed was not.\n{}",
                          m_sampling.tracks()[request.track].samples.size() + 1, details);
    m_sampling.dropped();
  }

  Result<void> measure_empty_bracket(const Sampling::Request& request) {
    const auto empty = player_of(request).measure_empty({.bracket = request.bracket, .cold_l2 = m_l2 == Referee::L2::cold});
    if (interrupted()) return fail("interrupted");
    if (!empty) {
      drop_at_once(request, empty.error());
      return {};
    }
    m_sampling.answered({.device_ns = empty->device_ns});
    return {};
  }

  Result<void> add_processes(const Sampling::Request& request) {
    std::vector<Tested*> attempts;
    for (const std::size_t track : request.tracks) attempts.push_back(&attempt_of(track));
    JUDGE_CHECK(add_players(m_harness, attempts, request.count));
    for (const std::size_t track : request.tracks) m_sampling.processes_are(track, attempt_of(track).standing->size());
    m_sampling.answered();
    return {};
  }

  Result<void> listen(const Sampling::Request& request) {
    const auto silent = player_of(request).check_silence();
    if (silent) m_sampling.answered();
    else drop_at_once(request, silent.error());
    return {};
  }

  Harness& m_harness;
  std::vector<Timed>& m_attempts;
  std::size_t m_case_index;
  Referee::L2 m_l2;
  Sampling& m_sampling;
};

std::vector<Track> tracks_of(const Harness& harness, const std::vector<Timed>& attempts, std::size_t case_index) {
  const bool by_host =
      harness.setting.runtime.kind == RuntimeKind::emulated || harness.setting.cases[case_index].is_end_to_end();
  std::vector<Track> tracks;
  for (std::size_t i = 0; i < attempts.size(); ++i)
    if (attempts[i].is_right())
      tracks.push_back(track_of(i, attempts[i].traces.at(case_index), by_host, attempts[i].standing->size()));
  return tracks;
}

}  // namespace

void TimedCase::keep_only(const std::function<bool(std::size_t)>& keep) {
  for (std::size_t position = contestants.size(); position-- > 0;) {
    if (keep(contestants[position])) continue;
    contestants.erase(contestants.begin() + static_cast<std::ptrdiff_t>(position));
    block_times_ns.erase(block_times_ns.begin() + static_cast<std::ptrdiff_t>(position));
  }
}

Result<TimedCase> time_side_by_side(Harness& harness, std::vector<Timed>& attempts, std::size_t case_index,
                                    const TimingOptions& options, Observer& observer) {
  const Case& test = harness.setting.cases[case_index];
  TimedCase timed{.case_index = case_index};
  auto tracks = tracks_of(harness, attempts, case_index);
  SamplingRules rules = options;
  rules.draws = harness.draws.that_fit(case_index, options.draws);
  if (!tracks.empty()) observer.overall_stage("timing " + test.name);

  Sampling sampling(rules, harness.setting.seed, test.is_end_to_end(), std::move(tracks));
  Timing timing(harness, attempts, case_index, options.l2, sampling);
  while (true) {
    const auto& request = sampling.next(now_ns());
    if (request.kind == Sampling::Request::Kind::done) break;
    JUDGE_CHECK(timing.carry_out(request));
  }

  const DeviceState state = harness.clocks.state();
  for (const Track& track : sampling.tracks()) {
    Timed& attempt = attempts[track.attempt];
    attempt.measurements.push_back(measurement_of(track, test, state, rules.draws, attempt.traces.at(case_index).launches));
    timed.contestants.push_back(track.attempt);
  }
  timed.block_times_ns = sampling.times_of_blocks();
  return timed;
}

}  // namespace judge
