#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "judge/passes/setting.hpp"

namespace judge {

/// Players that no attempt was loaded into, kept from one session to the next: on a GPU each has a context, and the driver makes one at a
/// time. They have no session's memory open. A bystander, which was called, stays one: it may have threads by then, and those would keep rights that
/// a player of an attempt gives up.
class CleanPlayers {
 public:
  /// The first that was kept of the same kind and is still alive; else a new one of `start`. Errors: of `start`.
  Result<std::unique_ptr<Player>> take(const PlayerProcess::Options& options, const PlayerSource& start);
  /// `player`: started with `options`; has not stood by, or was let go; see players.hpp.
  void keep(const PlayerProcess::Options& options, std::unique_ptr<Player> player);
  /// Ends all that are kept.
  void clear() { m_kept.clear(); }

 private:
  std::vector<std::pair<PlayerProcess::Options, std::unique_ptr<Player>>> m_kept;
};

}  // namespace judge
