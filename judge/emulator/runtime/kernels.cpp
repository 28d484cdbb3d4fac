// The registered kernels, and the runtime functions that ask or tell something about one.
#include "judge/emulator/runtime/kernels.hpp"

#include <algorithm>
#include <array>
#include <mutex>
#include <unordered_map>

#include "judge/emulator/runtime/chip.hpp"
#include "judge/emulator/runtime/errors.hpp"
#include "judge/emulator/runtime/memory.hpp"
#include "judge/emulator/runtime/shared_arena.hpp"
#include "judge_emulated/runtime_api.h"

namespace judge::emulated {

namespace {

struct Kernels {
  std::mutex mutex;
  std::unordered_map<const void*, KernelState> by_function;
  std::unordered_map<const void*, std::array<unsigned, 3>> clusters;  // those of kernels that say so
};

Kernels& kernels() {
  static auto* all = new Kernels;
  return *all;
}

constexpr unsigned assumed_registers = 32;  // of a thread: what small kernels need

cudaError_t count_resident_blocks(int* blocks, const void* function, int block_size, std::size_t shared_bytes) {
  const KernelState* const state = find_kernel(function);
  if (!state) return cudaErrorInvalidDeviceFunction;
  if (!blocks || block_size <= 0) return cudaErrorInvalidValue;
  *blocks = 0;
  if (static_cast<unsigned>(block_size) > state->max_threads() || shared_bytes > state->max_dynamic_shared_bytes())
    return cudaSuccess;
  const std::size_t threads = round_up(static_cast<std::size_t>(block_size), chip::warp_threads);
  const std::size_t shared = shared_bytes + state->static_shared_bytes() + chip::reserved_shared_bytes_per_block;
  *blocks = static_cast<int>(std::min(
      {chip::max_threads_per_multiprocessor / threads, chip::registers_per_multiprocessor / (threads * assumed_registers),
       chip::shared_bytes_per_multiprocessor / shared, static_cast<std::size_t>(chip::max_blocks_per_multiprocessor)}));
  return cudaSuccess;
}

}  // namespace

unsigned KernelState::max_threads() const {
  return kernel->max_threads ? std::min(kernel->max_threads, chip::max_threads_per_block) : chip::max_threads_per_block;
}

std::array<unsigned, 3> KernelState::cluster() const {
  const std::lock_guard lock(kernels().mutex);
  const auto found = kernels().clusters.find(kernel->function);
  return found == kernels().clusters.end() ? std::array{0u, 0u, 0u} : found->second;
}

std::size_t KernelState::static_shared_bytes() const { return emulated::static_shared_bytes(kernel->function); }

std::size_t KernelState::max_dynamic_shared_bytes() const {
  const std::size_t used = std::min(static_shared_bytes(), chip::shared_bytes_per_block);
  return std::max(opted_in_shared_bytes, chip::shared_bytes_per_block - used);
}

KernelState* find_kernel(const void* function) {
  const std::lock_guard lock(kernels().mutex);
  const auto found = kernels().by_function.find(function);
  return found == kernels().by_function.end() ? nullptr : &found->second;
}

}  // namespace judge::emulated

using namespace judge::emulated;

