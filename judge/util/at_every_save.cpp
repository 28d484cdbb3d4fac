#include "judge/util/at_every_save.hpp"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/inotify.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <string>
#include <utility>

#include "judge/util/children.hpp"
#include "judge/util/files.hpp"
#include "judge/util/interrupt.hpp"

namespace judge {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

namespace {

// An editor's save is several events: the old file moved away, the new one written, renamed, its times set.
constexpr int k_quiet_ms = 40;

class Descriptor {
 public:
  Descriptor() = default;
  explicit Descriptor(int fd) : m_fd(fd) {}
  Descriptor(Descriptor&& other) noexcept : m_fd(std::exchange(other.m_fd, -1)) {}
  Descriptor& operator=(Descriptor&& other) noexcept {
    std::swap(m_fd, other.m_fd);
    return *this;
  }
  ~Descriptor() {
    if (m_fd >= 0) ::close(m_fd);
  }
  int get() const { return m_fd; }

 private:
  int m_fd = -1;
};

// Of the folder, not of the file: a file that is replaced takes its watch with it.
Result<Descriptor> watch_folder(const fs::path& folder) {
  Descriptor events(::inotify_init1(IN_CLOEXEC | IN_NONBLOCK));
  if (events.get() < 0 ||
      ::inotify_add_watch(events.get(), folder.c_str(), IN_CLOSE_WRITE | IN_MOVED_TO | IN_DELETE | IN_MOVED_FROM) < 0)
    return fail("{}: cannot be watched: {}", folder.string(), std::strerror(errno));
  return events;
}

// Reads all events there are. Was one of them a save of the file or of a header, or did one of these go?
bool take_saves(int events, const fs::path& file) {
  alignas(inotify_event) std::array<char, 16384> buffer;
  bool saved = false;
  for (ssize_t got; (got = ::read(events, buffer.data(), buffer.size())) > 0;)
    for (ssize_t at = 0; at < got;) {
      const auto* event = reinterpret_cast<const inotify_event*>(&buffer[static_cast<std::size_t>(at)]);
      const fs::path name = event->len ? event->name : "";
      saved |= name == file || is_header_name(name) || (event->mask & IN_Q_OVERFLOW) != 0;
      at += static_cast<ssize_t>(sizeof *event + event->len);
    }
  return saved;
}

// SIGINT, SIGTERM and SIGHUP as something to poll() for, while this lives.
class EndSignals {
 public:
  EndSignals() {
    sigset_t ends;
    ::sigemptyset(&ends);
    for (const int number : {SIGINT, SIGTERM, SIGHUP}) ::sigaddset(&ends, number);
    ::sigprocmask(SIG_BLOCK, &ends, &m_before);
    m_fd = Descriptor(::signalfd(-1, &ends, SFD_CLOEXEC | SFD_NONBLOCK));
  }
  EndSignals(const EndSignals&) = delete;
  EndSignals& operator=(const EndSignals&) = delete;
  // One that is still pending has been acted upon.
  ~EndSignals() {
    signalfd_siginfo info;
    while (::read(m_fd.get(), &info, sizeof info) > 0) {
    }
    restore();
  }
  void restore() const { ::sigprocmask(SIG_SETMASK, &m_before, nullptr); }
  int fd() const { return m_fd.get(); }

