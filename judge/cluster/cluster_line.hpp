#pragma once

#include <string>

#include "judge/batch/batch.hpp"
#include "judge/cluster/slurm.hpp"

namespace judge {

/// Options of `judge batch` for a folder that several machines share.
struct ClusterLine {
  std::string results, collect, status, cancel;  ///< the folder; empty = not given
  std::string share;
  bool submits = false;        ///< --slurm
  bool measures_node = false;  ///< for a task's own check of its machine

  SlurmOptions slurm;

  bool is_given() const;
  bool asks_slurm() const;  ///< for anything that goes with --slurm
};

/// Errors: options that do not go together. `has_rules`: options of the batch's rules were given.
Result<void> check_options(const BatchOptions& batch, bool has_rules, const ClusterLine& line);

}  // namespace judge
