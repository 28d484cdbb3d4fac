#include "judge/emulator/runtime/captures.hpp"

#include <algorithm>
#include <map>
#include <mutex>
#include <set>
#include <thread>

#include "judge/emulator/runtime/dry_call.hpp"
#include "judge/emulator/runtime/watcher.hpp"
#include "judge/util/contains.hpp"

namespace judge::emulated {

namespace {

struct Capture {
  std::uint64_t id;
  cudaStream_t origin;
  cudaStreamCaptureMode mode;
  std::thread::id thread;
  bool is_invalid = false;
  std::unique_ptr<CUgraph_st> graph = std::make_unique<CUgraph_st>();
  std::map<cudaStream_t, std::vector<cudaGraphNode_t>> ends;  ///< of each stream: what its next node comes after
  std::set<cudaStream_t> blocking;                            ///< those that the legacy stream waits for
};

struct Captures {
  std::mutex mutex;
  std::vector<std::unique_ptr<Capture>> active;
  std::uint64_t next_id = 1;

  Capture* of(cudaStream_t stream) {
    for (const auto& one : active)
      if (one->ends.contains(stream)) return one.get();
    return nullptr;
  }
  Capture* with(std::uint64_t id) {
    for (const auto& one : active)
      if (one->id == id) return one.get();
    return nullptr;
  }
};

Captures& captures() {
  static auto* all = new Captures;
  return *all;
}

thread_local cudaStreamCaptureMode thread_mode = cudaStreamCaptureModeGlobal;

bool is_legacy(cudaStream_t stream) { return stream == nullptr || stream == cudaStreamLegacy; }

cudaError_t invalidate(Capture& capture, cudaError_t error) {
  capture.is_invalid = true;
  return error;
}

/// Work on the legacy stream would wait for the captured streams, all but the non-blocking ones.
std::optional<cudaError_t> refuse_legacy_work(Captures& all) {
  std::optional<cudaError_t> result;
  for (const auto& one : all.active)
    if (!one->blocking.empty()) result = invalidate(*one, cudaErrorStreamCaptureImplicit);
  return result;
}

void join(Capture& capture, cudaStream_t stream) {
  unsigned flags = 0;
  cudaStreamGetFlags(stream, &flags);
  capture.ends[stream];
  if (!(flags & cudaStreamNonBlocking)) capture.blocking.insert(stream);
}

/// Do all nodes lie before the end of the origin's stream?
bool is_joined(const Capture& capture) {
  std::set<cudaGraphNode_t> before;
  std::vector<cudaGraphNode_t> open = capture.ends.at(capture.origin);
  while (!open.empty()) {
    const cudaGraphNode_t node = open.back();
    open.pop_back();
    if (before.insert(node).second) open.insert(open.end(), node->after.begin(), node->after.end());
  }
  return std::ranges::all_of(capture.ends, [&](const auto& end) {
    return std::ranges::all_of(end.second, [&](cudaGraphNode_t node) { return before.contains(node); });
  });
}

}  // namespace

std::optional<cudaError_t> capture(cudaStream_t stream, cudaGraphNodeType type, GraphWork work) {
  Captures& all = captures();
  const std::lock_guard lock(all.mutex);
  if (is_legacy(stream)) return refuse_legacy_work(all);
  Capture* const active = all.of(stream);
  if (!active) return std::nullopt;
  if (active->is_invalid) return cudaErrorStreamCaptureInvalidated;
  auto& end = active->ends[stream];
  end = {add_node(*active->graph, type, std::move(work), end)};
  return cudaSuccess;
}

cudaError_t enqueue(const StreamCall& call, const std::function<cudaError_t()>& check, GraphWork work) {
  if (const cudaError_t error = check_stream(call.stream)) return finish(error);
  if (active_captures.load(std::memory_order_relaxed) > 0)
    if (const auto result = capture(call.stream, call.type, work)) return finish(*result);
  if (check)
    if (const cudaError_t error = check()) return finish(error);
  if (is_dry_call.load(std::memory_order_relaxed)) {
    const bool is_copy_or_fill = call.type == cudaGraphNodeTypeMemcpy || call.type == cudaGraphNodeTypeMemset;
    if (call.reaches_host || !is_copy_or_fill) dry_call_is_over();
    work_dry();
    return finish(cudaSuccess);
  }
  const TaskName name{
      .what = call.name, .is_kernel = call.type == cudaGraphNodeTypeKernel, .code = watcher ? watcher->find_caller() : nullptr};
  TaskPtr task;
  const cudaError_t error = give_work(call.stream, call.duration, name, std::move(work), &task);
  if (call.waits) wait_for(task);
  return finish(error);
}

bool is_captured(cudaStream_t stream) { return capture_status(stream) != cudaStreamCaptureStatusNone; }

std::optional<cudaError_t> capture_allocation(cudaStream_t stream, void* pointer) {
  const auto result = capture(stream, cudaGraphNodeTypeMemAlloc, [] { return cudaSuccess; });
  if (result != cudaSuccess) return result;
  Captures& all = captures();
  const std::lock_guard lock(all.mutex);
  all.of(stream)->graph->allocations.push_back(pointer);
  return result;
}

cudaError_t refuse_while_captured(cudaStream_t stream) {
  if (active_captures.load(std::memory_order_relaxed) == 0) return cudaSuccess;
  Captures& all = captures();
  const std::lock_guard lock(all.mutex);
  if (is_legacy(stream)) return refuse_legacy_work(all).value_or(cudaSuccess);
  Capture* const active = all.of(stream);
  return active ? invalidate(*active, cudaErrorStreamCaptureUnsupported) : cudaSuccess;
}

cudaError_t refuse_in_captures() {
  if (active_captures.load(std::memory_order_relaxed) == 0 || thread_mode == cudaStreamCaptureModeRelaxed) return cudaSuccess;
  Captures& all = captures();
  const std::lock_guard lock(all.mutex);
  cudaError_t error = cudaSuccess;
  for (const auto& one : all.active) {
    const bool is_mine = one->thread == std::this_thread::get_id();
    if (one->mode == cudaStreamCaptureModeGlobal || (one->mode == cudaStreamCaptureModeThreadLocal && is_mine))
      error = invalidate(*one, cudaErrorStreamCaptureUnsupported);
  }
  return error;
}

CapturedPoint captured_point(cudaStream_t stream) {
  if (active_captures.load(std::memory_order_relaxed) == 0) return {};
  Captures& all = captures();
  const std::lock_guard lock(all.mutex);
  Capture* const active = all.of(stream);
  return active ? CapturedPoint{active->id, active->ends[stream]} : CapturedPoint{};
}

cudaError_t wait_in_capture(cudaStream_t stream, const CapturedPoint& point) {
  if (active_captures.load(std::memory_order_relaxed) == 0) return cudaSuccess;
  Captures& all = captures();
  Capture *of_stream = nullptr, *of_event = nullptr;
  {
    const std::lock_guard lock(all.mutex);
    of_stream = all.of(stream);
    of_event = all.with(point.capture);
    if (!of_event) return of_stream ? invalidate(*of_stream, cudaErrorStreamCaptureIsolation) : cudaSuccess;
    if (of_event->is_invalid) return cudaErrorStreamCaptureInvalidated;
    if (is_legacy(stream)) return invalidate(*of_event, cudaErrorStreamCaptureImplicit);
    if (of_stream && of_stream != of_event) return invalidate(*of_event, cudaErrorStreamCaptureMerge);
  }
  if (!of_stream) join(*of_event, stream);
  const std::lock_guard lock(all.mutex);
  auto& end = of_event->ends[stream];
  for (const cudaGraphNode_t node : point.after)
    if (!contains(end, node)) end.push_back(node);
  return cudaSuccess;
}

cudaError_t ask_in_capture(const CapturedPoint& point) {
  if (point.capture == 0) return cudaSuccess;
  Captures& all = captures();
  const std::lock_guard lock(all.mutex);
  if (Capture* const active = all.with(point.capture)) invalidate(*active, cudaErrorCapturedEvent);
  return cudaErrorCapturedEvent;
}

cudaStreamCaptureStatus capture_status(cudaStream_t stream) {
  if (active_captures.load(std::memory_order_relaxed) == 0) return cudaStreamCaptureStatusNone;
  Captures& all = captures();
  const std::lock_guard lock(all.mutex);
  const Capture* const active = all.of(stream);
  if (!active) return cudaStreamCaptureStatusNone;
  return active->is_invalid ? cudaStreamCaptureStatusInvalidated : cudaStreamCaptureStatusActive;
}

}  // namespace judge::emulated

