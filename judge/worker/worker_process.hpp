#pragma once

#include <sys/types.h>

#include <chrono>
#include <map>
#include <optional>
#include <string>

#include "judge/judging/common_options.hpp"
#include "judge/model/record.hpp"
#include "judge/worker/lines.hpp"
#include "judge/worker/messages.hpp"

namespace judge {

/// A `judge worker`, started by this process. It ends with the thread that started it, and its own processes end with it.
class WorkerProcess {
 public:
  struct Options {
    CommonOptions common;
    bool beside_others = false;                      ///< see WorkerOptions
    std::map<std::string, std::string> environment;  ///< added to ours: CUDA_VISIBLE_DEVICES
  };
  /// From then on this process ignores SIGPIPE.
  static Result<WorkerProcess> start(const Options& options);

  WorkerProcess(WorkerProcess&& other) noexcept;
  WorkerProcess& operator=(WorkerProcess&& other) noexcept;
  ~WorkerProcess();  ///< end()

  /// Waits while its pipe is full, so what it tells must be read as well. Errors: it has ended.
  Result<void> send(const WorkerJob& job);

  /// What happened next. None: nothing within `patience`. Errors: it has ended, or told what is no event.
  Result<std::optional<WorkerEvent>> next(std::chrono::milliseconds patience);

  /// What it judges on; none: it has not told yet. next() takes note of it.
  const std::optional<Device>& device() const { return m_device; }

  /// A descriptor that becomes readable with the next event.
  int fd() const { return m_events.fd(); }

  /// Ends it and with it the job at hand: asked first, and killed after a second.
  void end();

 private:
  WorkerProcess(pid_t pid, int jobs, int events) : m_pid(pid), m_jobs(jobs), m_events(events) {}
  std::string how_it_ended();

  pid_t m_pid = -1;
  int m_jobs = -1;
  LineReader m_events;
  std::optional<Device> m_device;
};

}  // namespace judge
