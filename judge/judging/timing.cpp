#include "judge/judging/timing.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <numeric>
#include <set>

#include "judge/judging/checking.hpp"
#include "judge/measure/clocks.hpp"
#include "judge/measure/pairs.hpp"
#include "judge/measure/schedule.hpp"
#include "judge/measure/summary.hpp"
#include "judge/util/interrupt.hpp"
#include "judge/util/units.hpp"

namespace judge {

namespace {

using Clock = std::chrono::steady_clock;

// A stream's queue holds about a thousand launches; one that is held back must not fill up.
constexpr int k_most_held_launches = 400;
constexpr int k_wall_samples = 11;
constexpr std::size_t k_blocks_between_looks = 5;   // comparing all pairs costs about a millisecond
// What one call costs on the host beyond its device time: a launch and a device-wide synchronisation measured 9 us.
constexpr double k_call_overhead_ns = 12e3, k_launch_overhead_ns = 4e3;

// A process's own share of a short time, 65 ns on an H200 (standard deviation), is averaged over so many. A machine holds only so
// many contexts.
constexpr double k_short_ns = 20e3;
constexpr std::size_t k_processes = 8, k_most_processes = 24;

// Around a solve() that takes gigabytes over the bus the judge does so, too: the time allowed would be over before anything
// could be said. So many blocks are taken first, for at most so many times as long.
constexpr std::size_t k_least_end_to_end_blocks = 12;
constexpr double k_end_to_end_patience = 10;

// The rule counts calls; what is sampled is a block's mean of two.
StoppingRule of_blocks(StoppingRule rule) {
  rule.min_samples = (rule.min_samples + 1) / 2;
  rule.max_samples = (rule.max_samples + 1) / 2;
  rule.min_device_time_ns /= 2;
  return rule;
}

struct Lane {
  std::size_t contestant = 0;
  Bracket bracket = Bracket::none;
  std::string note;
  int launches = 0;
  std::vector<double> empty_ns;   // of each process
  Sampler sampler;
  std::vector<Sample> samples;
};

// The most exact bracket that is safe for what solve() did when it was checked.
Lane choose_bracket(const Workbench& bench, const Contestant& contestant, std::size_t index, std::size_t case_index,
                    const StoppingRule& rule) {
  Lane lane{.contestant = index, .sampler = Sampler(of_blocks(rule))};
  const auto& trace = contestant.traces.at(case_index);
  lane.launches = trace.launches;
  if (bench.runtime().kind == RuntimeKind::emulated || bench.cases()[case_index].is_end_to_end()) {
    lane.bracket = Bracket::host_clock;
  } else if (trace.blocking_calls > 0) {
    lane.bracket = Bracket::host_paced;
    lane.note = "the host waits inside solve(): " + trace.first_blocking;
  } else if (trace.launches > k_most_held_launches) {
    lane.bracket = Bracket::host_paced;
    lane.note = fmt::format("{} launches are too many to hold back", trace.launches);
  } else {
    lane.bracket = Bracket::blocked;
  }
  return lane;
}

class Measuring {
 public:
  Measuring(Workbench& bench, std::vector<Contestant>& contestants, std::size_t case_index,
            const TimingOptions& options)
      : m_bench(bench), m_contestants(contestants), m_case_index(case_index), m_options(options) {}

  Result<TimedCase> run(Observer& observer) {
    for (std::size_t i = 0; i < m_contestants.size(); ++i)
      if (m_contestants[i].player && !m_contestants[i].verdict)
        m_lanes.push_back(choose_bracket(m_bench, m_contestants[i], i, m_case_index, m_options.rule));
    m_draws = m_bench.draws_that_fit(m_case_index, m_options.draws);
    if (!m_lanes.empty()) observer.overall_stage("timing " + m_bench.cases()[m_case_index].name);
    // A contestant that drops out or has to be timed otherwise spoils the blocks: all begin again.
    while (!m_lanes.empty()) {
      JUDGE_TRY(const Round warm, warm_up());
      if (warm == Round::again) continue;
      JUDGE_CHECK(measure_empty_brackets());
      JUDGE_TRY(const Round round, all_blocks());
      if (round == Round::again) continue;
      JUDGE_TRY(const Round walls, wall_times());
      if (walls == Round::again) continue;
      const std::size_t count = m_lanes.size();
      check_silence();
      if (m_lanes.size() == count) break;
    }
    return finish();
  }

 private:
  enum class Round { complete, again };

