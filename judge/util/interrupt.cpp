#include "judge/util/interrupt.hpp"

#include <signal.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdint>

namespace judge {

static std::atomic<int> s_first_signal{0};
static int s_fd = -1;

static void on_signal(int number) {
  int none = 0;
  if (!s_first_signal.compare_exchange_strong(none, number)) ::_exit(128 + number);
  const std::uint64_t one = 1;
  const int kept = errno;
  [[maybe_unused]] auto ignored = ::write(s_fd, &one, sizeof one);
  errno = kept;
}

void install_interrupt_handler() {
  if (s_fd >= 0) return;
  s_fd = ::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
  struct sigaction action {};
  action.sa_handler = on_signal;
  ::sigaction(SIGINT, &action, nullptr);
  ::sigaction(SIGTERM, &action, nullptr);
  struct sigaction at_hangup {};
  if (::sigaction(SIGHUP, nullptr, &at_hangup) == 0 && at_hangup.sa_handler != SIG_IGN) ::sigaction(SIGHUP, &action, nullptr);
}

bool interrupted() { return s_first_signal.load() != 0; }
int interrupted_exit_status() { return interrupted() ? 128 + s_first_signal.load() : 0; }
int interrupt_fd() { return s_fd; }

}  // namespace judge
