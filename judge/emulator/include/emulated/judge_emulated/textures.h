#pragma once

#include <cmath>
#include <cstring>
#include <type_traits>

#include "judge_emulated/abi.h"
#include "judge_emulated/texture_api.h"
#include "judge_emulated/threads.h"
#include "judge_emulated/vector_types.h"

// The C++ conveniences of CUDA over the functions for arrays and textures.

static inline cudaError_t cudaMallocArray(cudaArray_t* array, const cudaChannelFormatDesc* format, size_t width,
                                          size_t height = 0) {
  return ::cudaMallocArray(array, format, width, height, 0);
}
static inline cudaError_t cudaMalloc3DArray(cudaArray_t* array, const cudaChannelFormatDesc* format, cudaExtent extent) {
  return ::cudaMalloc3DArray(array, format, extent, 0);
}
static inline cudaError_t cudaMemcpy2DToArrayAsync(cudaArray_t to, size_t x, size_t y, const void* from, size_t pitch,
                                                   size_t width, size_t height, cudaMemcpyKind kind) {
  return ::cudaMemcpy2DToArrayAsync(to, x, y, from, pitch, width, height, kind, nullptr);
}
static inline cudaError_t cudaMemcpy2DFromArrayAsync(void* to, size_t pitch, cudaArray_const_t from, size_t x, size_t y,
                                                     size_t width, size_t height, cudaMemcpyKind kind) {
  return ::cudaMemcpy2DFromArrayAsync(to, pitch, from, x, y, width, height, kind, nullptr);
}
static inline cudaError_t cudaMemcpy2DArrayToArray(cudaArray_t to, size_t to_x, size_t to_y, cudaArray_const_t from,
                                                   size_t from_x, size_t from_y, size_t width, size_t height) {
  return ::cudaMemcpy2DArrayToArray(to, to_x, to_y, from, from_x, from_y, width, height, cudaMemcpyDeviceToDevice);
}
static inline cudaError_t cudaCreateTextureObject(cudaTextureObject_t* object, const cudaResourceDesc* resource,
                                                  const cudaTextureDesc* how) {
  return ::cudaCreateTextureObject(object, resource, how, nullptr);
}

static inline cudaChannelFormatDesc cudaCreateChannelDescHalf() {
  return ::cudaCreateChannelDesc(16, 0, 0, 0, cudaChannelFormatKindFloat);
}
static inline cudaChannelFormatDesc cudaCreateChannelDescHalf1() { return cudaCreateChannelDescHalf(); }
static inline cudaChannelFormatDesc cudaCreateChannelDescHalf2() {
  return ::cudaCreateChannelDesc(16, 16, 0, 0, cudaChannelFormatKindFloat);
}
static inline cudaChannelFormatDesc cudaCreateChannelDescHalf4() {
  return ::cudaCreateChannelDesc(16, 16, 16, 16, cudaChannelFormatKindFloat);
}

// Reads of textures, reads and writes of surfaces. The rules are those of the CUDA C++ Programming Guide, "Texture Fetching": a texture
// unit rounds the weights of linear filtering to multiples of 1/256.

namespace judge_emulated {

/// A vector type as its components.
template <class T, class = void>
struct Components {
  using type = T;
  static constexpr int count = 1;
};
template <class T>
struct Components<T, std::void_t<decltype(T::x)>> {
  using type = decltype(T::x);
  static constexpr int count = sizeof(T) / sizeof(type);
};

}  // namespace judge_emulated

template <class T>
static inline cudaChannelFormatDesc cudaCreateChannelDesc() {
  using Value = typename judge_emulated::Components<T>::type;
  constexpr int count = judge_emulated::Components<T>::count, bits = 8 * sizeof(Value);
  return ::cudaCreateChannelDesc(bits, count > 1 ? bits : 0, count > 2 ? bits : 0, count > 3 ? bits : 0,
                                 std::is_floating_point_v<Value> ? cudaChannelFormatKindFloat
                                 : std::is_signed_v<Value>       ? cudaChannelFormatKindSigned
                                                                 : cudaChannelFormatKindUnsigned);
}

