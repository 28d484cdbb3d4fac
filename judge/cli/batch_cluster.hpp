#pragma once

#include <string>

#include "judge/batch/batch.hpp"
#include "judge/cluster/slurm.hpp"

namespace CLI {
class App;
}

namespace judge {

/// Options of `judge batch` for a folder that several machines share.
struct ClusterLine {
  std::string results, collect, status, cancel;  ///< the folder; empty = not given
  std::string share;
  bool submits = false;        ///< --slurm
  bool measures_node = false;  ///< for a task's own check of its machine

  SlurmOptions slurm;

  bool is_given() const;
};

/// `line` must outlive the parsing.
void add_cluster_options(CLI::App& command, ClusterLine& line);

/// Errors: options that do not go together.
Result<void> check_options(const BatchOptions& batch, bool has_rules, const ClusterLine& line);

/// What was asked for; the exit status.
Result<int> batch_on_cluster(const CommonOptions& common, BatchOptions batch, ClusterLine line);

}  // namespace judge
