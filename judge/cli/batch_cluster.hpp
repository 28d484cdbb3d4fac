#pragma once

#include "judge/batch/batch.hpp"
#include "judge/cluster/cluster_line.hpp"

namespace CLI {
class App;
}

namespace judge {

/// `line` must outlive the parsing.
void add_cluster_options(CLI::App& command, ClusterLine& line);

/// What was asked for; the exit status.
Result<int> batch_on_cluster(const CommonOptions& common, BatchOptions batch, ClusterLine line);

}  // namespace judge
