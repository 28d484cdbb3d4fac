#pragma once

#include <type_traits>

#include "judge_emulated/runtime_api.h"

// The C++ conveniences that CUDA lays over its C functions: typed pointers, kernels and symbols by name, default
// arguments.

template <class T>
static inline cudaError_t cudaMalloc(T** pointer, size_t bytes) {
  return ::cudaMalloc(reinterpret_cast<void**>(pointer), bytes);
}
template <class T>
static inline cudaError_t cudaMallocManaged(T** pointer, size_t bytes, unsigned flags = cudaMemAttachGlobal) {
  return ::cudaMallocManaged(reinterpret_cast<void**>(pointer), bytes, flags);
}
template <class T>
static inline cudaError_t cudaMallocPitch(T** pointer, size_t* pitch, size_t width, size_t height) {
  return ::cudaMallocPitch(reinterpret_cast<void**>(pointer), pitch, width, height);
}
template <class T>
static inline cudaError_t cudaMallocAsync(T** pointer, size_t bytes, cudaStream_t stream) {
  return ::cudaMallocAsync(reinterpret_cast<void**>(pointer), bytes, stream);
}
template <class T>
static inline cudaError_t cudaMallocAsync(T** pointer, size_t bytes, cudaMemPool_t pool, cudaStream_t stream) {
  return ::cudaMallocFromPoolAsync(reinterpret_cast<void**>(pointer), bytes, pool, stream);
}
template <class T>
static inline cudaError_t cudaMallocFromPoolAsync(T** pointer, size_t bytes, cudaMemPool_t pool, cudaStream_t stream) {
  return ::cudaMallocFromPoolAsync(reinterpret_cast<void**>(pointer), bytes, pool, stream);
}
template <class T>
static inline cudaError_t cudaMallocHost(T** pointer, size_t bytes, unsigned flags = 0) {
  return ::cudaHostAlloc(reinterpret_cast<void**>(pointer), bytes, flags);
}
template <class T>
static inline cudaError_t cudaHostAlloc(T** pointer, size_t bytes, unsigned flags) {
  return ::cudaHostAlloc(reinterpret_cast<void**>(pointer), bytes, flags);
}
template <class T>
static inline cudaError_t cudaHostGetDevicePointer(T** device, void* host, unsigned flags) {
  return ::cudaHostGetDevicePointer(reinterpret_cast<void**>(device), host, flags);
}
static inline cudaError_t cudaMemcpyAsync(void* to, const void* from, size_t bytes, cudaMemcpyKind kind) {
  return ::cudaMemcpyAsync(to, from, bytes, kind, nullptr);
}
static inline cudaError_t cudaMemcpy2DAsync(void* to, size_t to_pitch, const void* from, size_t from_pitch,
                                            size_t width, size_t height, cudaMemcpyKind kind) {
  return ::cudaMemcpy2DAsync(to, to_pitch, from, from_pitch, width, height, kind, nullptr);
}
static inline cudaError_t cudaMemcpy3DAsync(const cudaMemcpy3DParms* box) { return ::cudaMemcpy3DAsync(box, nullptr); }
static inline cudaError_t cudaMemcpyPeerAsync(void* to, int to_device, const void* from, int from_device, size_t bytes) {
  return ::cudaMemcpyPeerAsync(to, to_device, from, from_device, bytes, nullptr);
}
static inline cudaError_t cudaMemset2DAsync(void* to, size_t pitch, int value, size_t width, size_t height) {
  return ::cudaMemset2DAsync(to, pitch, value, width, height, nullptr);
}
static inline cudaError_t cudaMemset3DAsync(cudaPitchedPtr to, int value, cudaExtent extent) {
  return ::cudaMemset3DAsync(to, value, extent, nullptr);
}
static inline cudaError_t cudaMemsetAsync(void* to, int value, size_t bytes) {
  return ::cudaMemsetAsync(to, value, bytes, nullptr);
}
static inline cudaError_t cudaMemPrefetchAsync(const void* pointer, size_t bytes, int device) {
  return ::cudaMemPrefetchAsync(pointer, bytes, device, nullptr);
}
/// As CUDA 13 has them.
static inline cudaError_t cudaMemPrefetchAsync(const void* pointer, size_t bytes, cudaMemLocation location, unsigned,
                                               cudaStream_t stream = nullptr) {
  return ::cudaMemPrefetchAsync(pointer, bytes, location.type == cudaMemLocationTypeDevice ? location.id : cudaCpuDeviceId,
                                stream);
}
static inline cudaError_t cudaMemAdvise(const void* pointer, size_t bytes, cudaMemoryAdvise advice,
                                        cudaMemLocation location) {
  return ::cudaMemAdvise(pointer, bytes, advice, location.type == cudaMemLocationTypeDevice ? location.id : cudaCpuDeviceId);
}
static inline cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event) {
  return ::cudaStreamWaitEvent(stream, event, 0);
}
static inline cudaError_t cudaEventRecord(cudaEvent_t event) { return ::cudaEventRecord(event, nullptr); }
static inline cudaError_t cudaEventRecordWithFlags(cudaEvent_t event, cudaStream_t stream = nullptr) {
  return ::cudaEventRecordWithFlags(event, stream, 0);
}
static inline cudaError_t cudaEventCreate(cudaEvent_t* event, unsigned flags) {
  return ::cudaEventCreateWithFlags(event, flags);
}

