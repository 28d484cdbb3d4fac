#include "judge/referee/processor_watch.hpp"

#include <unistd.h>

#include "judge/util/processor_time.hpp"

namespace judge {

static ProcessorWait since_the_beginning(pid_t player) {
  return {.waited_ns = wait_for_processors_ns(player, player) + wait_for_processors_ns(::getpid(), ::gettid()),
          .others_ns = processor_time_of_machine_ns() - processor_time_ns(player) - processor_time_ns(::getpid())};
}

ProcessorWatch::ProcessorWatch(pid_t player) : m_player(player), m_at_start(since_the_beginning(player)) {}

ProcessorWait ProcessorWatch::so_far() const {
  const ProcessorWait now = since_the_beginning(m_player);
  return {.waited_ns = now.waited_ns - m_at_start.waited_ns, .others_ns = now.others_ns - m_at_start.others_ns};
}

}  // namespace judge
