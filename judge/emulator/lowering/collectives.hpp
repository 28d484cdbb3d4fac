#pragma once

#include <string_view>
#include <unordered_set>

#include "judge/emulator/lowering/functions.hpp"

namespace judge::lowering {

/// A function that a thread calls together with others of its block or warp.
struct Collective {
  std::string_view name;
  std::string_view operation;  ///< of BarrierKind or WarpOperation
  bool is_barrier = false;     ///< of the block
  bool has_lane_argument = false;
  std::string_view answer;  ///< the type it returns; empty: that of its value
  bool has_answer() const { return name != "__syncthreads" && name != "__syncwarp"; }
};

/// The collective of that name; null if it is none, or none that a kernel can be split at.
const Collective* find_collective(std::string_view name);

/// Is it the name of a function or a library that makes threads wait?
bool is_waiting_name(std::string_view name);

/// Which functions of a translation unit may make a thread wait for others: they call a collective, or a library that
/// does, or loop until another thread has written something. Found by name, so that no call can be missed.
class WaitingFunctions {
 public:
  explicit WaitingFunctions(const Translation& translation, const Polls& polls = {});
  /// May code that mentions this name wait?
  bool contains(std::string_view name) const;
  /// May the loops in the range be waiting for another thread?
  bool may_poll(const Translation& translation, Range range) const;

 private:
  void find_readers(const Translation& translation, const std::vector<Function>& functions);

  Polls m_polls;
  std::unordered_set<std::string_view> m_names;
  std::unordered_set<std::string_view> m_readers, m_watchers;  ///< that may read what another thread writes
  bool m_is_unclear = false;                                   ///< something waits where no function's name says so
};

}  // namespace judge::lowering
