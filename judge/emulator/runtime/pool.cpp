#include "judge/emulator/runtime/pool.hpp"
#include "judge/emulator/runtime/shared_arena.hpp"

#include <pthread.h>
#include <sched.h>
#include <signal.h>

#include <algorithm>
#include <condition_variable>
#include <cstdlib>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include "judge/emulator/runtime/faults.hpp"
#include "judge/emulator/runtime/watcher.hpp"

namespace judge::emulated {

namespace {

// Waking the pool costs more than this many threads of a trivial kernel.
constexpr std::uint64_t fewest_threads_to_share = 4096;
// Workers that have no block left wait for the others: for a chunk of theirs at most.
constexpr std::uint64_t chunks_per_worker = 32, largest_chunk = 4096, blocks_side_by_side = 2, blocks_at_one_pace = 8;
constexpr unsigned most_helpers = 1024;  // an H200 has room for 132 blocks of 1,024 threads, or 4,224 small ones
// As many rows of threads as there are pages in the first level of a processor's table, roughly.
constexpr unsigned rows_of_threads_per_strip = 128;

/// Host threads that live as long as the process.
class Pool {
 public:
  void run(Launch& launch, unsigned helpers) {
    const std::lock_guard one_at_a_time(m_launching);
    {
      const std::lock_guard lock(m_mutex);
      grow(helpers);
      m_launch = &launch;
      if (launch.write_meeting) launch.write_meeting->add_runners(helpers + 1);
      m_wanted = m_busy = helpers;
      if (helpers > 0) ++m_generation;
    }
    if (helpers > 0) m_start.notify_all();
    BlockRunner::mine().run(launch);
    std::unique_lock lock(m_mutex);
    m_done.wait(lock, [&] { return m_busy == 0; });
    m_launch = nullptr;
  }

  /// Host threads that the caller is not one of.
  void start(Launch& launch, unsigned runners) {
    {
      const std::lock_guard lock(m_mutex);
      grow(runners);
      m_launch = &launch;
      m_wanted = m_busy = runners;
      ++m_generation;
    }
    m_start.notify_all();
  }
  void finish() {
    std::unique_lock lock(m_mutex);
    m_done.wait(lock, [&] { return m_busy == 0; });
    m_launch = nullptr;
  }

  bool add_helper() {
    {
      const std::lock_guard lock(m_mutex);
      if (!m_launch || m_busy >= most_helpers) return false;
      ++m_more;
      if (m_launch->write_meeting) m_launch->write_meeting->add_runners(1);
      grow(++m_busy);
    }
    m_start.notify_all();
    return true;
  }

 private:
  void grow(unsigned helpers) {
    // Signals meant for the process go to threads that are not ours.
    sigset_t all, before;
    ::sigfillset(&all);
    for (const int signal : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGABRT}) ::sigdelset(&all, signal);
    ::pthread_sigmask(SIG_BLOCK, &all, &before);
    while (m_threads.size() < helpers)
      m_threads.emplace_back(
          [this, index = static_cast<unsigned>(m_threads.size()), seen = m_generation] { work(index, seen); });
    ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
  }

  void work(unsigned index, std::uint64_t seen) {
    prepare_thread_for_faults();
    for (;;) {
      Launch* launch = nullptr;
      {
        std::unique_lock lock(m_mutex);
        m_start.wait(lock, [&] { return m_generation != seen || m_more > 0; });
        if (m_generation == seen) {
          --m_more;
        } else {
          seen = m_generation;
          if (index >= m_wanted) continue;
        }
        launch = m_launch;
      }
      BlockRunner::mine().run(*launch);
      const std::lock_guard lock(m_mutex);
      if (--m_busy == 0) m_done.notify_one();
    }
  }

  std::mutex m_launching, m_mutex;
  std::condition_variable m_start, m_done;
  std::vector<std::thread> m_threads;
  Launch* m_launch = nullptr;
  std::uint64_t m_generation = 0;
  unsigned m_wanted = 0, m_busy = 0;
  unsigned m_more = 0;  // of those that are busy: are wanted, and nobody is on the way yet
};

Pool& pool_of_dependents() {
  static auto* the_pool = new Pool;
  return *the_pool;
}

Pool& pool() {
  static auto* the_pool = new Pool;  // never destroyed: its threads wait in it when the process ends
  return *the_pool;
}

}  // namespace

