#pragma once

#include <pthread.h>

#include <chrono>
#include <condition_variable>
#include <ctime>
#include <mutex>

#include "judge/emulator/runtime/stream_task.hpp"

namespace judge::emulated {

/// What the device has to do, and when it does it: behind the functions of stream_work.hpp.
class Device {
 public:
  cudaError_t give(StreamState& stream, Task fresh, TaskPtr* given, const TaskPtr& also_after);
  cudaError_t give_graph(StreamState& stream, std::vector<NodeWork> nodes, TaskPtr& end);
  bool is_idle_but_for_short_work();
  void wait_for(const TaskPtr& task);
  void wait_for_stream(const StreamState& stream);
  void wait_for_all();
  void release_when_idle(std::function<void()> release);

  std::shared_ptr<StreamState> add_stream(StreamKind kind);
  void forget_stream(const std::shared_ptr<StreamState>& stream);
  std::string name_of(std::uint32_t number);
  std::shared_ptr<StreamState> legacy() const { return m_streams.front(); }
  StreamClock host_clock();

 private:
  using Lock = std::unique_lock<std::mutex>;
  std::vector<TaskPtr> what_comes_before(const StreamState& stream) const;
  bool is_ahead(const StreamState& stream) const;
  unsigned draw_head_start();
  TaskPtr add(Task fresh, const std::vector<TaskPtr>& before);
  void set_clock(Task& task, const std::vector<TaskPtr>& before);
  cudaError_t run_if_due(Lock& lock, const TaskPtr& task);
  void run_oldest(Lock& lock);
  TaskPtr ready_short();
  template <class IsSuch>
  TaskPtr last_ready(IsSuch is_such);
  TaskPtr next_for_host(unsigned& head_start);
  cudaError_t run(Lock& lock, TaskPtr task);
  void run_wanted(Lock& lock, const std::function<bool()>& is_over);
  void go_on_alone();
  static void sleep(Lock& lock, std::chrono::milliseconds time);
  void wait_for_host(Lock& lock, std::uint64_t seen);
  void release_all(Lock& lock);
  void wait_for(Lock& lock, const TaskPtr& task);
  void forget_clocks(std::uint64_t end);
  std::uint32_t new_number(std::string name);

  std::mutex m_mutex;
  std::condition_variable m_changed;
  std::vector<std::shared_ptr<StreamState>> m_streams = {
      std::make_shared<StreamState>(StreamState{.is_legacy = true})};  // the first is the legacy one
  std::vector<std::string> m_names = {"the default stream"};           // by number, of streams that are gone as well
  unsigned m_made_streams = 0, m_last_index = 0;
  // How often all was done that was to be done, and how often the host has waited: for runs_some_streams_ahead.
  std::uint64_t m_idle_times = 0, m_waits = 0;
  std::map<std::uint64_t, TaskPtr> m_open, m_ready;  // not done; of those, what comes after nothing that is not done
  std::uint64_t m_next_number = 1, m_activity = 0;
  bool m_is_running = false;
  bool m_watches_itself = false, m_is_idle = false;  // the thread that does what nobody waits for
  std::condition_variable m_has_work;
  ::pthread_t m_host_thread{};  // the last one to give work that nobody waits for
  ::clockid_t m_host_time = CLOCK_MONOTONIC;
  bool m_host_polls = false;  // it has waited for such work, without a call
  std::vector<std::function<void()>> m_releases;
  StreamClock m_host_clock;
};

}  // namespace judge::emulated
