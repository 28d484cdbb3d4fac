// Streams and events: their handles, and what calls with them mean for the order of work (stream_work.hpp).
#include <chrono>

#include "judge/emulator/runtime/captures.hpp"
#include "judge/emulator/runtime/errors.hpp"
#include "judge/emulator/runtime/handles.hpp"
#include "judge/emulator/runtime/stream_work.hpp"
#include "judge_emulated/runtime_api.h"

struct CUstream_st {
  unsigned flags = 0;
  int priority = 0;
  cudaAccessPolicyWindow window{};
  cudaSynchronizationPolicy policy = cudaSyncPolicyAuto;
  std::shared_ptr<judge::emulated::StreamState> state;
};

namespace judge::emulated {
/// One time that an event was recorded, which outlives the event.
struct EventMark {
  TaskPtr task;  ///< null: of a graph
  bool is_reached = false;
  std::chrono::steady_clock::time_point time;
};
}  // namespace judge::emulated

struct CUevent_st {
  unsigned flags = 0;
  std::shared_ptr<judge::emulated::EventMark> mark;  ///< the last one; null: never recorded
  judge::emulated::CapturedPoint captured;           ///< where it was recorded in a capture, which gives it no time
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

cudaError_t check_event(cudaEvent_t event) { return events().contains(event) ? cudaSuccess : cudaErrorInvalidResourceHandle; }

/// Of an event that the host asks about.
cudaError_t check_asked(cudaEvent_t event) {
  if (const cudaError_t error = check_event(event)) return error;
  return ask_in_capture(event->captured);
}

cudaError_t check_waited(cudaStream_t stream) {
  if (const cudaError_t error = check_stream(stream)) return error;
  return refuse_while_captured(stream);
}

/// The host waits until the device has reached the event; one that was never recorded is reached.
void wait_for_event(cudaEvent_t event) {
  if (event->mark) wait_for(event->mark->task);
}

}  // namespace

cudaError_t check_stream(cudaStream_t stream) {
  return is_builtin(stream) || streams().contains(stream) ? cudaSuccess : cudaErrorInvalidResourceHandle;
}

std::shared_ptr<StreamState> state_of(cudaStream_t stream) {
  static thread_local std::shared_ptr<StreamState> per_thread;
  if (stream == nullptr || stream == cudaStreamLegacy) return legacy_stream_state();
  if (stream != cudaStreamPerThread) return stream->state;
  if (!per_thread) per_thread = new_stream_state(StreamKind::per_thread);
  return per_thread;
}

}  // namespace judge::emulated

using namespace judge::emulated;

extern "C" {

cudaError_t cudaStreamCreateWithPriority(cudaStream_t* stream, unsigned flags, int priority) {
  if (!stream || flags > cudaStreamNonBlocking) return finish(cudaErrorInvalidValue);
  const auto kind = flags & cudaStreamNonBlocking ? StreamKind::non_blocking : StreamKind::blocking;
  *stream = streams().add({.flags = flags, .priority = priority, .state = new_stream_state(kind)});
  return finish(cudaSuccess);
}
cudaError_t cudaStreamCreateWithFlags(cudaStream_t* stream, unsigned flags) {
  return cudaStreamCreateWithPriority(stream, flags, 0);
}
cudaError_t cudaStreamCreate(cudaStream_t* stream) { return cudaStreamCreateWithPriority(stream, cudaStreamDefault, 0); }

cudaError_t cudaStreamDestroy(cudaStream_t stream) {
  if (!streams().contains(stream)) return finish(cudaErrorInvalidResourceHandle);
  forget_stream_state(stream->state);
  streams().remove(stream);
  return finish(cudaSuccess);
}

cudaError_t cudaStreamSynchronize(cudaStream_t stream) {
  if (const cudaError_t error = check_waited(stream)) return finish(error);
  wait_for_stream(stream);
  return finish(cudaSuccess);
}
// Who asks whether work is done is told so when it is: nobody has to ask twice.
cudaError_t cudaStreamQuery(cudaStream_t stream) { return cudaStreamSynchronize(stream); }

cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned) {
  if (const cudaError_t error = check_stream(stream)) return finish(error);
  if (const cudaError_t error = check_event(event)) return finish(error);
  if (const cudaError_t error = wait_in_capture(stream, event->captured)) return finish(error);
  const bool is_known = event->mark && event->mark->task;
  if (is_known && event->captured.capture == 0 && !is_captured(stream))
    give_work(stream, Duration::none, {.what = "cudaStreamWaitEvent()"}, nullptr, nullptr, event->mark->task);
  return finish(cudaSuccess);
}