unsigned worker_threads() {
  static const unsigned count = [] {
    if (const char* text = std::getenv("JUDGE_EMULATED_THREADS")) return std::max(1, std::atoi(text));
    cpu_set_t allowed;
    return ::sched_getaffinity(0, sizeof allowed, &allowed) == 0 ? std::max(1, CPU_COUNT(&allowed)) : 1;
  }();
  return count;
}

namespace {

/// Each cluster that runs needs a host thread for each of its blocks; those of a cooperative launch all run at once.
void run_clusters(Launch& launch, unsigned blocks) {
  const std::uint64_t all = launch.blocks / blocks, runners = watcher ? 1 : worker_threads();
  const std::uint64_t at_a_time = launch.grid_barrier ? all : std::clamp<std::uint64_t>(runners / blocks, 1, all);
  while (launch.clusters.size() < at_a_time) launch.clusters.push_back(std::make_unique<Cluster>(blocks));
  pool().run(launch, static_cast<unsigned>(at_a_time * blocks - 1));
}

/// Blocks that keep to each other's pace, or take turns: each has a host thread, as far as there are any, and the member is what they share.
template <class Together>
void run_some_at_once(Launch& launch, Together* Launch::*together) {
  const auto runners = static_cast<unsigned>(std::min<std::uint64_t>(launch.blocks, blocks_at_one_pace));
  Together of_all(runners);
  launch.chunk = 1;
  launch.*together = &of_all;
  pool().run(launch, runners - 1);
  launch.*together = nullptr;
}

void share_out(Launch& launch) {
  const std::uint64_t runners = watcher ? 1 : worker_threads();
  if (const unsigned blocks = launch.cluster[0] * launch.cluster[1] * launch.cluster[2]; blocks > 1)
    return run_clusters(launch, blocks);
  if (launch.grid_barrier) {
    // Blocks that wait for each other must all run at once.
    launch.chunk = 1;
    pool().run(launch, static_cast<unsigned>(launch.blocks - 1));
    return;
  }
  launch.strip_rows = std::max(1u, rows_of_threads_per_strip / launch.block[1]);
  launch.chunk = std::clamp<std::uint64_t>(launch.blocks / (runners * chunks_per_worker), 1, largest_chunk);
  if (runs_blocks_side_by_side) return run_some_at_once(launch, &Launch::pace);
  if (runs_blocks_in_turns && launch.blocks > 1) return run_some_at_once(launch, &Launch::turns);
  if (writes_late) {
    launch.chunk = 1;
    pool().run(launch, static_cast<unsigned>(std::min<std::uint64_t>(launch.blocks, blocks_side_by_side)) - 1);
    return;
  }
  const bool is_worth_sharing = launch.blocks > 1 && launch.blocks * launch.threads > fewest_threads_to_share;
  pool().run(launch, is_worth_sharing ? static_cast<unsigned>(std::min(runners, launch.blocks)) - 1 : 0);
}

}  // namespace

bool add_runner() { return pool().add_helper(); }

static void find_cleared_blocks(Launch& launch) {
  launch.cleared_blocks = cleared_blocks(static_shared_bytes(launch.kernel->function) + launch.shared_bytes, launch.threads);
}

void run_with_dependent(Launch& primary, Launch& dependent) {
  EarlyLaunch early(primary.blocks, dependent.blocks);
  for (Launch* launch : {&primary, &dependent}) {
    find_cleared_blocks(*launch);
    launch->early = &early;
    launch->chunk = 1;
  }
  dependent.is_dependent = true;
  pool_of_dependents().start(dependent, static_cast<unsigned>(dependent.blocks));
  pool().run(primary, static_cast<unsigned>(primary.blocks - 1));
  early.primary_ended();
  pool_of_dependents().finish();
}

void run_launch(Launch& launch) {
  find_cleared_blocks(launch);
  if (watcher) watcher->launch_started(launch);
  WriteMeeting meeting;
  if (writes_late) launch.write_meeting = &meeting;
  share_out(launch);
  launch.write_meeting = nullptr;
  if (watcher) watcher->launch_ended();
}

}  // namespace judge::emulated
