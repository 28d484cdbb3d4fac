// CUDA graphs: work that was noted down, to be done again and again. A graph runs its nodes one after the other in an
// order that its edges allow.
#include <algorithm>
#include <cstring>
#include <map>

#include "judge/emulator/runtime/captures.hpp"
#include "judge/emulator/runtime/copies.hpp"
#include "judge/emulator/runtime/errors.hpp"
#include "judge/emulator/runtime/graph_nodes.hpp"
#include "judge/emulator/runtime/handles.hpp"
#include "judge/emulator/runtime/launch.hpp"
#include "judge/emulator/runtime/memory.hpp"
#include "judge/util/contains.hpp"

struct CUgraphExec_st {
  struct Step {
    cudaGraphNode_t node;  ///< of the graph that was instantiated; only compared
    cudaGraphNodeType type;
    std::function<cudaError_t()> work;
    std::vector<std::size_t> after;  ///< by index, all before this one
  };

  std::vector<Step> steps;
  judge::emulated::TaskPtr end;  ///< of its last launch, which the next one comes after
};

namespace judge::emulated {

namespace {

using Step = CUgraphExec_st::Step;

Handles<CUgraphExec_st>& executables() {
  static auto* handles = new Handles<CUgraphExec_st>;
  return *handles;
}

/// The nodes in an order in which each follows those it comes after; fewer than all if they form a circle.
std::vector<Step> in_order(const CUgraph_st& graph) {
  std::vector<Step> steps;
  std::map<cudaGraphNode_t, std::size_t> done;  // where each is among the steps
  for (bool goes_on = true; goes_on;) {
    goes_on = false;
    for (const auto& node : graph.nodes) {
      const auto is_done = [&](cudaGraphNode_t other) { return done.contains(other); };
      if (done.contains(node.get()) || !std::ranges::all_of(node->after, is_done)) continue;
      done.emplace(node.get(), steps.size());
      Step step{node.get(), node->type, node->work, {}};
      for (const cudaGraphNode_t before : node->after) step.after.push_back(done.at(before));
      steps.push_back(std::move(step));
      goes_on = true;
    }
  }
  return steps;
}

cudaError_t run(const std::vector<Step>& steps) {
  for (const Step& step : steps)
    if (const cudaError_t error = step.work()) return error;
  return cudaSuccess;
}

const char* name_of(cudaGraphNodeType type) {
  switch (type) {
    case cudaGraphNodeTypeKernel: return "a kernel node";
    case cudaGraphNodeTypeMemcpy: return "a copy node";
    case cudaGraphNodeTypeMemset: return "a fill node";
    case cudaGraphNodeTypeHost: return "a host node";
    default: return "a node";
  }
}

/// What the nodes are to the device; those that only mark or order take no time.
std::vector<NodeWork> nodes_of(const std::vector<Step>& steps) {
  std::vector<NodeWork> nodes;
  for (const Step& step : steps) {
    const bool is_work = step.type == cudaGraphNodeTypeKernel || step.type == cudaGraphNodeTypeMemcpy ||
                         step.type == cudaGraphNodeTypeMemset || step.type == cudaGraphNodeTypeHost ||
                         step.type == cudaGraphNodeTypeGraph;
    const Duration duration = is_work ? Duration::long_time : Duration::none;
    nodes.push_back({step.work, duration, {.what = name_of(step.type)}, step.after});
  }
  return nodes;
}

cudaError_t add(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* after, std::size_t count,
                cudaGraphNodeType type, GraphWork work) {
  if (!node || !graphs().contains(graph) || (count > 0 && !after)) return finish(cudaErrorInvalidValue);
  const auto is_of_the_graph = [&](cudaGraphNode_t one) {
    return std::ranges::any_of(graph->nodes, [&](const auto& known) { return known.get() == one; });
  };
  for (std::size_t i = 0; i < count; ++i)
    if (!is_of_the_graph(after[i])) return finish(cudaErrorInvalidValue);
  *node = add_node(*graph, type, std::move(work), std::vector<cudaGraphNode_t>(after, after + count));
  return finish(cudaSuccess);
}

cudaError_t launch_of(const cudaKernelNodeParams* parameters, GraphWork& work) {
  if (!parameters || parameters->extra) return cudaErrorInvalidValue;
  return repeatable_launch(
      {parameters->func, parameters->gridDim, parameters->blockDim, parameters->kernelParams, parameters->sharedMemBytes},
      LaunchKind::plain, work);
}

/// Elements of one, two or four bytes.
cudaError_t fill_elements(const cudaMemsetParams& parameters) {
  const std::size_t bytes = parameters.elementSize;
  const OpenMemory open;
  for (std::size_t row = 0; row < parameters.height; ++row) {
    char* const begin = static_cast<char*>(parameters.dst) + row * parameters.pitch;
    if (const cudaError_t error = check_filled(begin, parameters.width * bytes)) return error;
    for (std::size_t i = 0; i < parameters.width; ++i) std::memcpy(begin + i * bytes, &parameters.value, bytes);
  }
  return cudaSuccess;
}

cudaError_t copy_of(const cudaMemcpy3DParms* box, GraphWork& work) {
  if (!box) return cudaErrorInvalidValue;
  work = [box = *box] { return copy_box(box); };
  return cudaSuccess;
}

GraphWork copy_of(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind) {
  return [=] { return copy(to, from, bytes, kind); };
}

cudaError_t fill_of(const cudaMemsetParams* parameters, GraphWork& work) {
  if (!parameters || !parameters->dst) return cudaErrorInvalidValue;
  const unsigned size = parameters->elementSize;
  if (size != 1 && size != 2 && size != 4) return cudaErrorInvalidValue;
  work = [fill = *parameters] { return fill_elements(fill); };
  return cudaSuccess;
}

cudaError_t call_of(const cudaHostNodeParams* parameters, GraphWork& work) {
  if (!parameters || !parameters->fn) return cudaErrorInvalidValue;
  work = [host = *parameters] {
    host.fn(host.userData);
    return cudaSuccess;
  };
  return cudaSuccess;
}

/// The work of the executable graph's step for that node; null if there is none of that type.
GraphWork* step_of(cudaGraphExec_t executable, cudaGraphNode_t node, cudaGraphNodeType type) {
  if (!executables().contains(executable)) return nullptr;
  const auto step = std::ranges::find(executable->steps, node, &Step::node);
  return step == executable->steps.end() || step->type != type ? nullptr : &step->work;
}

GraphWork* work_of(cudaGraphNode_t node, cudaGraphNodeType type) { return node && node->type == type ? &node->work : nullptr; }

}  // namespace

}  // namespace judge::emulated