namespace judge_emulated {

static inline const Texture& texture_of(unsigned long long object) { return *reinterpret_cast<const Texture*>(object); }

template <class Stored>
static inline Stored stored_at(const char* at) {
  return *reinterpret_cast<const Stored*>(at);
}

static inline float half_bits_to_float(unsigned short bits) {
  const unsigned sign = (bits & 0x8000u) << 16, exponent = bits >> 10 & 31, fraction = bits & 1023;
  const float magnitude = exponent == 31 ? (fraction ? NAN : INFINITY)
                          : exponent     ? std::ldexp(static_cast<float>(fraction + 1024), static_cast<int>(exponent) - 25)
                                         : std::ldexp(static_cast<float>(fraction), -24);
  return sign ? -magnitude : magnitude;
}

/// A component as it is stored.
template <class T>
static inline T plain_component(const Texture& t, const char* at) {
  if (__builtin_expect(t.kind == cudaChannelFormatKindFloat, 1))
    return static_cast<T>(t.component_bits == 32 ? stored_at<float>(at) : half_bits_to_float(stored_at<unsigned short>(at)));
  const bool is_signed = t.kind == cudaChannelFormatKindSigned;
  switch (t.component_bits) {
    case 8: return is_signed ? static_cast<T>(stored_at<signed char>(at)) : static_cast<T>(stored_at<unsigned char>(at));
    case 16: return is_signed ? static_cast<T>(stored_at<short>(at)) : static_cast<T>(stored_at<unsigned short>(at));
    default: return is_signed ? static_cast<T>(stored_at<int>(at)) : static_cast<T>(stored_at<unsigned>(at));
  }
}

/// The same as a read returns it: integers of 8 and 16 bits as fractions of the largest where the texture says so.
template <class T>
static inline T component(const Texture& t, const char* at) {
  if (t.how.readMode == cudaReadModeElementType || t.kind == cudaChannelFormatKindFloat || t.component_bits == 32)
    return plain_component<T>(t, at);
  const float largest = static_cast<float>((1u << (t.component_bits - (t.kind == cudaChannelFormatKindSigned))) - 1);
  const float value = plain_component<float>(t, at) / largest;
  return static_cast<T>(value < -1 ? -1 : value);
}

/// The index that one along a side of `n` texels means; -1: the border.
static inline long long texel_index(long long index, std::size_t n, cudaTextureAddressMode mode) {
  const auto count = static_cast<long long>(n);
  if (index >= 0 && index < count) return index;
  long long folded;
  switch (mode) {
    case cudaAddressModeBorder: return -1;
    case cudaAddressModeWrap: folded = index % count; return folded < 0 ? folded + count : folded;
    case cudaAddressModeMirror:
      folded = index % (2 * count);
      if (folded < 0) folded += 2 * count;
      return folded < count ? folded : 2 * count - 1 - folded;
    default: return index < 0 ? 0 : count - 1;
  }
}

/// Where a read falls along one side: between two texels, with a weight in 256ths of the second.
struct Along {
  long long first, second;
  int weight;
};

static inline Along along(float x, std::size_t n, const Texture& t, int axis) {
  const cudaTextureAddressMode asked = t.how.addressMode[axis];
  // Both need normalised coordinates.
  const bool is_periodic = asked == cudaAddressModeWrap || asked == cudaAddressModeMirror;
  const cudaTextureAddressMode mode = is_periodic && !t.how.normalizedCoords ? cudaAddressModeClamp : asked;
  if (t.how.normalizedCoords) x *= static_cast<float>(n);
  x = x != x ? 0 : x < -1e9f ? -1e9f : x > 1e9f ? 1e9f : x;  // what is far outside is outside
  if (t.how.filterMode == cudaFilterModePoint) {
    const long long index = texel_index(static_cast<long long>(std::floor(x)), n, mode);
    return {index, index, 0};
  }
  const float shifted = x - 0.5f, below = std::floor(shifted);
  const auto index = static_cast<long long>(below);
  return {texel_index(index, n, mode), texel_index(index + 1, n, mode), static_cast<int>(std::rint((shifted - below) * 256))};
}

/// One component of a texel; of the border where an index is -1.
template <class T>
static inline T texel(const Texture& t, long long x, long long y, long long z, int which) {
  if (static_cast<unsigned>(which) >= t.components) return T(0);
  if (x < 0 || y < 0 || z < 0) return static_cast<T>(t.how.borderColor[which]);
  const char* const at = t.data + z * static_cast<long long>(t.plane_bytes) + y * static_cast<long long>(t.row_bytes) +
                         x * static_cast<long long>(t.texel_bytes) + which * static_cast<int>(t.component_bits / 8);
  return component<T>(t, at);
}

/// Of up to three sides; one that is not filtered has weight 0.
template <class T>
static inline T filtered(const Texture& t, const Along& x, const Along& y, const Along& z, int which) {
  if (x.weight == 0 && y.weight == 0 && z.weight == 0) return texel<T>(t, x.first, y.first, z.first, which);
  float sum = 0;
  for (int corner = 0; corner < 8; ++corner) {
    const int wx = corner & 1 ? x.weight : 256 - x.weight, wy = corner & 2 ? y.weight : 256 - y.weight,
              wz = corner & 4 ? z.weight : 256 - z.weight;
    if (wx == 0 || wy == 0 || wz == 0) continue;
    const float value = texel<float>(t, corner & 1 ? x.second : x.first, corner & 2 ? y.second : y.first,
                                     corner & 4 ? z.second : z.first, which);
    sum += static_cast<float>(wx) * static_cast<float>(wy) * static_cast<float>(wz) * (1 / 16777216.0f) * value;
  }
  return static_cast<T>(sum);
}

template <class T, class Component>
static inline T each_component(Component component) {
  using Value = typename Components<T>::type;
  Value values[Components<T>::count];
  for (int i = 0; i < Components<T>::count; ++i) values[i] = component(i);
  T result;
  std::memcpy(&result, values, sizeof result);
  return result;
}

template <class T>
static inline T read_texture(const Texture& t, const Along& x, const Along& y, const Along& z) {
  return each_component<T>([&](int i) { return filtered<typename Components<T>::type>(t, x, y, z, i); });
}

constexpr Along only_one{0, 0, 0};

/// A layer's number is clamped.
static inline Along layer_of(int layer, const Texture& t) {
  const long long index = texel_index(layer, t.depth, cudaAddressModeClamp);
  return {index, index, 0};
}

}  // namespace judge_emulated

