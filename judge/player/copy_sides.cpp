#include "judge/player/copy_sides.hpp"

#include <dlfcn.h>

#include <array>

#include "judge/player/real_runtime.hpp"
#include "judge/player/tracer.hpp"

namespace judge {

namespace {

using cuda::MemcpyKind;

// What cudaPointerAttributes begins with in every version; later ones append.
struct PointerAttributesHead {
  int type, device;
  void *on_device, *on_host;
  char rest[256];
};

}  // namespace

PointedAt pointed_at(const void* pointer) {
  PointedAt target = tracer().memory().pointed_at(pointer);
  PointerAttributesHead attributes{};
  const auto get_attributes =
      reinterpret_cast<cuda::Error (*)(void*, const void*)>(::dlsym(forwards_to(), "cudaPointerGetAttributes"));
  if (!pointer || !get_attributes || get_attributes(&attributes, pointer)) return target;
  constexpr std::array k_where = {PointedAt::Where::nowhere_known, PointedAt::Where::host, PointedAt::Where::device,
                                  PointedAt::Where::both};
  target.where = k_where.at(static_cast<std::size_t>(attributes.type) % k_where.size());
  return target;
}

namespace {

PointedAt variable_at(const void* symbol, std::size_t offset) {
  PointedAt target{.where = PointedAt::Where::device, .name = "the variable", .offset = offset};
  std::size_t bytes = 0;
  const auto get_size =
      reinterpret_cast<cuda::Error (*)(std::size_t*, const void*)>(::dlsym(forwards_to(), "cudaGetSymbolSize"));
  if (get_size && !get_size(&bytes, symbol) && offset <= bytes) target.bytes = bytes;
  return target;
}

using Must = CopySide::Must;
Must must_of(MemcpyKind kind, MemcpyKind with_device) {
  if (kind == MemcpyKind::any) return Must::be_anywhere;
  return kind == with_device || kind == MemcpyKind::device_to_device ? Must::be_on_device : Must::be_on_host;
}

}  // namespace

CopySide destination(const void* to, std::size_t bytes, MemcpyKind kind) {
  return {.parameter = "dst",
          .pointer = to,
          .bytes = bytes,
          .must = must_of(kind, MemcpyKind::host_to_device),
          .target = pointed_at(to)};
}

CopySide source(const void* from, std::size_t bytes, MemcpyKind kind) {
  return {.parameter = "src",
          .pointer = from,
          .bytes = bytes,
          .must = must_of(kind, MemcpyKind::device_to_host),
          .target = pointed_at(from)};
}

CopySide to_be_set(const void* pointer, std::size_t bytes) {
  return {.parameter = "devPtr", .pointer = pointer, .bytes = bytes, .must = Must::be_on_device, .target = pointed_at(pointer)};
}

// The emulated runtime is given no symbol where the variable is too small.
CopySide symbol_side(const void* symbol, std::size_t bytes, std::size_t offset) {
  return {.parameter = "symbol",
          .pointer = symbol,
          .bytes = bytes,
          .must = Must::be_on_device,
          .target = variable_at(symbol, offset),
          .is_too_small = !symbol};
}

std::size_t bytes_of_rows(std::size_t pitch, std::size_t width, std::size_t height) {
  return width == 0 || height == 0 ? 0 : pitch * (height - 1) + width;
}

}  // namespace judge
