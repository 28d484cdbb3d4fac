// Streams and events. Work is done when its call returns, so a stream is only a name and an event a point in host time.
#include <chrono>
#include <mutex>
#include <set>

#include "judge_emulated/runtime_api.h"
#include "judge/emulator/runtime/errors.hpp"

struct CUstream_st {
  unsigned flags = 0;
  int priority = 0;
};

struct CUevent_st {
  unsigned flags = 0;
  bool recorded = false;
  std::chrono::steady_clock::time_point time;
};

namespace judge::emulated {

namespace {

/// The live objects of one kind, so that a handle that is none is an error and no crash.
template <class T>
class Handles {
 public:
  T* add(T value) {
    const std::lock_guard lock(m_mutex);
    return *m_live.insert(new T(value)).first;
  }
  bool remove(T* handle) {
    const std::lock_guard lock(m_mutex);
    if (!m_live.erase(handle)) return false;
    delete handle;
    return true;
  }
  bool contains(T* handle) {
    const std::lock_guard lock(m_mutex);
    return m_live.contains(handle);
  }

 private:
  std::mutex m_mutex;
  std::set<T*> m_live;
};

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

cudaError_t cudaStreamSynchronize(cudaStream_t stream) { return finish(check_stream(stream)); }
cudaError_t cudaStreamQuery(cudaStream_t stream) { return finish(check_stream(stream)); }

cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned) {
  if (const cudaError_t error = check_stream(stream)) return finish(error);
  return finish(check_event(event));
}

cudaError_t cudaStreamAddCallback(cudaStream_t stream, cudaStreamCallback_t callback, void* data, unsigned flags) {
  if (!callback || flags) return finish(cudaErrorInvalidValue);
  if (const cudaError_t error = check_stream(stream)) return finish(error);
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

cudaError_t cudaStreamIsCapturing(cudaStream_t stream, cudaStreamCaptureStatus* status) {
  if (const cudaError_t error = check_stream(stream)) return finish(error);
  *status = cudaStreamCaptureStatusNone;
  return finish(cudaSuccess);
}

cudaError_t cudaStreamAttachMemAsync(cudaStream_t stream, void*, size_t, unsigned) {
  return finish(check_stream(stream));
}

cudaError_t cudaLaunchHostFunc(cudaStream_t stream, cudaHostFn_t function, void* data) {
  if (!function) return finish(cudaErrorInvalidValue);
  if (const cudaError_t error = check_stream(stream)) return finish(error);
  function(data);
  return finish(cudaSuccess);
}

cudaError_t cudaEventCreateWithFlags(cudaEvent_t* event, unsigned flags) {
  if (!event || flags > 7) return finish(cudaErrorInvalidValue);
  *event = events().add({flags, false, {}});
  return finish(cudaSuccess);
}
cudaError_t cudaEventCreate(cudaEvent_t* event) { return cudaEventCreateWithFlags(event, cudaEventDefault); }

cudaError_t cudaEventDestroy(cudaEvent_t event) {
  return finish(events().remove(event) ? cudaSuccess : cudaErrorInvalidResourceHandle);
}

cudaError_t cudaEventRecordWithFlags(cudaEvent_t event, cudaStream_t stream, unsigned) {
  if (const cudaError_t error = check_event(event)) return finish(error);
  if (const cudaError_t error = check_stream(stream)) return finish(error);
  event->recorded = true;
  event->time = std::chrono::steady_clock::now();
  return finish(cudaSuccess);
}
cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream) {
  return cudaEventRecordWithFlags(event, stream, 0);
}

cudaError_t cudaEventSynchronize(cudaEvent_t event) { return finish(check_event(event)); }
cudaError_t cudaEventQuery(cudaEvent_t event) { return finish(check_event(event)); }

cudaError_t cudaEventElapsedTime(float* milliseconds, cudaEvent_t start, cudaEvent_t end) {
  if (!milliseconds) return finish(cudaErrorInvalidValue);
  for (const cudaEvent_t event : {start, end}) {
    if (const cudaError_t error = check_event(event)) return finish(error);
    if (!event->recorded || (event->flags & cudaEventDisableTiming)) return finish(cudaErrorInvalidResourceHandle);
  }
  *milliseconds = std::chrono::duration<float, std::milli>(end->time - start->time).count();
  return finish(cudaSuccess);
}
}
