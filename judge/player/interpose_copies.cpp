// The copies and sets among the CUDA runtime functions that the player exports (interpose.cpp): where one fails by an argument
// of its own, the tracer is told which.

#include <vector>

#include "judge/player/copy_sides.hpp"
#include "judge/player/interposed.hpp"
#include "judge/player/recorder.hpp"

namespace judge {

namespace {

using cuda::MemcpyKind;

// A copy inside the device is ordered work; any other may make the host wait.
void note_copy(MemcpyKind kind, Stream stream, const char* function) {
  if (kind == MemcpyKind::device_to_device) tracer().work(stream);
  else tracer().copy_with_host(function, stream);
}

void record_copy(Status error, void* to, const void* from, std::size_t bytes, MemcpyKind kind, Stream stream) {
  if (error == cuda::success && kind == MemcpyKind::device_to_device) recorder().copied(to, from, bytes, stream);
}

// Where `function`, called at `code`, failed by an argument of its own, tells which; `describe` gives its sides.
template <class Describe>
Status checked(Status error, const char* function, const void* code, Describe describe) {
  if (error == cuda::success || !tracer().active()) return error;
  const bool is_of_an_argument =
      error == cuda::error_invalid_value || error == cuda::error_invalid_symbol || error == cuda::error_invalid_direction;
  tracer().errors().failed(function, error, is_of_an_argument ? what_is_wrong_with(describe()) : "", code);
  return error;
}

}  // namespace

extern "C" {

Status cudaMemcpy(void* to, const void* from, std::size_t bytes, MemcpyKind kind) {
  static Real<Status(void*, const void*, std::size_t, MemcpyKind)> real("cudaMemcpy");
  note_copy(kind, nullptr, "cudaMemcpy");
  const Status error = checked(real.call(to, from, bytes, kind), "cudaMemcpy", JUDGE_CALLER, [&] {
    return std::vector{destination(to, bytes, kind), source(from, bytes, kind)};
  });
  record_copy(error, to, from, bytes, kind, nullptr);
  return told(error, nullptr, "cudaMemcpy", bytes);
}

#define JUDGE_MEMCPY_ASYNC(NAME, SEEN)                                                                \
  Status NAME(void* to, const void* from, std::size_t bytes, MemcpyKind kind, Stream stream) {        \
    static Real<Status(void*, const void*, std::size_t, MemcpyKind, Stream)> real(#NAME);             \
    note_copy(kind, SEEN, #NAME);                                                                     \
    const Status error = checked(real.call(to, from, bytes, kind, stream), #NAME, JUDGE_CALLER, [&] { \
      return std::vector{destination(to, bytes, kind), source(from, bytes, kind)};                    \
    });                                                                                               \
    record_copy(error, to, from, bytes, kind, SEEN);                                                  \
    return told(error, SEEN, #NAME, bytes);                                                           \
  }
JUDGE_MEMCPY_ASYNC(cudaMemcpyAsync, stream)
JUDGE_MEMCPY_ASYNC(cudaMemcpyAsync_ptsz, per_thread_if_default(stream))

Status cudaMemcpy2D(void* to, std::size_t to_pitch, const void* from, std::size_t from_pitch, std::size_t width,
                    std::size_t height, MemcpyKind kind) {
  static Real<Status(void*, std::size_t, const void*, std::size_t, std::size_t, std::size_t, MemcpyKind)> real("cudaMemcpy2D");
  note_copy(kind, nullptr, "cudaMemcpy2D");
  const Status error =
      checked(real.call(to, to_pitch, from, from_pitch, width, height, kind), "cudaMemcpy2D", JUDGE_CALLER, [&] {
        return std::vector{destination(to, bytes_of_rows(to_pitch, width, height), kind),
                           source(from, bytes_of_rows(from_pitch, width, height), kind)};
      });
  return told(error, nullptr, "cudaMemcpy2D", width * height);
}

Status cudaMemcpy2DAsync(void* to, std::size_t to_pitch, const void* from, std::size_t from_pitch, std::size_t width,
                         std::size_t height, MemcpyKind kind, Stream stream) {
  static Real<Status(void*, std::size_t, const void*, std::size_t, std::size_t, std::size_t, MemcpyKind, Stream)> real(
      "cudaMemcpy2DAsync");
  note_copy(kind, stream, "cudaMemcpy2DAsync");
  const Status error =
      checked(real.call(to, to_pitch, from, from_pitch, width, height, kind, stream), "cudaMemcpy2DAsync", JUDGE_CALLER, [&] {
        return std::vector{destination(to, bytes_of_rows(to_pitch, width, height), kind),
                           source(from, bytes_of_rows(from_pitch, width, height), kind)};
      });
  return told(error, stream, "cudaMemcpy2DAsync", width * height);
}

Status cudaMemcpyToSymbol(const void* symbol, const void* from, std::size_t bytes, std::size_t offset, MemcpyKind kind) {
  static Real<Status(const void*, const void*, std::size_t, std::size_t, MemcpyKind)> real("cudaMemcpyToSymbol");
  note_copy(kind, nullptr, "cudaMemcpyToSymbol");
  const Status error = checked(real.call(symbol, from, bytes, offset, kind), "cudaMemcpyToSymbol", JUDGE_CALLER, [&] {
    return std::vector{symbol_side(symbol, bytes, offset), source(from, bytes, kind)};
  });
  return told(error, nullptr, "cudaMemcpyToSymbol", bytes);
}

Status cudaMemcpyFromSymbol(void* to, const void* symbol, std::size_t bytes, std::size_t offset, MemcpyKind kind) {
  static Real<Status(void*, const void*, std::size_t, std::size_t, MemcpyKind)> real("cudaMemcpyFromSymbol");
  note_copy(kind, nullptr, "cudaMemcpyFromSymbol");
  const Status error = checked(real.call(to, symbol, bytes, offset, kind), "cudaMemcpyFromSymbol", JUDGE_CALLER, [&] {
    return std::vector{destination(to, bytes, kind), symbol_side(symbol, bytes, offset)};
  });
  return told(error, nullptr, "cudaMemcpyFromSymbol", bytes);
}

Status cudaMemcpyToSymbolAsync(const void* symbol, const void* from, std::size_t bytes, std::size_t offset, MemcpyKind kind,
                               Stream stream) {
  static Real<Status(const void*, const void*, std::size_t, std::size_t, MemcpyKind, Stream)> real("cudaMemcpyToSymbolAsync");
  note_copy(kind, stream, "cudaMemcpyToSymbolAsync");
  const Status error =
      checked(real.call(symbol, from, bytes, offset, kind, stream), "cudaMemcpyToSymbolAsync", JUDGE_CALLER, [&] {
        return std::vector{symbol_side(symbol, bytes, offset), source(from, bytes, kind)};
      });
  return told(error, stream, "cudaMemcpyToSymbolAsync", bytes);
}

Status cudaMemcpyFromSymbolAsync(void* to, const void* symbol, std::size_t bytes, std::size_t offset, MemcpyKind kind,
                                 Stream stream) {
  static Real<Status(void*, const void*, std::size_t, std::size_t, MemcpyKind, Stream)> real("cudaMemcpyFromSymbolAsync");
  note_copy(kind, stream, "cudaMemcpyFromSymbolAsync");
  const Status error =
      checked(real.call(to, symbol, bytes, offset, kind, stream), "cudaMemcpyFromSymbolAsync", JUDGE_CALLER, [&] {
        return std::vector{destination(to, bytes, kind), symbol_side(symbol, bytes, offset)};
      });
  return told(error, stream, "cudaMemcpyFromSymbolAsync", bytes);
}

Status cudaMemset(void* pointer, int value, std::size_t bytes) {
  static Real<Status(void*, int, std::size_t)> real("cudaMemset");
  tracer().work(nullptr);
  const Status error = checked(real.call(pointer, value, bytes), "cudaMemset", JUDGE_CALLER,
                               [&] { return std::vector{to_be_set(pointer, bytes)}; });
  if (error == cuda::success) recorder().set(pointer, value, bytes, nullptr);
  return told(error, nullptr, "cudaMemset", bytes);
}

#define JUDGE_MEMSET_ASYNC(NAME, SEEN)                                                          \
  Status NAME(void* pointer, int value, std::size_t bytes, Stream stream) {                     \
    static Real<Status(void*, int, std::size_t, Stream)> real(#NAME);                           \
    tracer().work(SEEN);                                                                        \
    const Status error = checked(real.call(pointer, value, bytes, stream), #NAME, JUDGE_CALLER, \
                                 [&] { return std::vector{to_be_set(pointer, bytes)}; });       \
    if (error == cuda::success) recorder().set(pointer, value, bytes, SEEN);                    \
    return told(error, SEEN, #NAME, bytes);                                                     \
  }
JUDGE_MEMSET_ASYNC(cudaMemsetAsync, stream)
JUDGE_MEMSET_ASYNC(cudaMemsetAsync_ptsz, per_thread_if_default(stream))

}  // extern "C"

}  // namespace judge