  Result<void> measure_empty_brackets() {
    for (auto& lane : m_lanes) {
      lane.sampler = Sampler(of_blocks(m_options.rule));
      lane.samples.clear();
      lane.empty_ns.assign(processes(lane), 0);
      if (lane.bracket == Bracket::host_clock) continue;
      for (std::size_t process = 0; process < processes(lane); ++process) {
        const auto empty = player(lane, process).measure_empty(
            {.bracket = static_cast<int>(lane.bracket), .cold_l2 = m_options.l2 == Referee::L2::cold});
        if (!empty) return fail("{}: the empty bracket cannot be measured", m_contestants[lane.contestant].attempt.name);
        lane.empty_ns[process] = empty->device_ns;
      }
    }
    return {};
  }

  std::size_t processes(const Lane& lane) const { return 1 + m_contestants[lane.contestant].further_players.size(); }

  PlayerProcess& player(const Lane& lane, std::size_t process) {
    Contestant& contestant = m_contestants[lane.contestant];
    return process == 0 ? *contestant.player : contestant.further_players[process - 1];
  }

  // Each process takes every draw before the next one's turn, so that none sees the same inputs again and again.
  std::size_t process_of(int block, std::size_t processes) const {
    return static_cast<std::size_t>(block / m_draws) % processes;
  }

  // Short times are taken in several processes. True: players were added.
  Result<bool> add_processes() {
    const std::size_t count = std::min(k_processes, k_most_processes / m_lanes.size());
    if (std::exchange(m_looked_for_short_times, true) || count < 2) return false;
    std::vector<Contestant*> in_need;
    for (const auto& lane : m_lanes)
      if (lane.bracket == Bracket::blocked && lane.sampler.summary().median_ns < k_short_ns && processes(lane) == 1)
        in_need.push_back(&m_contestants[lane.contestant]);
    if (in_need.empty()) return false;
    JUDGE_CHECK(add_players(m_bench, in_need, count - 1));
    return true;
  }

  // The first call in a process loads the attempt's code.
  Result<Round> warm_up() {
    for (std::size_t position = 0; position < m_lanes.size(); ++position)
      for (std::size_t process = 1; process < processes(m_lanes[position]); ++process) {
        protocol::Returned returned;
        JUDGE_TRY(const Round round, call(position, process, 0, Bracket::none, returned));
        if (round == Round::again) return round;
      }
    return Round::complete;
  }

  // Whatever an attempt said after its last call, it was not asked.
  void check_silence() {
    for (auto& lane : m_lanes)
      for (std::size_t process = 0; process < processes(lane); ++process)
        if (const auto silent = player(lane, process).check_silence(); !silent) {
          reject(m_contestants[lane.contestant], silent.error(), m_bench.cases()[m_case_index]);
          break;
        }
    std::erase_if(m_lanes, [&](const Lane& lane) { return m_contestants[lane.contestant].verdict.has_value(); });
  }

  // One checked call of a lane. `again`: it dropped out or changed its bracket.
  Result<Round> call(std::size_t position, std::size_t process, int draw, Bracket bracket, protocol::Returned& returned) {
    Lane& lane = m_lanes[position];
    Contestant& contestant = m_contestants[lane.contestant];
    JUDGE_TRY(const PreparedCase* prepared, m_bench.prepared(m_case_index, draw));
    JUDGE_TRY(auto called, m_bench.referee().call(player(lane, process), *prepared, bracket, m_options.l2));
    if (interrupted()) return fail("interrupted");
    if (!std::holds_alternative<outcome::Passed>(called.outcome)) {
      reject(contestant, called.outcome, prepared->test);
      contestant.verdict->details =
          fmt::format("Its first call on this case was right; call {} of those that are timed was not.\n{}",
                      lane.samples.size() + 1, contestant.verdict->details);
      m_lanes.erase(m_lanes.begin() + static_cast<std::ptrdiff_t>(position));
      return Round::again;
    }
    returned = called.returned;
    if (bracket == Bracket::blocked && (returned.trace.changed_behaviour || returned.trace.spin_expired)) {
      lane.bracket = Bracket::host_paced;
      lane.note = returned.trace.spin_expired ? "solve() waits for its own work in a way the judge does not see"
                                              : "solve() did otherwise when timed than when it was checked";
      return Round::again;
    }
    return Round::complete;
  }

  Result<Round> all_blocks() {
    const int contestants = static_cast<int>(m_lanes.size());
    const int most_blocks = static_cast<int>(m_options.rule.max_samples + 1) / 2;
    m_order = interleaved_order(contestants, most_blocks, m_bench.seed());
    m_times_ns.clear();
    m_bench.clocks().restart();
    const auto start = Clock::now();
    for (int block = 0; block < most_blocks; ++block) {
      JUDGE_TRY(const Round taken, take_block(block));
      if (taken == Round::again) return taken;
      if (block + 1 == static_cast<int>(k_blocks_between_looks)) {
        JUDGE_TRY(const bool added, add_processes());
        if (added) return Round::again;
      }
      const double elapsed_ns = std::chrono::duration<double, std::nano>(Clock::now() - start).count() / contestants;
      if (enough(static_cast<std::size_t>(block) + 1, elapsed_ns)) break;
    }
    return redo_throttled();
  }

