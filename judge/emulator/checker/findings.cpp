#include "judge/emulator/checker/findings.hpp"

#include "judge/emulator/runtime/block_runner.hpp"

namespace judge::emulated {

namespace {

constexpr std::size_t most_told = 64;

void set_index(unsigned (&index)[3], std::uint64_t linear, const unsigned (&size)[3]) {
  index[0] = static_cast<unsigned>(linear % size[0]);
  index[1] = static_cast<unsigned>(linear / size[0] % size[1]);
  index[2] = static_cast<unsigned>(linear / size[0] / size[1]);
}

}  // namespace

void Findings::tell(JudgeEmulatedFault& fault) {
  if (m_told.size() >= most_told) return;
  const void* const code = fault.code_address ? static_cast<const char*>(fault.code_address) + 1 : nullptr;
  const void* const other = fault.has_other ? static_cast<const char*>(fault.other_code_address) + 1 : nullptr;
  if (fault.has_other && fault.kind == static_cast<int>(Fault::Kind::race)) m_race_codes.insert({code, other});
  if (m_told.emplace(static_cast<Fault::Kind>(fault.kind), code, other, fault.in_one_warp != 0).second) report_finding(fault);
}

JudgeEmulatedFault fault_of(const Access& access, Fault::Kind kind, Fault::Space space) {
  JudgeEmulatedFault fault = fault_here(kind);
  fault.is_write = access.writes();
  fault.space = static_cast<int>(space);
  fault.code_address = static_cast<const char*>(access.code) - 1;  // inside the call
  if (space == Fault::Space::global) set_nearest_buffer(fault, reinterpret_cast<const void*>(access.address));
  return fault;
}

void set_other(JudgeEmulatedFault& fault, const Trace& other, const void* code) {
  const Launch& launch = BlockRunner::running()->launch();
  fault.has_other = 1;
  fault.other_is_write = (other.flags & Access::write) != 0;
  fault.other_code_address = static_cast<const char*>(code) - 1;
  set_index(fault.other_thread, other.thread, launch.block);
  set_index(fault.other_block, other.block, launch.grid);
}

}  // namespace judge::emulated
