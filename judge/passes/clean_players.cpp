#include "judge/passes/clean_players.hpp"

#include <algorithm>

namespace judge {

Result<std::unique_ptr<Player>> CleanPlayers::take(const PlayerProcess::Options& options, const PlayerSource& start) {
  std::erase_if(m_kept, [](const auto& kept) { return kept.second->has_ended(); });
  const auto found = std::ranges::find_if(m_kept, [&](const auto& kept) { return kept.first.kind() == options.kind(); });
  if (found == m_kept.end()) return start(options);
  auto player = std::move(found->second);
  m_kept.erase(found);
  return player;
}

void CleanPlayers::keep(const PlayerProcess::Options& options, std::unique_ptr<Player> player) {
  m_kept.emplace_back(options, std::move(player));
}

}  // namespace judge
