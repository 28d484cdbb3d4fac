#include "judge/emulator/runtime/split.hpp"

#include <sys/mman.h>

#include <algorithm>
#include <bit>
#include <new>

#include "judge/emulator/runtime/memory.hpp"

namespace judge::emulated {

namespace {

using judge_emulated::BarrierKind;
using judge_emulated::finished;
using judge_emulated::Slot;
using judge_emulated::ThreadRange;
using judge_emulated::WarpOperation;

// As much as all threads of a block may have of local memory. Untouched pages cost nothing.
constexpr std::size_t memory_bytes = std::size_t{chip::max_threads_per_block} * (576 << 10);
constexpr std::size_t line_bytes = 64;

bool is_shuffle(WarpOperation operation) {
  return operation == WarpOperation::shuffle || operation == WarpOperation::shuffle_up ||
         operation == WarpOperation::shuffle_down || operation == WarpOperation::shuffle_xor;
}

void store(const Slot& slot, unsigned thread, std::uint64_t answer, unsigned bytes) {
  if (bytes <= 4) static_cast<std::uint32_t*>(slot.answers)[thread] = static_cast<std::uint32_t>(answer);
  else static_cast<std::uint64_t*>(slot.answers)[thread] = answer;
}

/// Have all lanes of a warp the same value? Without a branch for each of them, so that it is vectorised.
template <class T>
bool all_equal(const T* lanes) {
  T differs = 0;
  for (unsigned lane = 0; lane < warp_lanes; ++lane) differs = static_cast<T>(differs | (lanes[lane] ^ lanes[0]));
  return differs == 0;
}

/// Lanes of the warp whose first thread is `first` that lie in the range.
unsigned lanes_between(unsigned first, ThreadRange range) {
  const unsigned begin = range.begin > first ? range.begin - first : 0;
  const unsigned end = std::min(range.end - first, unsigned{warp_lanes});
  return (end >= 32 ? ~0u : (1u << end) - 1) & ~((1u << begin) - 1);
}

}  // namespace

SplitBlock::SplitBlock() {
  for (std::size_t i = 0; i < m_warps.size(); ++i) m_warps[i].lanes = &m_lanes[i * warp_lanes];
}

SplitBlock::~SplitBlock() {
  if (m_memory) ::munmap(m_memory, memory_bytes);
}

judge_emulated::SplitState* SplitBlock::begin(const unsigned size[3]) {
  const unsigned threads = size[0] * size[1] * size[2];
  m_state.threads = m_state.live = threads;
  m_state.region = 0;
  m_state.is_together = true;
  m_state.must_pick = false;
  m_state.others_first = m_state.others_lowest = finished;
  m_state.range_count = 1;
  m_state.ranges[0] = {0, threads};
  m_at_barrier = 0;
  m_used_bytes = 0;
  if (!m_has_all_rows || !std::equal(m_size.begin(), m_size.end(), size)) {
    std::copy_n(size, m_size.size(), m_size.begin());
    make_rows();
    m_has_all_rows = true;
  }
  return &m_state;
}

/// The ranges, as rows.
void SplitBlock::make_rows() {
  const unsigned width = m_size[0], height = m_size[1];
  unsigned count = 0;
  for (unsigned r = 0; r < m_state.range_count; ++r)
    for (unsigned thread = m_state.ranges[r].begin; thread < m_state.ranges[r].end;) {
      const unsigned x = thread % width, length = std::min(m_state.ranges[r].end - thread, width - x);
      m_state.rows[count++] = {thread, length, x, thread / width % height, thread / width / height};
      thread += length;
    }
  m_state.row_count = count;
}

void* SplitBlock::allocate(std::size_t bytes) {
  if (!m_memory) {
    void* map = ::mmap(nullptr, memory_bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (map == MAP_FAILED) throw std::bad_alloc();
    m_memory = static_cast<char*>(map);
  }
  char* const memory = m_memory + m_used_bytes;
  // A line more than needed: arrays of a power of two would all lie in the same cache sets.
  m_used_bytes += round_up(bytes, line_bytes) + line_bytes;
  if (m_used_bytes > memory_bytes) throw std::bad_alloc();
  return memory;
}

bool SplitBlock::holds(const void* address) const {
  return m_memory && address >= m_memory && address < m_memory + memory_bytes;
}

template <class Visit>
void SplitBlock::for_each_running(Visit visit) {
  for (unsigned r = 0; r < m_state.range_count; ++r)
    for (unsigned thread = m_state.ranges[r].begin; thread < m_state.ranges[r].end; ++thread) visit(thread);
}

/// Calls visit(begin, end) for threads that follow each other and are alike, all threads of the block together. Most often those of a warp
/// are.
template <class Visit>
void SplitBlock::for_each_alike(Visit visit) {
  for (unsigned begin = 0; begin < m_state.threads; begin += warp_lanes) {
    const unsigned end = std::min<unsigned>(begin + warp_lanes, m_state.threads);
    if (all_equal(m_state.regions + begin) && all_equal(reinterpret_cast<const unsigned char*>(m_waits.data() + begin)))
      visit(begin, end);
    else
      for (unsigned thread = begin; thread < end; ++thread) visit(thread, thread + 1);
  }
}

/// The lanes of a warp that have left the kernel.
unsigned SplitBlock::finished_lanes(unsigned warp) const {
  const unsigned short* const regions = m_state.regions + warp * warp_lanes;
  if (all_equal(regions)) return regions[0] == finished ? ~0u : 0u;
  unsigned lanes = 0;
  for (unsigned lane = 0; lane < warp_lanes; ++lane) lanes |= (regions[lane] == finished ? 1u : 0u) << lane;
  return lanes;
}

/// From now on each thread has its own region. Those that are not in the ranges have left the kernel.
void SplitBlock::part() {
  m_state.must_pick = true;
  if (!m_state.is_together) return;
  m_state.is_together = false;
  std::fill_n(m_waits.begin(), m_state.threads, Wait::none);
  const unsigned warps = (m_state.threads + warp_lanes - 1) / warp_lanes;
  for (unsigned i = 0; i < warps; ++i) m_warps[i].exited = ~0u, m_warps[i].arrived = 0;
  unsigned end = 0;
  for (unsigned r = 0; r < m_state.range_count; ++r) {
    const ThreadRange range = m_state.ranges[r];
    std::fill(m_state.regions + end, m_state.regions + range.begin, static_cast<unsigned short>(finished));
    for (unsigned i = range.begin / warp_lanes; i * warp_lanes < range.end; ++i)
      m_warps[i].exited &= ~lanes_between(i * warp_lanes, range);
    end = range.end;
  }
  std::fill(m_state.regions + end, m_state.regions + m_state.threads, static_cast<unsigned short>(finished));
}

void SplitBlock::branch() {
  const unsigned short first = m_state.regions[m_state.ranges[0].begin];
  unsigned differs = 0;
  for_each_running([&](unsigned thread) { differs |= static_cast<unsigned>(m_state.regions[thread] ^ first); });
  m_state.region = first;
  if (differs == 0 && (m_state.is_together || first < m_state.others_first)) return;
  part();
  count_exits();
}

void SplitBlock::count_exits() {
  for (unsigned r = 0; r < m_state.range_count; ++r) {
    const ThreadRange range = m_state.ranges[r];
    for (unsigned i = range.begin / warp_lanes; i * warp_lanes < range.end; ++i) {
      const unsigned exited = finished_lanes(i) & lanes_between(i * warp_lanes, range);
      if (exited == 0) continue;
      m_state.live -= static_cast<unsigned>(std::popcount(exited));
      m_warps[i].exited |= exited;
      if (m_warps[i].arrived) answer_lanes(i, m_warps[i].arrived);
    }
  }
}

void SplitBlock::jump(unsigned target) {
  m_state.must_pick = true;
  for_each_running([&](unsigned thread) { m_state.regions[thread] = static_cast<unsigned short>(target); });
  if (target == finished) count_exits();
}

void SplitBlock::wait_at_barrier(const Slot* slot, BarrierKind kind, unsigned target) {
  part();
  m_barrier_kind = kind;
  for_each_running([&](unsigned thread) {
    Thread& mine = m_threads[thread];
    m_waits[thread] = Wait::barrier;
    mine.slot = slot ? *slot : Slot{};
    m_state.regions[thread] = static_cast<unsigned short>(target);
    ++m_at_barrier;
  });
}

void SplitBlock::release_barrier() {
  unsigned holds = 0;
  for (unsigned thread = 0; thread < m_state.threads; ++thread) {
    const Thread& one = m_threads[thread];
    if (m_waits[thread] != Wait::barrier) continue;
    if (one.slot.values) holds += static_cast<const std::uint32_t*>(one.slot.values)[thread];
  }
  const unsigned answer = m_barrier_kind == BarrierKind::count ? holds
                          : m_barrier_kind == BarrierKind::all ? holds == m_state.live
                                                               : holds != 0;
  for (unsigned thread = 0; thread < m_state.threads; ++thread) {
    const Thread& one = m_threads[thread];
    if (m_waits[thread] != Wait::barrier) continue;
    if (one.slot.answers) store(one.slot, thread, answer, 4);
    m_waits[thread] = Wait::none;
    if (m_state.regions[thread] != finished) continue;
    --m_state.live;  // a barrier was its last statement
    m_warps[thread / warp_lanes].exited |= 1u << thread % warp_lanes;
  }
  m_at_barrier = 0;
}

void SplitBlock::ask(unsigned thread, const judge_emulated::WarpRequest& request, const Slot& slot, unsigned bytes) {
  part();
  Thread& mine = m_threads[thread];
  m_waits[thread] = Wait::warp;
  mine.request = request;
  mine.slot = slot;
  mine.bytes = static_cast<unsigned char>(is_shuffle(request.operation) ? bytes : 4);
  m_lanes[thread].request = &mine.request;
  m_warps[thread / warp_lanes].arrived |= 1u << thread % warp_lanes;
}

void SplitBlock::answer_warps(unsigned target) {
  unsigned touched = 0;
  for_each_running([&](unsigned thread) {
    m_state.regions[thread] = static_cast<unsigned short>(target);
    touched |= 1u << thread / warp_lanes;
  });
  for (; touched; touched &= touched - 1) {
    const auto warp = static_cast<unsigned>(std::countr_zero(touched));
    answer_lanes(warp, m_warps[warp].arrived);
  }
}

/// Answers those of the waiting lanes whose partners have all arrived.
void SplitBlock::answer_lanes(unsigned index, unsigned candidates) {
  Warp& warp = m_warps[index];
  for (; candidates; candidates &= candidates - 1) {
    const auto lane = static_cast<unsigned>(std::countr_zero(candidates));
    if (!(warp.arrived >> lane & 1)) continue;
    for (unsigned answered = answer_warp(warp, lane); answered; answered &= answered - 1) {
      const unsigned thread = index * warp_lanes + static_cast<unsigned>(std::countr_zero(answered));
      const Thread& one = m_threads[thread];
      m_waits[thread] = Wait::none;
      store(one.slot, thread, m_lanes[thread].answer.value, one.bytes);
    }
  }
}

SplitBlock::Outcome SplitBlock::need_all(unsigned begin, unsigned end) {
  std::array<bool, chip::max_threads_per_block> runs{};
  for_each_running([&](unsigned thread) { runs[thread] = true; });
  for (unsigned thread = 0; thread < m_state.threads; ++thread)
    if (!runs[thread] && m_state.regions[thread] >= begin && m_state.regions[thread] < end) return Outcome::gone_wrong;
  return Outcome::fine;
}

/// The first region of those that can run; `finished` if none can.
void SplitBlock::look_for_first_region() {
  unsigned first = finished;
  for_each_alike([&](unsigned thread, unsigned) {
    if (m_waits[thread] == Wait::none) first = std::min<unsigned>(first, m_state.regions[thread]);
  });
  m_state.region = first;
}

SplitBlock::Outcome SplitBlock::pick() {
  m_state.region = finished;
  if (m_state.live == 0) return Outcome::fine;
  look_for_first_region();
  if (m_state.region == finished) {
    if (m_at_barrier == 0 || m_at_barrier != m_state.live) return Outcome::gone_wrong;
    release_barrier();
    look_for_first_region();
  }
  m_state.range_count = 0;
  m_state.others_first = m_state.others_lowest = finished;
  unsigned chosen = 0;
  for_each_alike([&](unsigned begin, unsigned end) {
    const unsigned region = m_state.regions[begin];
    const bool can_run = m_waits[begin] == Wait::none;
    if (!can_run || region != m_state.region) {
      m_state.others_lowest = std::min(m_state.others_lowest, region);
      if (can_run) m_state.others_first = std::min(m_state.others_first, region);
      return;
    }
    ThreadRange& last = m_state.ranges[m_state.range_count == 0 ? 0 : m_state.range_count - 1];
    if (m_state.range_count != 0 && last.end == begin) last.end = end;
    else m_state.ranges[m_state.range_count++] = {begin, end};
    chosen += end - begin;
  });
  m_state.is_together = chosen == m_state.live;
  m_state.must_pick = false;
  m_has_all_rows = false;
  make_rows();
  return Outcome::fine;
}

}  // namespace judge::emulated
