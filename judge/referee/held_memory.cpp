#include "judge/referee/held_memory.hpp"

#include <fmt/format.h>

#include <fstream>
#include <sstream>
#include <string>

namespace judge {

HeldMemory held_memory(pid_t process) {
  HeldMemory held;
  std::ifstream status(fmt::format("/proc/{}/status", process));
  for (std::string line; std::getline(status, line);) {
    std::istringstream words(line);
    std::string name;
    std::size_t kibibytes = 0;
    words >> name >> kibibytes;
    if (name == "RssAnon:" || name == "VmSwap:") held.own_bytes += kibibytes << 10;
    if (name == "RssShmem:") held.shared_bytes += kibibytes << 10;
  }
  return held;
}

}  // namespace judge
