#include "judge/util/process.hpp"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>

#include "judge/util/child_setting.hpp"
#include "judge/util/children.hpp"
#include "judge/util/interrupt.hpp"
#include "judge/util/processor_time.hpp"

namespace judge {

namespace {

using Clock = std::chrono::steady_clock;

struct Pipe {
  int read = -1, write = -1;
  static Result<Pipe> create() {
    int fds[2];
    if (::pipe2(fds, O_CLOEXEC)) return fail("no pipe: {}", std::strerror(errno));
    return Pipe{fds[0], fds[1]};
  }
};

void limit(int resource, std::uint64_t value) {
  const rlimit both{value, value};
  if (value != 0) ::setrlimit(static_cast<__rlimit_resource>(resource), &both);
}

// A child that ends a program and its group once `judge` has ended: PR_SET_PDEATHSIG is gone after a fork(), so what a compiler starts knows nothing of it.
// Whoever starts it also ends it. -1: there is none.
pid_t start_guard(pid_t program) {
  const int judge = static_cast<int>(::syscall(SYS_pidfd_open, ::getpid(), 0));
  if (judge < 0) return -1;
  const pid_t guard = fork_child();
  if (guard == 0) {
    for (int fd = 0; fd < 3; ++fd) ::close(fd);
    leave_session_and_files(judge);
    pollfd end{judge, POLLIN, 0};
    while (::poll(&end, 1, -1) < 0 && errno == EINTR) {
    }
    kill_with_group(program);
    ::_exit(0);
  }
  ::close(judge);
  return guard;
}

// Between fork and exec only async-signal-safe calls are allowed: other threads may hold locks.
[[noreturn]] void become(char* const* argv, char* const* environment, const char* directory, int out, int err, pid_t parent,
                         const CommandOptions& options) {
  if (options.group == ProcessGroup::own && !options.cage) ::setpgid(0, 0);
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() != parent) ::_exit(127);  // it went before that counted
  const int null = ::open("/dev/null", O_RDONLY);
  if (null >= 0) ::dup2(null, 0);
  ::dup2(out, 1);
  ::dup2(err, 2);
  ::signal(SIGINT, SIG_DFL);
  ::signal(SIGTERM, SIG_DFL);
  ::signal(SIGPIPE, SIG_DFL);
  limit(RLIMIT_AS, options.memory_limit_bytes);
  limit(RLIMIT_FSIZE, options.file_limit_bytes);
  limit(RLIMIT_CPU, static_cast<std::uint64_t>(options.cpu_limit.count()));
  if (*directory && ::chdir(directory)) ::_exit(127);
  if (options.cage) {
    if (::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) || !options.cage->restrict_self()) ::_exit(127);
    leave_session_and_files(-1);
  }
  restore_descriptor_limit();
  ::execve(argv[0], argv, environment);
  ::_exit(127);
}

// Reads what is there; false at the end of the stream.
bool drain(int fd, std::string& into, std::size_t limit_bytes) {
  std::array<char, 65536> chunk;
  const ssize_t got = ::read(fd, chunk.data(), chunk.size());
  if (got < 0) return errno == EINTR;
  if (got == 0) return false;
  const std::size_t room = limit_bytes - std::min(limit_bytes, into.size());
  into.append(chunk.data(), std::min(static_cast<std::size_t>(got), room));
  return true;
}

// A started program, and the ends of its pipes that are ours.
struct Child {
  pid_t pid = -1;
  ProcessGroup group = ProcessGroup::own;
  int out = -1, err = -1;
  int ended = -1;    // readable once it has ended; -1 where the kernel has no such thing
  pid_t guard = -1;  // of a caged one
};

Result<Child> start(const std::vector<std::string>& argv, const CommandOptions& options) {
  const auto program = find_program(argv.at(0));
  if (!program) return fail("{}: no such program in PATH", argv[0]);
  std::vector<std::string> words = argv;
  words[0] = std::filesystem::absolute(*program).string();  // the working directory may change
  std::vector<std::string> environment = merged_environment(options.environment);
  const std::vector<char*> argv_pointers = pointers_to(words), environment_pointers = pointers_to(environment);
  const std::string directory = options.directory.string();

  JUDGE_TRY(const Pipe out, Pipe::create());
  const auto errors = Pipe::create();
  if (!errors) {
    ::close(out.read);
    ::close(out.write);
    return std::unexpected(errors.error());
  }
  const Pipe& err = *errors;
  const pid_t parent = ::getpid(), pid = fork_child();
  if (pid == 0)
    become(argv_pointers.data(), environment_pointers.data(), directory.c_str(), out.write, err.write, parent, options);
  ::close(out.write);
  ::close(err.write);
  if (pid < 0) {
    const int reason = errno;
    ::close(out.read);
    ::close(err.read);
    return fail("{}: cannot be started: {}", argv[0], std::strerror(reason));
  }
  if (options.group == ProcessGroup::own && !options.cage) ::setpgid(pid, pid);
  return Child{.pid = pid,
               .group = options.group,
               .out = out.read,
               .err = err.read,
               .ended = static_cast<int>(::syscall(SYS_pidfd_open, pid, 0)),
               .guard = options.cage ? start_guard(pid) : -1};
}

