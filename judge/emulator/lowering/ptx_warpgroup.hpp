#pragma once

#include <set>
#include <string>
#include <vector>

#include "judge/emulator/lowering/ptx_operands.hpp"
#include "judge/emulator/lowering/ptx_statements.hpp"

namespace judge::lowering {

/// Is it one of wgmma's?
bool is_warpgroup_instruction(const std::string& mnemonic);

/// What it becomes: a call of judge_emulated/ptx_warpgroup.h. Its operands are given as they stand in the asm statement; empty
/// for shapes and types that there are none of.
std::string warpgroup_call(const std::string& mnemonic, const std::vector<std::string>& operands, PtxOperands& known);

/// The operands of the asm statement, by number, that are written after it is over: the registers of D.
std::set<std::size_t> late_results(const std::vector<PtxStatement>& statements);

}  // namespace judge::lowering
