#include "judge/emulator/checker/findings.hpp"

#include <dlfcn.h>
#include <link.h>

#include <cstdio>
#include <string_view>

#include "judge/emulator/runtime/block_runner.hpp"

namespace judge::emulated {

namespace {

constexpr std::size_t most_told = 64;

void set_index(unsigned (&index)[3], std::uint64_t linear, const unsigned (&size)[3]) {
  index[0] = static_cast<unsigned>(linear % size[0]);
  index[1] = static_cast<unsigned>(linear / size[0] % size[1]);
  index[2] = static_cast<unsigned>(linear / size[0] / size[1]);
}

// A __device__ variable lies in the attempt's library, far from all buffers. False: nothing of a library's is there.
bool set_variable(JudgeEmulatedFault& fault, const void* address) {
  Dl_info info{};
  void* entry = nullptr;
  if (!::dladdr1(address, &info, &entry, RTLD_DL_SYMENT)) return false;
  const auto* const symbol = static_cast<const ElfW(Sym)*>(entry);
  const auto offset = static_cast<const char*>(address) - static_cast<const char*>(info.dli_saddr);
  const bool is_in_it = info.dli_sname && symbol && static_cast<std::size_t>(offset) < symbol->st_size;
  const bool is_mangled = is_in_it && std::string_view(info.dli_sname).starts_with("_Z");
  if (is_in_it && !is_mangled) std::snprintf(fault.thing, sizeof fault.thing, "the variable %s", info.dli_sname);
  else std::snprintf(fault.thing, sizeof fault.thing, "%s", "a __device__ variable");
  return true;
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
  const auto* const address = reinterpret_cast<const void*>(access.address);
  if (space == Fault::Space::global && !set_variable(fault, address)) set_nearest_buffer(fault, address);
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
