// Copies and fills of the runtime API.
#include "judge/emulator/runtime/copies.hpp"

#include <cstring>
#include <memory>
#include <vector>

#include "judge/emulator/runtime/arrays.hpp"
#include "judge/emulator/runtime/captures.hpp"
#include "judge/emulator/runtime/errors.hpp"
#include "judge/emulator/runtime/host_pointers.hpp"
#include "judge/emulator/runtime/memory.hpp"
#include "judge/emulator/runtime/registered_memory.hpp"
#include "judge/emulator/runtime/watcher.hpp"
#include "judge_emulated/runtime_api.h"

namespace judge::emulated {

namespace {

/// These bytes, which may be the device's, have values now; `from` is null where they come from nowhere.
void tell_watcher(const void* to, const void* from, std::size_t bytes) {
  if (!watcher) return;
  if (from) watcher->work_accesses(from, bytes, false);
  watcher->work_accesses(to, bytes, true);
  watcher->host_wrote(to, bytes);
}

/// One side of a copy. Device pointers must be known, and the whole range must lie in one allocation.
cudaError_t check_side(const void* pointer, std::size_t bytes, bool must_be_device) {
  if (!pointer) return cudaErrorInvalidValue;
  bool is_known = false;
  if (!Memory::instance().allows(pointer, bytes, &is_known)) {
    // Beside an argument a GPU's copy finds the judge's own bytes: no error that an attempt may pass over.
    Region region;
    if (Memory::instance().find(pointer, &region) && region.name[0]) make_sticky(cudaErrorInvalidValue);
    return cudaErrorInvalidValue;
  }
  if (!must_be_device || (is_known && !Memory::instance().is_pageable(pointer))) return cudaSuccess;
  return is_registered(pointer) || is_in_a_library(pointer) ? cudaSuccess : cudaErrorInvalidValue;
}

cudaError_t check_copy(const void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind) {
  if (static_cast<unsigned>(kind) > cudaMemcpyDefault) return cudaErrorInvalidMemcpyDirection;
  if (const auto error = check_side(to, bytes, kind == cudaMemcpyHostToDevice || kind == cudaMemcpyDeviceToDevice))
    return error;
  return check_side(from, bytes, kind == cudaMemcpyDeviceToHost || kind == cudaMemcpyDeviceToDevice);
}

cudaError_t check_rows(Pitched to, Pitched from, std::size_t width, std::size_t height, cudaMemcpyKind kind) {
  if (width == 0 || height == 0) return cudaSuccess;
  if (width > to.pitch || width > from.pitch) return cudaErrorInvalidValue;
  if (const auto error = check_copy(to.pointer, from.pointer, 0, kind)) return error;
  if (const auto error = check_side(to.pointer, to.pitch * (height - 1) + width, false)) return error;
  return check_side(from.pointer, from.pitch * (height - 1) + width, false);
}

cudaError_t copy_rows(Pitched to, Pitched from, std::size_t width, std::size_t height, cudaMemcpyKind kind) {
  if (const auto error = check_rows(to, from, width, height, kind)) return error;
  const OpenMemory open;
  for (std::size_t row = 0; row < height && width > 0; ++row) {
    std::memmove(to.pointer + row * to.pitch, from.pointer + row * from.pitch, width);
    tell_watcher(to.pointer + row * to.pitch, from.pointer + row * from.pitch, width);
  }
  return cudaSuccess;
}

char* bytes_of(const void* pointer) { return static_cast<char*>(const_cast<void*>(pointer)); }

cudaError_t check_filled_rows(const void* to, std::size_t pitch, std::size_t width, std::size_t height) {
  return width == 0 || height == 0 ? cudaSuccess : check_side(to, pitch * (height - 1) + width, true);
}

cudaError_t fill_rows(void* to, std::size_t pitch, int value, std::size_t width, std::size_t height) {
  if (const auto error = check_filled_rows(to, pitch, width, height)) return error;
  const OpenMemory open;
  for (std::size_t row = 0; row < height && width > 0; ++row) {
    std::memset(bytes_of(to) + row * pitch, value, width);
    tell_watcher(bytes_of(to) + row * pitch, nullptr, width);
  }
  return cudaSuccess;
}

/// One plane of a box.
Pitched plane(const cudaPitchedPtr& memory, const cudaPos& at, std::size_t z) {
  return {bytes_of(memory.ptr) + ((at.z + z) * memory.ysize + at.y) * memory.pitch + at.x, memory.pitch};
}

template <class Visit>
cudaError_t for_each_plane(const cudaMemcpy3DParms& box, Visit visit) {
  if (box.srcArray || box.dstArray) return cudaErrorNotSupported;  // in a graph
  for (std::size_t z = 0; z < box.extent.depth; ++z)
    if (const auto error = visit(plane(box.dstPtr, box.dstPos, z), plane(box.srcPtr, box.srcPos, z))) return error;
  return cudaSuccess;
}

}  // namespace

cudaError_t copy(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind) {
  if (bytes == 0) return cudaSuccess;
  if (const auto error = check_copy(to, from, bytes, kind)) return error;
  const OpenMemory open;
  std::memmove(to, from, bytes);
  tell_watcher(to, from, bytes);
  return cudaSuccess;
}

cudaError_t copy_box(const cudaMemcpy3DParms& box) {
  return for_each_plane(
      box, [&](Pitched to, Pitched from) { return copy_rows(to, from, box.extent.width, box.extent.height, box.kind); });
}

cudaError_t fill(void* to, int value, std::size_t bytes) {
  if (bytes == 0) return cudaSuccess;
  if (const auto error = check_side(to, bytes, true)) return error;
  const OpenMemory open;
  std::memset(to, value, bytes);
  tell_watcher(to, nullptr, bytes);
  return cudaSuccess;
}

namespace {

// The same on a stream, where they may wait or be captured.

constexpr std::size_t most_short_bytes = 64 << 10;  // what is copied or filled in the time that a call takes

enum class Place { device, page_locked, pageable };

/// Where one side of a copy lies. What nobody allocated here is host memory, or a __device__ variable if the copy's kind
/// says so.
Place place_of(const void* pointer, bool is_device) {
  Region region;
  if (Memory::instance().find(pointer, &region) && !Memory::instance().is_pageable(pointer))
    return region.kind == MemoryKind::host ? Place::page_locked : Place::device;
  if (is_registered(pointer)) return Place::page_locked;
  return is_device ? Place::device : Place::pageable;
}

/// Between which places a copy goes, and so what CUDA does with the host meanwhile.
struct Route {
  Place to, from;
  Route(const void* to_pointer, const void* from_pointer, cudaMemcpyKind kind)
      : to(place_of(to_pointer, kind == cudaMemcpyHostToDevice || kind == cudaMemcpyDeviceToDevice)),
        from(place_of(from_pointer, kind == cudaMemcpyDeviceToHost || kind == cudaMemcpyDeviceToDevice)) {}