namespace judge_emulated {
/// What the host sees where it names a __device__ variable, and the variable.
struct HostShadow {
  const volatile void *copy, *variable;
  HostShadow* next;
};
static HostShadow* host_shadows = nullptr;

/// The copy of a __device__ variable that host code reads and writes, zero at first; no kernel knows of it.
template <auto variable>
inline auto& host_shadow() {
  using T = std::remove_cv_t<std::remove_pointer_t<decltype(variable)>>;
  // On the heap, where what is the host's can be told from what is a kernel's.
  static HostShadow shadow{std::calloc(1, sizeof(T)), variable, nullptr};
  [[maybe_unused]] static const bool is_listed = (shadow.next = host_shadows, host_shadows = &shadow, true);
  return *const_cast<T*>(static_cast<const volatile T*>(shadow.copy));
}

/// Of a volatile variable, too; and of what the host was given for the variable.
template <class T>
inline const void* address_of_symbol(const T& symbol) {
  const volatile void* const given = static_cast<const volatile void*>(&symbol);
  for (const HostShadow* shadow = host_shadows; shadow; shadow = shadow->next)
    if (shadow->copy == given) return const_cast<const void*>(shadow->variable);
  return const_cast<const void*>(given);
}
}  // namespace judge_emulated

// A symbol is a __device__ or __constant__ variable, passed by its name.
template <class T>
static inline cudaError_t cudaMemcpyToSymbol(const T& symbol, const void* from, size_t bytes, size_t offset = 0,
                                             cudaMemcpyKind kind = cudaMemcpyHostToDevice) {
  if (offset > sizeof(T) || bytes > sizeof(T) - offset)
    return ::cudaMemcpyToSymbol(static_cast<const void*>(nullptr), from, bytes, offset, kind);
  return ::cudaMemcpyToSymbol(judge_emulated::address_of_symbol(symbol), from, bytes, offset, kind);
}
template <class T>
static inline cudaError_t cudaMemcpyToSymbolAsync(const T& symbol, const void* from, size_t bytes, size_t offset = 0,
                                                  cudaMemcpyKind kind = cudaMemcpyHostToDevice,
                                                  cudaStream_t stream = nullptr) {
  if (offset > sizeof(T) || bytes > sizeof(T) - offset)
    return ::cudaMemcpyToSymbolAsync(static_cast<const void*>(nullptr), from, bytes, offset, kind, stream);
  return ::cudaMemcpyToSymbolAsync(judge_emulated::address_of_symbol(symbol), from, bytes, offset, kind, stream);
}
template <class T>
static inline cudaError_t cudaMemcpyFromSymbol(void* to, const T& symbol, size_t bytes, size_t offset = 0,
                                               cudaMemcpyKind kind = cudaMemcpyDeviceToHost) {
  if (offset > sizeof(T) || bytes > sizeof(T) - offset)
    return ::cudaMemcpyFromSymbol(to, static_cast<const void*>(nullptr), bytes, offset, kind);
  return ::cudaMemcpyFromSymbol(to, judge_emulated::address_of_symbol(symbol), bytes, offset, kind);
}
template <class T>
static inline cudaError_t cudaMemcpyFromSymbolAsync(void* to, const T& symbol, size_t bytes, size_t offset = 0,
                                                    cudaMemcpyKind kind = cudaMemcpyDeviceToHost,
                                                    cudaStream_t stream = nullptr) {
  if (offset > sizeof(T) || bytes > sizeof(T) - offset)
    return ::cudaMemcpyFromSymbolAsync(to, static_cast<const void*>(nullptr), bytes, offset, kind, stream);
  return ::cudaMemcpyFromSymbolAsync(to, judge_emulated::address_of_symbol(symbol), bytes, offset, kind, stream);
}
template <class P, class T>
static inline cudaError_t cudaGetSymbolAddress(P** pointer, const T& symbol) {
  return ::cudaGetSymbolAddress(reinterpret_cast<void**>(pointer), judge_emulated::address_of_symbol(symbol));
}
template <class T>
static inline cudaError_t cudaGetSymbolSize(size_t* bytes, const T&) {
  *bytes = sizeof(T);
  return cudaSuccess;
}

