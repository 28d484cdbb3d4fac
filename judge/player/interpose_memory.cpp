// The allocations among the CUDA runtime functions that the player exports (interpose.cpp): they count to the attempt's limit of
// device memory, and the attempt cannot free what is the caller's.

#include <algorithm>
#include <limits>

#include "judge/player/interposed.hpp"

namespace judge {

namespace {

// Told to the runtime, too.
SeenMemory::Allocator allocating(const char* function, const void* code) {
  static const auto tell_runtime = runtime_function<void(const void*)>("judgeEmulatedAllocating");
  if (tell_runtime) tell_runtime(code);
  return tracer().memory().allocating(function, code);
}

Status note_allocation(const SeenMemory::Allocator& by, Status error, void* const* pointer, std::size_t bytes) {
  if (error == cuda::success && pointer) tracer().memory().allocated(by, *pointer, bytes);
  if (error == cuda::error_memory_allocation) tracer().memory().refused(bytes);
  return error;
}

// By the runtime's own function, so that its error is pending as after any allocation that fails.
Status refuse_memory() {
  static Real<Status(void**, std::size_t)> real("cudaMalloc");
  void* none = nullptr;
  real(&none, std::numeric_limits<std::size_t>::max() / 2);
  return cuda::error_memory_allocation;
}

}  // namespace

extern "C" {

Status cudaMalloc(void** pointer, std::size_t bytes) {
  static Real<Status(void**, std::size_t)> real("cudaMalloc");
  tracer().blocking("cudaMalloc");
  const auto by = allocating("cudaMalloc", JUDGE_CALLER);
  if (!tracer().memory().may_allocate(bytes)) return refuse_memory();
  return note_allocation(by, real(pointer, bytes), pointer, bytes);
}

Status cudaMallocManaged(void** pointer, std::size_t bytes, unsigned flags) {
  static Real<Status(void**, std::size_t, unsigned)> real("cudaMallocManaged");
  tracer().blocking("cudaMallocManaged");
  const auto by = allocating("cudaMallocManaged", JUDGE_CALLER);
  if (!tracer().memory().may_allocate(bytes)) return refuse_memory();
  return note_allocation(by, real(pointer, bytes, flags), pointer, bytes);
}

Status cudaMallocPitch(void** pointer, std::size_t* pitch, std::size_t width, std::size_t height) {
  static Real<Status(void**, std::size_t*, std::size_t, std::size_t)> real("cudaMallocPitch");
  tracer().blocking("cudaMallocPitch");
  const auto by = allocating("cudaMallocPitch", JUDGE_CALLER);
  if (!tracer().memory().may_allocate(width * height)) return refuse_memory();
  const Status error = real(pointer, pitch, width, height);
  return note_allocation(by, error, pointer, error == cuda::success ? *pitch * height : 0);
}

// cudaPitchedPtr and cudaExtent.
struct JudgePitchedPointer {
  void* pointer;
  std::size_t pitch, width, height;
};
struct JudgeExtent {
  std::size_t width, height, depth;
};

Status cudaMalloc3D(JudgePitchedPointer* pitched, JudgeExtent extent) {
  static Real<Status(JudgePitchedPointer*, JudgeExtent)> real("cudaMalloc3D");
  tracer().blocking("cudaMalloc3D");
  const auto by = allocating("cudaMalloc3D", JUDGE_CALLER);
  const std::size_t rows = extent.height * extent.depth;
  if (!tracer().memory().may_allocate(extent.width * rows)) return refuse_memory();
  const Status error = real(pitched, extent);
  return note_allocation(by, error, pitched ? &pitched->pointer : nullptr, error == cuda::success ? pitched->pitch * rows : 0);
}

// cudaChannelFormatDesc: bits of each component.
struct JudgeChannelFormat {
  int x, y, z, w, kind;
};

static std::size_t bytes_of_array(const JudgeChannelFormat* format, JudgeExtent extent) {
  const auto bits = static_cast<std::size_t>(format ? format->x + format->y + format->z + format->w : 0);
  return bits / 8 * extent.width * std::max<std::size_t>(extent.height, 1) * std::max<std::size_t>(extent.depth, 1);
}

Status cudaMallocArray(void** array, const JudgeChannelFormat* format, std::size_t width, std::size_t height, unsigned flags) {
  static Real<Status(void**, const JudgeChannelFormat*, std::size_t, std::size_t, unsigned)> real("cudaMallocArray");
  tracer().blocking("cudaMallocArray");
  const auto by = allocating("cudaMallocArray", JUDGE_CALLER);
  const std::size_t bytes = bytes_of_array(format, {width, height, 0});
  if (!tracer().memory().may_allocate(bytes)) return refuse_memory();
  return note_allocation(by, real(array, format, width, height, flags), array, bytes);
}

Status cudaMalloc3DArray(void** array, const JudgeChannelFormat* format, JudgeExtent extent, unsigned flags) {
  static Real<Status(void**, const JudgeChannelFormat*, JudgeExtent, unsigned)> real("cudaMalloc3DArray");
  tracer().blocking("cudaMalloc3DArray");
  const auto by = allocating("cudaMalloc3DArray", JUDGE_CALLER);
  const std::size_t bytes = bytes_of_array(format, extent);
  if (!tracer().memory().may_allocate(bytes)) return refuse_memory();
  return note_allocation(by, real(array, format, extent, flags), array, bytes);
}

Status cudaFreeArray(void* array) {
  static Real<Status(void*)> real("cudaFreeArray");
  tracer().blocking("cudaFreeArray");
  tracer().memory().freed(array);
  return real(array);
}

#define JUDGE_MALLOC_ASYNC(NAME, SEEN)                                                                  \
  Status NAME(void** pointer, std::size_t bytes, Stream stream) {                                       \
    static Real<Status(void**, std::size_t, Stream)> real(#NAME);                                       \
    const auto by = allocating(#NAME, JUDGE_CALLER);                                                    \
    tracer().work(SEEN);                                                                                \
    if (!tracer().memory().may_allocate(bytes)) return refuse_memory();                                 \
    return told(note_allocation(by, real(pointer, bytes, stream), pointer, bytes), SEEN, #NAME, bytes); \
  }
JUDGE_MALLOC_ASYNC(cudaMallocAsync, stream)
JUDGE_MALLOC_ASYNC(cudaMallocAsync_ptsz, per_thread_if_default(stream))

#define JUDGE_MALLOC_FROM_POOL(NAME, SEEN)                                                                    \
  Status NAME(void** pointer, std::size_t bytes, void* pool, Stream stream) {                                 \
    static Real<Status(void**, std::size_t, void*, Stream)> real(#NAME);                                      \
    const auto by = allocating(#NAME, JUDGE_CALLER);                                                          \
    tracer().work(SEEN);                                                                                      \
    if (!tracer().memory().may_allocate(bytes)) return refuse_memory();                                       \
    return told(note_allocation(by, real(pointer, bytes, pool, stream), pointer, bytes), SEEN, #NAME, bytes); \
  }
JUDGE_MALLOC_FROM_POOL(cudaMallocFromPoolAsync, stream)
JUDGE_MALLOC_FROM_POOL(cudaMallocFromPoolAsync_ptsz, per_thread_if_default(stream))

Status cudaFreeAsync(void* pointer, Stream stream) {
  static Real<Status(void*, Stream)> real("cudaFreeAsync");
  tracer().work(stream);
  if (tracer().frees_callers_memory(pointer, "cudaFreeAsync")) return cuda::error_invalid_value;
  tracer().memory().freed(pointer);
  return told(real(pointer, stream), stream, "cudaFreeAsync");
}

Status cudaFree(void* pointer) {
  static Real<Status(void*)> real("cudaFree");
  tracer().blocking("cudaFree");
  if (tracer().frees_callers_memory(pointer, "cudaFree")) return cuda::error_invalid_value;
  tracer().memory().freed(pointer);
  return real(pointer);
}

// An argument lies in memory that was opened by handle.
// Memory of this process in another one: so attempts of one run could give each other answers.
Status cudaIpcGetMemHandle(cuda::IpcMemHandle*, void*) {
  tracer().forbidden("cudaIpcGetMemHandle");
  return cuda::error_invalid_value;
}

Status cudaIpcOpenMemHandle(void**, cuda::IpcMemHandle, unsigned) {
  tracer().forbidden("cudaIpcOpenMemHandle");
  return cuda::error_invalid_value;
}

Status cudaIpcCloseMemHandle(void* pointer) {
  static Real<Status(void*)> real("cudaIpcCloseMemHandle");
  tracer().blocking("cudaIpcCloseMemHandle");
  if (tracer().frees_callers_memory(pointer, "cudaIpcCloseMemHandle")) return cuda::error_invalid_value;
  return real(pointer);
}

Status cudaMallocHost(void** pointer, std::size_t bytes) {
  static Real<Status(void**, std::size_t)> real("cudaMallocHost");
  tracer().blocking("cudaMallocHost");
  return real(pointer, bytes);
}

Status cudaHostAlloc(void** pointer, std::size_t bytes, unsigned flags) {
  static Real<Status(void**, std::size_t, unsigned)> real("cudaHostAlloc");
  tracer().blocking("cudaHostAlloc");
  return real(pointer, bytes, flags);
}

Status cudaFreeHost(void* pointer) {
  static Real<Status(void*)> real("cudaFreeHost");
  tracer().blocking("cudaFreeHost");
  if (tracer().frees_callers_memory(pointer, "cudaFreeHost")) return cuda::error_invalid_value;
  return real(pointer);
}

Status cudaHostRegister(void* pointer, std::size_t bytes, unsigned flags) {
  static Real<Status(void*, std::size_t, unsigned)> real("cudaHostRegister");
  tracer().blocking("cudaHostRegister");
  const Status error = real(pointer, bytes, flags);
  if (error == cuda::success) tracer().memory().registered(pointer);
  return error;
}

Status cudaHostUnregister(void* pointer) {
  static Real<Status(void*)> real("cudaHostUnregister");
  tracer().blocking("cudaHostUnregister");
  const Status error = real(pointer);
  if (error == cuda::success) tracer().memory().unregistered(pointer);
  return error;
}

}  // extern "C"

}  // namespace judge
