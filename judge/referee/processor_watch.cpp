#include "judge/referee/processor_watch.hpp"

#include <unistd.h>

#include <algorithm>

#include "judge/util/processor_time.hpp"

namespace judge {

ProcessorWatch::Now ProcessorWatch::now(pid_t player) {
  const ThreadTime main = thread_time(player, player);
  const double player_ns = processor_time_ns(player);
  return {.waited_ns = main.waited_ns + thread_time(::getpid(), ::gettid()).waited_ns,
          .others_ns = processor_time_of_machine_ns() - player_ns - processor_time_ns(::getpid()),
          .player_ns = player_ns,
          .own_threads_ns = player_ns - main.ran_ns};
}

ProcessorWatch::ProcessorWatch(pid_t player) : m_player(player), m_at_start(now(player)) {}

ProcessorWait ProcessorWatch::so_far() const {
  const Now all = now(m_player);
  const double waited_ns = all.waited_ns - m_at_start.waited_ns,
               own_threads_ns = all.own_threads_ns - m_at_start.own_threads_ns;
  return {.waited_ns = std::max(0.0, waited_ns - std::max(0.0, own_threads_ns)),
          .others_ns = all.others_ns - m_at_start.others_ns,
          .player_ns = all.player_ns - m_at_start.player_ns};
}

}  // namespace judge
