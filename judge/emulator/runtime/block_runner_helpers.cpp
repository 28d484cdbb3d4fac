// All blocks that fit on a GPU run at once, so one may wait for a later one, as where products are summed up over blocks. Here the
// host thread that waits gives the blocks behind its own back, and another host thread, a helper, begins one.
#include <algorithm>
#include <chrono>
#include <thread>
#include <tuple>
#include <utility>

#include "judge/emulator/runtime/block_runner.hpp"
#include "judge/emulator/runtime/watcher.hpp"

namespace judge::emulated {

namespace {

// A yield stands for 1,024 reads of a flag. Loops that read volatile variables and wait for nobody yield, too.
constexpr unsigned yields_before_help = 512, yields_before_more_help = 16, yields_of_each_thread = 4;
constexpr std::int64_t ns_between_helpers = 1'000'000;
// In all blocks that wait: the stacks of so many take half a gigabyte.
constexpr unsigned most_threads_with_helpers = 65'536;

std::int64_t steady_ns() { return std::chrono::steady_clock::now().time_since_epoch() / std::chrono::nanoseconds(1); }

}  // namespace

// False: none was given back.
bool BlockRunner::take_given_back() {
  if (!m_launch->any_given_back) return false;
  const std::lock_guard lock(m_launch->given_back_mutex);
  if (m_launch->given_back.empty()) return false;
  std::tie(m_block_index, m_blocks_end) = m_launch->given_back.back();
  m_launch->given_back.pop_back();
  m_launch->any_given_back = !m_launch->given_back.empty();
  find_block_index();
  return true;
}

void BlockRunner::run_what_is_waited_for() {
  m_is_as_it_began = false;
  if (m_launch->is_waited_in) std::this_thread::yield();
  const unsigned fewest = m_launch->is_waited_in ? yields_before_more_help : yields_before_help;
  if (++m_yields_in_block < std::max(fewest, yields_of_each_thread * m_live)) return;
  m_yields_in_block = 0;
  if (m_cluster || m_launch->grid_barrier || m_launch->pace || m_launch->early || m_launch->turns || watcher) return;
  if (!m_launch->may_have_helper(steady_ns())) return;
  if (m_block_index + 1 < m_blocks_end) {
    const std::lock_guard lock(m_launch->given_back_mutex);
    m_launch->given_back.emplace_back(m_block_index + 1, std::exchange(m_blocks_end, m_block_index + 1));
    m_launch->any_given_back = true;
  } else if (!m_launch->any_given_back && m_launch->next_block >= m_launch->blocks) {
    return;
  }
  m_launch->is_waited_in = true;
  if (add_runner()) ++m_launch->helpers;
}

// A quarter more at a time: if blocks wait in a chain, all of them have to run before one ends.
bool Launch::may_have_helper(std::int64_t now_ns) {
  if (helpers >= most_threads_with_helpers / threads) return false;
  if (helpers < wanted_helpers) return true;
  std::int64_t then = next_help_ns;
  if (now_ns < then || !next_help_ns.compare_exchange_strong(then, now_ns + ns_between_helpers)) return false;
  wanted_helpers = helpers + 1 + helpers / 4;
  return true;
}

}  // namespace judge::emulated
