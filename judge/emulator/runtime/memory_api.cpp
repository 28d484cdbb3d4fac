// The memory functions of the runtime API over Memory.
#include <dlfcn.h>

#include <cstring>
#include <map>
#include <mutex>

#include "judge_emulated/runtime_api.h"
#include "judge/emulator/runtime/errors.hpp"
#include "judge/emulator/runtime/memory.hpp"
#include "judge/runtime/emulated_extension.hpp"

namespace judge::emulated {

namespace {

constexpr std::size_t pitch_bytes = 512;

/// Host memory that cudaHostRegister took in: start -> size.
class RegisteredHostMemory {
 public:
  cudaError_t add(void* pointer, std::size_t bytes) {
    const std::lock_guard lock(m_mutex);
    return m_ranges.emplace(static_cast<char*>(pointer), bytes).second ? cudaSuccess
                                                                       : cudaErrorHostMemoryAlreadyRegistered;
  }
  cudaError_t remove(void* pointer) {
    const std::lock_guard lock(m_mutex);
    return m_ranges.erase(static_cast<char*>(pointer)) ? cudaSuccess : cudaErrorHostMemoryNotRegistered;
  }
  bool contains(const void* pointer) {
    const std::lock_guard lock(m_mutex);
    auto found = m_ranges.upper_bound(static_cast<char*>(const_cast<void*>(pointer)));
    return found != m_ranges.begin() && (--found, static_cast<const char*>(pointer) < found->first + found->second);
  }

 private:
  std::mutex m_mutex;
  std::map<char*, std::size_t> m_ranges;
};

RegisteredHostMemory& registered() {
  static auto* ranges = new RegisteredHostMemory;
  return *ranges;
}

/// A __device__ variable lies in the attempt's library.
bool is_in_a_library(const void* pointer) {
  Dl_info info;
  return ::dladdr(pointer, &info) != 0;
}

/// One side of a copy. Device pointers must be known, and the whole range must lie in one allocation.
cudaError_t check_side(const void* pointer, std::size_t bytes, bool must_be_device) {
  if (!pointer) return cudaErrorInvalidValue;
  bool is_known = false;
  if (!Memory::instance().allows(pointer, bytes, &is_known)) return cudaErrorInvalidValue;
  if (is_known || !must_be_device || registered().contains(pointer) || is_in_a_library(pointer)) return cudaSuccess;
  return cudaErrorInvalidValue;
}

cudaError_t check_copy(const void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind) {
  if (static_cast<unsigned>(kind) > cudaMemcpyDefault) return cudaErrorInvalidMemcpyDirection;
  if (const auto error = check_side(to, bytes, kind == cudaMemcpyHostToDevice || kind == cudaMemcpyDeviceToDevice))
    return error;
  return check_side(from, bytes, kind == cudaMemcpyDeviceToHost || kind == cudaMemcpyDeviceToDevice);
}

cudaError_t copy(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind) {
  if (bytes == 0) return cudaSuccess;
  if (const auto error = check_copy(to, from, bytes, kind)) return error;
  std::memmove(to, from, bytes);
  return cudaSuccess;
}

struct Pitched {
  char* pointer;
  std::size_t pitch;
};

cudaError_t copy_rows(Pitched to, Pitched from, std::size_t width, std::size_t height, cudaMemcpyKind kind) {
  if (width == 0 || height == 0) return cudaSuccess;
  if (width > to.pitch || width > from.pitch) return cudaErrorInvalidValue;
  if (const auto error = check_copy(to.pointer, from.pointer, 0, kind)) return error;
  if (const auto error = check_side(to.pointer, to.pitch * (height - 1) + width, false)) return error;
  if (const auto error = check_side(from.pointer, from.pitch * (height - 1) + width, false)) return error;
  for (std::size_t row = 0; row < height; ++row)
    std::memmove(to.pointer + row * to.pitch, from.pointer + row * from.pitch, width);
  return cudaSuccess;
}

char* bytes_of(const void* pointer) { return static_cast<char*>(const_cast<void*>(pointer)); }

cudaError_t copy_box(const cudaMemcpy3DParms& box) {
  if (box.srcArray || box.dstArray) return cudaErrorNotSupported;
  for (std::size_t z = 0; z < box.extent.depth; ++z) {
    const auto plane = [z](const cudaPitchedPtr& memory, const cudaPos& at) {
      return bytes_of(memory.ptr) + ((at.z + z) * memory.ysize + at.y) * memory.pitch + at.x;
    };
    if (const auto error = copy_rows({plane(box.dstPtr, box.dstPos), box.dstPtr.pitch},
                                     {plane(box.srcPtr, box.srcPos), box.srcPtr.pitch}, box.extent.width,
                                     box.extent.height, box.kind))
      return error;
  }
  return cudaSuccess;
}

cudaError_t fill(void* to, int value, std::size_t bytes) {
  if (bytes == 0) return cudaSuccess;
  if (const auto error = check_side(to, bytes, true)) return error;
  std::memset(to, value, bytes);
  return cudaSuccess;
}

cudaError_t fill_rows(void* to, std::size_t pitch, int value, std::size_t width, std::size_t height) {
  if (width == 0 || height == 0) return cudaSuccess;
  if (const auto error = check_side(to, pitch * (height - 1) + width, true)) return error;
  for (std::size_t row = 0; row < height; ++row) std::memset(bytes_of(to) + row * pitch, value, width);
  return cudaSuccess;
}

}  // namespace

}  // namespace judge::emulated

