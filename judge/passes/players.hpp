#pragma once

#include <vector>

#include "judge/passes/harness.hpp"
#include "judge/passes/passes.hpp"

/// Players of a harness: ready for an attempt, with one, or spare.
namespace judge {

/// Waits for its context. False: it has none, and the player has ended.
bool has_context(Player& player);
/// The same; how it ends does not matter yet.
void wait_for_context(Player& player);

/// Loads a built attempt into `player`. The inner error is the attempt's. Errors: the player's context, the judge's memory.
Result<Player::Answer<void>> load_into(Player& player, const Harness& harness, const Built& built);

/// Makes a player ready for everything but an attempt. Errors: its context, the judge's memory.
Result<void> stand_by(const Harness& harness, Player& player);

/// Of one that has stood by and loaded no attempt: it has nothing of the harness's open any more, as when it was started. False: it
/// fails, and is of no use.
bool let_go(Player& player);

enum class NewPlayers { where_spare_ones_do_not_suffice, never };
/// Takes `count` more players, spare ones first, and loads the attempt into each, in parallel. Fewer, or none, if the device or the machine
/// has no room for them. Errors: interrupted.
Result<void> add_players(Harness& harness, const std::vector<Tested*>& attempts, std::size_t count,
                         NewPlayers started = NewPlayers::where_spare_ones_do_not_suffice);

enum class SpareFor { attempts, playback };
/// Starts players until `count` are spare, where the device's memory is not half full; their contexts are made while we go on.
void start_spare_players(Harness& harness, SpareFor what, std::size_t count);
/// The same, and waits for their contexts. Errors: interrupted.
Result<void> keep_spare_players(Harness& harness, SpareFor what, std::size_t count);

}  // namespace judge
