// Allocation in the runtime API, over Memory.
#include "judge/emulator/runtime/captures.hpp"
#include "judge/emulator/runtime/counted_allocation.hpp"
#include "judge/emulator/runtime/errors.hpp"
#include "judge/emulator/runtime/memory.hpp"
#include "judge/emulator/runtime/registered_memory.hpp"
#include "judge/emulator/runtime/shared_arena.hpp"
#include "judge/runtime/emulated_extension.hpp"
#include "judge_emulated/runtime_api.h"

namespace judge::emulated {

namespace {

constexpr std::size_t pitch_bytes = 512;

/// What waits for the device, as freeing and allocating do: not while a stream is captured.
template <class Work>
cudaError_t outside_captures(Work work) {
  if (const cudaError_t error = refuse_in_captures()) return finish(error);
  wait_for_all();
  return finish(work());
}

cudaError_t allocate_device_memory(const char* function, void** pointer, std::size_t bytes, const Request& request) {
  if (const cudaError_t error = refuse_in_captures()) return finish(error);
  wait_for_all();
  return counted_allocation(function, [&] { return Memory::instance().allocate(pointer, bytes, MemoryKind::device, request); });
}

}  // namespace

[[gnu::tls_model("initial-exec")]] static thread_local const void* announced_code = nullptr;

Request request_of(const char* function, const void* return_address) {
  const void* const code = announced_code ? announced_code : return_address;
  announced_code = nullptr;
  return {.function = function, .code = static_cast<const char*>(code) - 1};  // inside the call
}

/// As cudaHostAlloc() gives it.
static bool is_page_locked(const void* pointer) {
  Region region;
  return Memory::instance().find(pointer, &region) && region.kind == MemoryKind::host && !region.is_pageable;
}

}  // namespace judge::emulated

using namespace judge::emulated;

extern "C" {

cudaError_t cudaMalloc(void** pointer, size_t bytes) {
  const Request request = JUDGE_REQUEST;
  return allocate_device_memory("cudaMalloc", pointer, bytes, request);
}
cudaError_t cudaFree(void* pointer) {
  return outside_captures([&] { return Memory::instance().release(pointer, {MemoryKind::device, MemoryKind::managed}); });
}
cudaError_t cudaMallocManaged(void** pointer, size_t bytes, unsigned flags) {
  if (bytes == 0 || (flags != cudaMemAttachGlobal && flags != cudaMemAttachHost)) return finish(cudaErrorInvalidValue);
  const Request request = JUDGE_REQUEST;
  host_reaches_memory = true;
  return outside_captures([&] { return Memory::instance().allocate(pointer, bytes, MemoryKind::managed, request); });
}
cudaError_t cudaMallocPitch(void** pointer, size_t* pitch, size_t width, size_t height) {
  if (!pitch) return finish(cudaErrorInvalidValue);
  *pitch = round_up(width, pitch_bytes);
  const Request request = JUDGE_REQUEST;
  return allocate_device_memory("cudaMallocPitch", pointer, *pitch * height, request);
}
cudaError_t cudaMalloc3D(cudaPitchedPtr* pointer, cudaExtent extent) {
  if (!pointer) return finish(cudaErrorInvalidValue);
  pointer->xsize = extent.width;
  pointer->ysize = extent.height;
  return cudaMallocPitch(&pointer->ptr, &pointer->pitch, extent.width, extent.height * extent.depth);
}
cudaError_t cudaHostAlloc(void** pointer, size_t bytes, unsigned) {
  const Request request = JUDGE_REQUEST;
  host_reaches_memory = true;
  return outside_captures([&] { return Memory::instance().allocate(pointer, bytes, MemoryKind::host, request); });
}
cudaError_t cudaMallocHost(void** pointer, size_t bytes) { return cudaHostAlloc(pointer, bytes, 0); }
cudaError_t cudaFreeHost(void* pointer) {
  wait_for_all();
  return finish(Memory::instance().release(pointer, {MemoryKind::host}));
}
cudaError_t cudaHostRegister(void* pointer, size_t bytes, unsigned) {
  if (!pointer || bytes == 0) return finish(cudaErrorInvalidValue);
  if (is_page_locked(pointer) || is_any_registered(pointer, bytes)) return finish(cudaErrorHostMemoryAlreadyRegistered);
  host_reaches_memory = true;
  return finish(register_memory(pointer, bytes));
}
cudaError_t cudaHostUnregister(void* pointer) {
  wait_for_all();
  return finish(unregister_memory(pointer));
}

cudaError_t cudaHostGetDevicePointer(void** device, void* host, unsigned) {
  if (!device || !(is_registered(host) || is_page_locked(host))) return finish(cudaErrorInvalidValue);
  *device = host;
  return finish(cudaSuccess);
}
cudaError_t cudaHostGetFlags(unsigned* flags, void*) {
  *flags = cudaHostAllocMapped;
  return finish(cudaSuccess);
}
cudaError_t cudaMemGetInfo(size_t* free, size_t* total) {
  if (!free || !total) return finish(cudaErrorInvalidValue);
  *total = device_memory_bytes();
  *free = *total - Memory::instance().used_bytes();
  return finish(cudaSuccess);
}

cudaError_t cudaPointerGetAttributes(cudaPointerAttributes* attributes, const void* pointer) {
  if (!attributes) return finish(cudaErrorInvalidValue);
  Region region;
  void* const plain = const_cast<void*>(pointer);
  if (is_registered(pointer)) {
    *attributes = {cudaMemoryTypeHost, 0, plain, plain};
  } else if (!Memory::instance().find(pointer, &region) || region.is_pageable) {
    *attributes = {cudaMemoryTypeUnregistered, cudaInvalidDeviceId, nullptr, plain};
  } else if (region.kind == MemoryKind::device || region.kind == MemoryKind::opened) {
    *attributes = {cudaMemoryTypeDevice, 0, plain, nullptr};
  } else {
    *attributes = {region.kind == MemoryKind::host ? cudaMemoryTypeHost : cudaMemoryTypeManaged, 0, plain, plain};
  }
  return finish(cudaSuccess);
}

cudaError_t cudaMemPrefetchAsync(const void*, size_t, int, cudaStream_t) { return finish(cudaSuccess); }
cudaError_t cudaMemAdvise(const void*, size_t, cudaMemoryAdvise, int) { return finish(cudaSuccess); }

cudaError_t cudaIpcGetMemHandle(cudaIpcMemHandle_t* handle, void* pointer) {
  return finish(Memory::instance().export_handle(handle, pointer));
}
cudaError_t cudaIpcOpenMemHandle(void** pointer, cudaIpcMemHandle_t handle, unsigned) {
  return finish(Memory::instance().open_handle(pointer, handle));
}
cudaError_t cudaIpcCloseMemHandle(void* pointer) {
  wait_for_all();
  return finish(Memory::instance().release(pointer, {MemoryKind::opened}));
}

void judgeEmulatedAllocating(const void* code) { announced_code = code; }

int judgeEmulatedSetWindow(void* pointer, std::size_t bytes, int flags, const char* name) {
  wait_for_all();
  begin_call_with_shared_memory();  // it is told before each call
  return finish(Memory::instance().set_window(pointer, bytes, flags, name));
}
}
