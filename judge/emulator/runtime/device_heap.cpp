#include "judge/emulator/runtime/device_heap.hpp"

#include <cstdlib>
#include <mutex>
#include <unordered_map>

#include "judge_emulated/abi.h"

namespace judge::emulated {

namespace {

/// What kernels have from malloc(): all of it together obeys cudaLimitMallocHeapSize.
class DeviceHeap {
 public:
  static DeviceHeap& instance() {
    static auto* heap = new DeviceHeap;
    return *heap;
  }

  void* allocate(std::size_t bytes) {
    const std::lock_guard lock(m_mutex);
    const std::size_t limit = device_heap_limit();
    if (bytes > limit || m_live_bytes > limit - bytes) return nullptr;
    void* const pointer = std::malloc(bytes);
    if (!pointer) return nullptr;
    forget(pointer);  // whatever was there is gone
    m_sizes[pointer] = bytes;
    m_live_bytes += bytes;
    return pointer;
  }

  void release(void* pointer) {
    const std::lock_guard lock(m_mutex);
    forget(pointer);
    std::free(pointer);
  }

 private:
  void forget(void* pointer) {
    const auto found = m_sizes.find(pointer);
    if (found == m_sizes.end()) return;
    m_live_bytes -= found->second;
    m_sizes.erase(found);
  }

  std::mutex m_mutex;
  std::unordered_map<void*, std::size_t> m_sizes;
  std::size_t m_live_bytes = 0;
};

}  // namespace

}  // namespace judge::emulated

extern "C" {

void* judgeEmulatedHeapMalloc(std::size_t bytes) { return judge::emulated::DeviceHeap::instance().allocate(bytes); }
void judgeEmulatedHeapFree(void* pointer) { judge::emulated::DeviceHeap::instance().release(pointer); }
}
