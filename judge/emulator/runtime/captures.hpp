#pragma once

#include <atomic>
#include <cstdint>
#include <optional>
#include <vector>

#include "judge/emulator/runtime/errors.hpp"
#include "judge/emulator/runtime/graph_nodes.hpp"
#include "judge/emulator/runtime/stream_work.hpp"

/// Streams whose work is captured into a graph and not run (cudaStreamBeginCapture).
namespace judge::emulated {

inline std::atomic<int> active_captures{0};

/// Adds the work to the graph of the stream's capture and returns the result of the call; empty if the stream is not captured, so
/// the work must run.
std::optional<cudaError_t> capture(cudaStream_t stream, cudaGraphNodeType type, GraphWork work);

/// A call that puts work on a stream.
struct StreamCall {
  cudaStream_t stream = nullptr;
  cudaGraphNodeType type = cudaGraphNodeTypeEmpty;
  const char* name = "";  ///< "cudaMemcpyAsync()", or a kernel's
  Duration duration = Duration::long_time;
  bool waits = false;         ///< it returns when its work is done
  bool reaches_host = false;  ///< it writes to memory that the host can read
};
/// The call's result: the work is given to the stream, or captured. Where it is not captured, `check` says first what is
/// wrong with the call; it may be empty.
cudaError_t enqueue(const StreamCall& call, const std::function<cudaError_t()>& check, GraphWork work);
bool is_captured(cudaStream_t stream);

/// For calls that wait for a stream, or ask about it: none may be captured.
cudaError_t refuse_while_captured(cudaStream_t stream);
/// For calls that wait for the device or allocate, which no capture allows whose mode is not relaxed.
cudaError_t refuse_in_captures();

/// The point of a capture that an event marks.
struct CapturedPoint {
  std::uint64_t capture = 0;  ///< 0: none
  std::vector<cudaGraphNode_t> after;
};
/// The point that the stream's capture has reached.
CapturedPoint captured_point(cudaStream_t stream);
/// The stream waits for an event: it joins the event's capture, or is told why it may not.
cudaError_t wait_in_capture(cudaStream_t stream, const CapturedPoint& point);

/// The host queries an event. If the event marks a point of a capture, the query fails and ends that capture.
cudaError_t ask_in_capture(const CapturedPoint& point);

/// Memory of a captured cudaMallocAsync lives as long as its graph.
std::optional<cudaError_t> capture_allocation(cudaStream_t stream, void* pointer);

cudaStreamCaptureStatus capture_status(cudaStream_t stream);

}  // namespace judge::emulated