using namespace judge::emulated;

extern "C" {

cudaError_t cudaGraphCreate(cudaGraph_t* graph, unsigned flags) {
  if (!graph || flags) return finish(cudaErrorInvalidValue);
  *graph = graphs().adopt(std::make_unique<CUgraph_st>());
  return finish(cudaSuccess);
}

cudaError_t cudaGraphClone(cudaGraph_t* clone, cudaGraph_t graph) {
  if (!clone || !graphs().contains(graph)) return finish(cudaErrorInvalidValue);
  auto copy = std::make_unique<CUgraph_st>();
  std::map<cudaGraphNode_t, cudaGraphNode_t> of;
  for (const auto& node : graph->nodes) of[node.get()] = add_node(*copy, node->type, node->work, {});
  for (const auto& node : graph->nodes)
    for (const cudaGraphNode_t before : node->after) of[node.get()]->after.push_back(of[before]);
  *clone = graphs().adopt(std::move(copy));
  return finish(cudaSuccess);
}

cudaError_t cudaGraphDestroy(cudaGraph_t graph) { return finish(graphs().remove(graph) ? cudaSuccess : cudaErrorInvalidValue); }

cudaError_t cudaGraphAddKernelNode(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* after, size_t count,
                                   const cudaKernelNodeParams* parameters) {
  GraphWork work;
  if (const cudaError_t error = launch_of(parameters, work)) return finish(error);
  return add(node, graph, after, count, cudaGraphNodeTypeKernel, std::move(work));
}

cudaError_t cudaGraphAddMemcpyNode(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* after, size_t count,
                                   const cudaMemcpy3DParms* copy) {
  GraphWork work;
  if (const cudaError_t error = copy_of(copy, work)) return finish(error);
  return add(node, graph, after, count, cudaGraphNodeTypeMemcpy, std::move(work));
}

cudaError_t cudaGraphAddMemcpyNode1D(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* after, size_t count,
                                     void* to, const void* from, size_t bytes, cudaMemcpyKind kind) {
  return add(node, graph, after, count, cudaGraphNodeTypeMemcpy, copy_of(to, from, bytes, kind));
}

cudaError_t cudaGraphAddMemsetNode(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* after, size_t count,
                                   const cudaMemsetParams* parameters) {
  GraphWork work;
  if (const cudaError_t error = fill_of(parameters, work)) return finish(error);
  return add(node, graph, after, count, cudaGraphNodeTypeMemset, std::move(work));
}

cudaError_t cudaGraphAddHostNode(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* after, size_t count,
                                 const cudaHostNodeParams* parameters) {
  GraphWork work;
  if (const cudaError_t error = call_of(parameters, work)) return finish(error);
  return add(node, graph, after, count, cudaGraphNodeTypeHost, std::move(work));
}

// The memory is there from now on, as that of a captured cudaMallocAsync() is, and stays for the next launch.
cudaError_t cudaGraphAddMemAllocNode(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* after, size_t count,
                                     cudaMemAllocNodeParams* parameters) {
  if (!parameters || parameters->bytesize == 0 || parameters->poolProps.allocType != cudaMemAllocationTypePinned ||
      parameters->poolProps.location.type != cudaMemLocationTypeDevice || parameters->poolProps.location.id != 0)
    return finish(cudaErrorInvalidValue);
  const Request request = JUDGE_REQUEST;
  if (const cudaError_t error = add(node, graph, after, count, cudaGraphNodeTypeMemAlloc, [] { return cudaSuccess; }))
    return error;
  auto& memory = Memory::instance();
  if (const cudaError_t error = memory.allocate(&parameters->dptr, parameters->bytesize, MemoryKind::device, request)) {
    graph->nodes.pop_back();
    return finish(error);
  }
  graph->allocations.push_back(parameters->dptr);
  return finish(cudaSuccess);
}

cudaError_t cudaGraphAddMemFreeNode(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* after, size_t count,
                                    void* pointer) {
  if (!pointer) return finish(cudaErrorInvalidValue);
  return add(node, graph, after, count, cudaGraphNodeTypeMemFree, [] { return cudaSuccess; });
}

cudaError_t cudaGraphAddEmptyNode(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* after, size_t count) {
  return add(node, graph, after, count, cudaGraphNodeTypeEmpty, [] { return cudaSuccess; });
}

cudaError_t cudaGraphAddChildGraphNode(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* after, size_t count,
                                       cudaGraph_t child) {
  if (!graphs().contains(child)) return finish(cudaErrorInvalidValue);
  return add(node, graph, after, count, cudaGraphNodeTypeGraph, [steps = in_order(*child)] { return run(steps); });
}

cudaError_t cudaGraphAddDependencies(cudaGraph_t graph, const cudaGraphNode_t* from, const cudaGraphNode_t* to,
                                     const cudaGraphEdgeData*, size_t count) {
  if (!graphs().contains(graph) || (count > 0 && (!from || !to))) return finish(cudaErrorInvalidValue);
  for (size_t i = 0; i < count; ++i) {
    auto& after = to[i]->after;
    if (from[i] == to[i] || judge::contains(after, from[i])) return finish(cudaErrorInvalidValue);
    after.push_back(from[i]);
  }
  return finish(cudaSuccess);
}

cudaError_t cudaGraphGetNodes(cudaGraph_t graph, cudaGraphNode_t* nodes, size_t* count) {
  if (!graphs().contains(graph) || !count) return finish(cudaErrorInvalidValue);
  if (nodes)
    for (size_t i = 0; i < std::min(*count, graph->nodes.size()); ++i) nodes[i] = graph->nodes[i].get();
  *count = nodes ? std::min(*count, graph->nodes.size()) : graph->nodes.size();
  return finish(cudaSuccess);
}

cudaError_t cudaGraphNodeGetType(cudaGraphNode_t node, cudaGraphNodeType* type) {
  if (!node || !type) return finish(cudaErrorInvalidValue);
  *type = node->type;
  return finish(cudaSuccess);
}

cudaError_t cudaGraphKernelNodeSetParams(cudaGraphNode_t node, const cudaKernelNodeParams* parameters) {
  GraphWork* const work = work_of(node, cudaGraphNodeTypeKernel);
  return finish(work ? launch_of(parameters, *work) : cudaErrorInvalidValue);
}
cudaError_t cudaGraphMemcpyNodeSetParams(cudaGraphNode_t node, const cudaMemcpy3DParms* copy) {
  GraphWork* const work = work_of(node, cudaGraphNodeTypeMemcpy);
  return finish(work ? copy_of(copy, *work) : cudaErrorInvalidValue);
}
cudaError_t cudaGraphMemcpyNodeSetParams1D(cudaGraphNode_t node, void* to, const void* from, size_t bytes,
                                           cudaMemcpyKind kind) {
  GraphWork* const work = work_of(node, cudaGraphNodeTypeMemcpy);
  if (work) *work = copy_of(to, from, bytes, kind);
  return finish(work ? cudaSuccess : cudaErrorInvalidValue);
}
cudaError_t cudaGraphMemsetNodeSetParams(cudaGraphNode_t node, const cudaMemsetParams* parameters) {
  GraphWork* const work = work_of(node, cudaGraphNodeTypeMemset);
  return finish(work ? fill_of(parameters, *work) : cudaErrorInvalidValue);
}
cudaError_t cudaGraphHostNodeSetParams(cudaGraphNode_t node, const cudaHostNodeParams* parameters) {
  GraphWork* const work = work_of(node, cudaGraphNodeTypeHost);
  return finish(work ? call_of(parameters, *work) : cudaErrorInvalidValue);
}

cudaError_t cudaGraphInstantiate(cudaGraphExec_t* executable, cudaGraph_t graph, unsigned long long) {
  if (!executable || !graphs().contains(graph)) return finish(cudaErrorInvalidValue);
  auto steps = in_order(*graph);
  if (steps.size() < graph->nodes.size()) return finish(cudaErrorInvalidValue);
  *executable = executables().add({std::move(steps), nullptr});
  return finish(cudaSuccess);
}
cudaError_t cudaGraphInstantiateWithFlags(cudaGraphExec_t* executable, cudaGraph_t graph, unsigned long long flags) {
  return cudaGraphInstantiate(executable, graph, flags);
}

cudaError_t cudaGraphExecDestroy(cudaGraphExec_t executable) {
  return finish(executables().remove(executable) ? cudaSuccess : cudaErrorInvalidValue);
}

cudaError_t cudaGraphExecKernelNodeSetParams(cudaGraphExec_t executable, cudaGraphNode_t node,
                                             const cudaKernelNodeParams* parameters) {
  GraphWork* const work = step_of(executable, node, cudaGraphNodeTypeKernel);
  return finish(work ? launch_of(parameters, *work) : cudaErrorInvalidValue);
}
cudaError_t cudaGraphExecMemcpyNodeSetParams(cudaGraphExec_t executable, cudaGraphNode_t node, const cudaMemcpy3DParms* copy) {
  GraphWork* const work = step_of(executable, node, cudaGraphNodeTypeMemcpy);
  return finish(work ? copy_of(copy, *work) : cudaErrorInvalidValue);
}
cudaError_t cudaGraphExecMemcpyNodeSetParams1D(cudaGraphExec_t executable, cudaGraphNode_t node, void* to, const void* from,
                                               size_t bytes, cudaMemcpyKind kind) {
  GraphWork* const work = step_of(executable, node, cudaGraphNodeTypeMemcpy);
  if (work) *work = copy_of(to, from, bytes, kind);
  return finish(work ? cudaSuccess : cudaErrorInvalidValue);
}
cudaError_t cudaGraphExecMemsetNodeSetParams(cudaGraphExec_t executable, cudaGraphNode_t node,
                                             const cudaMemsetParams* parameters) {
  GraphWork* const work = step_of(executable, node, cudaGraphNodeTypeMemset);
  return finish(work ? fill_of(parameters, *work) : cudaErrorInvalidValue);
}
cudaError_t cudaGraphExecHostNodeSetParams(cudaGraphExec_t executable, cudaGraphNode_t node,
                                           const cudaHostNodeParams* parameters) {
  GraphWork* const work = step_of(executable, node, cudaGraphNodeTypeHost);
  return finish(work ? call_of(parameters, *work) : cudaErrorInvalidValue);
}

cudaError_t cudaGraphExecUpdate(cudaGraphExec_t executable, cudaGraph_t graph, cudaGraphExecUpdateResultInfo* info) {
  if (!executables().contains(executable) || !graphs().contains(graph)) return finish(cudaErrorInvalidValue);
  auto steps = in_order(*graph);
  const bool is_same_shape = steps.size() == executable->steps.size();
  const bool has_same_types = is_same_shape && std::ranges::equal(steps, executable->steps, {}, &Step::type, &Step::type);
  if (info)
    *info = {has_same_types  ? cudaGraphExecUpdateSuccess
             : is_same_shape ? cudaGraphExecUpdateErrorNodeTypeChanged
                             : cudaGraphExecUpdateErrorTopologyChanged,
             nullptr, nullptr};
  if (!has_same_types) return finish(cudaErrorGraphExecUpdateFailure);
  // Handles of the graph that was instantiated stay those to set parameters by.
  for (std::size_t i = 0; i < steps.size(); ++i) executable->steps[i].work = std::move(steps[i].work);
  return finish(cudaSuccess);
}

cudaError_t cudaGraphUpload(cudaGraphExec_t executable, cudaStream_t stream) {
  if (!executables().contains(executable)) return finish(cudaErrorInvalidValue);
  unsigned flags = 0;
  return cudaStreamGetFlags(stream, &flags);
}

cudaError_t cudaGraphLaunch(cudaGraphExec_t executable, cudaStream_t stream) {
  if (!executables().contains(executable)) return finish(cudaErrorInvalidValue);
  if (const cudaError_t error = check_stream(stream)) return finish(error);
  if (active_captures.load(std::memory_order_relaxed) > 0) {
    const auto repeat = [steps = executable->steps] { return run(steps); };
    if (const auto result = capture(stream, cudaGraphNodeTypeGraph, repeat)) return finish(*result);
  }
  return finish(give_graph(stream, nodes_of(executable->steps), executable->end));
}
}
