#include "judge/referee/cold_cache.hpp"

namespace judge {

Result<void> ColdCache::allocate(const Runtime& runtime) {
  if (m_memory.data()) return {};
  int device = 0, l2_bytes = 0;
  JUDGE_CUDA(runtime, cudaGetDevice(&device));
  JUDGE_CUDA(runtime, cudaDeviceGetAttribute(&l2_bytes, cuda::attribute_l2_cache_bytes, device));
  JUDGE_TRY(m_memory, DeviceMemory::allocate(runtime, 2 * static_cast<std::size_t>(l2_bytes)));
  return {};
}

Result<void> ColdCache::empty(const Runtime& runtime, const DeviceLibrary& kernels) {
  JUDGE_CHECK(allocate(runtime));
  JUDGE_CHECK(kernels.read_all(m_memory.data(), m_memory.bytes()));
  JUDGE_CUDA(runtime, cudaDeviceSynchronize());
  return {};
}

}  // namespace judge