  // Calls each contestant twice, in the block's own order. A block that was taken before is taken anew.
  Result<Round> take_block(int block) {
    const std::size_t calls = 2 * m_lanes.size(), begin = static_cast<std::size_t>(block) * calls;
    m_times_ns.resize(std::max(m_times_ns.size(), begin + calls));
    std::vector<std::size_t> next(m_lanes.size(), 2 * static_cast<std::size_t>(block));   // index of its next sample
    m_bench.referee().move_buffers(static_cast<std::uint64_t>(block));
    for (std::size_t i = begin; i < begin + calls; ++i) {
      const auto position = static_cast<std::size_t>(m_order[i]);
      const std::size_t process = process_of(block, processes(m_lanes[position]));
      protocol::Returned returned;
      JUDGE_TRY(const Round round, call(position, process, block % m_draws, m_lanes[position].bracket, returned));
      if (round == Round::again) return round;
      Lane& lane = m_lanes[position];
      const Sample sample{.device_ns = std::max(0.0, returned.device_ns - lane.empty_ns[process]),
                          .wall_ns = lane.bracket == Bracket::host_clock ? returned.wall_ns : 0,
                          .sm_clock_mhz = lane.bracket == Bracket::host_clock ? 0 : m_bench.clocks().sm_clock_mhz()};
      const std::size_t index = next[position]++;
      if (index == lane.samples.size()) {
        lane.samples.push_back(sample);
        if (index % 2 == 1) lane.sampler.add((lane.samples[index - 1].device_ns + sample.device_ns) / 2);
      }
      lane.samples[index] = sample;
      m_times_ns[i] = sample.device_ns;
    }
    return Round::complete;
  }

  // Blocks in which the clock had dropped are taken once more, at the most for as long as all of them may take.
  Result<Round> redo_throttled() {
    std::set<std::size_t> blocks;
    for (auto& lane : m_lanes) {
      lane.samples = mark_throttled(std::move(lane.samples));
      for (std::size_t i = 0; i < lane.samples.size(); ++i)
        if (lane.samples[i].throttled) blocks.insert(i / 2);
    }
    const auto start = Clock::now();
    const std::chrono::duration<double, std::nano> limit(m_options.rule.max_time_ns *
                                                         static_cast<double>(m_lanes.size()));
    for (const std::size_t block : blocks) {
      if (Clock::now() - start > limit) break;
      JUDGE_TRY(const Round taken, take_block(static_cast<int>(block)));
      if (taken == Round::again) return taken;
    }
    for (auto& lane : m_lanes) lane.samples = mark_throttled(std::move(lane.samples));
    return Round::complete;
  }

  bool enough(std::size_t blocks, double elapsed_ns) const {
    const bool is_end_to_end = m_bench.cases()[m_case_index].is_end_to_end();
    if (is_end_to_end && blocks < k_least_end_to_end_blocks && elapsed_ns < k_end_to_end_patience * m_options.rule.max_time_ns)
      return false;
    for (const auto& lane : m_lanes)
      if (!lane.sampler.enough(elapsed_ns)) return false;
    const bool may_look = is_end_to_end || blocks % k_blocks_between_looks == 0;
    return m_lanes.size() < 2 || (may_look && pairs_settled(blocks, elapsed_ns));
  }

  // Is each contestant (or pair) either told apart from the fastest, or compared closely enough to say that it is not?
  bool pairs_settled(std::size_t blocks, double elapsed_ns) const {
    const auto times_ns = block_times_ns(m_order, m_times_ns, static_cast<int>(m_lanes.size()));
    std::vector<Comparison> comparisons;
    if (m_options.pairs == TimingOptions::Pairs::all) {
      for (const auto& pair : compare_pairs(times_ns)) comparisons.push_back(pair.comparison);
      return enough_blocks(m_options.blocks, comparisons, blocks, elapsed_ns);
    }
    if (m_options.pairs == TimingOptions::Pairs::neighbours) {
      for (const auto& pair : compare_neighbours(times_ns)) comparisons.push_back(pair.comparison);
      return enough_blocks(m_options.blocks, comparisons, blocks, elapsed_ns);
    }
    const auto places = rank(times_ns);
    for (const auto& place : places)
      if (place.contestant != places.front().contestant) comparisons.push_back(place.to_first);
    return enough_blocks(m_options.blocks, comparisons, blocks, elapsed_ns);
  }

