#include "judge/referee/stopped_process.hpp"

#include <signal.h>
#include <sys/wait.h>
#include <time.h>

namespace judge {

namespace {

// A thread stops when it leaves the kernel next: at once, unless a driver holds it there. After a second it is not waited for.
constexpr int k_tries_without_a_pause = 50, k_tries = 20'000;
constexpr timespec k_pause{0, 50'000};

bool has(pid_t process, int what) noexcept {
  siginfo_t info{};
  return ::waitid(P_PID, static_cast<id_t>(process), &info, what | WNOHANG) != 0 || info.si_pid != 0;
}

}  // namespace

void stop_process(pid_t process) noexcept {
  if (process <= 0 || ::kill(process, SIGSTOP)) return;
  for (int tries = 0; tries < k_tries; ++tries) {
    if (has(process, WSTOPPED) || has(process, WEXITED | WNOWAIT)) return;
    if (tries >= k_tries_without_a_pause) ::nanosleep(&k_pause, nullptr);
  }
}

void wake_process(pid_t process) noexcept {
  if (process > 0) ::kill(process, SIGCONT);
}

}  // namespace judge
