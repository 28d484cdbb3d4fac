#include "judge/util/isolated_child.hpp"

#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "judge/util/child_setting.hpp"
#include "judge/util/children.hpp"

namespace judge {

// Between fork and exec only async-signal-safe calls are allowed.
[[noreturn]] static void become_isolated(const char* program, char* const* words, char* const* environment, int channel_fd,
                                         int output_fd, pid_t parent) {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() != parent) ::_exit(127);  // it went before that counted
  const rlimit no_core{0, 0};
  ::setrlimit(RLIMIT_CORE, &no_core);
  const int null = ::open("/dev/null", O_RDONLY);
  if (null >= 0) ::dup2(null, 0);
  ::dup2(output_fd, 1);
  ::dup2(output_fd, 2);
  leave_session_and_files(channel_fd);
  ::fcntl(channel_fd, F_SETFD, 0);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) ::signal(signal, SIG_DFL);
  ::execve(program, words, environment);
  ::_exit(127);
}

Result<IsolatedChild> start_isolated(const std::filesystem::path& program, const std::map<std::string, std::string>& extra) {
  JUDGE_TRY(auto channels, Channel::create_pair());
  int output[2];
  if (::pipe2(output, O_CLOEXEC)) return fail("no pipe: {}", std::strerror(errno));
  std::vector<std::string> texts{program.filename().string(), std::to_string(channels.theirs.fd())};
  auto variables = clean_environment();
  std::erase_if(variables, [&](const std::string& entry) { return extra.contains(entry.substr(0, entry.find('='))); });
  for (const auto& [name, value] : extra) variables.push_back(name + "=" + value);
  const auto words = pointers_to(texts), environment = pointers_to(variables);
  const pid_t parent = ::getpid(), process = fork_child();
  const int reason = errno;
  if (process == 0) become_isolated(program.c_str(), words.data(), environment.data(), channels.theirs.fd(), output[1], parent);
  ::close(output[1]);
  if (process < 0) {
    ::close(output[0]);
    return fail("{}: cannot be started: {}", program.string(), std::strerror(reason));
  }
  ::fcntl(output[0], F_SETFL, O_NONBLOCK);
  return IsolatedChild{.process = process,
                       .process_fd = static_cast<int>(::syscall(SYS_pidfd_open, process, 0)),
                       .output = output[0],
                       .channel = std::move(channels.ours)};
}

}  // namespace judge