  Result<Round> wall_times() {
    for (int i = 0; i < k_wall_samples; ++i)
      for (std::size_t position = 0; position < m_lanes.size(); ++position) {
        Lane& lane = m_lanes[position];
        if (lane.bracket == Bracket::host_clock || static_cast<std::size_t>(i) >= lane.samples.size()) continue;
        protocol::Returned returned;
        JUDGE_TRY(const Round round, call(position, 0, i % m_draws, Bracket::none, returned));
        if (round == Round::again) return round;
        m_lanes[position].samples[static_cast<std::size_t>(i)].wall_ns = returned.wall_ns;
      }
    return Round::complete;
  }

  TimedCase finish() {
    TimedCase timed{.case_index = m_case_index};
    const Case& test = m_bench.cases()[m_case_index];
    const DeviceState state = m_bench.clocks().state();
    for (auto& lane : m_lanes) {
      Measurement measurement{.case_name = test.name,
                              .bracket = lane.bracket,
                              .samples = std::move(lane.samples),
                              .empty_bracket_ns = std::accumulate(lane.empty_ns.begin(), lane.empty_ns.end(), 0.0) /
                                                  static_cast<double>(lane.empty_ns.size()),
                              .processes = static_cast<int>(lane.empty_ns.size()),
                              .work_bytes = test.work_bytes,
                              .work_flops = test.work_flops,
                              .device_state = state,
                              .note = lane.note};
      measurement.device_state.sm_clock_mhz = own_clock_mhz(measurement.samples);
      measurement.device = summarize_blocks(without_process_shares(measurement.samples, lane.empty_ns.size()));
      std::vector<double> walls = usable_times(measurement.samples, &Sample::wall_ns);
      std::erase(walls, 0.0);
      measurement.wall = summarize(walls);
      note_host_bound(measurement, lane.launches);
      note_throttled(measurement);
      m_contestants[lane.contestant].measurements.push_back(std::move(measurement));
      timed.contestants.push_back(lane.contestant);
    }
    if (!m_lanes.empty()) timed.block_times_ns = block_times_ns(m_order, m_times_ns, static_cast<int>(m_lanes.size()));
    return timed;
  }

  // The samples as they would be, did each process's share of the time equal all processes' mean.
  std::vector<Sample> without_process_shares(std::vector<Sample> samples, std::size_t processes) const {
    std::vector<double> times_ns;
    std::vector<std::size_t> process;
    for (std::size_t i = 0; i < samples.size(); ++i) {
      times_ns.push_back(samples[i].device_ns);
      process.push_back(process_of(static_cast<int>(i / 2), processes));
    }
    const auto moved_ns = judge::without_process_shares(times_ns, process);
    for (std::size_t i = 0; i < samples.size(); ++i) samples[i].device_ns = moved_ns[i];
    return samples;
  }

  static void note_host_bound(Measurement& measurement, int launches) {
    if (measurement.bracket == Bracket::host_clock) return;
    const double excess_ns = measurement.wall.median_ns - measurement.device.median_ns - k_call_overhead_ns -
                             launches * k_launch_overhead_ns;
    if (excess_ns < std::max(10e3, 0.1 * measurement.device.median_ns)) return;
    add_note(measurement, fmt::format("host-bound: the wall clock shows {:.0f} us more than the device",
                                      (measurement.wall.median_ns - measurement.device.median_ns) / 1e3));
  }

  static void note_throttled(Measurement& measurement) {
    const double share = throttled_share(measurement.samples);
    if (share <= 0) return;
    const std::string& limits = measurement.device_state.clock_limits;
    add_note(measurement, fmt::format("throttled: {} of samples at a dropped clock{}", format_percent(share),
                                      limits.empty() ? "" : " (" + limits + ")"));
  }

  static void add_note(Measurement& measurement, const std::string& note) {
    measurement.note += (measurement.note.empty() ? "" : "; ") + note;
  }

  Workbench& m_bench;
  std::vector<Contestant>& m_contestants;
  std::size_t m_case_index;
  TimingOptions m_options;
  int m_draws = 1;
  bool m_looked_for_short_times = false;
  std::vector<Lane> m_lanes;
  std::vector<int> m_order;
  std::vector<double> m_times_ns;   // at m_order[i]
};

}  // namespace

void TimedCase::keep_only(const std::function<bool(std::size_t)>& keep) {
  for (std::size_t position = contestants.size(); position-- > 0;) {
    if (keep(contestants[position])) continue;
    contestants.erase(contestants.begin() + static_cast<std::ptrdiff_t>(position));
    block_times_ns.erase(block_times_ns.begin() + static_cast<std::ptrdiff_t>(position));
  }
}

Result<TimedCase> time_side_by_side(Workbench& bench, std::vector<Contestant>& contestants, std::size_t case_index,
                                    const TimingOptions& options, Observer& observer) {
  return Measuring(bench, contestants, case_index, options).run(observer);
}

}  // namespace judge
