#include "judge/worker/worker_process.hpp"

#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <thread>
#include <utility>
#include <vector>

#include "judge/util/child_setting.hpp"
#include "judge/util/children.hpp"
#include "judge/util/installation.hpp"
#include "judge/util/interrupt.hpp"

namespace judge {

namespace {

constexpr std::chrono::milliseconds k_patience_at_end{1000};

struct Pipes {
  int jobs_read = -1, jobs_write = -1, events_read = -1, events_write = -1;
};

Result<Pipes> create_pipes() {
  int jobs[2], events[2];
  if (::pipe2(jobs, O_CLOEXEC)) return fail("no pipe: {}", std::strerror(errno));
  if (::pipe2(events, O_CLOEXEC)) {
    const int reason = errno;
    ::close(jobs[0]);
    ::close(jobs[1]);
    return fail("no pipe: {}", std::strerror(reason));
  }
  ::fcntl(jobs[1], F_SETFL, O_NONBLOCK);  // of our end alone
  return Pipes{jobs[0], jobs[1], events[0], events[1]};
}

std::vector<std::string> command_line(const WorkerProcess::Options& options) {
  std::vector<std::string> words{(find_installation().prefix / "bin/judge").string(), "worker"};
  for (auto& word : options.common.arguments()) words.push_back(std::move(word));
  if (options.beside_others) words.emplace_back("--beside-others");
  return words;
}

// Between fork and exec. Its own group: a Ctrl-C on the terminal is for whoever started it, who then decides.
[[noreturn]] void become(char* const* argv, char* const* environment, const Pipes& pipes) {
  ::setpgid(0, 0);
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  ::dup2(pipes.jobs_read, STDIN_FILENO);
  ::dup2(pipes.events_write, STDOUT_FILENO);
  ::signal(SIGINT, SIG_DFL);
  ::signal(SIGTERM, SIG_DFL);
  ::signal(SIGPIPE, SIG_DFL);
  ::execve(argv[0], argv, environment);
  ::_exit(127);
}

}  // namespace

Result<WorkerProcess> WorkerProcess::start(const Options& options) {
  ::signal(SIGPIPE, SIG_IGN);  // a worker that has ended is an error of send()
  std::vector<std::string> words = command_line(options), environment = merged_environment(options.environment);
  const std::vector<char*> argv = pointers_to(words), variables = pointers_to(environment);
  JUDGE_TRY(const Pipes pipes, create_pipes());
  const pid_t pid = fork_child();
  const int reason = errno;
  if (pid == 0) become(argv.data(), variables.data(), pipes);
  ::close(pipes.jobs_read);
  ::close(pipes.events_write);
  WorkerProcess worker(pid, pipes.jobs_write, pipes.events_read);
  if (pid < 0) return fail("a worker cannot be started: {}", std::strerror(reason));
  return worker;
}

WorkerProcess::WorkerProcess(WorkerProcess&& other) noexcept
    : m_pid(std::exchange(other.m_pid, -1)),
      m_jobs(std::exchange(other.m_jobs, -1)),
      m_unsent(std::move(other.m_unsent)),
      m_events(std::exchange(other.m_events, LineReader(-1))),
      m_device(std::move(other.m_device)) {}

WorkerProcess& WorkerProcess::operator=(WorkerProcess&& other) noexcept {
  std::swap(m_pid, other.m_pid);
  std::swap(m_jobs, other.m_jobs);
  std::swap(m_unsent, other.m_unsent);
  std::swap(m_events, other.m_events);
  std::swap(m_device, other.m_device);
  return *this;
}

WorkerProcess::~WorkerProcess() { end(); }

void WorkerProcess::end() {
  if (m_jobs >= 0) ::close(std::exchange(m_jobs, -1));
  if (m_events.fd() >= 0) ::close(m_events.fd());
  m_events = LineReader(-1);
  const pid_t pid = std::exchange(m_pid, -1);
  if (pid <= 0) return;
  ::kill(pid, SIGTERM);
  int status = 0;
  const auto deadline = std::chrono::steady_clock::now() + k_patience_at_end;
  while (std::chrono::steady_clock::now() < deadline) {
    if (wait_for_child(pid, &status, WNOHANG) != 0) return;
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  ::kill(pid, SIGKILL);
  wait_for_child(pid, &status, 0);
}

Result<void> WorkerProcess::send(const WorkerJob& job) {
  if (m_jobs < 0) return fail("the worker was ended");
  m_unsent += line_of(job);
  if (!write_what_fits()) return fail("the worker has ended");
  return {};
}

// False: it has ended, and the rest is of no use.
bool WorkerProcess::write_what_fits() {
  while (!m_unsent.empty()) {
    const ssize_t written = ::write(m_jobs, m_unsent.data(), m_unsent.size());
    if (written > 0) m_unsent.erase(0, static_cast<std::size_t>(written));
    else if (written < 0 && errno == EAGAIN) return true;
    else if (written < 0 && errno != EINTR) return m_unsent.clear(), false;
  }
  return true;
}

void WorkerProcess::add_to(std::vector<pollfd>& polled) const {
  polled.push_back({m_events.fd(), POLLIN, 0});
  if (!m_unsent.empty()) polled.push_back({m_jobs, POLLOUT, 0});
}

Result<std::optional<std::string>> WorkerProcess::next_line(std::chrono::milliseconds patience) {
  using Clock = std::chrono::steady_clock;
  const auto deadline = Clock::now() + patience;
  while (true) {
    write_what_fits();
    auto line = m_events.next(std::chrono::milliseconds(0));
    if (!line || *line || m_events.has_ended()) return line;
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline - Clock::now());
    if (patience >= patience.zero() && left <= left.zero()) return std::nullopt;
    std::vector<pollfd> polled{{interrupt_fd(), POLLIN, 0}};
    add_to(polled);
    ::poll(polled.data(), polled.size(), patience < patience.zero() ? -1 : static_cast<int>(left.count()));
  }
}

Result<std::optional<WorkerEvent>> WorkerProcess::next(std::chrono::milliseconds patience) {
  if (m_events.fd() < 0) return fail("the worker was ended");
  JUDGE_TRY(const auto line, next_line(patience));
  if (line) {
    JUDGE_TRY(auto event, parse_event(*line));
    if (const auto* ready = event.get_if<WorkerEvent::Ready>()) m_device = ready->device;
    return event;
  }
  if (m_events.has_ended()) return fail("{}", how_it_ended());
  return std::nullopt;
}

std::string WorkerProcess::how_it_ended() {
  int status = 0;
  const bool has_ended = m_pid > 0 && wait_for_child(m_pid, &status, 0) == m_pid;
  m_pid = -1;
  if (!has_ended) return "the worker was ended";
  if (WIFSIGNALED(status))
    return fmt::format("the worker was ended by signal {} ({})", WTERMSIG(status), ::strsignal(WTERMSIG(status)));
  return fmt::format("the worker ended with status {}", WEXITSTATUS(status));
}

}  // namespace judge
