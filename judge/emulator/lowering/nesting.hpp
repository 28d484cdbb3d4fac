#pragma once

#include <optional>

#include "judge/emulator/lowering/refused.hpp"
#include "judge/emulator/lowering/token.hpp"

namespace judge::lowering {

/// Brackets and statements in each other; clang takes 256 brackets, g++ far more than this.
constexpr std::size_t k_deepest_nesting = 2000;

/// Where brackets and statements are nested more deeply than that: the passes call themselves for each level.
std::optional<Refused> find_nested_too_deeply(const Lexed& lexed);

}  // namespace judge::lowering
