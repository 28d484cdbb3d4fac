#pragma once

#include <string>
#include <vector>

#include "judge/emulator/lowering/ptx_operands.hpp"

namespace judge::lowering {

/// Is it an instruction of mbarriers, bulk copies, tensor copies or clusters?
bool is_bulk_instruction(const std::string& mnemonic);

/// What it becomes: calls of judge_emulated/ptx_bulk.h and tensor_copies.h. Its operands are given as they stand in the asm statement,
/// without a policy for the caches. Empty for forms that there are none of.
std::string bulk_call(const std::string& mnemonic, const std::vector<std::string>& operands, PtxOperands& known);

/// The pointer of an address in the memory that one of the words names: shared, shared::cta, shared::cluster, or else any.
std::string ptx_pointer(const std::string& address, const std::vector<std::string>& words);

}  // namespace judge::lowering
