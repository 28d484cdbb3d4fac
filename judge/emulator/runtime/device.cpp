#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdio>
#include <cstring>

#include "judge/emulator/runtime/captures.hpp"
#include "judge/emulator/runtime/chip.hpp"
#include "judge/emulator/runtime/device_heap.hpp"
#include "judge/emulator/runtime/errors.hpp"
#include "judge/emulator/runtime/memory.hpp"
#include "judge_emulated/runtime_api.h"

namespace judge::emulated {

namespace {

std::array<std::atomic<std::size_t>, 7> limits{1024, 8650752, 8 << 20, 2, 2048, 128, 0};
constexpr const char* pci_bus_id = "0000:00:00.0";

cudaError_t check_device(int device) { return device == 0 ? cudaSuccess : cudaErrorInvalidDevice; }

int attribute_of(int number) {
  switch (number) {
#define JUDGE_DEVICE_ATTRIBUTE(name, number, value) \
  case number:                                      \
    return value;
#include "judge_emulated/device_attributes.inc"
#undef JUDGE_DEVICE_ATTRIBUTE
    default: return -1;
  }
}

void fill_limits(cudaDeviceProp& p) {
  p.totalGlobalMem = device_memory_bytes();
  p.sharedMemPerBlock = chip::shared_bytes_per_block;
  p.sharedMemPerBlockOptin = chip::shared_bytes_per_block_optin;
  p.sharedMemPerMultiprocessor = chip::shared_bytes_per_multiprocessor;
  p.reservedSharedMemPerBlock = chip::reserved_shared_bytes_per_block;
  p.regsPerBlock = p.regsPerMultiprocessor = chip::registers_per_multiprocessor;
  p.warpSize = chip::warp_threads;
  p.maxThreadsPerBlock = chip::max_threads_per_block;
  p.maxThreadsPerMultiProcessor = chip::max_threads_per_multiprocessor;
  p.maxBlocksPerMultiProcessor = chip::max_blocks_per_multiprocessor;
  std::copy_n(chip::max_block, 3, p.maxThreadsDim);
  std::copy_n(chip::max_grid, 3, p.maxGridSize);
  p.multiProcessorCount = chip::multiprocessors;
}

void fill_other_members(cudaDeviceProp& p) {
  p.memPitch = attribute_of(cudaDevAttrMaxPitch);
  p.clockRate = attribute_of(cudaDevAttrClockRate);
  p.totalConstMem = attribute_of(cudaDevAttrTotalConstantMemory);
  p.major = attribute_of(cudaDevAttrComputeCapabilityMajor);
  p.minor = attribute_of(cudaDevAttrComputeCapabilityMinor);
  p.textureAlignment = attribute_of(cudaDevAttrTextureAlignment);
  p.texturePitchAlignment = attribute_of(cudaDevAttrTexturePitchAlignment);
  p.memoryClockRate = attribute_of(cudaDevAttrMemoryClockRate);
  p.memoryBusWidth = attribute_of(cudaDevAttrGlobalMemoryBusWidth);
  p.l2CacheSize = attribute_of(cudaDevAttrL2CacheSize);
  p.asyncEngineCount = attribute_of(cudaDevAttrAsyncEngineCount);
  p.singleToDoublePrecisionPerfRatio = attribute_of(cudaDevAttrSingleToDoublePrecisionPerfRatio);
  p.deviceOverlap = p.canMapHostMemory = p.concurrentKernels = p.unifiedAddressing = p.streamPrioritiesSupported = 1;
  p.globalL1CacheSupported = p.localL1CacheSupported = p.managedMemory = p.hostNativeAtomicSupported = 1;
  p.concurrentManagedAccess = p.computePreemptionSupported = p.canUseHostPointerForRegisteredMem = 1;
  p.cooperativeLaunch = p.hostRegisterSupported = p.memoryPoolsSupported = 1;
}

}  // namespace

std::size_t device_heap_limit() { return limits[cudaLimitMallocHeapSize]; }

}  // namespace judge::emulated

using namespace judge::emulated;