cudaError_t cudaStreamAddCallback(cudaStream_t stream, cudaStreamCallback_t callback, void* data, unsigned flags) {
  if (!callback || flags) return finish(cudaErrorInvalidValue);
  if (const cudaError_t error = check_stream(stream)) return finish(error);
  if (const cudaError_t error = refuse_while_captured(stream)) return finish(error);
  return finish(give_work(stream, Duration::long_time, {.what = "a callback"}, [=] {
    callback(stream, cudaSuccess, data);
    return cudaSuccess;
  }));
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

// Kept, and without an effect. The builtin streams keep nothing here.
cudaError_t cudaStreamSetAttribute(cudaStream_t stream, cudaLaunchAttributeID attribute,
                                   const cudaLaunchAttributeValue* value) {
  if (const cudaError_t error = check_stream(stream)) return finish(error);
  if (!value) return finish(cudaErrorInvalidValue);
  if (attribute == cudaLaunchAttributeAccessPolicyWindow) {
    const cudaAccessPolicyWindow& window = value->accessPolicyWindow;
    const bool is_valid = window.hitRatio >= 0.0f && window.hitRatio <= 1.0f && window.missProp != cudaAccessPropertyPersisting;
    if (!is_valid) return finish(cudaErrorInvalidValue);
    if (!is_builtin(stream)) stream->window = window;
  } else if (attribute == cudaLaunchAttributeSynchronizationPolicy) {
    if (!is_builtin(stream)) stream->policy = value->syncPolicy;
  } else if (attribute == cudaLaunchAttributePriority) {
    if (!is_builtin(stream)) stream->priority = value->priority;
  } else {
    return finish(cudaErrorInvalidValue);
  }
  return finish(cudaSuccess);
}
cudaError_t cudaStreamGetAttribute(cudaStream_t stream, cudaLaunchAttributeID attribute, cudaLaunchAttributeValue* value) {
  if (const cudaError_t error = check_stream(stream)) return finish(error);
  if (!value) return finish(cudaErrorInvalidValue);
  const CUstream_st initial, &kept = is_builtin(stream) ? initial : *stream;
  if (attribute == cudaLaunchAttributeAccessPolicyWindow) value->accessPolicyWindow = kept.window;
  else if (attribute == cudaLaunchAttributeSynchronizationPolicy) value->syncPolicy = kept.policy;
  else if (attribute == cudaLaunchAttributePriority) value->priority = kept.priority;
  else return finish(cudaErrorInvalidValue);
  return finish(cudaSuccess);
}
cudaError_t cudaStreamCopyAttributes(cudaStream_t to, cudaStream_t from) {
  if (const cudaError_t error = check_stream(to)) return finish(error);
  if (const cudaError_t error = check_stream(from)) return finish(error);
  if (is_builtin(to) || is_builtin(from)) return finish(cudaSuccess);
  to->window = from->window;
  to->policy = from->policy;
  to->priority = from->priority;
  return finish(cudaSuccess);
}

cudaError_t cudaStreamAttachMemAsync(cudaStream_t stream, void*, size_t, unsigned) { return finish(check_stream(stream)); }

cudaError_t cudaLaunchHostFunc(cudaStream_t stream, cudaHostFn_t function, void* data) {
  if (!function) return finish(cudaErrorInvalidValue);
  if (const cudaError_t error = check_stream(stream)) return finish(error);
  return enqueue({stream, cudaGraphNodeTypeHost, "a host function"}, nullptr, [=] {
    function(data);
    return cudaSuccess;
  });
}

cudaError_t cudaEventCreateWithFlags(cudaEvent_t* event, unsigned flags) {
  if (!event || flags > 7) return finish(cudaErrorInvalidValue);
  *event = events().add({flags, nullptr, {}});
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
  const auto mark = std::make_shared<EventMark>();
  event->mark = mark;
  event->captured = {};
  const auto reach = [mark] {
    mark->is_reached = true;
    mark->time = std::chrono::steady_clock::now();
    return cudaSuccess;
  };
  if (is_captured(stream)) return enqueue({stream, cudaGraphNodeTypeEventRecord}, nullptr, reach);
  return finish(give_work(stream, Duration::none, {.what = "cudaEventRecord()"}, reach, &mark->task));
}
cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream) { return cudaEventRecordWithFlags(event, stream, 0); }

cudaError_t cudaEventSynchronize(cudaEvent_t event) {
  if (const cudaError_t error = check_asked(event)) return finish(error);
  wait_for_event(event);
  return finish(cudaSuccess);
}
cudaError_t cudaEventQuery(cudaEvent_t event) { return cudaEventSynchronize(event); }

cudaError_t cudaEventElapsedTime(float* milliseconds, cudaEvent_t start, cudaEvent_t end) {
  if (!milliseconds) return finish(cudaErrorInvalidValue);
  for (const cudaEvent_t event : {start, end}) {
    if (const cudaError_t error = check_asked(event)) return finish(error);
    wait_for_event(event);
    const bool has_time = event->mark && event->mark->is_reached && !(event->flags & cudaEventDisableTiming);
    if (!has_time) return finish(cudaErrorInvalidResourceHandle);
  }
  *milliseconds = std::chrono::duration<float, std::milli>(end->mark->time - start->mark->time).count();
  return finish(cudaSuccess);
}
}
