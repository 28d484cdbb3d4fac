#include "judge/measure/measured.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "judge/measure/clocks.hpp"
#include "judge/measure/summary.hpp"
#include "judge/util/units.hpp"

namespace judge {

namespace {

// A stream's queue holds about a thousand launches; one that is held back must not fill up.
constexpr int k_most_held_launches = 400;
// What one call costs on the host beyond its device time: a launch and a device-wide synchronisation measured 9 us.
constexpr double k_call_overhead_ns = 12e3, k_launch_overhead_ns = 4e3;

// The samples as they would be, did each process's share of the time equal all processes' mean.
std::vector<Sample> level_processes(std::vector<Sample> samples, std::size_t processes) {
  std::vector<double> times_ns;
  std::vector<std::size_t> process;
  for (std::size_t i = 0; i < samples.size(); ++i) {
    times_ns.push_back(samples[i].device_ns);
    process.push_back(process_of(i, processes));
  }
  const auto moved_ns = without_process_shares(times_ns, process);
  for (std::size_t i = 0; i < samples.size(); ++i) samples[i].device_ns = moved_ns[i];
  return samples;
}

void add_note(Measurement& measurement, const std::string& note) {
  measurement.note += (measurement.note.empty() ? "" : "; ") + note;
}

void note_host_bound(Measurement& measurement, int launches) {
  if (measurement.bracket == Bracket::host_clock) return;
  const double more_ns = measurement.wall.median_ns - measurement.device.median_ns;
  const double excess_ns = more_ns - k_call_overhead_ns - launches * k_launch_overhead_ns;
  if (excess_ns < std::max(10e3, 0.1 * measurement.device.median_ns)) return;
  add_note(measurement, fmt::format("host-bound: the wall clock shows {:.0f} us more than the device", more_ns / 1e3));
}

void note_throttled(Measurement& measurement) {
  const double share = throttled_share(measurement.samples);
  if (share <= 0) return;
  const std::string& limits = measurement.device_state.clock_limits;
  add_note(measurement, fmt::format("throttled: {} of samples at a dropped clock{}", format_percent(share),
                                    limits.empty() ? "" : " (" + limits + ")"));
}

}  // namespace

Track track_of(std::size_t attempt, const protocol::Trace& trace, bool by_host, std::size_t processes) {
  Track track{.attempt = attempt, .bracket = Bracket::blocked, .processes = processes};
  if (by_host) {
    track.bracket = Bracket::host_clock;
  } else if (trace.blocking_calls > 0) {
    track.bracket = Bracket::host_paced;
    track.note = "the host waits inside solve(): " + trace.first_blocking;
  } else if (trace.launches > k_most_held_launches) {
    track.bracket = Bracket::host_paced;
    track.note = fmt::format("{} launches are too many to hold back", trace.launches);
  }
  return track;
}

Measurement measurement_of(const Track& track, const Case& test, const DeviceState& state, int launches) {
  const std::size_t processes = track.empty_ns.size();
  Measurement measurement{
      .case_name = test.name,
      .bracket = track.bracket,
      .samples = track.samples,
      .empty_bracket_ns = std::accumulate(track.empty_ns.begin(), track.empty_ns.end(), 0.0) / static_cast<double>(processes),
      .processes = static_cast<int>(processes),
      .work_bytes = test.work_bytes,
      .work_flops = test.work_flops,
      .arithmetic = test.arithmetic,
      .device_state = state,
      .note = track.note};
  measurement.device_state.sm_clock_mhz = own_clock_mhz(measurement.samples);
  measurement.device = summarize_blocks(level_processes(measurement.samples, processes), measurement.bracket);
  std::vector<double> walls = usable_times(measurement.samples, &Sample::wall_ns);
  std::erase(walls, 0.0);
  measurement.wall = summarize(walls);
  note_host_bound(measurement, launches);
  note_throttled(measurement);
  return measurement;
}

}  // namespace judge