  bool is_inside_device() const { return to == Place::device && from == Place::device; }
  /// An asynchronous copy to or from pageable memory has done with it when it returns.
  bool waits_all_the_same() const { return to == Place::pageable || from == Place::pageable; }
};

StreamCall call_of(const CopyCall& call, const Route& route, std::size_t bytes) {
  const bool waits = call.is_asynchronous ? route.waits_all_the_same() : !route.is_inside_device();
  return {call.stream, cudaGraphNodeTypeMemcpy,
          call.name,   bytes <= most_short_bytes ? Duration::short_time : Duration::long_time,
          waits,       route.to != Place::device};
}

StreamCall fill_of(const CopyCall& call, const void* to, std::size_t bytes) {
  const Duration duration = bytes <= most_short_bytes ? Duration::short_time : Duration::long_time;
  const bool is_hosts = place_of(to, true) != Place::device;
  return {call.stream, cudaGraphNodeTypeMemset, call.name, duration, !call.is_asynchronous && is_hosts, is_hosts};
}

/// A small copy from pageable memory takes its bytes along when it is called.
cudaError_t copy_staged(const StreamCall& call, void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind) {
  const auto* const begin = static_cast<const char*>(from);
  const auto staged = std::make_shared<std::vector<char>>(begin, begin + bytes);
  StreamCall goes_on = call;
  goes_on.waits = false;
  return enqueue(goes_on, nullptr, [=] {
    if (const auto error = check_side(to, bytes, kind == cudaMemcpyHostToDevice)) return error;
    const OpenMemory open;
    std::memcpy(to, staged->data(), bytes);
    tell_watcher(to, nullptr, bytes);
    return cudaSuccess;
  });
}

cudaError_t copy_on(const CopyCall& call, void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind) {
  const Route route(to, from, kind);
  const StreamCall on_stream = call_of(call, route, bytes);
  const bool is_staged = call.is_asynchronous && route.to == Place::device && route.from == Place::pageable && bytes > 0 &&
                         bytes <= most_short_bytes && !is_captured(call.stream) &&
                         check_copy(to, from, bytes, kind) == cudaSuccess;
  if (is_staged) return copy_staged(on_stream, to, from, bytes, kind);
  return enqueue(
      on_stream, [=] { return bytes ? check_copy(to, from, bytes, kind) : cudaSuccess; },
      [=] { return copy(to, from, bytes, kind); });
}

cudaError_t copy_box_on(const CopyCall& call, const cudaMemcpy3DParms* asked) {
  if (!asked) return finish(cudaErrorInvalidValue);
  cudaMemcpy3DParms box = *asked;
  if (const auto error = replace_arrays(box)) return finish(error);
  const std::size_t bytes = box.extent.width * box.extent.height * box.extent.depth;
  const auto check = [box] {
    return for_each_plane(
        box, [&](Pitched to, Pitched from) { return check_rows(to, from, box.extent.width, box.extent.height, box.kind); });
  };
  return enqueue(call_of(call, Route(box.dstPtr.ptr, box.srcPtr.ptr, box.kind), bytes), check, [box] { return copy_box(box); });
}

cudaError_t fill_on(const CopyCall& call, void* to, int value, std::size_t bytes) {
  return enqueue(
      fill_of(call, to, bytes), [=] { return bytes ? check_side(to, bytes, true) : cudaSuccess; },
      [=] { return fill(to, value, bytes); });
}

cudaError_t fill_rows_on(const CopyCall& call, Pitched to, int value, std::size_t width, std::size_t height) {
  return enqueue(
      fill_of(call, to.pointer, width * height), [=] { return check_filled_rows(to.pointer, to.pitch, width, height); },
      [=] { return fill_rows(to.pointer, to.pitch, value, width, height); });
}

cudaError_t fill_box_on(const CopyCall& call, const cudaPitchedPtr& to, int value, const cudaExtent& extent) {
  const auto for_each = [=](auto visit) {
    for (std::size_t z = 0; z < extent.depth; ++z)
      if (const cudaError_t error = visit(bytes_of(to.ptr) + z * to.ysize * to.pitch)) return error;
    return cudaSuccess;
  };
  const auto check = [=] {
    return for_each([&](char* at) { return check_filled_rows(at, to.pitch, extent.width, extent.height); });
  };
  return enqueue(fill_of(call, to.ptr, extent.width * extent.height * extent.depth), check, [=] {
    return for_each([&](char* at) { return fill_rows(at, to.pitch, value, extent.width, extent.height); });
  });
}

/// Of a __device__ variable: the kind says that it lies on the device, which its address does not.
cudaError_t copy_symbol_on(const CopyCall& call, void* to, const void* from, const void* symbol, std::size_t bytes) {
  const Route route(to, from, to == symbol ? cudaMemcpyHostToDevice : cudaMemcpyDeviceToHost);
  return enqueue(
      call_of(call, route, bytes), [=] { return bytes ? check_copy(to, from, bytes, cudaMemcpyDefault) : cudaSuccess; },
      [=] { return copy(to, from, bytes, cudaMemcpyDefault); });
}

cudaError_t copy_to_symbol_on(const CopyCall& call, const void* symbol, const void* from, std::size_t bytes,
                              std::size_t offset) {
  if (!symbol) return finish(cudaErrorInvalidValue);
  return copy_symbol_on(call, bytes_of(symbol) + offset, from, bytes_of(symbol) + offset, bytes);
}

cudaError_t copy_from_symbol_on(const CopyCall& call, void* to, const void* symbol, std::size_t bytes, std::size_t offset) {
  if (!symbol) return finish(cudaErrorInvalidValue);
  return copy_symbol_on(call, to, bytes_of(symbol) + offset, bytes_of(symbol) + offset, bytes);
}

}  // namespace

cudaError_t copy_rows_on(const CopyCall& call, Pitched to, Pitched from, std::size_t width, std::size_t height,
                         cudaMemcpyKind kind) {
  return enqueue(
      call_of(call, Route(to.pointer, from.pointer, kind), width * height),
      [=] { return check_rows(to, from, width, height, kind); }, [=] { return copy_rows(to, from, width, height, kind); });
}

cudaError_t check_filled(const void* to, std::size_t bytes) { return check_side(to, bytes, true); }

}  // namespace judge::emulated

