#include "judge/util/at_every_save.hpp"

#include <poll.h>
#include <signal.h>
#include <sys/inotify.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <string>
#include <utility>

#include "judge/util/children.hpp"
#include "judge/util/files.hpp"

namespace judge {

namespace fs = std::filesystem;

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
  if (events.get() < 0 || ::inotify_add_watch(events.get(), folder.c_str(), IN_CLOSE_WRITE | IN_MOVED_TO) < 0)
    return fail("{}: cannot be watched: {}", folder.string(), std::strerror(errno));
  return events;
}

// Reads all events there are. Was one of them a save of the file or of a header?
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

// The process that works; none where pid is 0.
struct Worker {
  pid_t pid = 0;
  Descriptor ended{};
};

Result<Worker> start(const std::function<int()>& work, const EndSignals& signals) {
  std::fflush(nullptr);
  const pid_t parent = ::getpid();
  const pid_t pid = fork_child();
  if (pid < 0) return fail("no process can be started: {}", std::strerror(errno));
  if (pid == 0) {
    ::setpgid(0, 0);  // so that Ctrl-C comes to it once, from end(): a second signal would end it at once
    ::prctl(PR_SET_PDEATHSIG, SIGINT);
    if (::getppid() != parent) ::_exit(2);
    signals.restore();
    const int status = work();
    std::fflush(nullptr);
    ::_exit(status);
  }
  return Worker{.pid = pid, .ended = Descriptor(static_cast<int>(::syscall(SYS_pidfd_open, pid, 0)))};
}

void end(Worker& worker) {
  if (worker.pid == 0) return;
  ::kill(worker.pid, SIGINT);
  wait_for_child(worker.pid, nullptr, 0);
  worker = Worker{};
}

}  // namespace

Result<void> at_every_save(const fs::path& file, const std::function<int()>& work) {
  std::error_code error;
  const fs::path path = fs::absolute(file, error);
  JUDGE_TRY(const auto events, watch_folder(path.parent_path()));
  const EndSignals signals;
  Worker worker;
  bool due = true;
  for (;;) {
    std::array<pollfd, 3> polled{{{signals.fd(), POLLIN, 0}, {events.get(), POLLIN, 0}, {worker.ended.get(), POLLIN, 0}}};
    const int ready = ::poll(polled.data(), polled.size(), due ? k_quiet_ms : -1);
    if (ready < 0 && errno != EINTR) return fail("poll: {}", std::strerror(errno));
    if (polled[0].revents) {
      end(worker);
      return {};
    }
    if (polled[1].revents && take_saves(events.get(), path.filename())) due = true;
    if (polled[2].revents) {
      wait_for_child(worker.pid, nullptr, 0);
      worker = Worker{};
    }
    if (ready != 0 || !due) continue;
    due = false;
    if (!fs::exists(path, error)) continue;  // its return is an event
    end(worker);
    JUDGE_TRY(worker, start(work, signals));
  }
}

std::chrono::system_clock::time_point saved_at(const fs::path& file) {
  using Clock = std::chrono::system_clock;
  const auto now = Clock::now();
  std::error_code error;
  const auto saved = std::chrono::file_clock::to_sys(fs::last_write_time(file, error));
  const bool is_recent = !error && saved <= now && now - saved < std::chrono::seconds(1);
  return is_recent ? std::chrono::time_point_cast<Clock::duration>(saved) : now;
}

}  // namespace judge
