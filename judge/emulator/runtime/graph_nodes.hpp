#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "judge/emulator/runtime/handles.hpp"
#include "judge_emulated/graphs.h"

/// A node's work, and the nodes that run before it.
struct CUgraphNode_st {
  cudaGraphNodeType type;
  std::function<cudaError_t()> work;
  std::vector<CUgraphNode_st*> after;
};

struct CUgraph_st {
  std::vector<std::unique_ptr<CUgraphNode_st>> nodes;
  std::vector<void*> allocations;  ///< of captured cudaMallocAsync: freed with the graph

  ~CUgraph_st();
};

namespace judge::emulated {

using GraphWork = std::function<cudaError_t()>;

/// Adds a node after those given. The graph owns it.
cudaGraphNode_t add_node(CUgraph_st& graph, cudaGraphNodeType type, GraphWork work, std::vector<cudaGraphNode_t> after);

/// Those that are the caller's until cudaGraphDestroy().
Handles<CUgraph_st>& graphs();

}  // namespace judge::emulated
