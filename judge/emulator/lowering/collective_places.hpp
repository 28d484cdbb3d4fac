#pragma once

#include "judge/emulator/lowering/kernel_variables.hpp"
#include "judge/emulator/lowering/statements.hpp"
#include "judge/emulator/lowering/translation.hpp"

/// Where the collectives of a kernel stand.
namespace judge::lowering {

bool has_collective(const Translation& translation, Range range);

/// Does a lambda, or a block in an expression, hold a collective? It waits when it is called, and not before.
bool hides_collective(const Translation& translation, Range range);

/// May something of `before`, the beginning of an expression, have changed what is read right behind it? An assignment
/// whose right side is that value does not count.
bool has_effect_before(const Translation& translation, const KernelVariables& variables, Range before);

/// Does a block's barrier stand where only some of its threads may come by? A GPU counts arrivals only, so some may
/// then be a round ahead of others. Takes the loops' counters on the way for what they seem to be: KernelVariables::assume_counter().
bool has_parted_barrier(const Translation& translation, KernelVariables& variables, const Statement& statement);

}  // namespace judge::lowering