template <class T>
static inline T tex1Dfetch(cudaTextureObject_t object, int x) {
  const judge_emulated::Texture& t = judge_emulated::texture_of(object);
  const bool is_outside = x < 0 || static_cast<std::size_t>(x) >= t.width;
  return judge_emulated::each_component<T>([&](int i) {
    using Value = typename judge_emulated::Components<T>::type;
    return is_outside ? Value(0) : judge_emulated::texel<Value>(t, x, 0, 0, i);
  });
}
template <class T>
static inline T tex1D(cudaTextureObject_t object, float x) {
  const judge_emulated::Texture& t = judge_emulated::texture_of(object);
  return judge_emulated::read_texture<T>(t, along(x, t.width, t, 0), judge_emulated::only_one, judge_emulated::only_one);
}
template <class T>
static inline T tex2D(cudaTextureObject_t object, float x, float y) {
  const judge_emulated::Texture& t = judge_emulated::texture_of(object);
  return judge_emulated::read_texture<T>(t, along(x, t.width, t, 0), along(y, t.height, t, 1), judge_emulated::only_one);
}
template <class T>
static inline T tex3D(cudaTextureObject_t object, float x, float y, float z) {
  const judge_emulated::Texture& t = judge_emulated::texture_of(object);
  return judge_emulated::read_texture<T>(t, along(x, t.width, t, 0), along(y, t.height, t, 1), along(z, t.depth, t, 2));
}
template <class T>
static inline T tex1DLayered(cudaTextureObject_t object, float x, int layer) {
  const judge_emulated::Texture& t = judge_emulated::texture_of(object);
  return judge_emulated::read_texture<T>(t, along(x, t.width, t, 0), judge_emulated::only_one, layer_of(layer, t));
}
template <class T>
static inline T tex2DLayered(cudaTextureObject_t object, float x, float y, int layer) {
  const judge_emulated::Texture& t = judge_emulated::texture_of(object);
  return judge_emulated::read_texture<T>(t, along(x, t.width, t, 0), along(y, t.height, t, 1), layer_of(layer, t));
}
// Of a texture with one level.
template <class T>
static inline T tex1DLod(cudaTextureObject_t object, float x, float) {
  return tex1D<T>(object, x);
}
template <class T>
static inline T tex2DLod(cudaTextureObject_t object, float x, float y, float) {
  return tex2D<T>(object, x, y);
}
template <class T>
static inline T tex3DLod(cudaTextureObject_t object, float x, float y, float z, float) {
  return tex3D<T>(object, x, y, z);
}

