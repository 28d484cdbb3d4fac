#pragma once

#include <chrono>
#include <optional>
#include <string>

#include "judge/model/protocol.hpp"

/// An attempt shares its process with the player and can change what the player says. What no player can have measured is known.
namespace judge {

/// What `returned`, the answer to a call that the referee waited `waited` for, claims and cannot be: the message of
/// outcome::Cheated. Nothing: it can be.
std::optional<std::string> impossible_claim(const protocol::Returned& returned, Bracket bracket,
                                            std::chrono::nanoseconds waited);

/// The same of an empty bracket that was measured `repeats` times.
std::optional<std::string> impossible_empty_claim(const protocol::Returned& returned, Bracket bracket, int repeats,
                                                  std::chrono::nanoseconds waited);

}  // namespace judge
