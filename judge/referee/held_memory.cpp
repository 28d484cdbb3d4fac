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
    std::size_t number = 0;
    words >> name >> number;
    if (name == "RssAnon:" || name == "VmSwap:") held.own_bytes += number << 10;
    if (name == "Threads:") held.threads = number;
    if (name == "RssShmem:") held.shared_bytes += number << 10;
  }
  return held;
}

}  // namespace judge
