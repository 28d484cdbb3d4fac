#include "judge/util/parallel.hpp"

#include <sched.h>

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <mutex>
#include <thread>

namespace judge {

namespace {

using Body = std::function<void(std::size_t, std::size_t)>;

struct Job {
  const Body& body;
  std::size_t count, grain;
  std::atomic<std::size_t> next{0};  // index of the next range

  void work() {
    const std::size_t ranges = (count - 1) / grain + 1;
    for (std::size_t range = next++; range < ranges; range = next++) {
      const std::size_t begin = range * grain;
      body(begin, begin + std::min(grain, count - begin));
    }
  }
};

// Never destroyed, its threads never joined: a child that was forked from this process has the object but not the
// threads, and must still be able to call parallel_for (it then does all the work itself) and to exit.
class Pool {
 public:
  explicit Pool(std::size_t threads) {
    for (std::size_t i = 0; i < threads; ++i) std::thread([this] { serve(); }).detach();
  }

  void run(Job& job) {
    {
      const std::lock_guard lock(m_mutex);
      m_job = &job;
      ++m_generation;
    }
    m_wake.notify_all();
    job.work();
    std::unique_lock lock(m_mutex);
    m_job = nullptr;
    m_done.wait(lock, [this] { return m_working == 0; });
  }

  std::mutex& caller_mutex() { return m_caller_mutex; }

 private:
  [[noreturn]] void serve() {
    std::size_t seen = 0;
    std::unique_lock lock(m_mutex);
    for (;;) {
      m_wake.wait(lock, [&] { return m_job && m_generation != seen; });
      seen = m_generation;
      Job& job = *m_job;
      ++m_working;
      lock.unlock();
      job.work();
      lock.lock();
      if (--m_working == 0) m_done.notify_all();
    }
  }

  std::mutex m_mutex, m_caller_mutex;
  std::condition_variable m_wake, m_done;
  Job* m_job = nullptr;
  std::size_t m_generation = 0;
  std::size_t m_working = 0;
};

thread_local bool s_inside = false;

}  // namespace

std::size_t parallel_threads() {
  static const std::size_t count = [] {
    cpu_set_t set;
    if (::sched_getaffinity(0, sizeof set, &set) == 0) return static_cast<std::size_t>(std::max(1, CPU_COUNT(&set)));
    return static_cast<std::size_t>(std::max(1u, std::thread::hardware_concurrency()));
  }();
  return count;
}

void parallel_for(std::size_t count, std::size_t grain, const Body& body) {
  if (count == 0) return;
  Job job{body, count, std::max<std::size_t>(grain, 1)};
  if (s_inside || count <= job.grain || parallel_threads() == 1) return job.work();
  static Pool& pool = *new Pool(parallel_threads() - 1);
  const std::unique_lock caller(pool.caller_mutex(), std::try_to_lock);
  if (!caller) return job.work();
  s_inside = true;
  pool.run(job);
  s_inside = false;
}

}  // namespace judge
