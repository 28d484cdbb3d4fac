#include "judge/passes/lack_of_memory.hpp"

#include "judge/runtime/cuda_abi.hpp"

namespace judge {

// The error's name, and what cudaGetErrorString() makes of it.
bool tells_of_lack_of_memory(std::string_view text) {
  return text.find("cudaErrorMemoryAllocation") != text.npos || text.find("out of memory") != text.npos;
}

namespace {

struct LacksDeviceMemory {
  std::string_view printed;

  bool operator()(const outcome::TooMuchMemory& memory) const { return memory.device; }
  bool operator()(const outcome::CudaError& error) const { return error.code == cuda::error_memory_allocation; }
  bool operator()(const outcome::NotLoaded& not_loaded) const { return tells_of_lack_of_memory(not_loaded.message); }
  bool operator()(const outcome::JudgeFailed& failed) const { return tells_of_lack_of_memory(failed.message); }
  bool operator()(const outcome::Crashed& crashed) const {
    return tells_of_lack_of_memory(crashed.note) || tells_of_lack_of_memory(printed);
  }
  bool operator()(const outcome::Exited&) const { return tells_of_lack_of_memory(printed); }
  bool operator()(const auto&) const { return false; }
};

}  // namespace

bool lacks_device_memory(const Outcome& outcome, std::string_view printed) {
  return std::visit(LacksDeviceMemory{printed}, outcome);
}

}  // namespace judge
