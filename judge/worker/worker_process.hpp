#pragma once

#include <poll.h>
#include <sys/types.h>

#include <chrono>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "judge/model/record.hpp"
#include "judge/passes/common_options.hpp"
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

  /// Waits for nothing: what its pipe has no room for yet is kept, and written by next(). Errors: it has ended; next() says how.
  Result<void> send(const WorkerJob& job);

  /// What happened next; what send() left is written meanwhile. None: nothing within `patience`. Errors: it has ended, or told what is no event.
  Result<std::optional<WorkerEvent>> next(std::chrono::milliseconds patience);

  /// What it judges on; none: it has not told yet. next() takes note of it.
  const std::optional<Device>& device() const { return m_device; }

  /// Adds what becomes ready when next() has something to do.
  void add_to(std::vector<pollfd>& polled) const;

  /// Ends it and with it the job at hand: asked first, and killed after a second.
  void end();

 private:
  WorkerProcess(pid_t pid, int jobs, int events) : m_pid(pid), m_jobs(jobs), m_events(events) {}
  Result<std::optional<std::string>> next_line(std::chrono::milliseconds patience);
  bool write_what_fits();
  std::string how_it_ended();

  pid_t m_pid = -1;
  int m_jobs = -1;
  std::string m_unsent;  // the end of what it is told
  LineReader m_events;
  std::optional<Device> m_device;
};

}  // namespace judge