// Without reaping it, so that its number stays its own.
bool has_ended(const Child& child) {
  siginfo_t info{};
  return ::waitid(P_PID, static_cast<id_t>(child.pid), &info, WEXITED | WNOHANG | WNOWAIT) == 0 && info.si_pid != 0;
}

void end(const Child& child) {
  if (child.group == ProcessGroup::own) kill_with_group(child.pid);
  else ::kill(child.pid, SIGKILL);
}

// When a program is over its limits. What it has used of processors is asked for late and seldom: each time all of /proc is read.
class Deadline {
 public:
  Deadline(const Child& child, const CommandOptions& options, Clock::time_point start)
      : m_group(child.pid), m_processor_limit(options.processor_limit), m_end(start + options.time_limit) {
    m_next_look = m_processor_limit.count() > 0 ? start + m_processor_limit : m_end;
  }

  /// Zero or less: it is over. Call it again when this time has passed.
  std::chrono::milliseconds left() {
    const auto now = Clock::now();
    if (now >= m_next_look && now < m_end) {
      if (processor_time_of_group(m_group) >= m_processor_limit) return std::chrono::milliseconds(0);
      m_next_look = now + k_between_looks;
    }
    return std::chrono::ceil<std::chrono::milliseconds>(std::min(m_end, m_next_look) - now);
  }

 private:
  static constexpr std::chrono::milliseconds k_between_looks{200};
  pid_t m_group;
  std::chrono::milliseconds m_processor_limit;
  Clock::time_point m_end, m_next_look;
};

// Reads until the program ends, by itself or by the limit. Grandchildren that hold its pipes open do not count.
void watch(const Child& child, const CommandOptions& options, Deadline deadline, CommandResult& result) {
  std::array<pollfd, 4> fds{
      {{child.out, POLLIN, 0}, {child.err, POLLIN, 0}, {child.ended, POLLIN, 0}, {interrupt_fd(), POLLIN, 0}}};
  while (!interrupted()) {
    // Asked before the pipes are: what it wrote last is then there to be read.
    const bool is_over = has_ended(child);
    if (is_over) end(child);  // nobody is left who could write on for ever
    const auto left = is_over ? std::chrono::milliseconds(0) : deadline.left();
    if (!is_over && left.count() <= 0) {
      result.timed_out = true;
      return;
    }
    const auto patience = child.ended >= 0 ? left.count() + 1 : std::min<std::int64_t>(left.count() + 1, 5);
    const int ready = ::poll(fds.data(), fds.size(), is_over ? 0 : static_cast<int>(patience));
    if (ready < 0 && errno != EINTR) return;
    const bool has_output = ready > 0 && (fds[0].revents || fds[1].revents);
    if (has_output && fds[0].revents && !drain(child.out, result.standard_output, options.output_limit_bytes)) fds[0].fd = -1;
    if (has_output && fds[1].revents && !drain(child.err, result.standard_error, options.output_limit_bytes)) fds[1].fd = -1;
    if (is_over && !has_output) return;
  }
}

int reap(const Child& child) {
  end(child);
  for (const int fd : {child.out, child.err, child.ended})
    if (fd >= 0) ::close(fd);
  if (child.guard > 0) {
    ::kill(child.guard, SIGKILL);
    wait_for_child(child.guard, nullptr, 0);
  }
  int status = 0;
  wait_for_child(child.pid, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

}  // namespace

std::optional<std::filesystem::path> find_program(const std::string& name) {
  if (name.contains('/')) return ::access(name.c_str(), X_OK) == 0 ? std::optional<std::filesystem::path>(name) : std::nullopt;
  const char* path = std::getenv("PATH");
  std::string rest = path ? path : "/usr/local/bin:/usr/bin:/bin";
  while (!rest.empty()) {
    const auto colon = rest.find(':');
    std::filesystem::path candidate = std::filesystem::path(rest.substr(0, colon)) / name;
    std::error_code error;
    if (std::filesystem::is_regular_file(candidate, error) && ::access(candidate.c_str(), X_OK) == 0) return candidate;
    rest = colon == std::string::npos ? "" : rest.substr(colon + 1);
  }
  return std::nullopt;
}

Result<CommandResult> run_command(const std::vector<std::string>& argv, const CommandOptions& options) {
  const auto start_time = Clock::now();
  JUDGE_TRY(const Child child, start(argv, options));
  CommandResult result;
  watch(child, options, Deadline(child, options, start_time), result);
  if (options.processor_limit.count() > 0) result.processor_time = processor_time_of_group(child.pid);
  result.exit_status = reap(child);
  result.duration = Clock::now() - start_time;
  if (interrupted()) return fail("interrupted while {} ran", argv[0]);
  return result;
}

}  // namespace judge
