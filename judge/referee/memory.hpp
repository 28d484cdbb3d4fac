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
  void swap(DeviceMemory& other) {
    std::swap(m_runtime, other.m_runtime);
    std::swap(m_data, other.m_data);
    std::swap(m_bytes, other.m_bytes);
  }
  const Runtime* m_runtime = nullptr;
  char* m_data = nullptr;
  std::size_t m_bytes = 0;
};

/// Host memory on huge pages where the kernel gives them, contents undefined: page faults of 4 KiB each would cost more
/// than drawing the inputs does.
class HostMemory {
 public:
  HostMemory() = default;
  explicit HostMemory(std::size_t bytes);
  HostMemory(HostMemory&& other) noexcept : m_data(std::exchange(other.m_data, nullptr)), m_bytes(std::exchange(other.m_bytes, 0)) {}
  HostMemory& operator=(HostMemory&& other) noexcept {
    std::swap(m_data, other.m_data);
    std::swap(m_bytes, other.m_bytes);
    return *this;
  }
  ~HostMemory();

  std::byte* data() const { return m_data; }
  std::span<std::byte> span() const { return {m_data, m_bytes}; }

 private:
  std::byte* m_data = nullptr;
  std::size_t m_bytes = 0;
};

}  // namespace judge
