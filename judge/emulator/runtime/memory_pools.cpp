// Memory pools: names for the one memory there is, which keep the attributes that are set on them.
#include <array>
#include <cstdint>
#include <map>
#include <mutex>

#include "judge/emulator/runtime/captures.hpp"
#include "judge/emulator/runtime/counted_allocation.hpp"
#include "judge/emulator/runtime/errors.hpp"
#include "judge/emulator/runtime/handles.hpp"
#include "judge/emulator/runtime/memory.hpp"
#include "judge/emulator/runtime/watcher.hpp"
#include "judge_emulated/runtime_api.h"

struct CUmemPoolHandle_st {
  std::array<int, 3> reuse{1, 1, 1};
  std::uint64_t release_threshold = 0;
};

namespace judge::emulated {

namespace {

Handles<CUmemPoolHandle_st>& pools() {
  static auto* handles = new Handles<CUmemPoolHandle_st>;
  return *handles;
}

cudaMemPool_t default_pool() {
  static const cudaMemPool_t pool = pools().add({});
  return pool;
}

std::atomic<cudaMemPool_t> current_pool = nullptr;  ///< null: the default one

bool is_reuse(cudaMemPoolAttr attribute) {
  return attribute >= cudaMemPoolReuseFollowEventDependencies && attribute <= cudaMemPoolReuseAllowInternalDependencies;
}

/// What was freed in the order of a stream and is there until the host has waited for all work.
class FreedInOrder {
 public:
  /// False: it was freed before.
  bool add(void* pointer, std::size_t bytes) {
    const std::lock_guard lock(m_mutex);
    if (!m_pointers.emplace(pointer, bytes).second) return false;
    m_bytes += bytes;
    return true;
  }
  void release(void* pointer) {
    {
      const std::lock_guard lock(m_mutex);
      const auto found = m_pointers.find(pointer);
      m_bytes -= found->second;
      m_pointers.erase(found);
    }
    Memory::instance().release(pointer, {MemoryKind::device, MemoryKind::managed});
  }
  bool is_much() {
    const std::lock_guard lock(m_mutex);
    return m_bytes > most_bytes;
  }

 private:
  static constexpr std::size_t most_bytes = 256 << 20;
  std::mutex m_mutex;
  std::map<void*, std::size_t> m_pointers;
  std::size_t m_bytes = 0;
};

FreedInOrder& freed() {
  static auto* memory = new FreedInOrder;
  return *memory;
}

/// Memory is there at once, for work on any stream. Where much is waiting to be freed, that is waited for.
cudaError_t allocate_on(cudaStream_t stream, void** pointer, std::size_t bytes, Request request) {
  if (const cudaError_t error = check_stream(stream)) return finish(error);
  request.from = GpuHeap::From::pool;
  if (freed().is_much()) wait_for_all();
  const cudaError_t error = counted_allocation("cudaMallocAsync", [&] {
    const cudaError_t first = Memory::instance().allocate(pointer, bytes, MemoryKind::device, request);
    if (first != cudaErrorMemoryAllocation || is_captured(stream)) return first;
    wait_for_all();
    return Memory::instance().allocate(pointer, bytes, MemoryKind::device, request);
  });
  if (error) return error;
  return finish(capture_allocation(stream, *pointer).value_or(cudaSuccess));
}

/// As a GPU's pool does, it keeps the memory mapped until all work was waited for. The checker sees a use after this.
cudaError_t free_on(cudaStream_t stream, void* pointer) {
  if (const cudaError_t error = check_stream(stream)) return error;
  Region region;
  const bool is_freeable = pointer && Memory::instance().find(pointer, &region) && region.begin == pointer &&
                           (region.kind == MemoryKind::device || region.kind == MemoryKind::managed);
  if (!is_freeable) return Memory::instance().release(pointer, {MemoryKind::device, MemoryKind::managed});
  if (!freed().add(pointer, region.bytes)) return cudaErrorInvalidValue;
  const TaskName name{.what = "cudaFreeAsync()", .code = watcher ? watcher->find_caller() : nullptr};
  return give_work(stream, Duration::short_time, name, [pointer, bytes = region.bytes] {
    if (watcher) watcher->work_accesses(pointer, bytes, true);
    release_when_idle([pointer] { freed().release(pointer); });
    return cudaSuccess;
  });
}

}  // namespace

}  // namespace judge::emulated

using namespace judge::emulated;

