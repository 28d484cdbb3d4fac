#include "judge/emulator/runtime/device_heap.hpp"

#include <cstdlib>
#include <map>
#include <mutex>

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

  bool holds(const void* pointer) {
    const std::lock_guard lock(m_mutex);
    const auto behind = m_sizes.upper_bound(pointer);
    if (behind == m_sizes.begin()) return false;
    const auto& [begin, bytes] = *std::prev(behind);
    return static_cast<const char*>(pointer) < static_cast<const char*>(begin) + bytes;
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
  std::map<const void*, std::size_t> m_sizes;
  std::size_t m_live_bytes = 0;
};

}  // namespace

bool is_of_device_heap(const void* pointer) { return DeviceHeap::instance().holds(pointer); }

}  // namespace judge::emulated

extern "C" {

void* judgeEmulatedHeapMalloc(std::size_t bytes) { return judge::emulated::DeviceHeap::instance().allocate(bytes); }
void judgeEmulatedHeapFree(void* pointer) { judge::emulated::DeviceHeap::instance().release(pointer); }
}
