#include "judge/util/interrupt.hpp"

#include <signal.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <atomic>
#include <cstdint>

namespace judge {

static std::atomic<int> s_signals{0};
static int s_fd = -1;

static void on_signal(int number) {
  if (s_signals.fetch_add(1) > 0) ::_exit(128 + number);
  const std::uint64_t one = 1;
  [[maybe_unused]] auto ignored = ::write(s_fd, &one, sizeof one);
}

void install_interrupt_handler() {
  if (s_fd >= 0) return;
  s_fd = ::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
  struct sigaction action {};
  action.sa_handler = on_signal;
  ::sigaction(SIGINT, &action, nullptr);
  ::sigaction(SIGTERM, &action, nullptr);
}

bool interrupted() { return s_signals.load() > 0; }
int interrupt_fd() { return s_fd; }

}  // namespace judge