extern "C" {

cudaError_t cudaMallocAsync(void** pointer, size_t bytes, cudaStream_t stream) {
  return allocate_on(stream, pointer, bytes, JUDGE_REQUEST);
}
cudaError_t cudaMallocFromPoolAsync(void** pointer, size_t bytes, cudaMemPool_t pool, cudaStream_t stream) {
  default_pool();
  const Request request = JUDGE_REQUEST;
  return pools().contains(pool) ? allocate_on(stream, pointer, bytes, request) : finish(cudaErrorInvalidValue);
}
cudaError_t cudaFreeAsync(void* pointer, cudaStream_t stream) {
  // In a graph the memory stays, for the next launch.
  if (capture_status(stream) != cudaStreamCaptureStatusNone)
    return enqueue({stream, cudaGraphNodeTypeMemFree}, nullptr, [] { return cudaSuccess; });
  return finish(free_on(stream, pointer));
}

cudaError_t cudaDeviceGetDefaultMemPool(cudaMemPool_t* pool, int device) {
  if (!pool) return finish(cudaErrorInvalidValue);
  if (device != 0) return finish(cudaErrorInvalidDevice);
  *pool = default_pool();
  return finish(cudaSuccess);
}
cudaError_t cudaDeviceGetMemPool(cudaMemPool_t* pool, int device) {
  if (!pool) return finish(cudaErrorInvalidValue);
  if (device != 0) return finish(cudaErrorInvalidDevice);
  *pool = current_pool ? current_pool.load() : default_pool();
  return finish(cudaSuccess);
}
cudaError_t cudaDeviceSetMemPool(int device, cudaMemPool_t pool) {
  if (device != 0) return finish(cudaErrorInvalidDevice);
  default_pool();
  if (!pools().contains(pool)) return finish(cudaErrorInvalidValue);
  current_pool = pool;
  return finish(cudaSuccess);
}

cudaError_t cudaMemPoolCreate(cudaMemPool_t* pool, const cudaMemPoolProps* properties) {
  if (!pool || !properties || properties->allocType != cudaMemAllocationTypePinned ||
      properties->location.type != cudaMemLocationTypeDevice || properties->location.id != 0)
    return finish(cudaErrorInvalidValue);
  *pool = pools().add({});
  return finish(cudaSuccess);
}
cudaError_t cudaMemPoolDestroy(cudaMemPool_t pool) {
  if (pool == default_pool() || !pools().remove(pool)) return finish(cudaErrorInvalidValue);
  cudaMemPool_t destroyed = pool;
  current_pool.compare_exchange_strong(destroyed, nullptr);
  return finish(cudaSuccess);
}

cudaError_t cudaMemPoolSetAttribute(cudaMemPool_t pool, cudaMemPoolAttr attribute, void* value) {
  default_pool();
  if (!pools().contains(pool) || !value) return finish(cudaErrorInvalidValue);
  if (is_reuse(attribute)) pool->reuse[attribute - 1] = *static_cast<int*>(value);
  else if (attribute == cudaMemPoolAttrReleaseThreshold) pool->release_threshold = *static_cast<std::uint64_t*>(value);
  else if (attribute != cudaMemPoolAttrReservedMemHigh && attribute != cudaMemPoolAttrUsedMemHigh)
    return finish(cudaErrorInvalidValue);
  return finish(cudaSuccess);
}
cudaError_t cudaMemPoolGetAttribute(cudaMemPool_t pool, cudaMemPoolAttr attribute, void* value) {
  default_pool();
  if (!pools().contains(pool) || !value) return finish(cudaErrorInvalidValue);
  if (is_reuse(attribute)) *static_cast<int*>(value) = pool->reuse[attribute - 1];
  else if (attribute == cudaMemPoolAttrReleaseThreshold) *static_cast<std::uint64_t*>(value) = pool->release_threshold;
  else if (attribute >= cudaMemPoolAttrReservedMemCurrent && attribute <= cudaMemPoolAttrUsedMemHigh)
    *static_cast<std::uint64_t*>(value) = Memory::instance().used_bytes();
  else return finish(cudaErrorInvalidValue);
  return finish(cudaSuccess);
}
// There is one device, which can always access its own memory.
cudaError_t cudaMemPoolSetAccess(cudaMemPool_t pool, const cudaMemAccessDesc* accesses, size_t count) {
  default_pool();
  if (!pools().contains(pool) || (count > 0 && !accesses)) return finish(cudaErrorInvalidValue);
  for (size_t i = 0; i < count; ++i) {
    if (accesses[i].location.type != cudaMemLocationTypeDevice || accesses[i].flags != cudaMemAccessFlagsProtReadWrite)
      return finish(cudaErrorInvalidValue);
    if (accesses[i].location.id != 0) return finish(cudaErrorInvalidDevice);
  }
  return finish(cudaSuccess);
}
cudaError_t cudaMemPoolGetAccess(cudaMemAccessFlags* flags, cudaMemPool_t pool, cudaMemLocation* location) {
  default_pool();
  if (!flags || !location || !pools().contains(pool) || location->type != cudaMemLocationTypeDevice)
    return finish(cudaErrorInvalidValue);
  if (location->id != 0) return finish(cudaErrorInvalidDevice);
  *flags = cudaMemAccessFlagsProtReadWrite;
  return finish(cudaSuccess);
}
cudaError_t cudaMemPoolTrimTo(cudaMemPool_t pool, size_t) {
  default_pool();
  return finish(pools().contains(pool) ? cudaSuccess : cudaErrorInvalidValue);
}
}