extern "C" {

void judgeEmulatedRegisterKernel(const judge_emulated::Kernel* kernel) {
  const std::lock_guard lock(kernels().mutex);
  kernels().by_function.insert_or_assign(kernel->function, KernelState{.kernel = kernel});
}

bool judgeEmulatedSetCluster(const void* kernel, unsigned x, unsigned y, unsigned z) {
  const std::lock_guard lock(kernels().mutex);
  kernels().clusters[kernel] = {x, y, z};
  return true;
}

cudaError_t cudaFuncSetAttribute(const void* function, cudaFuncAttribute attribute, int value) {
  KernelState* const state = find_kernel(function);
  if (!state) return finish(cudaErrorInvalidDeviceFunction);
  if (attribute == cudaFuncAttributeMaxDynamicSharedMemorySize) {
    if (value < 0 || static_cast<std::size_t>(value) + state->static_shared_bytes() > chip::shared_bytes_per_block_optin)
      return finish_launch(cudaErrorInvalidValue);  // as the launch that comes of it
    state->opted_in_shared_bytes = static_cast<std::size_t>(value);
    return finish(cudaSuccess);
  }
  if (attribute == cudaFuncAttributeNonPortableClusterSizeAllowed) {
    state->allows_any_cluster = value != 0;
    return finish(cudaSuccess);
  }
  return finish(attribute == cudaFuncAttributePreferredSharedMemoryCarveout ? cudaSuccess : cudaErrorNotSupported);
}

cudaError_t cudaFuncGetAttributes(cudaFuncAttributes* attributes, const void* function) {
  const KernelState* const state = find_kernel(function);
  if (!attributes) return finish(cudaErrorInvalidValue);
  if (!state) return finish(cudaErrorInvalidDeviceFunction);
  *attributes = {};
  attributes->sharedSizeBytes = state->static_shared_bytes();
  attributes->maxThreadsPerBlock = static_cast<int>(state->max_threads());
  attributes->numRegs = assumed_registers;
  attributes->ptxVersion = attributes->binaryVersion = 90;
  attributes->maxDynamicSharedSizeBytes = static_cast<int>(state->max_dynamic_shared_bytes());
  attributes->preferredShmemCarveout = cudaSharedmemCarveoutDefault;
  return finish(cudaSuccess);
}

cudaError_t cudaFuncSetCacheConfig(const void* function, cudaFuncCache) {
  return finish(find_kernel(function) ? cudaSuccess : cudaErrorInvalidDeviceFunction);
}
cudaError_t cudaFuncSetSharedMemConfig(const void* function, cudaSharedMemConfig) {
  return finish(find_kernel(function) ? cudaSuccess : cudaErrorInvalidDeviceFunction);
}

cudaError_t cudaFuncGetName(const char** name, const void* function) {
  const KernelState* const state = find_kernel(function);
  if (!name) return finish(cudaErrorInvalidValue);
  if (!state) return finish(cudaErrorInvalidDeviceFunction);
  *name = state->kernel->name;
  return finish(cudaSuccess);
}

cudaError_t cudaGetFuncBySymbol(cudaFunction_t* function, const void* symbol) {
  KernelState* const state = find_kernel(symbol);
  if (!function) return finish(cudaErrorInvalidValue);
  if (!state) return finish(cudaErrorInvalidDeviceFunction);
  *function = reinterpret_cast<cudaFunction_t>(state);  // a handle, of which the runtime API has no use
  return finish(cudaSuccess);
}

cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, const void* function, int block_size,
                                                          size_t shared_bytes) {
  return finish(count_resident_blocks(blocks, function, block_size, shared_bytes));
}
cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int* blocks, const void* function, int block_size,
                                                                   size_t shared_bytes, unsigned) {
  return finish(count_resident_blocks(blocks, function, block_size, shared_bytes));
}
cudaError_t cudaOccupancyMaxPotentialClusterSize(int* size, const void* function, const cudaLaunchConfig_t* config) {
  const KernelState* const state = find_kernel(function);
  if (!size || !config) return finish(cudaErrorInvalidValue);
  if (!state) return finish(cudaErrorInvalidDeviceFunction);
  *size = static_cast<int>(state->allows_any_cluster ? chip::max_blocks_per_cluster : chip::max_portable_blocks_per_cluster);
  return finish(cudaSuccess);
}
cudaError_t cudaOccupancyMaxActiveClusters(int* clusters, const void* function, const cudaLaunchConfig_t* config) {
  if (!clusters || !config) return finish(cudaErrorInvalidValue);
  int blocks = 0;
  const dim3& block = config->blockDim;
  if (const auto error =
          count_resident_blocks(&blocks, function, static_cast<int>(block.x * block.y * block.z), config->dynamicSmemBytes))
    return finish(error);
  auto size = find_kernel(function)->cluster();
  for (unsigned i = 0; i < config->numAttrs && size[0] == 0; ++i)
    if (const auto& wish = config->attrs[i].val.clusterDim; config->attrs[i].id == cudaLaunchAttributeClusterDimension)
      size = {wish.x, wish.y, wish.z};
  const unsigned of_cluster = std::max(1u, size[0] * size[1] * size[2]);
  *clusters = static_cast<int>(static_cast<unsigned>(blocks) * chip::multiprocessors / of_cluster);
  return finish(cudaSuccess);
}
cudaError_t cudaOccupancyAvailableDynamicSMemPerBlock(size_t* bytes, const void* function, int blocks, int) {
  const KernelState* const state = find_kernel(function);
  if (!bytes || blocks <= 0) return finish(cudaErrorInvalidValue);
  if (!state) return finish(cudaErrorInvalidDeviceFunction);
  const std::size_t share = chip::shared_bytes_per_multiprocessor / static_cast<std::size_t>(blocks);
  const std::size_t taken = chip::reserved_shared_bytes_per_block + state->static_shared_bytes();
  *bytes = std::min(share > taken ? share - taken : 0, state->max_dynamic_shared_bytes());
  return finish(cudaSuccess);
}
}
