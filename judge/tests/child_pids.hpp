#pragma once

#include <sys/types.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <set>
#include <string>

namespace judge {

/// Children of a process that have this name and have not ended.
inline std::set<pid_t> child_pids(pid_t parent, const std::string& name) {
  std::set<pid_t> found;
  for (const auto& entry : std::filesystem::directory_iterator("/proc")) {
    const auto process = static_cast<pid_t>(std::atoi(entry.path().filename().c_str()));
    if (process <= 0) continue;
    std::ifstream stat(entry.path() / "stat");
    std::string number, its_name, state;
    pid_t its_parent = 0;
    stat >> number >> its_name >> state >> its_parent;
    if (its_name == "(" + name + ")" && state != "Z" && its_parent == parent) found.insert(process);
  }
  return found;
}

}  // namespace judge
