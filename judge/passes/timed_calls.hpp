#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "judge/measure/queueing.hpp"
#include "judge/measure/sampling.hpp"
#include "judge/passes/bystander.hpp"
#include "judge/passes/device_access.hpp"
#include "judge/passes/fresh_inputs.hpp"
#include "judge/passes/harness.hpp"
#include "judge/passes/kept_answers.hpp"
#include "judge/passes/quiet_device.hpp"
#include "judge/passes/timing_options.hpp"
#include "judge/passes/unannounced_calls.hpp"

namespace judge {

/// It cannot be played back and so may not be timed: it is right all the same. A time that it has for another case would be without its like.
void leave_untimed(Timed& attempt);

/// Carries out what the sampling asks for: with players, the referee and the device's clocks.
class TimedCalls {
 public:
  TimedCalls(Harness& harness, std::vector<Timed>& attempts, std::size_t case_index, const TimingOptions& options,
             FreshInputs inputs, Sampling& sampling, DeviceAccess& device, std::uint64_t turns_before = 0);

  Result<void> carry_out(const Sampling::Request& request);

  /// From now on: what an attempt's calls leave running is waited for before another's calls, and decides against who keeps the others waiting.
  void watch_device() { m_watches_device = true; }

  /// What the calls take in memory, before there is a clock.
  Result<void> allocate();

  /// After the last request: what decides against an attempt when its calls are over.
  Result<void> judge_after_timing();

  /// Among others a short time was measured of an attempt that has no processes for it: no more is to be carried out, and another try has them
  /// from its beginning (Tested::is_known_short).
  bool lacks_processes() const { return m_lacks_processes; }

  /// Turns whose answers are compared.
  std::size_t kept() const { return m_kept.capacity(); }

  struct BySecondClock {
    double unreported_ns = 0;
    std::vector<double> added_ns;  ///< to the times that each process reported; empty = to none
    double doubtful_ns = 0;        ///< of these: may be other programs' doing
    double hidden_ns = 0;          ///< in the median, where nothing is added: it may be noise, and may be a lie
  };
  BySecondClock by_second_clock(std::size_t attempt) const;

 private:
  Timed& attempt_of(std::size_t track) { return m_attempts[m_sampling.tracks()[track].attempt]; }
  Player& player_of(const Sampling::Request& request);
  bool plays_back(const Sampling::Request& request);
  bool fails_by_playback(const Sampling::Request& request, const Outcome& outcome);
  NothingCalled nothing_called_when() const;
  std::vector<double> added_to_processes(const Track& track, double reported_ns) const;
  Referee::CallOptions::Source source_of(const Sampling::Request& request);
  std::size_t calls_of(const Sampling::Request& request) const { return m_sampling.tracks()[request.track].samples.size() + 1; }
  const Case& test() const { return m_harness.setting.cases[m_case_index]; }
  bool host_can_reach_device() const;
  bool looks_closely() const { return !test().is_end_to_end(); }
  Result<void> call_without_host();
  Result<bool> passes_unannounced(const Sampling::Request& request);
  void begin_blocks();
  Result<const PreparedCase*> inputs_for(const Sampling::Request& request);
  Result<void> call(const Sampling::Request& request);
  RoomForCalls* room_of(const Sampling::Request& request);
  bool has_room_for_more(const Sampling::Request& request, const protocol::Trace& trace);
  Result<void> note_timed(const Sampling::Request& request, const PreparedCase& prepared, const Referee::CallResult& called);
  std::set<Bracket> brackets() const;
  Result<void> stop_playing_back(const Sampling::Request& request, std::string why);
  void drop_for_its_process(const Sampling::Request& request, const Outcome& outcome);
  void drop_for_its_call(const Sampling::Request& request, const Outcome& outcome);
  Result<void> measure_empty_bracket(const Sampling::Request& request);
  Result<void> add_processes(const Sampling::Request& request);
  Result<void> listen(const Sampling::Request& request);
  Result<void> wait_for_kernels_of_last(std::size_t next_track);

  Harness& m_harness;
  std::vector<Timed>& m_attempts;
  std::size_t m_case_index;
  Referee::L2 m_l2;
  PlaybackWish m_playback;
  Sampling& m_sampling;
  FreshInputs m_inputs;
  DeviceAccess& m_device;
  KeptAnswers m_kept;
  Bystander m_bystander;
  UnannouncedCalls m_unannounced;
  std::map<std::size_t, std::pair<std::size_t, std::size_t>> m_crowded;  // calls and crowded ones, by attempt
  std::map<std::size_t, Queueing> m_queueing;                            // likewise
  std::map<std::size_t, BySecondClock> m_by_second_clock;
  std::map<std::size_t, RoomForCalls> m_room;  // of an attempt's own first process
  std::optional<std::uint64_t> m_turn;
  bool m_watches_device = false, m_lacks_processes = false;
  std::optional<std::size_t> m_last_track;  // that was called
  KernelsBehindCalls m_kernels_behind_calls;
};

}  // namespace judge
