// How work waits in streams. A task knows what it comes after: what its stream was given before, what a legacy default
// stream or an event makes it wait for. Nothing else orders two tasks, so where the host waits for one, it and what it comes
// after are done, the task that was given last first of those that may be done; short ones before all others. The rest
// waits on: a GPU may be slow.
#include "judge/emulator/runtime/device_work.hpp"

#include <pthread.h>
#include <signal.h>

#include <algorithm>
#include <bit>
#include <chrono>
#include <thread>
#include <utility>

#include "judge/emulator/runtime/errors.hpp"
#include "judge/emulator/runtime/faults.hpp"
#include "judge/emulator/runtime/mixed_bits.hpp"
#include "judge/emulator/runtime/watcher.hpp"

namespace judge::emulated {

namespace {

// A launch queue holds about so many; beyond that a launch waits for earlier ones.
constexpr std::size_t most_tasks = 1024;
constexpr std::size_t most_names = 4096;
// Work that nobody waits for goes on all the same, for host code that looks at memory without a call of the runtime. Host code that
// computes is not to meet it half way: what it finds would differ from run to run. So the first wait is long, and by the host thread's own
// time; later ones are short if a call follows soon, since then that code had waited for the work.
constexpr std::chrono::milliseconds first_patience{1'000}, most_first_patience{3'000}, patience{100}, soon{50};

/// In a task: a host function that calls the runtime, which CUDA forbids.
thread_local bool is_in_a_task = false;

void mark_wanted(const TaskPtr& task) {
  std::vector<TaskPtr> open = {task};
  while (!open.empty()) {
    const TaskPtr one = std::move(open.back());
    open.pop_back();
    if (one->is_wanted) continue;
    one->is_wanted = true;
    open.insert(open.end(), one->before_me.begin(), one->before_me.end());
  }
}

// Half of them are set.
std::uint64_t random_bits(std::uint64_t count) {
  const std::uint64_t bits = mixed_bits((count + 1) * 0x9e3779b97f4a7c15u);
  return bits ^ bits >> 31;
}

}  // namespace

std::vector<TaskPtr> Device::what_comes_before(const StreamState& stream) const {
  std::vector<TaskPtr> before;
  const auto add = [&](const TaskPtr& task) {
    if (task) before.push_back(task);
  };
  add(stream.last);
  if (!stream.is_legacy && stream.is_blocking) add(m_streams.front()->last);
  if (stream.is_legacy)
    for (const auto& other : m_streams)
      if (!other->is_legacy && other->is_blocking) add(other->last);
  return before;
}

void Device::set_clock(Task& task, const std::vector<TaskPtr>& before) {
  task.clock = std::make_shared<StreamClock>(m_host_clock);
  for (const TaskPtr& earlier : before)
    if (earlier->clock) task.clock->join(*earlier->clock);
  task.clock->add(task.id);
}

bool Device::is_ahead(const StreamState& stream) const {
  return runs_some_streams_ahead && (random_bits(2 * m_idle_times) >> (stream.index % 64) & 1) != 0;
}

// How many tasks that the host waits for come before those of the streams that are ahead: mostly none.
unsigned Device::draw_head_start() {
  if (!runs_some_streams_ahead) return 0;
  return static_cast<unsigned>(std::countr_zero(random_bits(2 * m_waits++ + 1))) / 2;
}

TaskPtr Device::add(Task fresh, const std::vector<TaskPtr>& before) {
  auto task = std::make_shared<Task>(std::move(fresh));
  task->id.number = m_next_number++;
  if (watcher) set_clock(*task, before);
  for (const TaskPtr& earlier : before) {
    if (earlier->is_done) continue;
    earlier->after_me.push_back(task);
    task->before_me.push_back(earlier);
    ++task->open;
  }
  m_open.emplace(task->id.number, task);
  if (task->open == 0) m_ready.emplace(task->id.number, task);
  ++m_activity;
  return task;
}

// One task at a time: a kernel has all of the device. A copy of the pointer, since the caller's may be in m_ready.
cudaError_t Device::run(Lock& lock, TaskPtr task) {  // NOLINT(performance-unnecessary-value-param)
  m_is_running = true;
  m_ready.erase(task->id.number);
  lock.unlock();
  is_in_a_task = true;
  if (watcher) watcher->work_started(*task);
  const cudaError_t error = task->work ? task->work() : cudaSuccess;
  if (watcher) watcher->work_ended();
  is_in_a_task = false;
  lock.lock();
  m_is_running = false;
  task->is_done = true;
  task->work = nullptr;
  task->before_me.clear();
  for (const TaskPtr& later : task->after_me)
    if (--later->open == 0) m_ready.emplace(later->id.number, later);
  task->after_me.clear();
  m_open.erase(task->id.number);
  ++m_activity;
  m_changed.notify_all();
  return error;
}

TaskPtr Device::ready_short() {
  for (const auto& [number, task] : m_ready)
    if (task->duration != Duration::long_time) return task;
  return nullptr;
}

template <class IsSuch>
TaskPtr Device::last_ready(IsSuch is_such) {
  for (auto at = m_ready.rbegin(); at != m_ready.rend(); ++at)
    if (is_such(*at->second)) return at->second;
  return nullptr;
}

TaskPtr Device::next_for_host(unsigned& head_start) {
  if (TaskPtr task = ready_short()) return task;
  if (head_start > 0) {
    --head_start;
    const auto first = std::ranges::find_if(m_ready, [](const auto& one) { return one.second->is_wanted; });
    if (first != m_ready.end()) return first->second;
  }
  if (TaskPtr task = last_ready([](const Task& one) { return one.is_ahead; })) return task;
  return last_ready([](const Task& one) { return one.is_wanted; });
}

void Device::run_wanted(Lock& lock, const std::function<bool()>& is_over) {
  unsigned head_start = draw_head_start();
  while (!is_over()) {
    if (m_is_running) {
      m_changed.wait(lock);
      continue;
    }
    const TaskPtr next = next_for_host(head_start);
    if (!next) return;
    if (const cudaError_t error = run(lock, next)) finish(error);
  }
  while (!m_is_running)
    if (const TaskPtr next = ready_short()) run(lock, next);
    else return;
}

// What was just given, as far as it may be done now: under the checker all, else what is short.
cudaError_t Device::run_if_due(Lock& lock, const TaskPtr& task) {
  const bool is_due = watcher || task->duration == Duration::none;
  while (is_due && !task->is_done && task->open == 0) {
    if (!m_is_running) return run(lock, task);
    m_changed.wait(lock);
  }
  if (m_open.size() > most_tasks) run_oldest(lock);
  if (!task->is_done) go_on_alone();
  return cudaSuccess;
}

void Device::run_oldest(Lock& lock) {
  while (m_open.size() > most_tasks / 2) {
    if (m_is_running) m_changed.wait(lock);
    else if (const cudaError_t error = run(lock, m_ready.begin()->second)) finish(error);
  }
}

cudaError_t Device::give(StreamState& stream, Task fresh, TaskPtr* given, const TaskPtr& also_after) {
  if (is_in_a_task) return fresh.work ? fresh.work() : cudaSuccess;
  Lock lock(m_mutex);
  run_wanted(lock, [] { return true; });  // what is short and was given before is over by now
  auto before = what_comes_before(stream);
  if (also_after) before.push_back(also_after);
  fresh.id = {.stream = stream.number, .count = ++stream.count};
  fresh.is_ahead = is_ahead(stream);
  const TaskPtr task = stream.last = add(std::move(fresh), before);
  if (given) *given = task;
  return run_if_due(lock, task);
}

cudaError_t Device::give_graph(StreamState& stream, std::vector<NodeWork> nodes, TaskPtr& end) {
  Lock lock(m_mutex);
  run_wanted(lock, [] { return true; });
  auto before = what_comes_before(stream);
  if (end) before.push_back(end);
  std::vector<TaskPtr> tasks;
  for (NodeWork& node : nodes) {
    std::vector<TaskPtr> earlier = before;
    for (const std::size_t index : node.after) earlier.push_back(tasks[index]);
    Task fresh{.work = std::move(node.work), .duration = node.duration, .name = node.name, .is_ahead = is_ahead(stream)};
    fresh.id = {.stream = new_number("a graph"), .count = 1};  // nothing but its edges orders a node
    tasks.push_back(add(std::move(fresh), earlier));
  }
  const std::vector<TaskPtr> own = tasks;
  tasks.insert(tasks.end(), before.begin(), before.end());
  Task last{.duration = Duration::none, .name = {.what = "cudaGraphLaunch()"}};
  last.id = {.stream = stream.number, .count = ++stream.count};
  end = stream.last = add(std::move(last), tasks);
  cudaError_t error = cudaSuccess;
  for (const TaskPtr& task : own)
    if (const cudaError_t failed = run_if_due(lock, task); failed && !error) error = failed;
  run_if_due(lock, end);
  return error;
}

// Short work that was given before is over by then.
bool Device::is_idle_but_for_short_work() {
  if (is_in_a_task) return false;
  Lock lock(m_mutex);
  if (m_streams.size() > 1) return false;
  run_wanted(lock, [] { return true; });
  return m_open.empty();
}

void Device::wait_for(Lock& lock, const TaskPtr& task) {
  if (!task || is_in_a_task) return;
  if (!task->is_done) {
    mark_wanted(task);
    run_wanted(lock, [&] { return task->is_done; });
  }
  if (!task->clock) return;
  m_host_clock.join(*task->clock);
  ++host_waits;
}

void Device::wait_for(const TaskPtr& task) {
  Lock lock(m_mutex);
  wait_for(lock, task);
}

// The legacy default stream waits for all blocking ones, here as everywhere.
void Device::wait_for_stream(const StreamState& stream) {
  Lock lock(m_mutex);
  const auto before = stream.is_legacy ? what_comes_before(stream) : std::vector{stream.last};
  for (const TaskPtr& task : before)
    if (task && !task->is_done) mark_wanted(task);
  for (const TaskPtr& task : before) wait_for(lock, task);
}

void Device::wait_for_all() {
  Lock lock(m_mutex);
  if (is_in_a_task) return;
  for (const auto& [number, task] : m_open) task->is_wanted = true;
  const std::uint64_t end = m_next_number;
  run_wanted(lock, [&] { return m_open.empty() || m_open.begin()->first >= end; });
  std::erase_if(m_streams, [](const auto& one) { return one->is_gone && (!one->last || one->last->is_done); });
  if (m_open.empty()) ++m_idle_times;
  if (watcher) forget_clocks(end);
  release_all(lock);
}

// The host knows it all now, and what it gives to streams from here on comes after it.
void Device::forget_clocks(std::uint64_t end) {
  m_host_clock.cover_all_before(end);
  ++host_waits;
  for (const auto& stream : m_streams)
    if (stream->last && stream->last->id.number < end) stream->last->clock = nullptr;
}

void Device::release_all(Lock& lock) {
  if (!m_open.empty()) return;
  const auto releases = std::exchange(m_releases, {});
  lock.unlock();
  for (const auto& release : releases) release();
  lock.lock();
}

void Device::release_when_idle(std::function<void()> release) {
  const Lock lock(m_mutex);
  m_releases.push_back(std::move(release));
}

// A thread looks now and then whether something has been waiting all the time, and does it. It sleeps while nothing waits.
void Device::go_on_alone() {
  if (m_host_thread != ::pthread_self()) {
    m_host_thread = ::pthread_self();
    ::pthread_getcpuclockid(m_host_thread, &m_host_time);
  }
  if (m_watches_itself) {
    if (std::exchange(m_is_idle, false)) m_has_work.notify_one();
    return;
  }
  m_watches_itself = true;
  sigset_t all, before;
  ::sigfillset(&all);
  for (const int signal : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGABRT}) ::sigdelset(&all, signal);
  ::pthread_sigmask(SIG_BLOCK, &all, &before);
  std::thread([this] {
    prepare_thread_for_faults();
    Lock lock(m_mutex);
    for (;;) {
      m_is_idle = m_open.empty();
      m_has_work.wait(lock, [this] { return !m_is_idle; });
      std::uint64_t seen = m_activity;
      wait_for_host(lock, seen);
      bool has_run = false;
      while (m_activity == seen && !m_is_running && !m_ready.empty()) {
        run(lock, m_ready.begin()->second);
        seen = m_activity;
        has_run = true;
      }
      if (!has_run) continue;
      sleep(lock, soon);
      m_host_polls |= m_activity != seen;
    }
  }).detach();
  ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

void Device::sleep(Lock& lock, std::chrono::milliseconds time) {
  lock.unlock();
  std::this_thread::sleep_for(time);
  lock.lock();
}

// Until the host has done without a call for long enough, or has made one.
void Device::wait_for_host(Lock& lock, std::uint64_t seen) {
  const auto own_time = [this] {
    timespec time{};
    ::clock_gettime(m_host_time, &time);
    return std::chrono::seconds(time.tv_sec) + std::chrono::nanoseconds(time.tv_nsec);
  };
  const auto begin = own_time();
  std::chrono::milliseconds waited{0};
  do {
    sleep(lock, patience);
    waited += patience;
  } while (m_activity == seen && !m_host_polls && own_time() - begin < first_patience && waited < most_first_patience);
}

// Only clocks tell nodes of graphs apart, and there are many of them.
std::uint32_t Device::new_number(std::string name) {
  if (m_names.size() > most_names && !watcher) return 0;
  m_names.push_back(std::move(name));
  return static_cast<std::uint32_t>(m_names.size() - 1);
}

std::shared_ptr<StreamState> Device::add_stream(StreamKind kind) {
  const Lock lock(m_mutex);
  auto stream = std::make_shared<StreamState>();
  stream->is_blocking = kind != StreamKind::non_blocking;
  const char* const suffix = stream->is_blocking ? "" : " (non-blocking)";
  stream->number = new_number(kind == StreamKind::per_thread ? "the per-thread default stream"
                                                             : "stream " + std::to_string(++m_made_streams) + suffix);
  stream->index = ++m_last_index;
  m_streams.push_back(stream);
  return stream;
}

// What it was given is still waited for by the legacy default stream, so it goes once that is done.
void Device::forget_stream(const std::shared_ptr<StreamState>& stream) {
  const Lock lock(m_mutex);
  stream->is_gone = true;
}

std::string Device::name_of(std::uint32_t number) {
  const Lock lock(m_mutex);
  return m_names[number];
}

StreamClock Device::host_clock() {
  const Lock lock(m_mutex);
  return m_host_clock;
}

}  // namespace judge::emulated
