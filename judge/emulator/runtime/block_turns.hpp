#pragma once

#include <condition_variable>
#include <mutex>
#include <vector>

namespace judge::emulated {

/// Several blocks of an ordinary launch are resident at a time, and go on in turns, each for a few barriers, or until it ends or waits for another one.
inline bool runs_blocks_in_turns = false;

/// Whose turn it is, of runners that take one block after the other. They begin in the order in which a GPU starts blocks, the first one first. From
/// then on the last one goes first, and gets a few barriers ahead: so what a block does for later ones comes late.
class BlockTurns {
 public:
  explicit BlockTurns(unsigned runners) : m_is_there(runners, true) {}
  /// Until it is the runner's turn.
  void wait(unsigned runner);
  /// The next one goes on. Waits until it is the runner's turn again.
  void pass(unsigned runner);
  /// The threads of the runner's block have met, which ends its turn now and then.
  void barrier_released(unsigned runner);
  /// The runner has no block left. It is its turn.
  void leave(unsigned runner);

 private:
  void go_on();

  std::mutex m_mutex;
  std::condition_variable m_changed;
  std::vector<bool> m_is_there;
  unsigned m_turn = 0, m_barriers = 0;  // the latter: in this turn
  bool m_is_beginning = true;
};

}  // namespace judge::emulated
