// Copies and fills of the runtime API.
#include "judge/emulator/runtime/copies.hpp"

#include <dlfcn.h>

#include <cstring>

#include "judge/emulator/runtime/captures.hpp"
#include "judge/emulator/runtime/memory.hpp"
#include "judge/emulator/runtime/watcher.hpp"
#include "judge_emulated/runtime_api.h"

namespace judge::emulated {

namespace {

/// A __device__ variable lies in the attempt's library.
bool is_in_a_library(const void* pointer) {
  Dl_info info;
  return ::dladdr(pointer, &info) != 0;
}

/// These bytes, which may be the device's, have values now.
void tell_watcher(const void* to, std::size_t bytes) {
  if (watcher) watcher->host_wrote(to, bytes);
}

/// One side of a copy. Device pointers must be known, and the whole range must lie in one allocation.
cudaError_t check_side(const void* pointer, std::size_t bytes, bool must_be_device) {
  if (!pointer) return cudaErrorInvalidValue;
  bool is_known = false;
  if (!Memory::instance().allows(pointer, bytes, &is_known)) return cudaErrorInvalidValue;
  if (!must_be_device || (is_known && !Memory::instance().is_pageable(pointer))) return cudaSuccess;
  return is_registered(pointer) || is_in_a_library(pointer) ? cudaSuccess : cudaErrorInvalidValue;
}

cudaError_t check_copy(const void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind) {
  if (static_cast<unsigned>(kind) > cudaMemcpyDefault) return cudaErrorInvalidMemcpyDirection;
  if (const auto error = check_side(to, bytes, kind == cudaMemcpyHostToDevice || kind == cudaMemcpyDeviceToDevice))
    return error;
  return check_side(from, bytes, kind == cudaMemcpyDeviceToHost || kind == cudaMemcpyDeviceToDevice);
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
  const OpenMemory open;
  for (std::size_t row = 0; row < height; ++row) {
    std::memmove(to.pointer + row * to.pitch, from.pointer + row * from.pitch, width);
    tell_watcher(to.pointer + row * to.pitch, width);
  }
  return cudaSuccess;
}

char* bytes_of(const void* pointer) { return static_cast<char*>(const_cast<void*>(pointer)); }

cudaError_t fill_rows(void* to, std::size_t pitch, int value, std::size_t width, std::size_t height) {
  if (width == 0 || height == 0) return cudaSuccess;
  if (const auto error = check_side(to, pitch * (height - 1) + width, true)) return error;
  const OpenMemory open;
  for (std::size_t row = 0; row < height; ++row) {
    std::memset(bytes_of(to) + row * pitch, value, width);
    tell_watcher(bytes_of(to) + row * pitch, width);
  }
  return cudaSuccess;
}

}  // namespace

cudaError_t copy(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind) {
  if (bytes == 0) return cudaSuccess;
  if (const auto error = check_copy(to, from, bytes, kind)) return error;
  const OpenMemory open;
  std::memmove(to, from, bytes);
  tell_watcher(to, bytes);
  return cudaSuccess;
}

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
  const OpenMemory open;
  std::memset(to, value, bytes);
  tell_watcher(to, bytes);
  return cudaSuccess;
}

namespace {

// The same on a stream, where they may be captured.

cudaError_t copy_on(cudaStream_t stream, void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind) {
  return enqueue(stream, cudaGraphNodeTypeMemcpy, [=] { return copy(to, from, bytes, kind); });
}

cudaError_t copy_rows_on(cudaStream_t stream, Pitched to, Pitched from, std::size_t width, std::size_t height,
                         cudaMemcpyKind kind) {
  return enqueue(stream, cudaGraphNodeTypeMemcpy, [=] { return copy_rows(to, from, width, height, kind); });
}

cudaError_t copy_box_on(cudaStream_t stream, const cudaMemcpy3DParms* box) {
  if (!box) return finish(cudaErrorInvalidValue);
  return enqueue(stream, cudaGraphNodeTypeMemcpy, [box = *box] { return copy_box(box); });
}

cudaError_t fill_on(cudaStream_t stream, void* to, int value, std::size_t bytes) {
  return enqueue(stream, cudaGraphNodeTypeMemset, [=] { return fill(to, value, bytes); });
}

cudaError_t fill_rows_on(cudaStream_t stream, Pitched to, int value, std::size_t width, std::size_t height) {
  return enqueue(stream, cudaGraphNodeTypeMemset,
                 [=] { return fill_rows(to.pointer, to.pitch, value, width, height); });
}

cudaError_t fill_box_on(cudaStream_t stream, const cudaPitchedPtr& to, int value, const cudaExtent& extent) {
  return enqueue(stream, cudaGraphNodeTypeMemset, [=] {
    for (std::size_t z = 0; z < extent.depth; ++z)
      if (const auto error =
              fill_rows(bytes_of(to.ptr) + z * to.ysize * to.pitch, to.pitch, value, extent.width, extent.height))
        return error;
    return cudaSuccess;
  });
}

cudaError_t copy_to_symbol_on(cudaStream_t stream, const void* symbol, const void* from, std::size_t bytes,
                              std::size_t offset) {
  if (!symbol) return finish(cudaErrorInvalidValue);
  return copy_on(stream, bytes_of(symbol) + offset, from, bytes, cudaMemcpyDefault);
}

cudaError_t copy_from_symbol_on(cudaStream_t stream, void* to, const void* symbol, std::size_t bytes,
                                std::size_t offset) {
  if (!symbol) return finish(cudaErrorInvalidValue);
  return copy_on(stream, to, bytes_of(symbol) + offset, bytes, cudaMemcpyDefault);
}

}  // namespace