// Their older forms, which write what they read to an address.
template <class T>
static inline void tex1Dfetch(T* value, cudaTextureObject_t object, int x) {
  *value = tex1Dfetch<T>(object, x);
}
template <class T>
static inline void tex1D(T* value, cudaTextureObject_t object, float x) {
  *value = tex1D<T>(object, x);
}
template <class T>
static inline void tex2D(T* value, cudaTextureObject_t object, float x, float y) {
  *value = tex2D<T>(object, x, y);
}
template <class T>
static inline void tex3D(T* value, cudaTextureObject_t object, float x, float y, float z) {
  *value = tex3D<T>(object, x, y, z);
}

namespace judge_emulated {

/// The address of an element of a surface, whose x counts bytes; null: outside, where nothing is read or written.
template <class T>
[[JUDGE_NAMED_CALL]] static char* surface_element(unsigned long long object, int x, int y, int z, cudaSurfaceBoundaryMode mode) {
  const Texture& t = texture_of(object);
  const long long row = static_cast<long long>(t.width * t.texel_bytes), height = static_cast<long long>(t.height),
                  depth = static_cast<long long>(t.depth);
  const bool is_inside = x >= 0 && x + static_cast<long long>(sizeof(T)) <= row && y >= 0 && y < height && z >= 0 && z < depth;
  long long at_x = x, at_y = y, at_z = z;
  if (!is_inside) {
    if (mode == cudaBoundaryModeZero) return nullptr;
    if (mode == cudaBoundaryModeTrap)
      judgeEmulatedTrap("an access of a surface outside its array", __builtin_return_address(0));
    at_x = x < 0 ? 0 : at_x + static_cast<long long>(sizeof(T)) > row ? row - static_cast<long long>(sizeof(T)) : at_x;
    at_y = texel_index(y, t.height, cudaAddressModeClamp);
    at_z = texel_index(z, t.depth, cudaAddressModeClamp);
  }
  return t.data + at_z * static_cast<long long>(t.plane_bytes) + at_y * static_cast<long long>(t.row_bytes) + at_x;
}

template <class T>
static inline T read_surface(const char* at) {
  T value{};
  if (at) value = *reinterpret_cast<const T*>(at);
  return value;
}
template <class T>
static inline void write_surface(char* at, T value) {
  if (at) *reinterpret_cast<T*>(at) = value;
}

}  // namespace judge_emulated

// name: of a read of T, and of a write; parameters: coordinates; x, y, z: what they are.
#define JUDGE_SURFACE(read, write, parameters, x, y, z)                                                                     \
  template <class T>                                                                                                        \
  static inline T read(cudaSurfaceObject_t object, JUDGE_SURFACE_LIST parameters,                                            \
                       cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) {                                               \
    return judge_emulated::read_surface<T>(judge_emulated::surface_element<T>(object, x, y, z, mode));                      \
  }                                                                                                                         \
  template <class T>                                                                                                        \
  static inline void read(T* value, cudaSurfaceObject_t object, JUDGE_SURFACE_LIST parameters,                               \
                          cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) {                                            \
    *value = judge_emulated::read_surface<T>(judge_emulated::surface_element<T>(object, x, y, z, mode));                    \
  }                                                                                                                         \
  template <class T>                                                                                                        \
  static inline void write(T value, cudaSurfaceObject_t object, JUDGE_SURFACE_LIST parameters,                               \
                           cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) {                                           \
    judge_emulated::write_surface<T>(judge_emulated::surface_element<T>(object, x, y, z, mode), value);                     \
  }
#define JUDGE_SURFACE_LIST(...) __VA_ARGS__
JUDGE_SURFACE(surf1Dread, surf1Dwrite, (int x), x, 0, 0)
JUDGE_SURFACE(surf2Dread, surf2Dwrite, (int x, int y), x, y, 0)
JUDGE_SURFACE(surf3Dread, surf3Dwrite, (int x, int y, int z), x, y, z)
JUDGE_SURFACE(surf1DLayeredread, surf1DLayeredwrite, (int x, int layer), x, 0, layer)
JUDGE_SURFACE(surf2DLayeredread, surf2DLayeredwrite, (int x, int y, int layer), x, y, layer)
#undef JUDGE_SURFACE_LIST
#undef JUDGE_SURFACE
