#include "judge/passes/hogged_memory.hpp"

#include "judge/passes/testing.hpp"

namespace judge {

// Contexts, code and the heaps of kernels, which no function is asked for.
constexpr std::size_t k_unasked_bytes = std::size_t{2} << 30;

std::size_t free_device_bytes(const Runtime& runtime) {
  std::size_t free_bytes = 0, total_bytes = 0;
  const bool is_known =
      runtime.kind == RuntimeKind::cuda && runtime.cuda.cudaMemGetInfo(&free_bytes, &total_bytes) == cuda::success;
  return is_known ? free_bytes : 0;
}

std::size_t device_memory_limit_bytes(const Setting& setting) {
  if (setting.problem.device_memory_limit_bytes) return setting.problem.device_memory_limit_bytes;
  std::size_t free_bytes = 0, total_bytes = 0;
  return setting.runtime.cuda.cudaMemGetInfo(&free_bytes, &total_bytes) == cuda::success ? total_bytes / 4 : 0;
}

Result<bool> was_ended_in_vain(const Harness& harness, Tested& attempt, std::size_t free_before) {
  const std::size_t limit_bytes = device_memory_limit_bytes(harness.setting);
  const std::size_t free_with_it = free_device_bytes(harness.setting.runtime);
  if (!attempt.is_right() || free_before == 0 || free_with_it + limit_bytes + k_unasked_bytes >= free_before) return false;
  attempt.standing->clear();
  const std::size_t free_without_it = free_device_bytes(harness.setting.runtime);
  if (free_with_it + limit_bytes + k_unasked_bytes >= free_without_it) return true;
  reject(attempt,
         outcome::TooMuchMemory{.device = true, .limit_bytes = limit_bytes, .asked_bytes = free_without_it - free_with_it},
         harness.setting.cases.back());
  return false;
}

}  // namespace judge
