// Streams and events. Work is done when its call returns, so a stream is only a name and an event a point in host time.
#include <chrono>

#include "judge_emulated/runtime_api.h"
#include "judge/emulator/runtime/captures.hpp"
#include "judge/emulator/runtime/errors.hpp"
#include "judge/emulator/runtime/handles.hpp"

struct CUstream_st {
  unsigned flags = 0;
  int priority = 0;
};

struct CUevent_st {
  unsigned flags = 0;
  bool recorded = false;
  std::chrono::steady_clock::time_point time;
  judge::emulated::CapturedPoint captured;   ///< where it was recorded in a capture, which gives it no time
};

namespace judge::emulated {

namespace {

Handles<CUstream_st>& streams() {
  static auto* handles = new Handles<CUstream_st>;
  return *handles;
}

Handles<CUevent_st>& events() {
  static auto* handles = new Handles<CUevent_st>;
  return *handles;
}

bool is_builtin(cudaStream_t stream) {
  return stream == nullptr || stream == cudaStreamLegacy || stream == cudaStreamPerThread;
}

cudaError_t check_stream(cudaStream_t stream) {
  return is_builtin(stream) || streams().contains(stream) ? cudaSuccess : cudaErrorInvalidResourceHandle;
}

cudaError_t check_event(cudaEvent_t event) {
  return events().contains(event) ? cudaSuccess : cudaErrorInvalidResourceHandle;
}

/// Of an event that the host asks about.
cudaError_t check_asked(cudaEvent_t event) {
  if (const cudaError_t error = check_event(event)) return error;
  return ask_in_capture(event->captured);
}

cudaError_t check_waited(cudaStream_t stream) {
  if (const cudaError_t error = check_stream(stream)) return error;
  return refuse_while_captured(stream);
}

cudaError_t note_time(cudaEvent_t event) {
  event->recorded = true;
  event->captured = {};
  event->time = std::chrono::steady_clock::now();
  return cudaSuccess;
}

}  // namespace

}  // namespace judge::emulated

using namespace judge::emulated;

extern "C" {

cudaError_t cudaStreamCreateWithPriority(cudaStream_t* stream, unsigned flags, int priority) {
  if (!stream || flags > cudaStreamNonBlocking) return finish(cudaErrorInvalidValue);
  *stream = streams().add({flags, priority});
  return finish(cudaSuccess);
}
cudaError_t cudaStreamCreateWithFlags(cudaStream_t* stream, unsigned flags) {
  return cudaStreamCreateWithPriority(stream, flags, 0);
}
cudaError_t cudaStreamCreate(cudaStream_t* stream) {
  return cudaStreamCreateWithPriority(stream, cudaStreamDefault, 0);
}

cudaError_t cudaStreamDestroy(cudaStream_t stream) {
  return finish(streams().remove(stream) ? cudaSuccess : cudaErrorInvalidResourceHandle);
}

cudaError_t cudaStreamSynchronize(cudaStream_t stream) { return finish(check_waited(stream)); }
cudaError_t cudaStreamQuery(cudaStream_t stream) { return finish(check_waited(stream)); }

cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned) {
  if (const cudaError_t error = check_stream(stream)) return finish(error);
  if (const cudaError_t error = check_event(event)) return finish(error);
  return finish(wait_in_capture(stream, event->captured));
}

cudaError_t cudaStreamAddCallback(cudaStream_t stream, cudaStreamCallback_t callback, void* data, unsigned flags) {
  if (!callback || flags) return finish(cudaErrorInvalidValue);
  if (const cudaError_t error = check_stream(stream)) return finish(error);
  if (const cudaError_t error = refuse_while_captured(stream)) return finish(error);
  callback(stream, cudaSuccess, data);
  return finish(cudaSuccess);
}

cudaError_t cudaStreamGetFlags(cudaStream_t stream, unsigned* flags) {
  if (const cudaError_t error = check_stream(stream)) return finish(error);
  *flags = is_builtin(stream) ? static_cast<unsigned>(cudaStreamDefault) : stream->flags;
  return finish(cudaSuccess);
}

cudaError_t cudaStreamGetPriority(cudaStream_t stream, int* priority) {
  if (const cudaError_t error = check_stream(stream)) return finish(error);
  *priority = is_builtin(stream) ? 0 : stream->priority;
  return finish(cudaSuccess);
}

cudaError_t cudaStreamAttachMemAsync(cudaStream_t stream, void*, size_t, unsigned) {
  return finish(check_stream(stream));
}

cudaError_t cudaLaunchHostFunc(cudaStream_t stream, cudaHostFn_t function, void* data) {
  if (!function) return finish(cudaErrorInvalidValue);
  if (const cudaError_t error = check_stream(stream)) return finish(error);
  return enqueue(stream, cudaGraphNodeTypeHost, [=] {
    function(data);
    return cudaSuccess;
  });
}

cudaError_t cudaEventCreateWithFlags(cudaEvent_t* event, unsigned flags) {
  if (!event || flags > 7) return finish(cudaErrorInvalidValue);
  *event = events().add({flags, false, {}, {}});
  return finish(cudaSuccess);
}
cudaError_t cudaEventCreate(cudaEvent_t* event) { return cudaEventCreateWithFlags(event, cudaEventDefault); }

cudaError_t cudaEventDestroy(cudaEvent_t event) {
  return finish(events().remove(event) ? cudaSuccess : cudaErrorInvalidResourceHandle);
}

cudaError_t cudaEventRecordWithFlags(cudaEvent_t event, cudaStream_t stream, unsigned flags) {
  if (const cudaError_t error = check_event(event)) return finish(error);
  if (const cudaError_t error = check_stream(stream)) return finish(error);
  if (capture_status(stream) == cudaStreamCaptureStatusInvalidated) return finish(cudaErrorStreamCaptureInvalidated);
  if (CapturedPoint point = captured_point(stream); point.capture != 0 && flags != cudaEventRecordExternal) {
    event->captured = std::move(point);
    return finish(cudaSuccess);
  }
  return enqueue(stream, cudaGraphNodeTypeEventRecord, [event] { return note_time(event); });
}
cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream) {
  return cudaEventRecordWithFlags(event, stream, 0);
}

cudaError_t cudaEventSynchronize(cudaEvent_t event) { return finish(check_asked(event)); }
cudaError_t cudaEventQuery(cudaEvent_t event) { return finish(check_asked(event)); }

cudaError_t cudaEventElapsedTime(float* milliseconds, cudaEvent_t start, cudaEvent_t end) {
  if (!milliseconds) return finish(cudaErrorInvalidValue);
  for (const cudaEvent_t event : {start, end}) {
    if (const cudaError_t error = check_asked(event)) return finish(error);
    if (!event->recorded || (event->flags & cudaEventDisableTiming)) return finish(cudaErrorInvalidResourceHandle);
  }
  *milliseconds = std::chrono::duration<float, std::milli>(end->time - start->time).count();
  return finish(cudaSuccess);
}
}
