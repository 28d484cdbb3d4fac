#pragma once

#include <cstdint>
#include <deque>
#include <set>
#include <string>
#include <vector>

#include "judge/measure/compare.hpp"
#include "judge/measure/stopping.hpp"
#include "judge/model/measurement.hpp"

namespace judge {

/// Rules for timing attempts side by side: how long, and in which order.
struct SamplingRules {
  enum class Pairs { with_fastest, all, neighbours };  ///< neighbours: each with the one named before it

  StoppingRule rule;
  BlockRule blocks;
  Pairs pairs = Pairs::with_fastest;    ///< that have to be compared closely before it ends
  std::size_t most_processes = 8;       ///< on a GPU, for short times, which a process has a share of
  bool processor_runs_kernels = false;  ///< the emulated runtime: a process has a share of a time of any length
};

/// One attempt among those that are timed side by side.
struct Track {
  std::size_t attempt = 0;  ///< the caller's number for it
  Bracket bracket = Bracket::none;
  std::string note;                ///< why the bracket is not the most exact one
  std::size_t processes = 1;       ///< that hold it, and are called in turn
  std::vector<double> empty_ns{};  ///< what the bracket reads around nothing, by process
  std::vector<Sample> samples{};   ///< in the order taken
};

/// From which process a sample comes. Each takes a few blocks before the next one's turn.
std::size_t process_of(std::size_t sample, std::size_t processes);

/// Short times are taken in several processes: in how many of at most `most` each, if so many attempts are timed side by side.
std::size_t processes_for_short_times(std::size_t attempts, std::size_t most);
bool is_short(double time_ns);

/// Decides which attempt is called next, when to stop, and what restarts. It does nothing itself: ask for a request, carry it out,
/// report the result.
///
/// A round is: an untimed call in each process that is new, the empty brackets, blocks of timed calls in interleaved order until
/// the rules are met, a repetition of the blocks in which the clock had dropped, some calls for wall times, and a test for silence.
/// If an attempt fails, must be timed otherwise or gets more processes, the blocks of all are discarded and a new round begins.
class Sampling {
 public:
  struct Request {
    enum class Kind {
      load_code,      ///< an untimed call: the first one in a process loads the attempt's code
      empty_bracket,  ///< measure the bracket around nothing
      begin_blocks,   ///< discard the device clocks read so far
      timed_call,
      add_processes,  ///< up to `count` more for each of `tracks`, whose times are short; then processes_are()
      wall_call,      ///< an untimed call, whose wall time is wanted
      silence,        ///< test that the process has sent no unrequested message
      done,
    };
    Kind kind = Kind::done;
    std::size_t track = 0, process = 0;
    std::uint64_t input_turn = 0;  ///< of a timed or wall call: those of one turn have the same inputs, and no others have them
    Bracket bracket = Bracket::none;
    std::uint64_t block = 0;   ///< of a timed call
    std::size_t sample = 0;    ///< of the track, that a timed or wall call is for
    std::size_t position = 0;  ///< of a timed call, in the order of all
    std::size_t count = 0;
    std::vector<std::size_t> tracks{};
  };

  /// `seed` decides the order of calls. `end_to_end`: calls may take seconds, see sampling.cpp. `turns_before`: that turns are counted from.
  Sampling(SamplingRules rules, std::uint64_t seed, bool end_to_end, std::vector<Track> tracks, std::uint64_t turns_before = 0);

  /// What to do now, at this time on any steady clock. After `done` it is always that.
  const Request& next(double now_ns);

  /// The last request was carried out. Of a call: its raw times; of an empty bracket: device_ns; else nothing.
  void answered(const Sample& times = {});
  /// The attempt failed: its track is removed.
  void dropped();
  /// The call did something else than the traced one: it does not count, and from now on launch gaps are inside the bracket.
  void did_otherwise(std::string note);
  /// The current request's attempt is timed in so many other processes from now on; the call does not count.
  void has_other_processes(std::size_t processes);
  /// The blocks that are under way are the last ones, precise or not.
  void take_no_more() { m_takes_no_more = true; }
  /// The result of add_processes, for one track; then call answered().
  void processes_are(std::size_t track, std::size_t processes) { m_tracks[track].processes = processes; }

  /// Of the attempts that have not failed. Times are complete once it is done.
  const std::vector<Track>& tracks() const { return m_tracks; }
  /// [track][block]
  std::vector<std::vector<double>> times_of_blocks() const;
  /// How they are to be compared.
  CompareOptions comparing() const;

 private:
  enum class Phase { new_round, blocks, throttled_blocks, wall_times, silence, done };

  void plan(double now_ns);
  void plan_round();
  void plan_block(std::size_t block);
  void plan_after_block(double now_ns);
  void plan_throttled(double now_ns);
  void plan_wall_times(double now_ns);
  void plan_silence();
  bool plan_more_processes(double now_ns);
  std::size_t processes_to_compare(double now_ns) const;
  void restart();
  void take_sample(const Sample& times);
  std::set<std::size_t> mark_throttled_blocks();
  bool enough(std::size_t blocks, double elapsed_ns) const;
  bool pairs_settled(std::size_t blocks, double elapsed_ns) const;

  SamplingRules m_rules;
  std::uint64_t m_seed;
  bool m_end_to_end, m_takes_no_more = false;
  std::vector<Track> m_tracks;
  std::vector<Sampler> m_samplers;  // of each track, on the means of blocks
  std::set<std::size_t> m_gone;     // tracks that were not silent
  Phase m_phase = Phase::new_round;
  std::deque<Request> m_planned;
  Request m_current;
  bool m_looked_for_short_times = false;
  std::uint64_t m_input_turns;  // planned so far
  std::vector<int> m_order;
  std::vector<double> m_times_ns;               // at m_order[i]
  std::size_t m_blocks = 0, m_most_blocks = 0;  // taken; at the most
  double m_start_ns = -1;                       // of the phase; -1 = not yet
  std::deque<std::size_t> m_throttled;          // blocks to be taken once more
  std::size_t m_walls = 0;                      // calls for wall times, of each track
};

}  // namespace judge
