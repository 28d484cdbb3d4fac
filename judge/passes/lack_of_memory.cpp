#include "judge/passes/lack_of_memory.hpp"

#include "judge/runtime/cuda_abi.hpp"

namespace judge {

namespace {

// The error's name, and what cudaGetErrorString() makes of it.
bool tells_of_it(std::string_view text) {
  return text.find("cudaErrorMemoryAllocation") != text.npos || text.find("out of memory") != text.npos;
}

struct LacksDeviceMemory {
  std::string_view printed;

  bool operator()(const outcome::TooMuchMemory& memory) const { return memory.device; }
  bool operator()(const outcome::CudaError& error) const { return error.code == cuda::error_memory_allocation; }
  bool operator()(const outcome::NotLoaded& not_loaded) const { return tells_of_it(not_loaded.message); }
  bool operator()(const outcome::JudgeFailed& failed) const { return tells_of_it(failed.message); }
  bool operator()(const outcome::Crashed& crashed) const { return tells_of_it(crashed.note) || tells_of_it(printed); }
  bool operator()(const outcome::Exited&) const { return tells_of_it(printed); }
  bool operator()(const auto&) const { return false; }
};

}  // namespace

bool lacks_device_memory(const Outcome& outcome, std::string_view printed) {
  return std::visit(LacksDeviceMemory{printed}, outcome);
}

}  // namespace judge