cudaError_t check_filled(const void* to, std::size_t bytes) { return check_side(to, bytes, true); }

}  // namespace judge::emulated

using namespace judge::emulated;

extern "C" {

cudaError_t cudaMemcpy(void* to, const void* from, size_t bytes, cudaMemcpyKind kind) {
  return copy_on(nullptr, to, from, bytes, kind);
}
cudaError_t cudaMemcpyAsync(void* to, const void* from, size_t bytes, cudaMemcpyKind kind, cudaStream_t stream) {
  return copy_on(stream, to, from, bytes, kind);
}
cudaError_t cudaMemcpyPeer(void* to, int, const void* from, int, size_t bytes) {
  return copy_on(nullptr, to, from, bytes, cudaMemcpyDeviceToDevice);
}
cudaError_t cudaMemcpyPeerAsync(void* to, int, const void* from, int, size_t bytes, cudaStream_t stream) {
  return copy_on(stream, to, from, bytes, cudaMemcpyDeviceToDevice);
}
cudaError_t cudaMemcpy2D(void* to, size_t to_pitch, const void* from, size_t from_pitch, size_t width, size_t height,
                         cudaMemcpyKind kind) {
  return copy_rows_on(nullptr, {bytes_of(to), to_pitch}, {bytes_of(from), from_pitch}, width, height, kind);
}
cudaError_t cudaMemcpy2DAsync(void* to, size_t to_pitch, const void* from, size_t from_pitch, size_t width,
                              size_t height, cudaMemcpyKind kind, cudaStream_t stream) {
  return copy_rows_on(stream, {bytes_of(to), to_pitch}, {bytes_of(from), from_pitch}, width, height, kind);
}
cudaError_t cudaMemcpy3D(const cudaMemcpy3DParms* box) { return copy_box_on(nullptr, box); }
cudaError_t cudaMemcpy3DAsync(const cudaMemcpy3DParms* box, cudaStream_t stream) { return copy_box_on(stream, box); }

cudaError_t cudaMemset(void* to, int value, size_t bytes) { return fill_on(nullptr, to, value, bytes); }
cudaError_t cudaMemsetAsync(void* to, int value, size_t bytes, cudaStream_t stream) {
  return fill_on(stream, to, value, bytes);
}
cudaError_t cudaMemset2D(void* to, size_t pitch, int value, size_t width, size_t height) {
  return fill_rows_on(nullptr, {bytes_of(to), pitch}, value, width, height);
}
cudaError_t cudaMemset2DAsync(void* to, size_t pitch, int value, size_t width, size_t height, cudaStream_t stream) {
  return fill_rows_on(stream, {bytes_of(to), pitch}, value, width, height);
}
cudaError_t cudaMemset3D(cudaPitchedPtr to, int value, cudaExtent extent) {
  return fill_box_on(nullptr, to, value, extent);
}
cudaError_t cudaMemset3DAsync(cudaPitchedPtr to, int value, cudaExtent extent, cudaStream_t stream) {
  return fill_box_on(stream, to, value, extent);
}

cudaError_t cudaMemcpyToSymbol(const void* symbol, const void* from, size_t bytes, size_t offset, cudaMemcpyKind) {
  return copy_to_symbol_on(nullptr, symbol, from, bytes, offset);
}
cudaError_t cudaMemcpyToSymbolAsync(const void* symbol, const void* from, size_t bytes, size_t offset, cudaMemcpyKind,
                                    cudaStream_t stream) {
  return copy_to_symbol_on(stream, symbol, from, bytes, offset);
}
cudaError_t cudaMemcpyFromSymbol(void* to, const void* symbol, size_t bytes, size_t offset, cudaMemcpyKind) {
  return copy_from_symbol_on(nullptr, to, symbol, bytes, offset);
}
cudaError_t cudaMemcpyFromSymbolAsync(void* to, const void* symbol, size_t bytes, size_t offset, cudaMemcpyKind,
                                      cudaStream_t stream) {
  return copy_from_symbol_on(stream, to, symbol, bytes, offset);
}
cudaError_t cudaGetSymbolAddress(void** pointer, const void* symbol) {
  if (!pointer || !symbol) return finish(cudaErrorInvalidSymbol);
  *pointer = const_cast<void*>(symbol);
  return finish(cudaSuccess);
}
}
