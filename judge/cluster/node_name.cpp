#include "judge/cluster/node_name.hpp"

#include <unistd.h>

#include <array>
#include <cstdlib>

namespace judge {

std::string node_name() {
  if (const char* name = std::getenv("SLURMD_NODENAME"); name && *name) return name;
  std::array<char, 256> host{};
  if (::gethostname(host.data(), host.size() - 1) != 0) return "unknown";
  const std::string name = host.data();
  return name.substr(0, name.find('.'));
}

std::string slurm_task() {
  const char *job = std::getenv("SLURM_ARRAY_JOB_ID"), *task = std::getenv("SLURM_ARRAY_TASK_ID");
  return job && task ? std::string(job) + "_" + task : "";
}

}  // namespace judge
