#pragma once

#include <cstddef>

/// The part of the CUDA runtime's C ABI that the judge uses, in our own words: types whose layout is the same in every
/// CUDA version since 11. Source of the facts: the CUDA Runtime API reference manual.
namespace judge::cuda {

using Error = int;  ///< cudaError_t; 0 = cudaSuccess

constexpr Error success = 0;
constexpr Error error_invalid_value = 1;
constexpr Error error_memory_allocation = 2;
constexpr Error error_invalid_symbol = 13, error_invalid_direction = 21;
constexpr Error error_not_ready = 600;
constexpr Error error_not_supported = 801;

using Stream = struct StreamOpaque*;  ///< cudaStream_t; null = the legacy default stream
using Event = struct EventOpaque*;    ///< cudaEvent_t

struct Dim3 {
  unsigned x = 1, y = 1, z = 1;
};

struct IpcMemHandle {
  char reserved[64];
};

enum class MemcpyKind : int { host_to_host = 0, host_to_device = 1, device_to_host = 2, device_to_device = 3, any = 4 };

/// cudaDeviceAttr values.
constexpr int attribute_multiprocessors = 16;
constexpr int attribute_l2_cache_bytes = 38;
constexpr int attribute_compute_major = 75;
constexpr int attribute_compute_minor = 76;

constexpr unsigned event_disable_timing = 2;
constexpr unsigned host_register_mapped = 2;
constexpr unsigned ipc_lazy_enable_peer_access = 1;

/// Every member of cudaDeviceProp after these differs between versions.
struct DevicePropertiesHead {
  char name[256];
  unsigned char uuid[16];
};

}  // namespace judge::cuda