using namespace judge::emulated;

extern "C" {

cudaError_t cudaMalloc(void** pointer, size_t bytes) {
  return finish(Memory::instance().allocate(pointer, bytes, MemoryKind::device));
}
cudaError_t cudaFree(void* pointer) {
  return finish(Memory::instance().release(pointer, {MemoryKind::device, MemoryKind::managed}));
}
cudaError_t cudaMallocManaged(void** pointer, size_t bytes, unsigned flags) {
  if (bytes == 0 || (flags != cudaMemAttachGlobal && flags != cudaMemAttachHost)) return finish(cudaErrorInvalidValue);
  return finish(Memory::instance().allocate(pointer, bytes, MemoryKind::managed));
}
cudaError_t cudaMallocPitch(void** pointer, size_t* pitch, size_t width, size_t height) {
  if (!pitch) return finish(cudaErrorInvalidValue);
  *pitch = round_up(width, pitch_bytes);
  return cudaMalloc(pointer, *pitch * height);
}
cudaError_t cudaMalloc3D(cudaPitchedPtr* pointer, cudaExtent extent) {
  if (!pointer) return finish(cudaErrorInvalidValue);
  pointer->xsize = extent.width;
  pointer->ysize = extent.height;
  return cudaMallocPitch(&pointer->ptr, &pointer->pitch, extent.width, extent.height * extent.depth);
}
cudaError_t cudaMallocAsync(void** pointer, size_t bytes, cudaStream_t) { return cudaMalloc(pointer, bytes); }
cudaError_t cudaFreeAsync(void* pointer, cudaStream_t) { return cudaFree(pointer); }
cudaError_t cudaHostAlloc(void** pointer, size_t bytes, unsigned) {
  return finish(Memory::instance().allocate(pointer, bytes, MemoryKind::host));
}
cudaError_t cudaMallocHost(void** pointer, size_t bytes) { return cudaHostAlloc(pointer, bytes, 0); }
cudaError_t cudaFreeHost(void* pointer) { return finish(Memory::instance().release(pointer, {MemoryKind::host})); }
cudaError_t cudaHostRegister(void* pointer, size_t bytes, unsigned) {
  return finish(pointer && bytes ? registered().add(pointer, bytes) : cudaErrorInvalidValue);
}
cudaError_t cudaHostUnregister(void* pointer) { return finish(registered().remove(pointer)); }

cudaError_t cudaHostGetDevicePointer(void** device, void* host, unsigned) {
  Region region;
  const bool is_pinned = registered().contains(host) ||
                         (Memory::instance().find(host, &region) && region.kind == MemoryKind::host);
  if (!device || !is_pinned) return finish(cudaErrorInvalidValue);
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
  if (registered().contains(pointer)) {
    *attributes = {cudaMemoryTypeHost, 0, plain, plain};
  } else if (!Memory::instance().find(pointer, &region)) {
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
  return finish(Memory::instance().release(pointer, {MemoryKind::opened}));
}

cudaError_t cudaDeviceGetDefaultMemPool(cudaMemPool_t* pool, int device) {
  static char the_pool;
  if (!pool || device != 0) return finish(cudaErrorInvalidValue);
  *pool = reinterpret_cast<cudaMemPool_t>(&the_pool);
  return finish(cudaSuccess);
}
cudaError_t cudaDeviceGetMemPool(cudaMemPool_t* pool, int device) { return cudaDeviceGetDefaultMemPool(pool, device); }
cudaError_t cudaMemPoolSetAttribute(cudaMemPool_t, int, void*) { return finish(cudaSuccess); }
cudaError_t cudaMemPoolGetAttribute(cudaMemPool_t, int, void*) { return finish(cudaErrorNotSupported); }
cudaError_t cudaMemPoolTrimTo(cudaMemPool_t, size_t) { return finish(cudaSuccess); }

cudaError_t cudaMemcpy(void* to, const void* from, size_t bytes, cudaMemcpyKind kind) {
  return finish(copy(to, from, bytes, kind));
}
cudaError_t cudaMemcpyAsync(void* to, const void* from, size_t bytes, cudaMemcpyKind kind, cudaStream_t) {
  return finish(copy(to, from, bytes, kind));
}
cudaError_t cudaMemcpy2D(void* to, size_t to_pitch, const void* from, size_t from_pitch, size_t width, size_t height,
                         cudaMemcpyKind kind) {
  return finish(copy_rows({bytes_of(to), to_pitch}, {bytes_of(from), from_pitch}, width, height, kind));
}
cudaError_t cudaMemcpy2DAsync(void* to, size_t to_pitch, const void* from, size_t from_pitch, size_t width,
                              size_t height, cudaMemcpyKind kind, cudaStream_t) {
  return cudaMemcpy2D(to, to_pitch, from, from_pitch, width, height, kind);
}
cudaError_t cudaMemcpy3D(const cudaMemcpy3DParms* box) { return finish(box ? copy_box(*box) : cudaErrorInvalidValue); }
cudaError_t cudaMemcpy3DAsync(const cudaMemcpy3DParms* box, cudaStream_t) { return cudaMemcpy3D(box); }
cudaError_t cudaMemcpyPeer(void* to, int, const void* from, int, size_t bytes) {
  return finish(copy(to, from, bytes, cudaMemcpyDeviceToDevice));
}
cudaError_t cudaMemcpyPeerAsync(void* to, int, const void* from, int, size_t bytes, cudaStream_t) {
  return finish(copy(to, from, bytes, cudaMemcpyDeviceToDevice));
}
cudaError_t cudaMemset(void* to, int value, size_t bytes) { return finish(fill(to, value, bytes)); }
cudaError_t cudaMemsetAsync(void* to, int value, size_t bytes, cudaStream_t) { return finish(fill(to, value, bytes)); }
cudaError_t cudaMemset2D(void* to, size_t pitch, int value, size_t width, size_t height) {
  return finish(fill_rows(to, pitch, value, width, height));
}
cudaError_t cudaMemset2DAsync(void* to, size_t pitch, int value, size_t width, size_t height, cudaStream_t) {
  return finish(fill_rows(to, pitch, value, width, height));
}
cudaError_t cudaMemset3D(cudaPitchedPtr to, int value, cudaExtent extent) {
  for (std::size_t z = 0; z < extent.depth; ++z)
    if (const auto error =
            fill_rows(bytes_of(to.ptr) + z * to.ysize * to.pitch, to.pitch, value, extent.width, extent.height))
      return finish(error);
  return finish(cudaSuccess);
}

cudaError_t cudaMemcpyToSymbol(const void* symbol, const void* from, size_t bytes, size_t offset, cudaMemcpyKind) {
  if (!symbol) return finish(cudaErrorInvalidValue);
  return finish(copy(bytes_of(symbol) + offset, from, bytes, cudaMemcpyDefault));
}
cudaError_t cudaMemcpyToSymbolAsync(const void* symbol, const void* from, size_t bytes, size_t offset,
                                    cudaMemcpyKind kind, cudaStream_t) {
  return cudaMemcpyToSymbol(symbol, from, bytes, offset, kind);
}
cudaError_t cudaMemcpyFromSymbol(void* to, const void* symbol, size_t bytes, size_t offset, cudaMemcpyKind) {
  if (!symbol) return finish(cudaErrorInvalidValue);
  return finish(copy(to, bytes_of(symbol) + offset, bytes, cudaMemcpyDefault));
}
cudaError_t cudaMemcpyFromSymbolAsync(void* to, const void* symbol, size_t bytes, size_t offset, cudaMemcpyKind kind,
                                      cudaStream_t) {
  return cudaMemcpyFromSymbol(to, symbol, bytes, offset, kind);
}
cudaError_t cudaGetSymbolAddress(void** pointer, const void* symbol) {
  if (!pointer || !symbol) return finish(cudaErrorInvalidSymbol);
  *pointer = const_cast<void*>(symbol);
  return finish(cudaSuccess);
}

int judgeEmulatedSetWindow(void* pointer, std::size_t bytes, int read_only, const char* name) {
  return finish(Memory::instance().set_window(pointer, bytes, read_only != 0, name));
}
}
