// The functions for CUDA arrays and for boxes of memory among those that the player exports (interpose.cpp).

#include "judge/player/interposed.hpp"

namespace judge {

namespace {

using cuda::MemcpyKind;

// A copy inside the device is ordered work; any other may make the host wait.
template <class Call>
Status copied(const char* function, MemcpyKind kind, Stream stream, std::size_t bytes, Call call) {
  if (kind == MemcpyKind::device_to_device) tracer().work(stream);
  else tracer().copy_with_host(function, stream);
  return told(call(), stream, function, bytes);
}

}  // namespace

// cudaMemcpy3DParms: the extent's width counts texels where one side is an array.
struct JudgeBox {
  void* source_array;
  std::size_t source_position[3], source_memory[4];
  void* destination_array;
  std::size_t destination_position[3], destination_memory[4];
  std::size_t width, height, depth;
  cuda::MemcpyKind kind;

  std::size_t bytes() const { return source_array || destination_array ? 0 : width * height * depth; }
};

extern "C" {

Status cudaMemcpy3D(const JudgeBox* box) {
  static Real<Status(const JudgeBox*)> real("cudaMemcpy3D");
  if (!box) return real(box);
  return copied("cudaMemcpy3D", box->kind, nullptr, box->bytes(), [&] { return real(box); });
}

Status cudaMemcpy3DAsync(const JudgeBox* box, Stream stream) {
  static Real<Status(const JudgeBox*, Stream)> real("cudaMemcpy3DAsync");
  if (!box) return real(box, stream);
  return copied("cudaMemcpy3DAsync", box->kind, stream, box->bytes(), [&] { return real(box, stream); });
}

Status cudaMemcpy2DToArray(void* to, std::size_t x, std::size_t y, const void* from, std::size_t pitch, std::size_t width,
                           std::size_t height, MemcpyKind kind) {
  static Real<Status(void*, std::size_t, std::size_t, const void*, std::size_t, std::size_t, std::size_t, MemcpyKind)> real(
      "cudaMemcpy2DToArray");
  return copied("cudaMemcpy2DToArray", kind, nullptr, width * height,
                [&] { return real(to, x, y, from, pitch, width, height, kind); });
}

Status cudaMemcpy2DToArrayAsync(void* to, std::size_t x, std::size_t y, const void* from, std::size_t pitch, std::size_t width,
                                std::size_t height, MemcpyKind kind, Stream stream) {
  static Real<Status(void*, std::size_t, std::size_t, const void*, std::size_t, std::size_t, std::size_t, MemcpyKind, Stream)>
      real("cudaMemcpy2DToArrayAsync");
  return copied("cudaMemcpy2DToArrayAsync", kind, stream, width * height,
                [&] { return real(to, x, y, from, pitch, width, height, kind, stream); });
}

Status cudaMemcpy2DFromArray(void* to, std::size_t pitch, const void* from, std::size_t x, std::size_t y, std::size_t width,
                             std::size_t height, MemcpyKind kind) {
  static Real<Status(void*, std::size_t, const void*, std::size_t, std::size_t, std::size_t, std::size_t, MemcpyKind)> real(
      "cudaMemcpy2DFromArray");
  return copied("cudaMemcpy2DFromArray", kind, nullptr, width * height,
                [&] { return real(to, pitch, from, x, y, width, height, kind); });
}

Status cudaMemcpy2DFromArrayAsync(void* to, std::size_t pitch, const void* from, std::size_t x, std::size_t y,
                                  std::size_t width, std::size_t height, MemcpyKind kind, Stream stream) {
  static Real<Status(void*, std::size_t, const void*, std::size_t, std::size_t, std::size_t, std::size_t, MemcpyKind, Stream)>
      real("cudaMemcpy2DFromArrayAsync");
  return copied("cudaMemcpy2DFromArrayAsync", kind, stream, width * height,
                [&] { return real(to, pitch, from, x, y, width, height, kind, stream); });
}

Status cudaMemcpyToArray(void* to, std::size_t x, std::size_t y, const void* from, std::size_t bytes, MemcpyKind kind) {
  static Real<Status(void*, std::size_t, std::size_t, const void*, std::size_t, MemcpyKind)> real("cudaMemcpyToArray");
  return copied("cudaMemcpyToArray", kind, nullptr, bytes, [&] { return real(to, x, y, from, bytes, kind); });
}

Status cudaMemcpyFromArray(void* to, const void* from, std::size_t x, std::size_t y, std::size_t bytes, MemcpyKind kind) {
  static Real<Status(void*, const void*, std::size_t, std::size_t, std::size_t, MemcpyKind)> real("cudaMemcpyFromArray");
  return copied("cudaMemcpyFromArray", kind, nullptr, bytes, [&] { return real(to, from, x, y, bytes, kind); });
}

}  // extern "C"

}  // namespace judge
