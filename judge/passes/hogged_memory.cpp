#include "judge/passes/hogged_memory.hpp"

namespace judge {

// Contexts, code and the heaps of kernels, which no function is asked for.
static constexpr std::size_t k_unasked_bytes = std::size_t{2} << 30;

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

std::optional<std::size_t> taken_too_much(const Setting& setting, Players& players, std::size_t free_before) {
  const std::size_t allowed_bytes = device_memory_limit_bytes(setting) + k_unasked_bytes;
  const std::size_t free_with_it = free_device_bytes(setting.runtime);
  if (free_before == 0 || free_with_it + allowed_bytes >= free_before) return std::nullopt;
  players.clear();
  const std::size_t free_without_it = free_device_bytes(setting.runtime);
  return free_with_it + allowed_bytes >= free_without_it ? 0 : free_without_it - free_with_it;
}

}  // namespace judge