 private:
  sigset_t m_before{};
  Descriptor m_fd;
};

// The process that works, or waits to; none where pid is 0.
struct Worker {
  pid_t pid = 0;
  Descriptor ended{}, save{};  // a byte in `save` begins its work, its end ends it
  bool works = false;
  Clock::time_point begin{};
};

void begin_work(Worker& worker) {
  worker.works = true;
  const char byte = 1;
  if (::write(worker.save.get(), &byte, 1) != 1) worker.save = Descriptor();  // it has ended
}

Result<Worker> start(const std::function<int(const NextSave&)>& work, const EndSignals& signals, bool at_once) {
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) return fail("no pipe can be made: {}", std::strerror(errno));
  const Descriptor to_read(ends[0]);
  Worker worker{.save = Descriptor(ends[1]), .begin = Clock::now()};
  if (at_once) begin_work(worker);
  std::fflush(nullptr);
  const pid_t parent = ::getpid();
  const pid_t pid = fork_child();
  if (pid < 0) return fail("no process can be started: {}", std::strerror(errno));
  if (pid == 0) {
    worker.save = Descriptor();
    ::setpgid(0, 0);  // so that Ctrl-C comes to it once, from end(): a second signal would end it at once
    ::prctl(PR_SET_PDEATHSIG, SIGINT);
    if (::getppid() != parent) ::_exit(2);
    signals.restore();
    const int status = work(NextSave(to_read.get()));
    std::fflush(nullptr);
    ::_exit(status);
  }
  worker.pid = pid;
  worker.ended = Descriptor(static_cast<int>(::syscall(SYS_pidfd_open, pid, 0)));
  return worker;
}

void end(Worker& worker) {
  if (worker.pid == 0) return;
  ::kill(worker.pid, SIGINT);
  worker.save = Descriptor();
  wait_for_child(worker.pid, nullptr, 0);
  worker = Worker{};
}

}  // namespace

bool NextSave::wait() const {
  char byte = 0;
  while (!interrupted()) {
    pollfd polled{m_pipe, POLLIN, 0};
    if (::poll(&polled, 1, -1) > 0) return ::read(m_pipe, &byte, 1) == 1;
  }
  return false;
}

bool NextSave::is_there() const {
  pollfd polled{m_pipe, POLLIN, 0};
  return ::poll(&polled, 1, 0) > 0;
}

Result<void> at_every_save(const fs::path& file, const std::function<int(const NextSave&)>& work, const SaveNews& news,
                           std::chrono::milliseconds most_idle) {
  std::error_code error;
  const fs::path path = fs::absolute(file, error);
  JUDGE_TRY(const auto events, watch_folder(path.parent_path()));
  const EndSignals signals;
  Worker worker;
  bool due = true, is_gone = false;
  for (;;) {
    std::array<pollfd, 3> polled{{{signals.fd(), POLLIN, 0}, {events.get(), POLLIN, 0}, {worker.ended.get(), POLLIN, 0}}};
    const bool waits = worker.pid != 0 && !worker.works;
    const auto idle_ms = std::chrono::ceil<std::chrono::milliseconds>(worker.begin + most_idle - Clock::now()).count();
    const int limit = due ? k_quiet_ms : waits ? static_cast<int>(std::max<std::int64_t>(idle_ms, 0)) : -1;
    const int ready = ::poll(polled.data(), polled.size(), limit);
    if (ready < 0 && errno != EINTR) return fail("poll: {}", std::strerror(errno));
    if (polled[0].revents) {
      end(worker);
      return {};
    }
    if (polled[1].revents && take_saves(events.get(), path.filename())) due = true;
    if (polled[2].revents) {
      int status = 0;
      wait_for_child(worker.pid, &status, 0);
      const bool has_worked = worker.works;
      worker = Worker{};
      if (has_worked && WIFSIGNALED(status) && news.was_ended) news.was_ended(WTERMSIG(status));
      if (has_worked) {
        JUDGE_TRY(worker, start(work, signals, false));
      }
    }
    if (ready != 0) continue;
    if (!due) {
      end(worker);
      continue;
    }
    due = false;
    const bool was_gone = std::exchange(is_gone, !fs::exists(path, error));
    if (is_gone && !was_gone && news.gone) news.gone();
    if (is_gone) continue;  // its return is an event
    if (worker.works) end(worker);
    if (worker.pid != 0) {
      begin_work(worker);
    } else {
      JUDGE_TRY(worker, start(work, signals, true));
    }
  }
}

std::chrono::system_clock::time_point saved_at(const fs::path& file) {
  using WallClock = std::chrono::system_clock;
  const auto now = WallClock::now();
  std::error_code error;
  const auto saved = std::chrono::file_clock::to_sys(fs::last_write_time(file, error));
  const bool is_recent = !error && saved <= now && now - saved < std::chrono::seconds(1);
  return is_recent ? std::chrono::time_point_cast<WallClock::duration>(saved) : now;
}

}  // namespace judge