using namespace judge::emulated;

extern "C" {

cudaError_t cudaMemcpy(void* to, const void* from, size_t bytes, cudaMemcpyKind kind) {
  return copy_on({nullptr, "cudaMemcpy()", false}, to, from, bytes, kind);
}
cudaError_t cudaMemcpyAsync(void* to, const void* from, size_t bytes, cudaMemcpyKind kind, cudaStream_t stream) {
  return copy_on({stream, "cudaMemcpyAsync()", true}, to, from, bytes, kind);
}
cudaError_t cudaMemcpyPeer(void* to, int, const void* from, int, size_t bytes) {
  return copy_on({nullptr, "cudaMemcpyPeer()", false}, to, from, bytes, cudaMemcpyDeviceToDevice);
}
cudaError_t cudaMemcpyPeerAsync(void* to, int, const void* from, int, size_t bytes, cudaStream_t stream) {
  return copy_on({stream, "cudaMemcpyPeerAsync()", true}, to, from, bytes, cudaMemcpyDeviceToDevice);
}
cudaError_t cudaMemcpy2D(void* to, size_t to_pitch, const void* from, size_t from_pitch, size_t width, size_t height,
                         cudaMemcpyKind kind) {
  return copy_rows_on({nullptr, "cudaMemcpy2D()", false}, {bytes_of(to), to_pitch}, {bytes_of(from), from_pitch}, width, height,
                      kind);
}
cudaError_t cudaMemcpy2DAsync(void* to, size_t to_pitch, const void* from, size_t from_pitch, size_t width, size_t height,
                              cudaMemcpyKind kind, cudaStream_t stream) {
  return copy_rows_on({stream, "cudaMemcpy2DAsync()", true}, {bytes_of(to), to_pitch}, {bytes_of(from), from_pitch}, width,
                      height, kind);
}
cudaError_t cudaMemcpy3D(const cudaMemcpy3DParms* box) { return copy_box_on({nullptr, "cudaMemcpy3D()", false}, box); }
cudaError_t cudaMemcpy3DAsync(const cudaMemcpy3DParms* box, cudaStream_t stream) {
  return copy_box_on({stream, "cudaMemcpy3DAsync()", true}, box);
}

cudaError_t cudaMemset(void* to, int value, size_t bytes) {
  return fill_on({nullptr, "cudaMemset()", false}, to, value, bytes);
}
cudaError_t cudaMemsetAsync(void* to, int value, size_t bytes, cudaStream_t stream) {
  return fill_on({stream, "cudaMemsetAsync()", true}, to, value, bytes);
}
cudaError_t cudaMemset2D(void* to, size_t pitch, int value, size_t width, size_t height) {
  return fill_rows_on({nullptr, "cudaMemset2D()", false}, {bytes_of(to), pitch}, value, width, height);
}
cudaError_t cudaMemset2DAsync(void* to, size_t pitch, int value, size_t width, size_t height, cudaStream_t stream) {
  return fill_rows_on({stream, "cudaMemset2DAsync()", true}, {bytes_of(to), pitch}, value, width, height);
}
cudaError_t cudaMemset3D(cudaPitchedPtr to, int value, cudaExtent extent) {
  return fill_box_on({nullptr, "cudaMemset3D()", false}, to, value, extent);
}
cudaError_t cudaMemset3DAsync(cudaPitchedPtr to, int value, cudaExtent extent, cudaStream_t stream) {
  return fill_box_on({stream, "cudaMemset3DAsync()", true}, to, value, extent);
}

cudaError_t cudaMemcpyToSymbol(const void* symbol, const void* from, size_t bytes, size_t offset, cudaMemcpyKind) {
  return copy_to_symbol_on({nullptr, "cudaMemcpyToSymbol()", false}, symbol, from, bytes, offset);
}
cudaError_t cudaMemcpyToSymbolAsync(const void* symbol, const void* from, size_t bytes, size_t offset, cudaMemcpyKind,
                                    cudaStream_t stream) {
  return copy_to_symbol_on({stream, "cudaMemcpyToSymbolAsync()", true}, symbol, from, bytes, offset);
}
cudaError_t cudaMemcpyFromSymbol(void* to, const void* symbol, size_t bytes, size_t offset, cudaMemcpyKind) {
  return copy_from_symbol_on({nullptr, "cudaMemcpyFromSymbol()", false}, to, symbol, bytes, offset);
}
cudaError_t cudaMemcpyFromSymbolAsync(void* to, const void* symbol, size_t bytes, size_t offset, cudaMemcpyKind,
                                      cudaStream_t stream) {
  return copy_from_symbol_on({stream, "cudaMemcpyFromSymbolAsync()", true}, to, symbol, bytes, offset);
}
cudaError_t cudaGetSymbolAddress(void** pointer, const void* symbol) {
  if (!pointer || !symbol) return finish(cudaErrorInvalidSymbol);
  *pointer = const_cast<void*>(symbol);
  return finish(cudaSuccess);
}
}