extern "C" {

cudaError_t cudaGetDeviceCount(int* count) {
  if (!count) return finish(cudaErrorInvalidValue);
  *count = 1;
  return finish(cudaSuccess);
}

cudaError_t cudaGetDevice(int* device) {
  if (!device) return finish(cudaErrorInvalidValue);
  *device = 0;
  return finish(cudaSuccess);
}

cudaError_t cudaSetDevice(int device) { return finish(check_device(device)); }
cudaError_t cudaSetDeviceFlags(unsigned) { return finish(cudaSuccess); }
cudaError_t cudaGetDeviceFlags(unsigned* flags) {
  *flags = cudaDeviceScheduleAuto;
  return finish(cudaSuccess);
}
cudaError_t cudaInitDevice(int device, unsigned, unsigned) { return finish(check_device(device)); }
cudaError_t cudaChooseDevice(int* device, const cudaDeviceProp*) { return cudaGetDevice(device); }

cudaError_t cudaGetDeviceProperties(cudaDeviceProp* properties, int device) {
  if (!properties) return finish(cudaErrorInvalidValue);
  if (const cudaError_t error = check_device(device)) return finish(error);
  std::memset(properties, 0, sizeof *properties);
  std::snprintf(properties->name, sizeof properties->name, "%s", chip::name);
  std::memcpy(properties->uuid.bytes, "judge-emulated-0", sizeof properties->uuid.bytes);
  fill_limits(*properties);
  fill_other_members(*properties);
  return finish(cudaSuccess);
}

cudaError_t cudaGetDeviceProperties_v2(cudaDeviceProp* properties, int device) {
  return cudaGetDeviceProperties(properties, device);
}

cudaError_t cudaDeviceGetAttribute(int* value, cudaDeviceAttr attribute, int device) {
  if (!value) return finish(cudaErrorInvalidValue);
  if (const cudaError_t error = check_device(device)) return finish(error);
  const int found = attribute_of(attribute);
  if (found < 0) return finish(cudaErrorInvalidValue);
  *value = found;
  return finish(cudaSuccess);
}

cudaError_t cudaDeviceGetPCIBusId(char* id, int length, int device) {
  if (!id || length <= 0) return finish(cudaErrorInvalidValue);
  if (const cudaError_t error = check_device(device)) return finish(error);
  std::snprintf(id, static_cast<std::size_t>(length), "%s", pci_bus_id);
  return finish(cudaSuccess);
}

cudaError_t cudaDeviceGetByPCIBusId(int* device, const char* id) {
  if (!device || !id) return finish(cudaErrorInvalidValue);
  if (std::strcmp(id, pci_bus_id) != 0) return finish(cudaErrorInvalidDevice);
  return cudaGetDevice(device);
}

cudaError_t cudaDeviceSynchronize() {
  if (const cudaError_t error = refuse_in_captures()) return finish(error);
  wait_for_all();
  return finish(cudaSuccess);
}
cudaError_t cudaThreadSynchronize() { return cudaDeviceSynchronize(); }
cudaError_t cudaThreadExit() { return cudaDeviceReset(); }
cudaError_t cudaDeviceReset() {
  wait_for_all();
  return finish(cudaSuccess);
}

cudaError_t cudaDeviceSetLimit(cudaLimit limit, size_t value) {
  if (static_cast<std::size_t>(limit) >= limits.size()) return finish(cudaErrorInvalidValue);
  limits[limit] = value;
  return finish(cudaSuccess);
}

cudaError_t cudaDeviceGetLimit(size_t* value, cudaLimit limit) {
  if (!value) return finish(cudaErrorInvalidValue);
  if (static_cast<std::size_t>(limit) >= limits.size()) return finish(cudaErrorInvalidValue);
  *value = limits[limit];
  return finish(cudaSuccess);
}

cudaError_t cudaDeviceSetCacheConfig(cudaFuncCache) { return finish(cudaSuccess); }
cudaError_t cudaDeviceGetCacheConfig(cudaFuncCache* config) {
  *config = cudaFuncCachePreferNone;
  return finish(cudaSuccess);
}
cudaError_t cudaDeviceSetSharedMemConfig(cudaSharedMemConfig) { return finish(cudaSuccess); }
cudaError_t cudaDeviceGetSharedMemConfig(cudaSharedMemConfig* config) {
  *config = cudaSharedMemBankSizeFourByte;
  return finish(cudaSuccess);
}

cudaError_t cudaDeviceGetStreamPriorityRange(int* least, int* greatest) {
  if (least) *least = 0;
  if (greatest) *greatest = -5;
  return finish(cudaSuccess);
}

cudaError_t cudaDeviceCanAccessPeer(int* can_access, int device, int peer) {
  if (!can_access) return finish(cudaErrorInvalidValue);
  *can_access = 0;
  return finish(device == 0 && peer == 0 ? cudaSuccess : cudaErrorInvalidDevice);
}
cudaError_t cudaDeviceEnablePeerAccess(int, unsigned) { return finish(cudaErrorInvalidDevice); }
cudaError_t cudaDeviceDisablePeerAccess(int) { return finish(cudaErrorPeerAccessNotEnabled); }
cudaError_t cudaCtxResetPersistingL2Cache() { return finish(cudaSuccess); }

cudaError_t cudaRuntimeGetVersion(int* version) {
  if (!version) return finish(cudaErrorInvalidValue);
  *version = chip::cuda_version;
  return finish(cudaSuccess);
}
cudaError_t cudaDriverGetVersion(int* version) { return cudaRuntimeGetVersion(version); }
cudaError_t cudaProfilerStart() { return finish(cudaSuccess); }
cudaError_t cudaProfilerStop() { return finish(cudaSuccess); }
}
