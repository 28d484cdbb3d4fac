#pragma once

#include <map>
#include <optional>
#include <set>
#include <vector>

#include "judge/measure/second_clock.hpp"
#include "judge/referee/referee.hpp"

namespace judge {

/// One call of nothing. Errors: the bystander fails; interrupted.
Result<TwiceTimed> nothing_called(const Referee& referee, Player& bystander, const PreparedCase& prepared,
                                  const Referee::CallOptions& options);

/// The referee's own clock beside those of the attempts' processes, in one timed case. Between their calls it asks a
/// bystander, a player without an attempt, for calls of nothing: what is odd about the device or the machine just then is so in both.
class Bystander {
 public:
  /// `player`: has stood by; null = there is none, and nothing is called. All must outlive this.
  Bystander(const Referee& referee, Player* player, const Case& test, Referee::L2 l2)
      : m_referee(&referee), m_player(player), m_test(&test), m_l2(l2) {}

  /// Calls so far do not count. `player`: as above.
  /// `before`: held calls of nothing that it has made already, where it makes no more.
  void restart(Player* player, const std::vector<TwiceTimed>& before = {});
  /// To be told of each block: calls nothing with each of these brackets, once in each of the first blocks and later in some.
  /// Errors: the bystander fails; interrupted.
  Result<void> block_begins(std::uint64_t block, const std::set<Bracket>& brackets, const PreparedCase& prepared);
  /// A timed call of an attempt. `reported_ns`: minus the empty bracket, which its process reported too.
  void add_call(std::size_t attempt, std::size_t process, const Player::Called& called, double reported_ns);

  /// True if something else was on the device in more than a quarter of the calls of nothing.
  bool is_crowded() const;
  /// None if there were no calls.
  std::optional<Unreported> unreported(std::size_t attempt, Bracket bracket) const;
  /// See judge::unreported_of_processes(). Empty if there were no calls.
  std::vector<Unreported> unreported_of_processes(std::size_t attempt, Bracket bracket, std::size_t processes) const;

 private:
  const Referee* m_referee;
  Player* m_player;
  const Case* m_test;
  Referee::L2 m_l2;
  std::optional<std::uint64_t> m_block;
  std::map<Bracket, std::vector<TwiceTimed>> m_nothing;
  std::map<std::size_t, std::vector<TwiceTimed>> m_calls;  // by attempt
};

}  // namespace judge
