#include "judge/emulator/runtime/arrays.hpp"

#include "judge/emulator/runtime/captures.hpp"
#include "judge/emulator/runtime/errors.hpp"
#include "judge/emulator/runtime/handles.hpp"
#include "judge/emulator/runtime/memory.hpp"
#include "judge/emulator/runtime/stream_work.hpp"

std::size_t cudaArray::texel_bytes() const { return judge::emulated::bytes_of_texel(format); }

namespace judge::emulated {

namespace {

Handles<cudaArray>& arrays() {
  static Handles<cudaArray> live;
  return live;
}

cudaArray* plain(cudaArray_const_t array) { return const_cast<cudaArray*>(array); }

cudaError_t make_array(cudaArray_t* array, const cudaChannelFormatDesc* format, cudaExtent extent, unsigned flags,
                       const Request& request) {
  if (!array || !format || extent.width == 0) return finish(cudaErrorInvalidValue);
  if (!is_texel_format(*format)) return finish(cudaErrorInvalidChannelDescriptor);
  if (flags & cudaArrayCubemap) return finish(cudaErrorNotSupported);
  if (const cudaError_t error = refuse_in_captures()) return finish(error);
  wait_for_all();
  cudaArray made{.format = *format, .extent = extent, .flags = flags};
  void* data = nullptr;
  const std::size_t bytes = made.row_bytes() * made.rows() * made.planes();
  if (const cudaError_t error = Memory::instance().allocate(&data, bytes, MemoryKind::device, request)) return finish(error);
  made.data = static_cast<char*>(data);
  *array = arrays().add(made);
  return finish(cudaSuccess);
}

cudaError_t replace_array(cudaArray_t array, const cudaExtent& extent, cudaPos& position, cudaPitchedPtr& memory) {
  if (!is_live_array(array)) return cudaErrorInvalidResourceHandle;
  const auto fits = [](std::size_t at, std::size_t size, std::size_t side) { return at <= side && size <= side - at; };
  if (!fits(position.x, extent.width, array->extent.width) || !fits(position.y, extent.height, array->rows()) ||
      !fits(position.z, extent.depth, array->planes()))
    return cudaErrorInvalidValue;
  position.x *= array->texel_bytes();
  memory = {array->data, array->row_bytes(), array->row_bytes(), array->rows()};
  return cudaSuccess;
}

}  // namespace

bool is_texel_format(const cudaChannelFormatDesc& format) {
  const bool is_of_a_size = format.x == 8 || format.x == 16 || format.x == 32;
  const bool is_one = format.y == 0 && format.z == 0 && format.w == 0;
  const bool are_two = format.y == format.x && format.z == 0 && format.w == 0;
  const bool are_four = format.y == format.x && format.z == format.x && format.w == format.x;
  const bool is_number = format.f == cudaChannelFormatKindSigned || format.f == cudaChannelFormatKindUnsigned ||
                         (format.f == cudaChannelFormatKindFloat && format.x >= 16);
  return is_of_a_size && (is_one || are_two || are_four) && is_number;
}

std::size_t bytes_of_texel(const cudaChannelFormatDesc& format) {
  return static_cast<std::size_t>(format.x + format.y + format.z + format.w) / 8;
}

bool is_live_array(cudaArray_const_t array) { return array && arrays().contains(plain(array)); }

cudaError_t replace_arrays(cudaMemcpy3DParms& box) {
  if (!box.srcArray && !box.dstArray) return cudaSuccess;
  if (box.dstArray)
    if (const auto error = replace_array(box.dstArray, box.extent, box.dstPos, box.dstPtr)) return error;
  if (box.srcArray)
    if (const auto error = replace_array(box.srcArray, box.extent, box.srcPos, box.srcPtr)) return error;
  box.extent.width *= (box.dstArray ? box.dstArray : box.srcArray)->texel_bytes();
  box.srcArray = box.dstArray = nullptr;
  return cudaSuccess;
}

}  // namespace judge::emulated

using namespace judge::emulated;

extern "C" {

cudaChannelFormatDesc cudaCreateChannelDesc(int x, int y, int z, int w, cudaChannelFormatKind kind) {
  return {x, y, z, w, kind};
}

cudaError_t cudaGetChannelDesc(cudaChannelFormatDesc* format, cudaArray_const_t array) {
  if (!format || !is_live_array(array)) return finish(cudaErrorInvalidValue);
  *format = array->format;
  return finish(cudaSuccess);
}

cudaError_t cudaMallocArray(cudaArray_t* array, const cudaChannelFormatDesc* format, size_t width, size_t height,
                            unsigned flags) {
  return make_array(array, format, {width, height, 0}, flags, JUDGE_REQUEST);
}
cudaError_t cudaMalloc3DArray(cudaArray_t* array, const cudaChannelFormatDesc* format, cudaExtent extent, unsigned flags) {
  return make_array(array, format, extent, flags, JUDGE_REQUEST);
}
cudaError_t cudaFreeArray(cudaArray_t array) {
  if (!array) return finish(cudaSuccess);
  if (!is_live_array(array)) return finish(cudaErrorInvalidValue);
  if (const cudaError_t error = refuse_in_captures()) return finish(error);
  wait_for_all();
  void* const data = array->data;
  arrays().remove(array);
  return finish(Memory::instance().release(data, {MemoryKind::device}));
}
cudaError_t cudaArrayGetInfo(cudaChannelFormatDesc* format, cudaExtent* extent, unsigned* flags, cudaArray_t array) {
  if (!is_live_array(array)) return finish(cudaErrorInvalidResourceHandle);
  if (format) *format = array->format;
  if (extent) *extent = array->extent;
  if (flags) *flags = array->flags;
  return finish(cudaSuccess);
}
}
