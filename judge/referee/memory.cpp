#include "judge/referee/memory.hpp"

#include <sys/mman.h>

#include <new>

namespace judge {

Result<DeviceMemory> DeviceMemory::allocate(const Runtime& runtime, std::size_t bytes) {
  DeviceMemory memory;
  void* pointer = nullptr;
  if (const cuda::Error error = runtime.cuda.cudaMalloc(&pointer, bytes))
    return fail("{} bytes of device memory for the judge's own buffers: {}", bytes, describe_error(runtime, error));
  memory.m_runtime = &runtime;
  memory.m_data = static_cast<char*>(pointer);
  memory.m_bytes = bytes;
  return memory;
}

DeviceMemory::~DeviceMemory() {
  if (m_data) m_runtime->cuda.cudaFree(m_data);
}

HostMemory::HostMemory(std::size_t bytes) : m_bytes(bytes) {
  if (bytes == 0) return;
  void* pointer = ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (pointer == MAP_FAILED) throw std::bad_alloc();
  ::madvise(pointer, bytes, MADV_HUGEPAGE);
  m_data = static_cast<std::byte*>(pointer);
}

HostMemory::~HostMemory() {
  if (m_data) ::munmap(m_data, m_bytes);
}

}  // namespace judge
