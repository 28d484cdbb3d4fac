#include "judge/cli/timing.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>

#include "judge/cli/checking.hpp"
#include "judge/measure/schedule.hpp"
#include "judge/measure/summary.hpp"
#include "judge/util/interrupt.hpp"

namespace judge {

namespace {

using Clock = std::chrono::steady_clock;

// A stream's queue holds about a thousand launches; one that is held back must not fill up.
constexpr int k_most_held_launches = 400;
constexpr int k_wall_samples = 11;
constexpr std::size_t k_blocks_between_looks = 5;   // comparing all pairs costs about a millisecond
// What one call costs on the host beyond its device time: a launch and a device-wide synchronisation measured 9 us.
constexpr double k_call_overhead_ns = 12e3, k_launch_overhead_ns = 4e3;

struct Lane {
  std::size_t contestant = 0;
  Bracket bracket = Bracket::none;
  std::string note;
  int launches = 0;
  double empty_ns = 0;
  Sampler sampler;
  std::vector<Sample> samples;
};

// The most exact bracket that is safe for what solve() did when it was checked.
Lane choose_bracket(const Workbench& bench, const Contestant& contestant, std::size_t index, std::size_t case_index,
                    const StoppingRule& rule) {
  Lane lane{.contestant = index, .sampler = Sampler(rule)};
  const auto& trace = contestant.traces.at(case_index);
  lane.launches = trace.launches;
  if (bench.runtime().kind == RuntimeKind::emulated) {
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
  Measuring(Workbench& bench, std::vector<Contestant>& contestants, std::size_t case_index, const TimingOptions& options)
      : m_bench(bench), m_contestants(contestants), m_case_index(case_index), m_options(options) {}

  Result<TimedCase> run(Progress& progress) {
    for (std::size_t i = 0; i < m_contestants.size(); ++i)
      if (m_contestants[i].player && !m_contestants[i].verdict)
        m_lanes.push_back(choose_bracket(m_bench, m_contestants[i], i, m_case_index, m_options.rule));
    m_draws = m_bench.draws_that_fit(m_case_index, m_options.draws);
    progress.stage("timing " + m_bench.cases()[m_case_index].name);
    // A contestant that drops out or has to be timed otherwise spoils the blocks: all begin again.
    while (!m_lanes.empty()) {
      JUDGE_CHECK(measure_empty_brackets());
      JUDGE_TRY(const Round round, all_blocks());
      if (round == Round::again) continue;
      JUDGE_TRY(const Round walls, wall_times());
      if (walls == Round::complete) break;
    }
    return finish();
  }

 private:
  enum class Round { complete, again };

  Result<void> measure_empty_brackets() {
    for (auto& lane : m_lanes) {
      lane.sampler = Sampler(m_options.rule);
      lane.samples.clear();
      if (lane.bracket == Bracket::host_clock) continue;
      const auto empty = m_contestants[lane.contestant].player->measure_empty(
          {.bracket = static_cast<int>(lane.bracket), .cold_l2 = m_options.l2 == Referee::L2::cold});
      if (!empty) return fail("{}: the empty bracket cannot be measured", m_contestants[lane.contestant].attempt.name);
      lane.empty_ns = empty->device_ns;
    }
    return {};
  }

  // One checked call of a lane. `again`: it dropped out or changed its bracket.
  Result<Round> call(std::size_t position, int draw, Bracket bracket, protocol::Returned& returned) {
    Lane& lane = m_lanes[position];
    Contestant& contestant = m_contestants[lane.contestant];
    JUDGE_TRY(const PreparedCase* prepared, m_bench.prepared(m_case_index, draw));
    JUDGE_TRY(auto called, m_bench.referee().call(*contestant.player, *prepared, bracket, m_options.l2));
    if (interrupted()) return fail("interrupted");
    if (!std::holds_alternative<outcome::Passed>(called.outcome)) {
      reject(contestant, called.outcome, prepared->test);
      contestant.verdict->details = fmt::format("Its first call on this case was right; call {} of those that are timed was not.\n{}",
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
    const auto start = Clock::now();
    for (int block = 0; block < most_blocks; ++block) {
      for (int i = 0; i < 2 * contestants; ++i) {
        const auto position = static_cast<std::size_t>(m_order[m_times_ns.size()]);
        protocol::Returned returned;
        JUDGE_TRY(const Round round, call(position, block % m_draws, m_lanes[position].bracket, returned));
        if (round == Round::again) return round;
        Lane& lane = m_lanes[position];
        const double device_ns = std::max(0.0, returned.device_ns - lane.empty_ns);
        lane.samples.push_back({.device_ns = device_ns, .wall_ns = lane.bracket == Bracket::host_clock ? returned.wall_ns : 0});
        lane.sampler.add(device_ns);
        m_times_ns.push_back(device_ns);
      }
      const double elapsed_ns = std::chrono::duration<double, std::nano>(Clock::now() - start).count() / contestants;
      if (enough(static_cast<std::size_t>(block) + 1, elapsed_ns)) break;
    }
    return Round::complete;
  }

  bool enough(std::size_t blocks, double elapsed_ns) const {
    for (const auto& lane : m_lanes)
      if (!lane.sampler.enough(elapsed_ns)) return false;
    return m_lanes.size() < 2 || (blocks % k_blocks_between_looks == 0 && pairs_settled(blocks, elapsed_ns));
  }

  // Is each contestant either told apart from the fastest, or compared with it closely enough to say that it is not?
  bool pairs_settled(std::size_t blocks, double elapsed_ns) const {
    const auto places = rank(block_times_ns(m_order, m_times_ns, static_cast<int>(m_lanes.size())));
    std::vector<Comparison> to_first;
    for (const auto& place : places)
      if (place.contestant != places.front().contestant) to_first.push_back(place.to_first);
    return enough_blocks(m_options.blocks, to_first, blocks, elapsed_ns);
  }

  Result<Round> wall_times() {
    for (int i = 0; i < k_wall_samples; ++i)
      for (std::size_t position = 0; position < m_lanes.size(); ++position) {
        Lane& lane = m_lanes[position];
        if (lane.bracket == Bracket::host_clock || static_cast<std::size_t>(i) >= lane.samples.size()) continue;
        protocol::Returned returned;
        JUDGE_TRY(const Round round, call(position, i % m_draws, Bracket::none, returned));
        if (round == Round::again) return round;
        m_lanes[position].samples[static_cast<std::size_t>(i)].wall_ns = returned.wall_ns;
      }
    return Round::complete;
  }

  TimedCase finish() {
    TimedCase timed{.case_index = m_case_index};
    const Case& test = m_bench.cases()[m_case_index];
    for (auto& lane : m_lanes) {
      Measurement measurement{.case_name = test.name, .bracket = lane.bracket, .samples = std::move(lane.samples),
                              .empty_bracket_ns = lane.empty_ns, .work_bytes = test.work_bytes, .work_flops = test.work_flops,
                              .note = lane.note};
      measurement.device = summarize(usable_times(measurement.samples, &Sample::device_ns));
      std::vector<double> walls = usable_times(measurement.samples, &Sample::wall_ns);
      std::erase(walls, 0.0);
      measurement.wall = summarize(walls);
      note_host_bound(measurement, lane.launches);
      m_contestants[lane.contestant].measurements.push_back(std::move(measurement));
      timed.contestants.push_back(lane.contestant);
    }
    if (!m_lanes.empty()) timed.block_times_ns = block_times_ns(m_order, m_times_ns, static_cast<int>(m_lanes.size()));
    return timed;
  }

  static void note_host_bound(Measurement& measurement, int launches) {
    if (measurement.bracket == Bracket::host_clock) return;
    const double excess_ns = measurement.wall.median_ns - measurement.device.median_ns - k_call_overhead_ns - launches * k_launch_overhead_ns;
    if (excess_ns < std::max(10e3, 0.1 * measurement.device.median_ns)) return;
    measurement.note += fmt::format("{}host-bound: the wall clock shows {:.0f} us more than the device", measurement.note.empty() ? "" : "; ",
                                    (measurement.wall.median_ns - measurement.device.median_ns) / 1e3);
  }

  Workbench& m_bench;
  std::vector<Contestant>& m_contestants;
  std::size_t m_case_index;
  TimingOptions m_options;
  int m_draws = 1;
  std::vector<Lane> m_lanes;
  std::vector<int> m_order;
  std::vector<double> m_times_ns;   // at m_order[i]
};

}  // namespace

Result<TimedCase> time_side_by_side(Workbench& bench, std::vector<Contestant>& contestants, std::size_t case_index,
                                    const TimingOptions& options, Progress& progress) {
  return Measuring(bench, contestants, case_index, options).run(progress);
}

}  // namespace judge