using namespace judge::emulated;

extern "C" {

cudaError_t cudaStreamBeginCapture(cudaStream_t stream, cudaStreamCaptureMode mode) {
  if (static_cast<unsigned>(mode) > cudaStreamCaptureModeRelaxed) return finish(cudaErrorInvalidValue);
  if (is_legacy(stream)) return finish(cudaErrorStreamCaptureUnsupported);
  unsigned flags = 0;
  if (const cudaError_t error = cudaStreamGetFlags(stream, &flags)) return error;
  if (const cudaError_t error = refuse_while_captured(stream)) return finish(error);
  Captures& all = captures();
  auto started = std::make_unique<Capture>();
  started->origin = stream;
  started->mode = mode;
  started->thread = std::this_thread::get_id();
  join(*started, stream);
  const std::lock_guard lock(all.mutex);
  if (Capture* const active = all.of(stream)) return finish(invalidate(*active, cudaErrorIllegalState));
  started->id = all.next_id++;
  all.active.push_back(std::move(started));
  ++active_captures;
  return finish(cudaSuccess);
}

cudaError_t cudaStreamEndCapture(cudaStream_t stream, cudaGraph_t* graph) {
  if (!graph) return finish(cudaErrorInvalidValue);
  *graph = nullptr;
  Captures& all = captures();
  std::unique_ptr<Capture> ended;
  {
    const std::lock_guard lock(all.mutex);
    Capture* const active = all.of(stream);
    if (!active) return finish(cudaErrorIllegalState);
    if (active->origin != stream) return finish(invalidate(*active, cudaErrorStreamCaptureUnmatched));
    if (active->mode != cudaStreamCaptureModeRelaxed && active->thread != std::this_thread::get_id())
      return finish(invalidate(*active, cudaErrorStreamCaptureWrongThread));
    const auto at = std::ranges::find(all.active, active, [](const auto& one) { return one.get(); });
    ended = std::move(*at);
    all.active.erase(at);
    --active_captures;
  }
  if (ended->is_invalid) return finish(cudaErrorStreamCaptureInvalidated);
  if (!is_joined(*ended)) return finish(cudaErrorStreamCaptureUnjoined);
  *graph = graphs().adopt(std::move(ended->graph));
  return finish(cudaSuccess);
}

cudaError_t cudaStreamIsCapturing(cudaStream_t stream, cudaStreamCaptureStatus* status) {
  unsigned flags = 0;
  if (const cudaError_t error = cudaStreamGetFlags(stream, &flags)) return error;
  if (!status) return finish(cudaErrorInvalidValue);
  *status = capture_status(stream);
  return finish(cudaSuccess);
}

cudaError_t cudaStreamGetCaptureInfo(cudaStream_t stream, cudaStreamCaptureStatus* status, unsigned long long* id,
                                     cudaGraph_t* graph, const cudaGraphNode_t** dependencies, const cudaGraphEdgeData** edges,
                                     size_t* count) {
  if (const cudaError_t error = cudaStreamIsCapturing(stream, status)) return error;
  Captures& all = captures();
  const std::lock_guard lock(all.mutex);
  Capture* const active = all.of(stream);
  if (!active) return finish(cudaSuccess);
  const auto& end = active->ends[stream];
  if (id) *id = active->id;
  if (graph) *graph = active->graph.get();
  if (dependencies) *dependencies = end.data();
  if (edges) *edges = nullptr;
  if (count) *count = end.size();
  return finish(cudaSuccess);
}

cudaError_t cudaThreadExchangeStreamCaptureMode(cudaStreamCaptureMode* mode) {
  if (!mode || static_cast<unsigned>(*mode) > cudaStreamCaptureModeRelaxed) return finish(cudaErrorInvalidValue);
  std::swap(*mode, thread_mode);
  return finish(cudaSuccess);
}
}
