#include "judge/measure/sampling.hpp"

#include <algorithm>
#include <utility>

#include "judge/measure/clocks.hpp"
#include "judge/measure/pairs.hpp"
#include "judge/measure/processes.hpp"
#include "judge/measure/ranking.hpp"
#include "judge/measure/schedule.hpp"

namespace judge {

namespace {

using Kind = Sampling::Request::Kind;

// Fewer where each takes long, as where the host draws its inputs.
constexpr std::size_t k_wall_samples = 11, k_least_wall_samples = 3;
constexpr double k_wall_share = 0.1;               // of the time allowed
constexpr std::size_t k_blocks_between_looks = 5;  // comparing all pairs costs about a millisecond

// A process's own share of a short time, 65 ns on an H200 (standard deviation), is averaged over several. A machine holds only so
// many contexts.
constexpr double k_short_ns = 20e3;
constexpr std::size_t k_most_processes = 24;

// On the emulated runtime a process's share is 10% and more of the time, also of a long one. Fewer processes than the least say next
// to nothing about it; then a difference has to be as large as between runs.
constexpr std::size_t k_least_emulated_processes = 4, k_emulated_processes = 8, k_most_emulated_processes = 48;

// Around a solve() that takes gigabytes over the bus the judge does so, too: the time allowed would be over before anything
// could be said. So many blocks are taken first, for at most so many times as long.
constexpr std::size_t k_least_end_to_end_blocks = 12;
constexpr double k_end_to_end_patience = 10;

// The rule counts calls; what is sampled is a block's mean of two.
StoppingRule of_blocks(StoppingRule rule) {
  rule.min_samples = (rule.min_samples + 1) / 2;
  rule.max_samples = (rule.max_samples + 1) / 2;
  rule.enough_samples = (rule.enough_samples + 1) / 2;
  rule.min_device_time_ns /= 2;
  return rule;
}

}  // namespace

std::size_t process_of(std::size_t sample, std::size_t processes) { return process_of_block(sample / 2, processes); }

std::size_t processes_for_short_times(std::size_t attempts, std::size_t most) {
  return std::clamp<std::size_t>(k_most_processes / attempts, 1, most);
}

bool is_short(double time_ns) { return time_ns < k_short_ns; }

Sampling::Sampling(SamplingRules rules, std::uint64_t seed, bool end_to_end, std::vector<Track> tracks,
                   std::uint64_t turns_before)
    : m_rules(rules), m_seed(seed), m_end_to_end(end_to_end), m_tracks(std::move(tracks)), m_input_turns(turns_before) {}

const Sampling::Request& Sampling::next(double now_ns) {
  while (m_planned.empty() && m_phase != Phase::done) plan(now_ns);
  m_current = {};
  if (!m_planned.empty()) {
    m_current = std::move(m_planned.front());
    m_planned.pop_front();
  }
  if (m_current.kind == Kind::begin_blocks) {
    m_samplers.assign(m_tracks.size(), Sampler(of_blocks(m_rules.rule)));
    for (Track& track : m_tracks) track.samples.clear();
  }
  return m_current;
}

// What was planned is done: what comes next?
void Sampling::plan(double now_ns) {
  if (m_tracks.empty()) m_phase = Phase::done;
  switch (m_phase) {
    case Phase::new_round: return plan_round();
    case Phase::blocks: return plan_after_block(now_ns);
    case Phase::throttled_blocks: return plan_throttled(now_ns);
    case Phase::wall_times: return plan_wall_times(now_ns);
    case Phase::silence: return plan_silence();
    case Phase::done: return;
  }
}

void Sampling::restart() {
  m_planned.clear();
  m_phase = Phase::new_round;
}

void Sampling::plan_round() {
  for (std::size_t i = 0; i < m_tracks.size(); ++i)
    for (std::size_t process = 1; process < m_tracks[i].processes; ++process)
      m_planned.push_back({.kind = Kind::load_code, .track = i, .process = process});
  for (std::size_t i = 0; i < m_tracks.size(); ++i) {
    m_tracks[i].empty_ns.assign(m_tracks[i].processes, 0);
    if (m_tracks[i].bracket == Bracket::host_clock) continue;
    for (std::size_t process = 0; process < m_tracks[i].processes; ++process)
      m_planned.push_back({.kind = Kind::empty_bracket, .track = i, .process = process, .bracket = m_tracks[i].bracket});
  }
  m_planned.push_back({.kind = Kind::begin_blocks});
  m_most_blocks = (m_rules.rule.max_samples + 1) / 2;
  m_order = interleaved_order(static_cast<int>(m_tracks.size()), static_cast<int>(m_most_blocks), m_seed);
  m_times_ns.clear();
  m_blocks = 0;
  m_start_ns = -1;
  m_phase = Phase::blocks;
}

// Calls each attempt twice, in the block's own order: once in each of two turns of inputs. A block that was taken before is taken
// anew.
void Sampling::plan_block(std::size_t block) {
  const std::size_t calls = 2 * m_tracks.size(), begin = block * calls;
  std::vector<std::size_t> next(m_tracks.size(), 2 * block);  // index of its next sample
  for (std::size_t i = begin; i < begin + calls; ++i) {
    if ((i - begin) % m_tracks.size() == 0) ++m_input_turns;
    const auto track = static_cast<std::size_t>(m_order[i]);
    m_planned.push_back({.kind = Kind::timed_call,
                         .track = track,
                         .process = process_of(2 * block, m_tracks[track].processes),
                         .input_turn = m_input_turns,
                         .bracket = m_tracks[track].bracket,
                         .block = block,
                         .sample = next[track]++,
                         .position = i});
  }
}

void Sampling::plan_after_block(double now_ns) {
  if (m_start_ns < 0) m_start_ns = now_ns;
  else ++m_blocks;
  if (m_blocks == k_blocks_between_looks && plan_more_processes(now_ns)) return;
  const double elapsed_ns = (now_ns - m_start_ns) / static_cast<double>(m_tracks.size());
  const bool may_go_on = m_blocks < m_most_blocks && (!m_takes_no_more || m_blocks == 0);
  if (may_go_on && (m_blocks == 0 || !enough(m_blocks, elapsed_ns))) return plan_block(m_blocks);
  const auto blocks = mark_throttled_blocks();
  m_throttled.assign(blocks.begin(), blocks.end());
  m_start_ns = now_ns;
  m_phase = Phase::throttled_blocks;
}

// As many as have a turn in the time allowed.
std::size_t Sampling::processes_to_compare(double now_ns) const {
  if (m_tracks.size() < 2) return 1;
  const auto tracks = static_cast<double>(m_tracks.size());
  const double block_ns = (now_ns - m_start_ns) / static_cast<double>(m_blocks);
  const double turns = m_rules.rule.max_time_ns * tracks / (block_ns * k_blocks_of_a_process);
  const std::size_t most = std::min(k_emulated_processes, k_most_emulated_processes / m_tracks.size());
  const std::size_t count = turns < static_cast<double>(most) ? static_cast<std::size_t>(turns) : most;
  return count < k_least_emulated_processes ? 1 : count;
}

// Short times are taken in several processes, and so are those that a processor takes. False: none are missing.
bool Sampling::plan_more_processes(double now_ns) {
  const bool by_processor = m_rules.processor_runs_kernels;
  const std::size_t count =
      by_processor ? processes_to_compare(now_ns) : processes_for_short_times(m_tracks.size(), m_rules.most_processes);
  if (std::exchange(m_looked_for_short_times, true) || count < 2) return false;
  Request request{.kind = Kind::add_processes, .count = count - 1};
  for (std::size_t i = 0; i < m_tracks.size(); ++i)
    if (m_tracks[i].processes == 1 &&
        (by_processor || (m_tracks[i].bracket == Bracket::blocked && is_short(m_samplers[i].summary().median_ns))))
      request.tracks.push_back(i);
  if (request.tracks.empty()) return false;
  m_planned.push_back(std::move(request));
  m_phase = Phase::new_round;
  return true;
}

// Blocks in which the clock had dropped are taken once more, at the most for as long as all of them may take.
void Sampling::plan_throttled(double now_ns) {
  const bool in_time = now_ns - m_start_ns <= m_rules.rule.max_time_ns * static_cast<double>(m_tracks.size());
  if (!m_throttled.empty() && in_time) {
    plan_block(m_throttled.front());
    m_throttled.pop_front();
    return;
  }
  mark_throttled_blocks();
  m_start_ns = now_ns;
  m_walls = 0;
  m_phase = Phase::wall_times;
}

std::set<std::size_t> Sampling::mark_throttled_blocks() {
  std::set<std::size_t> blocks;
  for (Track& track : m_tracks) {
    track.samples = mark_throttled(std::move(track.samples));
    for (std::size_t i = 0; i < track.samples.size(); ++i)
      if (track.samples[i].throttled) blocks.insert(i / 2);
  }
  return blocks;
}

void Sampling::plan_wall_times(double now_ns) {
  const double allowed_ns = k_wall_share * m_rules.rule.max_time_ns * static_cast<double>(m_tracks.size());
  if (m_walls < (now_ns - m_start_ns <= allowed_ns ? k_wall_samples : k_least_wall_samples)) {
    ++m_input_turns;
    for (std::size_t i = 0; i < m_tracks.size(); ++i)
      if (m_tracks[i].bracket != Bracket::host_clock && m_walls < m_tracks[i].samples.size())
        m_planned.push_back({.kind = Kind::wall_call, .track = i, .input_turn = m_input_turns, .sample = m_walls});
    ++m_walls;
    return;
  }
  for (std::size_t i = 0; i < m_tracks.size(); ++i)
    for (std::size_t process = 0; process < m_tracks[i].processes; ++process)
      m_planned.push_back({.kind = Kind::silence, .track = i, .process = process});
  m_phase = Phase::silence;
}

// All were asked. Whatever an attempt said after its last call, it was not asked.
void Sampling::plan_silence() {
  m_phase = m_gone.empty() ? Phase::done : Phase::new_round;
  for (const std::size_t track : m_gone) m_tracks[track].processes = 0;
  m_gone.clear();
  std::erase_if(m_tracks, [](const Track& track) { return track.processes == 0; });
}

void Sampling::answered(const Sample& times) {
  Track& track = m_tracks[m_current.track];
  if (m_current.kind == Kind::empty_bracket) track.empty_ns[m_current.process] = times.device_ns;
  if (m_current.kind == Kind::timed_call) take_sample(times);
  if (m_current.kind == Kind::wall_call) track.samples[m_current.sample].wall_ns = times.wall_ns;
}

void Sampling::take_sample(const Sample& times) {
  Track& track = m_tracks[m_current.track];
  const bool by_host = track.bracket == Bracket::host_clock;
  const Sample sample{.device_ns = std::max(0.0, times.device_ns - track.empty_ns[m_current.process]),
                      .wall_ns = by_host ? times.wall_ns : 0,
                      .sm_clock_mhz = by_host ? 0 : times.sm_clock_mhz};
  const std::size_t index = m_current.sample;
  if (index == track.samples.size()) {
    track.samples.push_back(sample);
    if (index % 2 == 1)
      m_samplers[m_current.track].add(block_time_ns(track.samples[index - 1].device_ns, sample.device_ns, track.bracket));
  }
  track.samples[index] = sample;
  m_times_ns.resize(std::max(m_times_ns.size(), m_current.position + 1));
  m_times_ns[m_current.position] = sample.device_ns;
}

void Sampling::dropped() {
  if (m_current.kind == Kind::silence) {
    m_gone.insert(m_current.track);
    std::erase_if(m_planned, [&](const Request& request) { return request.track == m_current.track; });
    return;
  }
  m_tracks.erase(m_tracks.begin() + static_cast<std::ptrdiff_t>(m_current.track));
  restart();
}

void Sampling::did_otherwise(std::string note) {
  m_tracks[m_current.track].bracket = Bracket::host_paced;
  m_tracks[m_current.track].note = std::move(note);
  restart();
}

void Sampling::has_other_processes(std::size_t processes) {
  m_tracks[m_current.track].processes = processes;
  m_looked_for_short_times = false;
  restart();
}

std::vector<std::vector<double>> Sampling::times_of_blocks() const {
  if (m_tracks.empty()) return {};
  std::vector<Bracket> brackets;
  for (const Track& track : m_tracks) brackets.push_back(track.bracket);
  return block_times_ns(m_order, m_times_ns, static_cast<int>(m_tracks.size()), brackets);
}

CompareOptions Sampling::comparing() const {
  if (!m_rules.processor_runs_kernels || m_tracks.empty()) return {};
  const std::size_t processes = m_tracks.front().processes;
  const bool is_common = std::ranges::all_of(m_tracks, [&](const Track& track) { return track.processes == processes; });
  return comparing_on_processor(is_common ? processes : 1);
}

bool Sampling::enough(std::size_t blocks, double elapsed_ns) const {
  if (m_end_to_end && blocks < k_least_end_to_end_blocks && elapsed_ns < k_end_to_end_patience * m_rules.rule.max_time_ns)
    return false;
  for (const auto& sampler : m_samplers)
    if (!sampler.enough(elapsed_ns)) return false;
  const bool may_look = m_end_to_end || blocks % k_blocks_between_looks == 0;
  return m_tracks.size() < 2 || (may_look && pairs_settled(blocks, elapsed_ns));
}

// Is each attempt (or pair) either told apart from the fastest, or compared closely enough to say that it is not?
bool Sampling::pairs_settled(std::size_t blocks, double elapsed_ns) const {
  const auto times_ns = times_of_blocks();
  std::vector<Comparison> comparisons;
  if (m_rules.pairs == SamplingRules::Pairs::with_fastest) {
    const auto ranked = rank(times_ns, comparing());
    for (const auto& one : ranked)
      if (one.contestant != ranked.front().contestant) comparisons.push_back(one.to_first);
  } else {
    const bool all = m_rules.pairs == SamplingRules::Pairs::all;
    for (const auto& pair : all ? compare_pairs(times_ns, comparing()) : compare_neighbours(times_ns, comparing()))
      comparisons.push_back(pair.comparison);
  }
  return enough_blocks(m_rules.blocks, comparisons, blocks, elapsed_ns);
}

}  // namespace judge
