#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <utility>

#include "judge/runtime/runtime.hpp"

namespace judge {

/// Device memory of the referee's own.
class DeviceMemory {
 public:
  DeviceMemory() = default;
  static Result<DeviceMemory> allocate(const Runtime& runtime, std::size_t bytes);
  DeviceMemory(DeviceMemory&& other) noexcept { swap(other); }
  DeviceMemory& operator=(DeviceMemory&& other) noexcept {
    swap(other);
    return *this;
  }
  ~DeviceMemory();

  char* data() const { return m_data; }
  std::size_t bytes() const { return m_bytes; }

 private:
  void swap(DeviceMemory& other) noexcept {
    std::swap(m_runtime, other.m_runtime);
    std::swap(m_data, other.m_data);
    std::swap(m_bytes, other.m_bytes);
  }
  const Runtime* m_runtime = nullptr;
  char* m_data = nullptr;
  std::size_t m_bytes = 0;
};

/// Host memory that judge-reference can map as well, by its descriptor. It ends at the end of a page, so that what lies behind
/// it can be guarded there; its first byte is aligned to the size of an element and to no more. New memory is zeros.
class HostMemory {
 public:
  HostMemory() = default;
  /// Throws std::bad_alloc, or std::system_error where there are no more descriptors.
  explicit HostMemory(std::size_t bytes);
  HostMemory(HostMemory&& other) noexcept { swap(other); }
  HostMemory& operator=(HostMemory&& other) noexcept {
    swap(other);
    return *this;
  }
  ~HostMemory();

  std::byte* data() const { return m_pages ? m_pages + (m_mapped_bytes - m_bytes) : nullptr; }
  std::span<std::byte> span() const { return {data(), m_bytes}; }
  /// The whole pages that it lies in.
  std::span<std::byte> pages() const { return {m_pages, m_mapped_bytes}; }
  int descriptor() const { return m_descriptor; }

 private:
  void swap(HostMemory& other) noexcept {
    std::swap(m_pages, other.m_pages);
    std::swap(m_mapped_bytes, other.m_mapped_bytes);
    std::swap(m_bytes, other.m_bytes);
    std::swap(m_descriptor, other.m_descriptor);
  }
  std::byte* m_pages = nullptr;
  std::size_t m_mapped_bytes = 0, m_bytes = 0;
  int m_descriptor = -1;
};

}  // namespace judge
