#include "judge/emulator/checker/happens_before.hpp"

#include <algorithm>
#include <bit>

#include "judge/emulator/checker/access.hpp"
#include "judge/util/contains.hpp"

namespace judge::emulated {

namespace {

constexpr std::size_t most_inherited = 64;        // points that a release hands on
constexpr std::ptrdiff_t most_releases = 8;       // of one thread to one point
constexpr std::size_t most_points_visited = 256;  // on the way back to an access; beyond that it counts as ordered

bool is_for_warpgroup_of(const Trace& access, unsigned thread) {
  return (access.flags & Access::for_warpgroup) && access.thread / chip::warpgroup_threads == thread / chip::warpgroup_threads;
}

}  // namespace

/// What one thread handed on by writing to a point.
struct HappensBefore::Release {
  unsigned thread;
  Time time, fence, barrier, met, last_fence, products;
  WarpTimes warp_knows;
  std::shared_ptr<const std::vector<Acquired>> inherited;

  bool is_like(const Release& other) const {
    return fence == other.fence && barrier == other.barrier && met == other.met && last_fence == other.last_fence &&
           products == other.products && warp_knows == other.warp_knows;
  }
  bool covers(const Trace& access) const {
    if (is_for_warpgroup_of(access, thread) && access.time < products) return true;
    if (access.thread == thread) return access.time < fence;
    const unsigned warp = access.thread / chip::warp_threads;
    const bool is_in_warp = warp == thread / chip::warp_threads;
    return access.time < std::max({barrier, is_in_warp ? met : 0, warp_knows[warp]}) && access.time < last_fence;
  }
};

/// An address, and who released what there.
struct HappensBefore::Point {
  std::unordered_map<std::uint32_t, std::vector<Release>> by_block;

