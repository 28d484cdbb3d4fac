#include "judge/referee/stopped_process.hpp"

#include <signal.h>
#include <sys/wait.h>
#include <time.h>

#include <mutex>
#include <utility>
#include <vector>

namespace judge {

namespace {

// A thread stops when it leaves the kernel next: at once, unless a driver holds it there. After a second it is not waited for.
constexpr int k_tries_without_a_pause = 50, k_tries = 20'000;
constexpr timespec k_pause{0, 50'000};

std::mutex s_mutex;
std::vector<pid_t> s_stopping;

bool has(pid_t process, int what) {
  siginfo_t info{};
  return ::waitid(P_PID, static_cast<id_t>(process), &info, what | WNOHANG) != 0 || info.si_pid != 0;
}

void wait_until_stopped(pid_t process) {
  for (int tries = 0; tries < k_tries; ++tries) {
    if (has(process, WSTOPPED) || has(process, WEXITED | WNOWAIT)) return;
    if (tries >= k_tries_without_a_pause) ::nanosleep(&k_pause, nullptr);
  }
}

}  // namespace

void stop_process(pid_t process) {
  const std::lock_guard lock(s_mutex);
  if (process > 0 && ::kill(process, SIGSTOP) == 0) s_stopping.push_back(process);
}

void wake_process(pid_t process) {
  const std::lock_guard lock(s_mutex);
  for (const pid_t stopping : std::exchange(s_stopping, {})) wait_until_stopped(stopping);
  if (process > 0) ::kill(process, SIGCONT);
}

}  // namespace judge
