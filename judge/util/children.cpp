#include "judge/util/children.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <set>
#include <vector>

namespace judge {

namespace {

// Strays that beget strays faster than they are ended are not chased for ever.
constexpr int k_most_rounds = 100;

std::mutex s_mutex;
std::set<pid_t> s_children;

// What tells the descendants of fork_child() from other processes: their hard limit of file locks, which Linux has not enforced since
// 2.4, is below that of the process that called it. Children inherit it and keep it over exec(), and only a privileged one can raise it.
void mark_as_descendant() {
  rlimit locks{};
  if (::getrlimit(RLIMIT_LOCKS, &locks) || locks.rlim_max == 0) return;
  --locks.rlim_max;  // without a limit it is the largest number
  locks.rlim_cur = std::min(locks.rlim_cur, locks.rlim_max);
  ::setrlimit(RLIMIT_LOCKS, &locks);
}

bool is_marked(pid_t process) {
  rlimit own{}, its{};
  return !::getrlimit(RLIMIT_LOCKS, &own) && !::prlimit(process, RLIMIT_LOCKS, nullptr, &its) && its.rlim_max < own.rlim_max;
}

// The fourth field of /proc/PID/stat; the second, in parentheses, may hold spaces and parentheses itself. -1: gone.
pid_t parent_of(const char* process) {
  char path[64], stat[512];
  std::snprintf(path, sizeof path, "/proc/%.32s/stat", process);
  const int file = ::open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return -1;
  const ssize_t got = ::read(file, stat, sizeof stat - 1);
  ::close(file);
  stat[std::max<ssize_t>(got, 0)] = '\0';
  const char* end = std::strrchr(stat, ')');
  return end && std::strlen(end) > 4 ? static_cast<pid_t>(std::atoi(end + 4)) : -1;
}

std::vector<pid_t> strays_locked() {
  std::vector<pid_t> strays;
  DIR* processes = ::opendir("/proc");
  if (!processes) return strays;
  while (const dirent* entry = ::readdir(processes)) {
    const auto process = static_cast<pid_t>(std::atoi(entry->d_name));
    if (process > 0 && parent_of(entry->d_name) == ::getpid() && !s_children.contains(process) && is_marked(process))
      strays.push_back(process);
  }
  ::closedir(processes);
  return strays;
}

}  // namespace

pid_t fork_child() {
  const std::lock_guard lock(s_mutex);
  const pid_t child = ::fork();
  if (child > 0) s_children.insert(child);
  if (child == 0) mark_as_descendant();
  return child;
}

pid_t wait_for_child(pid_t child, int* status, int options) {
  // Waits without the lock, and reaps with it: a number that is reaped may at once be another child's.
  siginfo_t info{};
  const int waited = WEXITED | WNOWAIT | (options & WNOHANG);
  while (::waitid(P_PID, static_cast<id_t>(child), &info, waited) < 0)
    if (errno != EINTR) return -1;
  if (info.si_pid == 0) return 0;
  const std::lock_guard lock(s_mutex);
  s_children.erase(child);
  return ::waitpid(child, status, WNOHANG);
}

void kill_with_group(pid_t child) {
  ::kill(child, SIGKILL);  // first: from here on it makes no group
  ::kill(-child, SIGKILL);
}

void adopt_strays() { ::prctl(PR_SET_CHILD_SUBREAPER, 1); }

int end_strays() {
  const std::lock_guard lock(s_mutex);
  int ended = 0;
  for (int round = 0; round < k_most_rounds; ++round) {
    const auto strays = strays_locked();
    if (strays.empty()) break;
    for (const pid_t stray : strays) {
      ::kill(stray, SIGKILL);
      while (::waitpid(stray, nullptr, 0) < 0 && errno == EINTR) {
      }
    }
    ended += static_cast<int>(strays.size());
  }
  return ended;
}

}  // namespace judge
