#pragma once

#include <string>

namespace judge {

/// What Slurm calls this machine, else its host name.
std::string node_name();

/// The task of an array that this process is part of, "17_3"; empty = none.
std::string slurm_task();

}  // namespace judge
