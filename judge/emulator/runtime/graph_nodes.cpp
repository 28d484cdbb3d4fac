#include "judge/emulator/runtime/graph_nodes.hpp"

#include "judge/emulator/runtime/memory.hpp"

CUgraph_st::~CUgraph_st() {
  using judge::emulated::MemoryKind;
  for (void* const pointer : allocations) judge::emulated::Memory::instance().release(pointer, {MemoryKind::device});
}

namespace judge::emulated {

cudaGraphNode_t add_node(CUgraph_st& graph, cudaGraphNodeType type, GraphWork work, std::vector<cudaGraphNode_t> after) {
  graph.nodes.push_back(std::make_unique<CUgraphNode_st>(CUgraphNode_st{type, std::move(work), std::move(after)}));
  return graph.nodes.back().get();
}

Handles<CUgraph_st>& graphs() {
  static auto* handles = new Handles<CUgraph_st>;
  return *handles;
}

}  // namespace judge::emulated
