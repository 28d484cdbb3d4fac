#include "judge/referee/memory.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>
#include <new>
#include <system_error>

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

// By the other constructor first, so that the destructor closes what there is if this throws.
HostMemory::HostMemory(std::size_t bytes) : HostMemory() {
  m_bytes = bytes;
  if (bytes == 0) return;
  const auto page = static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
  m_mapped_bytes = (bytes + page - 1) / page * page;
  m_descriptor = ::memfd_create("judge-buffer", MFD_CLOEXEC | MFD_ALLOW_SEALING);
  if (m_descriptor < 0) throw std::system_error(errno, std::generic_category(), "no memory for a buffer");
  if (::ftruncate(m_descriptor, static_cast<off_t>(m_mapped_bytes))) throw std::bad_alloc();
  ::fcntl(m_descriptor, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL);  // a reference may not cut it
  void* pages = ::mmap(nullptr, m_mapped_bytes, PROT_READ | PROT_WRITE, MAP_SHARED, m_descriptor, 0);
  if (pages == MAP_FAILED) throw std::bad_alloc();
  ::madvise(pages, m_mapped_bytes, MADV_HUGEPAGE);  // where the kernel gives them to shared memory
  m_pages = static_cast<std::byte*>(pages);
}

HostMemory::~HostMemory() {
  if (m_pages) ::munmap(m_pages, m_mapped_bytes);
  if (m_descriptor >= 0) ::close(m_descriptor);
}

}  // namespace judge
