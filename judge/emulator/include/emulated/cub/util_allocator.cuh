#pragma once

#include <cstddef>

#include "cub/util_type.cuh"

namespace cub {

/// Gives device memory; here it keeps none for later.
struct CachingDeviceAllocator {
  explicit CachingDeviceAllocator(bool = false, bool = false) {}
  CachingDeviceAllocator(unsigned, unsigned = 1, unsigned = 0, std::size_t = 0, bool = false, bool = false) {}
  cudaError_t DeviceAllocate(void** pointer, std::size_t bytes, cudaStream_t = nullptr) { return cudaMalloc(pointer, bytes); }
  cudaError_t DeviceAllocate(int, void** pointer, std::size_t bytes, cudaStream_t = nullptr) {
    return cudaMalloc(pointer, bytes);
  }
  cudaError_t DeviceFree(void* pointer) { return cudaFree(pointer); }
  cudaError_t DeviceFree(int, void* pointer) { return cudaFree(pointer); }
  cudaError_t FreeAllCached() { return cudaSuccess; }
};

}  // namespace cub