  // Who has read what a thread released keeps what it learned, though the thread releases again: a wait by atomicAdd(p, 0)
  // does so each time round. Of too many releases the oldest goes and the next counts from its time on: too much is in order
  // then, never too little.
  void add(std::uint32_t block, const Release& fresh) {
    auto& releases = by_block[block];
    const auto is_own = [&](const Release& release) { return release.thread == fresh.thread; };
    const auto last = std::ranges::find_if(releases.rbegin(), releases.rend(), is_own);
    if (last != releases.rend() && last->is_like(fresh)) {
      last->inherited = fresh.inherited;
      return;
    }
    if (std::ranges::count_if(releases, is_own) == most_releases) {
      const auto oldest = std::ranges::find_if(releases, is_own);
      const auto next = std::ranges::find_if(oldest + 1, releases.end(), is_own);
      next->time = oldest->time;
      releases.erase(oldest);
    }
    releases.push_back(fresh);
  }
  bool covers(const Trace& access, Time until) const {
    const auto found = by_block.find(access.block);
    return found != by_block.end() && std::ranges::any_of(found->second, [&](const Release& release) {
             return release.time < until && release.covers(access);
           });
  }
  void add_inherited(Time until, std::vector<const std::vector<Acquired>*>& lists) const {
    for (const auto& [block, releases] : by_block)
      for (const Release& release : releases)
        if (release.time < until && release.inherited) lists.push_back(release.inherited.get());
  }
};

void HappensBefore::launch_started() {
  m_launch_start = ++m_now;
  for (auto& [address, point] : m_points) point->by_block.clear();  // points may know each other
  m_points.clear();
}

void HappensBefore::block_started(Block& block, std::uint32_t index) {
  block.index = index;
  block.start = ++m_now;
  block.barrier = block.last_fence = block.cluster_barrier = 0;
  block.acquired.clear();  // the arrays' old times are older than any access of this block
}

void HappensBefore::lanes_met(Block& block, unsigned first_thread, unsigned lanes) {
  const Time time = ++m_now;
  std::array<Time, chip::warp_threads> known{};
  const auto for_each_lane = [lanes](auto visit) {
    for (unsigned left = lanes; left; left &= left - 1) visit(static_cast<unsigned>(std::countr_zero(left)));
  };
  for_each_lane([&](unsigned lane) {
    const auto& of_lane = block.knows[first_thread + lane];
    for (unsigned other = 0; other < chip::warp_threads; ++other) known[other] = std::max(known[other], of_lane[other]);
  });
  for_each_lane([&](unsigned lane) { known[lane] = time; });
  for_each_lane([&](unsigned lane) {
    block.knows[first_thread + lane] = known;
    block.met[first_thread + lane] = time;
  });
}

void HappensBefore::warp_arrives(Block& block, unsigned barrier, unsigned warp) {
  WarpTimes& times = block.at_warp_barrier[barrier];
  const WarpTimes& known = block.warp_knows[warp];
  std::ranges::transform(times, known, times.begin(), [](Time a, Time b) { return std::max(a, b); });
  times[warp] = ++m_now;
}

void HappensBefore::warps_met(Block& block, unsigned barrier, std::uint32_t waiting) {
  WarpTimes& times = block.at_warp_barrier[barrier];
  for (unsigned left = waiting; left; left &= left - 1) {
    WarpTimes& known = block.warp_knows[static_cast<unsigned>(std::countr_zero(left))];
    std::ranges::transform(times, known, known.begin(), [](Time a, Time b) { return std::max(a, b); });
  }
  times = {};
}

void HappensBefore::fence(Block& block, unsigned thread) { block.fence[thread] = block.last_fence = ++m_now; }

void HappensBefore::release(Block& block, unsigned thread, std::uintptr_t address) {
  if (block.last_fence == 0) return;
  auto& point = m_points[address];
  if (!point) point = std::make_shared<Point>();
  const Release fresh{.thread = thread,
                      .time = ++m_now,
                      .fence = block.fence[thread] >= block.start ? block.fence[thread] : 0,
                      .barrier = block.barrier,
                      .met = block.met[thread],
                      .last_fence = block.last_fence,
                      .products = block.products[thread / chip::warpgroup_threads],
                      .warp_knows = block.warp_knows[thread / chip::warp_threads],
                      .inherited = block.acquired.empty() || block.acquired.size() > most_inherited
                                       ? nullptr
                                       : std::make_shared<const std::vector<Acquired>>(block.acquired)};
  point->add(block.index, fresh);
}

void HappensBefore::acquire(Block& block, unsigned thread, std::uintptr_t address) {
  if (m_points.empty()) return;
  const auto found = m_points.find(address);
  if (found == m_points.end()) return;
  const Time time = ++m_now;
  for (Acquired& known : block.acquired) {
    if (known.point != found->second || known.thread != thread) continue;
    known.time = time;
    return;
  }
  block.acquired.push_back({found->second, thread, time, time});
}

HappensBefore::Time HappensBefore::known(const Block& block, unsigned thread, unsigned other) {
  const unsigned warp = thread / chip::warp_threads, other_warp = other / chip::warp_threads;
  const Time by_lanes = warp == other_warp ? block.knows[thread][other % chip::warp_threads] : 0;
  return std::max({block.barrier, by_lanes, block.warp_knows[warp][other_warp]});
}

bool HappensBefore::is_before(const Trace& earlier, const Block& block, unsigned thread) const {
  if (earlier.time < m_launch_start || earlier.time < m_grid_barrier) return true;
  if (earlier.time < block.cluster_barrier && contains(block.cluster, earlier.block)) return true;
  if (earlier.block != block.index) return was_handed_on(earlier, block.acquired);
  if (earlier.thread == thread || earlier.time < known(block, thread, earlier.thread)) return true;
  if (is_for_warpgroup_of(earlier, thread) && earlier.time < block.products[thread / chip::warpgroup_threads]) return true;
  if (block.acquired.empty()) return false;
  std::vector<Acquired> own;  // and what others acquired before this thread met them
  for (const Acquired& acquired : block.acquired) {
    const Time until = acquired.thread == thread ? acquired.time : known(block, thread, acquired.thread);
    if (acquired.thread == thread || acquired.first < until)
      own.push_back({acquired.point, acquired.thread, std::min(acquired.time, until), acquired.first});
  }
  return was_handed_on(earlier, own);
}

bool HappensBefore::was_handed_on(const Trace& earlier, const std::vector<Acquired>& acquired) const {
  std::unordered_map<const Point*, Time> visited;  // and until when: several threads may have read a point, each at its time
  std::vector<const std::vector<Acquired>*> to_visit = {&acquired};
  for (std::size_t i = 0; i < to_visit.size(); ++i) {
    for (const Acquired& known : *to_visit[i]) {
      Time& until = visited[known.point.get()];
      if (until >= known.time) continue;
      until = known.time;
      if (known.point->covers(earlier, known.time)) return true;
      if (visited.size() == most_points_visited) return true;
      known.point->add_inherited(known.time, to_visit);
    }
  }
  return false;
}

}  // namespace judge::emulated
