#include "judge/util/background.hpp"

#include <sched.h>
#include <sys/resource.h>

#include <atomic>

namespace judge {

static std::atomic<bool> s_work_is_in_background = false;

static void give_way_to_all(pid_t process) {
  const sched_param none{};
  (void)::sched_setscheduler(process, SCHED_IDLE, &none);  // where it is refused the work competes, which costs time alone
}

void keep_work_in_background() { s_work_is_in_background = true; }

void go_to_background() {
  if (s_work_is_in_background) give_way_to_all(0);
}

void send_to_background(pid_t process) {
  constexpr int k_niceness = 10;
  if (s_work_is_in_background) give_way_to_all(process);
  else (void)::setpriority(PRIO_PROCESS, static_cast<id_t>(process), k_niceness);
}

}  // namespace judge
