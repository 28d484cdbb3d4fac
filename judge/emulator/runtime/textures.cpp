// Texture and surface objects. The object is the address of a judge_emulated::Texture, in a table of this library, where kernels may read.
#include <array>
#include <mutex>
#include <optional>

#include "judge/emulator/runtime/arrays.hpp"
#include "judge/emulator/runtime/errors.hpp"
#include "judge/emulator/runtime/stream_work.hpp"
#include "judge_emulated/runtime_api.h"

namespace judge::emulated {

namespace {

using judge_emulated::Texture;

constexpr std::size_t most_objects = 4096;

struct Entry {
  Texture texture;
  cudaResourceDesc resource;
  bool is_surface;
};
std::array<Entry, most_objects> entries;
std::mutex entries_mutex;

Entry* entry_locked(unsigned long long object, bool is_surface) {
  for (Entry& entry : entries)
    if (reinterpret_cast<unsigned long long>(&entry.texture) == object && entry.texture.data && entry.is_surface == is_surface)
      return &entry;
  return nullptr;
}

void set_format(Texture& texture, const cudaChannelFormatDesc& format) {
  texture.texel_bytes = static_cast<unsigned>(bytes_of_texel(format));
  texture.component_bits = static_cast<unsigned>(format.x);
  texture.components = texture.texel_bytes * 8 / texture.component_bits;
  texture.kind = format.f;
}

/// nullopt: what CUDA calls an invalid value.
std::optional<Texture> texture_of(const cudaResourceDesc& resource) {
  Texture texture{};
  switch (resource.resType) {
    case cudaResourceTypeArray: {
      const cudaArray_t array = resource.res.array.array;
      if (!is_live_array(array)) return std::nullopt;
      set_format(texture, array->format);
      texture.data = array->data;
      texture.width = array->extent.width;
      texture.height = array->rows();
      texture.depth = array->planes();
      texture.row_bytes = array->row_bytes();
      texture.plane_bytes = array->row_bytes() * array->rows();
      return texture;
    }
    case cudaResourceTypeLinear: {
      const auto& linear = resource.res.linear;
      if (!linear.devPtr || !is_texel_format(linear.desc)) return std::nullopt;
      set_format(texture, linear.desc);
      texture.data = static_cast<char*>(linear.devPtr);
      texture.width = linear.sizeInBytes / texture.texel_bytes;
      texture.height = texture.depth = 1;
      texture.row_bytes = texture.plane_bytes = linear.sizeInBytes;
      return texture;
    }
    case cudaResourceTypePitch2D: {
      const auto& rows = resource.res.pitch2D;
      if (!rows.devPtr || !is_texel_format(rows.desc)) return std::nullopt;
      set_format(texture, rows.desc);
      // What cudaDeviceProp::texturePitchAlignment and textureAlignment ask for.
      if (rows.pitchInBytes % 32 != 0 || rows.pitchInBytes < rows.width * texture.texel_bytes) return std::nullopt;
      texture.data = static_cast<char*>(rows.devPtr);
      texture.width = rows.width;
      texture.height = rows.height;
      texture.depth = 1;
      texture.row_bytes = rows.pitchInBytes;
      texture.plane_bytes = rows.pitchInBytes * rows.height;
      return texture;
    }
    default: return std::nullopt;
  }
}

cudaError_t add(unsigned long long* object, const Entry& added) {
  const std::lock_guard lock(entries_mutex);
  for (Entry& entry : entries) {
    if (entry.texture.data) continue;
    entry = added;
    *object = reinterpret_cast<unsigned long long>(&entry.texture);
    return cudaSuccess;
  }
  return cudaErrorMemoryAllocation;
}

cudaError_t remove(unsigned long long object, bool is_surface) {
  wait_for_all();
  const std::lock_guard lock(entries_mutex);
  Entry* const entry = entry_locked(object, is_surface);
  if (object == 0) return cudaSuccess;
  if (!entry) return cudaErrorInvalidValue;
  *entry = {};
  return cudaSuccess;
}

/// Reads a part of a live object.
template <class Part>
cudaError_t read(Part* part, unsigned long long object, bool is_surface, Part (*of)(const Entry&)) {
  const std::lock_guard lock(entries_mutex);
  const Entry* const entry = entry_locked(object, is_surface);
  if (!entry || !part) return cudaErrorInvalidValue;
  *part = of(*entry);
  return cudaSuccess;
}

cudaResourceDesc resource_of(const Entry& entry) { return entry.resource; }
cudaTextureDesc how_of(const Entry& entry) { return entry.texture.how; }

}  // namespace

}  // namespace judge::emulated

using namespace judge::emulated;

extern "C" {

cudaError_t cudaCreateTextureObject(cudaTextureObject_t* object, const cudaResourceDesc* resource, const cudaTextureDesc* how,
                                    const cudaResourceViewDesc* view) {
  if (!object || !resource || !how) return finish(cudaErrorInvalidValue);
  if (view || how->sRGB || how->maxAnisotropy > 1) return finish(cudaErrorNotSupported);
  auto texture = judge::emulated::texture_of(*resource);
  if (!texture) return finish(cudaErrorInvalidValue);
  const bool is_read_as_float = texture->kind == cudaChannelFormatKindFloat || how->readMode == cudaReadModeNormalizedFloat;
  if (how->filterMode == cudaFilterModeLinear && !is_read_as_float) return finish(cudaErrorInvalidFilterSetting);
  if (how->readMode == cudaReadModeNormalizedFloat && texture->kind != cudaChannelFormatKindFloat &&
      texture->component_bits == 32)
    return finish(cudaErrorInvalidNormSetting);
  texture->how = *how;
  return finish(add(object, {*texture, *resource, false}));
}
cudaError_t cudaDestroyTextureObject(cudaTextureObject_t object) { return finish(remove(object, false)); }
cudaError_t cudaGetTextureObjectResourceDesc(cudaResourceDesc* resource, cudaTextureObject_t object) {
  return finish(read(resource, object, false, resource_of));
}
cudaError_t cudaGetTextureObjectTextureDesc(cudaTextureDesc* how, cudaTextureObject_t object) {
  return finish(read(how, object, false, how_of));
}

cudaError_t cudaCreateSurfaceObject(cudaSurfaceObject_t* object, const cudaResourceDesc* resource) {
  if (!object || !resource || resource->resType != cudaResourceTypeArray) return finish(cudaErrorInvalidValue);
  const auto texture = judge::emulated::texture_of(*resource);
  if (!texture) return finish(cudaErrorInvalidValue);
  return finish(add(object, {*texture, *resource, true}));  // on an H200 also of an array that was not made for it
}
cudaError_t cudaDestroySurfaceObject(cudaSurfaceObject_t object) { return finish(remove(object, true)); }
cudaError_t cudaGetSurfaceObjectResourceDesc(cudaResourceDesc* resource, cudaSurfaceObject_t object) {
  return finish(read(resource, object, true, resource_of));
}
}
