#include "judge/referee/cold_cache.hpp"

namespace judge {

Result<void> ColdCache::empty(const Runtime& runtime, const DeviceLibrary& kernels) {
  if (!m_memory.data()) {
    int device = 0, l2_bytes = 0;
    JUDGE_CUDA(runtime, cudaGetDevice(&device));
    JUDGE_CUDA(runtime, cudaDeviceGetAttribute(&l2_bytes, cuda::attribute_l2_cache_bytes, device));
    JUDGE_TRY(m_memory, DeviceMemory::allocate(runtime, 2 * static_cast<std::size_t>(l2_bytes)));
  }
  JUDGE_CHECK(kernels.read_all(m_memory.data(), m_memory.bytes()));
  JUDGE_CUDA(runtime, cudaDeviceSynchronize());
  return {};
}

}  // namespace judge