namespace judge_emulated {
/// Pointers to functions become pointers to void only by a cast; pointers to objects are taken as they are.
template <class T>
static inline const void* erase_function(T* function) {
  if constexpr (std::is_function_v<T>)
    return reinterpret_cast<const void*>(function);
  else
    return function;
}
template <class F>
using IfKernel = std::enable_if_t<std::is_function_v<F>>;
}  // namespace judge_emulated

template <class F, class = judge_emulated::IfKernel<F>>
static inline cudaError_t cudaLaunchKernel(F* function, dim3 grid, dim3 block, void** arguments,
                                           size_t shared_bytes = 0, cudaStream_t stream = nullptr) {
  return ::cudaLaunchKernel(judge_emulated::erase_function(function), grid, block, arguments, shared_bytes, stream);
}
static inline cudaError_t cudaLaunchKernel(const void* function, dim3 grid, dim3 block, void** arguments,
                                           size_t shared_bytes) {
  return ::cudaLaunchKernel(function, grid, block, arguments, shared_bytes, nullptr);
}
static inline cudaError_t cudaLaunchKernel(const void* function, dim3 grid, dim3 block, void** arguments) {
  return ::cudaLaunchKernel(function, grid, block, arguments, 0, nullptr);
}
template <class F, class = judge_emulated::IfKernel<F>>
static inline cudaError_t cudaLaunchCooperativeKernel(F* function, dim3 grid, dim3 block, void** arguments,
                                                      size_t shared_bytes = 0, cudaStream_t stream = nullptr) {
  return ::cudaLaunchCooperativeKernel(judge_emulated::erase_function(function), grid, block, arguments, shared_bytes,
                                       stream);
}
static inline cudaError_t cudaLaunchCooperativeKernel(const void* function, dim3 grid, dim3 block, void** arguments,
                                                      size_t shared_bytes) {
  return ::cudaLaunchCooperativeKernel(function, grid, block, arguments, shared_bytes, nullptr);
}
static inline cudaError_t cudaLaunchCooperativeKernel(const void* function, dim3 grid, dim3 block, void** arguments) {
  return ::cudaLaunchCooperativeKernel(function, grid, block, arguments, 0, nullptr);
}
template <class... P, class... A>
static inline cudaError_t cudaLaunchKernelEx(const cudaLaunchConfig_t* config, void (*kernel)(P...), A&&... values) {
  return [&](P... parameters) {
    void* arguments[sizeof...(P) + 1] = {const_cast<void*>(static_cast<const volatile void*>(&parameters))...};
    return ::cudaLaunchKernelExC(config, reinterpret_cast<const void*>(kernel), arguments);
  }(static_cast<A&&>(values)...);
}
template <class F, class = judge_emulated::IfKernel<F>>
static inline cudaError_t cudaOccupancyMaxPotentialClusterSize(int* size, F* function, const cudaLaunchConfig_t* config) {
  return ::cudaOccupancyMaxPotentialClusterSize(size, judge_emulated::erase_function(function), config);
}
template <class F, class = judge_emulated::IfKernel<F>>
static inline cudaError_t cudaOccupancyMaxActiveClusters(int* clusters, F* function, const cudaLaunchConfig_t* config) {
  return ::cudaOccupancyMaxActiveClusters(clusters, judge_emulated::erase_function(function), config);
}
template <class F, class = judge_emulated::IfKernel<F>>
static inline cudaError_t cudaFuncSetAttribute(F* function, cudaFuncAttribute attribute, int value) {
  return ::cudaFuncSetAttribute(judge_emulated::erase_function(function), attribute, value);
}
template <class F, class = judge_emulated::IfKernel<F>>
static inline cudaError_t cudaFuncGetAttributes(cudaFuncAttributes* attributes, F* function) {
  return ::cudaFuncGetAttributes(attributes, judge_emulated::erase_function(function));
}
template <class F, class = judge_emulated::IfKernel<F>>
static inline cudaError_t cudaFuncGetName(const char** name, F* function) {
  return ::cudaFuncGetName(name, judge_emulated::erase_function(function));
}
template <class F, class = judge_emulated::IfKernel<F>>
static inline cudaError_t cudaGetFuncBySymbol(cudaFunction_t* function, F* symbol) {
  return ::cudaGetFuncBySymbol(function, judge_emulated::erase_function(symbol));
}
template <class F, class = judge_emulated::IfKernel<F>>
static inline cudaError_t cudaFuncSetCacheConfig(F* function, cudaFuncCache config) {
  return ::cudaFuncSetCacheConfig(judge_emulated::erase_function(function), config);
}
template <class F, class = judge_emulated::IfKernel<F>>
static inline cudaError_t cudaFuncSetSharedMemConfig(F* function, cudaSharedMemConfig config) {
  return ::cudaFuncSetSharedMemConfig(judge_emulated::erase_function(function), config);
}
template <class F>
static inline cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, F* function, int block_size,
                                                                        size_t shared_bytes) {
  return ::cudaOccupancyMaxActiveBlocksPerMultiprocessor(blocks, judge_emulated::erase_function(function), block_size,
                                                         shared_bytes);
}
template <class F, class = judge_emulated::IfKernel<F>>
static inline cudaError_t cudaOccupancyAvailableDynamicSMemPerBlock(size_t* bytes, F* function, int blocks,
                                                                    int block_size) {
  return ::cudaOccupancyAvailableDynamicSMemPerBlock(bytes, judge_emulated::erase_function(function), blocks, block_size);
}
template <class F>
static inline cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int* blocks, F* function,
                                                                                 int block_size, size_t shared_bytes,
                                                                                 unsigned) {
  return cudaOccupancyMaxActiveBlocksPerMultiprocessor(blocks, function, block_size, shared_bytes);
}
/// The largest block size, in whole warps, that gives the most resident threads.
template <class F, class Bytes>
static inline cudaError_t cudaOccupancyMaxPotentialBlockSizeVariableSMem(int* grid, int* block, F* function,
                                                                         Bytes shared_bytes_of, int limit = 0) {
  int best_threads = 0, multiprocessors = 0;
  if (const cudaError_t error = ::cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, 0))
    return error;
  *grid = *block = 0;
  for (int size = limit > 0 && limit < 1024 ? limit : 1024; size > 0; size = (size - 1) / 32 * 32) {
    int blocks = 0;
    if (const cudaError_t error = ::cudaOccupancyMaxActiveBlocksPerMultiprocessor(
            &blocks, judge_emulated::erase_function(function), size, shared_bytes_of(size)))
      return error;
    if (blocks * size <= best_threads) continue;
    best_threads = blocks * size;
    *block = size;
    *grid = blocks * multiprocessors;
  }
  return cudaSuccess;
}
template <class F>
static inline cudaError_t cudaOccupancyMaxPotentialBlockSize(int* grid, int* block, F* function,
                                                             size_t shared_bytes = 0, int limit = 0) {
  return cudaOccupancyMaxPotentialBlockSizeVariableSMem(
      grid, block, function, [shared_bytes](int) { return shared_bytes; }, limit);
}
