#include "judge/referee/one_awake.hpp"

#include <signal.h>
#include <sys/wait.h>
#include <time.h>

#include <map>
#include <mutex>

namespace judge {

namespace {

// A thread stops when it leaves the kernel next: at once, unless a driver holds it there. After a second it is not waited for. A pause
// is at least 100 us, with the timer's slack.
constexpr int k_tries_without_a_pause = 1'000, k_tries = 20'000;
constexpr timespec k_pause{0, 50'000};

std::mutex s_mutex;
std::map<pid_t, bool> s_is_awake;

bool has(pid_t process, int what) {
  siginfo_t info{};
  return ::waitid(P_PID, static_cast<id_t>(process), &info, what | WNOHANG) != 0 || info.si_pid != 0;
}

void stop(pid_t process) {
  if (::kill(process, SIGSTOP)) return;
  for (int tries = 0; tries < k_tries; ++tries) {
    if (has(process, WSTOPPED) || has(process, WEXITED | WNOWAIT)) return;
    if (tries >= k_tries_without_a_pause) ::nanosleep(&k_pause, nullptr);
  }
}

// With the lock held.
void stop_all_but(pid_t process) {
  for (auto& [other, is_awake] : s_is_awake)
    if (other != process && is_awake) {
      stop(other);
      is_awake = false;
    }
}

}  // namespace

void wake_none() {
  const std::lock_guard lock(s_mutex);
  stop_all_but(-1);
}

void wake_alone(pid_t process) {
  const std::lock_guard lock(s_mutex);
  stop_all_but(process);
  const auto [known, is_new] = s_is_awake.try_emplace(process, true);
  if (is_new || known->second) return;
  ::kill(process, SIGCONT);
  known->second = true;
}

void put_to_sleep(pid_t process) {
  const std::lock_guard lock(s_mutex);
  bool& is_awake = s_is_awake.try_emplace(process, true).first->second;
  if (is_awake) stop(process);
  is_awake = false;
}

void forget_awake(pid_t process) {
  const std::lock_guard lock(s_mutex);
  s_is_awake.erase(process);
}

}  // namespace judge
