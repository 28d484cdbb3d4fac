// Copies to and from CUDA arrays.
#include "judge/emulator/runtime/arrays.hpp"
#include "judge/emulator/runtime/copies.hpp"
#include "judge/emulator/runtime/errors.hpp"

namespace judge::emulated {

namespace {

/// A rectangle of an array's first plane, or an error.
cudaError_t rows_of(cudaArray_const_t array, std::size_t x, std::size_t y, std::size_t width, std::size_t height,
                    Pitched* rows) {
  if (!is_live_array(array)) return cudaErrorInvalidResourceHandle;
  if (x > array->row_bytes() || width > array->row_bytes() - x || y > array->rows() || height > array->rows() - y)
    return cudaErrorInvalidValue;
  *rows = {array->data + y * array->row_bytes() + x, array->row_bytes()};
  return cudaSuccess;
}

Pitched memory_rows(const void* pointer, std::size_t pitch) { return {static_cast<char*>(const_cast<void*>(pointer)), pitch}; }

cudaError_t copy_to(const CopyCall& call, cudaArray_t to, std::size_t x, std::size_t y, const void* from, std::size_t pitch,
                    std::size_t width, std::size_t height, cudaMemcpyKind kind) {
  Pitched rows{};
  if (const auto error = rows_of(to, x, y, width, height, &rows)) return finish(error);
  return copy_rows_on(call, rows, memory_rows(from, pitch), width, height, kind);
}

cudaError_t copy_from(const CopyCall& call, void* to, std::size_t pitch, cudaArray_const_t from, std::size_t x, std::size_t y,
                      std::size_t width, std::size_t height, cudaMemcpyKind kind) {
  Pitched rows{};
  if (const auto error = rows_of(from, x, y, width, height, &rows)) return finish(error);
  return copy_rows_on(call, memory_rows(to, pitch), rows, width, height, kind);
}

/// A run of bytes that may go over the end of a row: only whole rows may follow then.
cudaError_t rows_of_run(cudaArray_const_t array, std::size_t x, std::size_t bytes, std::size_t* width, std::size_t* height) {
  if (!is_live_array(array)) return cudaErrorInvalidResourceHandle;
  const std::size_t row = array->row_bytes();
  *width = bytes;
  *height = 1;
  if (x + bytes <= row) return cudaSuccess;
  if (x != 0 || bytes % row != 0) return cudaErrorInvalidValue;
  *width = row;
  *height = bytes / row;
  return cudaSuccess;
}

cudaError_t copy_run_to(const CopyCall& call, cudaArray_t to, std::size_t x, std::size_t y, const void* from, std::size_t bytes,
                        cudaMemcpyKind kind) {
  std::size_t width = 0, height = 0;
  if (const auto error = rows_of_run(to, x, bytes, &width, &height)) return finish(error);
  return copy_to(call, to, x, y, from, width, width, height, kind);
}

cudaError_t copy_run_from(const CopyCall& call, void* to, cudaArray_const_t from, std::size_t x, std::size_t y,
                          std::size_t bytes, cudaMemcpyKind kind) {
  std::size_t width = 0, height = 0;
  if (const auto error = rows_of_run(from, x, bytes, &width, &height)) return finish(error);
  return copy_from(call, to, width, from, x, y, width, height, kind);
}

}  // namespace

}  // namespace judge::emulated

using namespace judge::emulated;

extern "C" {

cudaError_t cudaMemcpyToArray(cudaArray_t to, size_t x, size_t y, const void* from, size_t bytes, cudaMemcpyKind kind) {
  return copy_run_to({nullptr, "cudaMemcpyToArray()", false}, to, x, y, from, bytes, kind);
}
cudaError_t cudaMemcpyToArrayAsync(cudaArray_t to, size_t x, size_t y, const void* from, size_t bytes, cudaMemcpyKind kind,
                                   cudaStream_t stream) {
  return copy_run_to({stream, "cudaMemcpyToArrayAsync()", true}, to, x, y, from, bytes, kind);
}
cudaError_t cudaMemcpyFromArray(void* to, cudaArray_const_t from, size_t x, size_t y, size_t bytes, cudaMemcpyKind kind) {
  return copy_run_from({nullptr, "cudaMemcpyFromArray()", false}, to, from, x, y, bytes, kind);
}
cudaError_t cudaMemcpyFromArrayAsync(void* to, cudaArray_const_t from, size_t x, size_t y, size_t bytes, cudaMemcpyKind kind,
                                     cudaStream_t stream) {
  return copy_run_from({stream, "cudaMemcpyFromArrayAsync()", true}, to, from, x, y, bytes, kind);
}
cudaError_t cudaMemcpy2DToArray(cudaArray_t to, size_t x, size_t y, const void* from, size_t pitch, size_t width, size_t height,
                                cudaMemcpyKind kind) {
  return copy_to({nullptr, "cudaMemcpy2DToArray()", false}, to, x, y, from, pitch, width, height, kind);
}
cudaError_t cudaMemcpy2DToArrayAsync(cudaArray_t to, size_t x, size_t y, const void* from, size_t pitch, size_t width,
                                     size_t height, cudaMemcpyKind kind, cudaStream_t stream) {
  return copy_to({stream, "cudaMemcpy2DToArrayAsync()", true}, to, x, y, from, pitch, width, height, kind);
}
cudaError_t cudaMemcpy2DFromArray(void* to, size_t pitch, cudaArray_const_t from, size_t x, size_t y, size_t width,
                                  size_t height, cudaMemcpyKind kind) {
  return copy_from({nullptr, "cudaMemcpy2DFromArray()", false}, to, pitch, from, x, y, width, height, kind);
}
cudaError_t cudaMemcpy2DFromArrayAsync(void* to, size_t pitch, cudaArray_const_t from, size_t x, size_t y, size_t width,
                                       size_t height, cudaMemcpyKind kind, cudaStream_t stream) {
  return copy_from({stream, "cudaMemcpy2DFromArrayAsync()", true}, to, pitch, from, x, y, width, height, kind);
}
cudaError_t cudaMemcpy2DArrayToArray(cudaArray_t to, size_t to_x, size_t to_y, cudaArray_const_t from, size_t from_x,
                                     size_t from_y, size_t width, size_t height, cudaMemcpyKind kind) {
  Pitched rows{};
  if (const auto error = rows_of(from, from_x, from_y, width, height, &rows)) return finish(error);
  return copy_to({nullptr, "cudaMemcpy2DArrayToArray()", false}, to, to_x, to_y, rows.pointer, rows.pitch, width, height, kind);
}
}
