// Launches: the checks that CUDA makes before a kernel starts, and the way to the pool.
#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include "judge/emulator/runtime/captures.hpp"
#include "judge/emulator/runtime/chip.hpp"
#include "judge/emulator/runtime/copies.hpp"
#include "judge/emulator/runtime/dry_call.hpp"
#include "judge/emulator/runtime/early_launch.hpp"
#include "judge/emulator/runtime/errors.hpp"
#include "judge/emulator/runtime/faults.hpp"
#include "judge/emulator/runtime/host_pointers.hpp"
#include "judge/emulator/runtime/kernels.hpp"
#include "judge/emulator/runtime/launch.hpp"
#include "judge/emulator/runtime/memory.hpp"
#include "judge/emulator/runtime/pool.hpp"
#include "judge/emulator/runtime/registered_memory.hpp"
#include "judge/emulator/runtime/shared_arena.hpp"
#include "judge/emulator/runtime/stream_work.hpp"
#include "judge_emulated/runtime_api.h"

namespace judge::emulated {

namespace {

struct Configuration {
  unsigned grid[3], block[3];
  std::size_t shared_bytes;
  void* stream;
};

thread_local std::vector<Configuration> configurations;
thread_local bool is_in_brackets = false;  // the launch that comes next was written with <<<>>>

constexpr cudaError_t no_such_kernel = cudaErrorInvalidResourceHandle;  // as CUDA 13 has it

/// Blocks of a cluster in x, y, z: as the kernel says, or the launch.
std::array<unsigned, 3> cluster_of(const LaunchRequest& request, const KernelState& state) {
  if (state.cluster()[0] != 0) return state.cluster();
  if (request.cluster.x == 0) return {1, 1, 1};
  return {request.cluster.x, request.cluster.y, request.cluster.z};
}

cudaError_t check_cluster(const LaunchRequest& request, const KernelState& state) {
  const auto size = cluster_of(request, state);
  const dim3& wish = request.cluster;
  if (wish.x != 0 && size != std::array{wish.x, wish.y, wish.z}) return cudaErrorInvalidClusterSize;
  const std::uint64_t blocks = std::uint64_t{size[0]} * size[1] * size[2];
  const unsigned most = state.allows_any_cluster ? chip::max_blocks_per_cluster : chip::max_portable_blocks_per_cluster;
  if (blocks == 0 || blocks > most) return cudaErrorInvalidClusterSize;
  if (request.grid.x % size[0] != 0 || request.grid.y % size[1] != 0 || request.grid.z % size[2] != 0)
    return cudaErrorInvalidClusterSize;
  return cudaSuccess;
}

cudaError_t check(const LaunchRequest& request, const KernelState& state) {
  const unsigned grid[3] = {request.grid.x, request.grid.y, request.grid.z};
  const unsigned block[3] = {request.block.x, request.block.y, request.block.z};
  for (int i = 0; i < 3; ++i)
    if (grid[i] == 0 || grid[i] > chip::max_grid[i] || block[i] == 0 || block[i] > chip::max_block[i])
      return cudaErrorInvalidValue;
  const unsigned threads = block[0] * block[1] * block[2];
  if (threads > chip::max_threads_per_block) return cudaErrorInvalidValue;
  if (threads > state.max_threads()) return cudaErrorInvalidValue;
  if (request.shared_bytes > state.max_dynamic_shared_bytes()) return cudaErrorInvalidValue;
  return check_cluster(request, state);
}

/// Blocks of a cooperative launch must all be resident at once.
cudaError_t check_residency(const LaunchRequest& request) {
  const unsigned threads = request.block.x * request.block.y * request.block.z;
  const std::uint64_t blocks = std::uint64_t{request.grid.x} * request.grid.y * request.grid.z;
  int resident = 0;
  if (const auto error = cudaOccupancyMaxActiveBlocksPerMultiprocessor(&resident, request.function, static_cast<int>(threads),
                                                                       request.shared_bytes))
    return error;
  const std::uint64_t most = static_cast<std::uint64_t>(resident) * chip::multiprocessors_of_an_h200;
  return blocks > most ? cudaErrorCooperativeLaunchTooLarge : cudaSuccess;
}

void describe(Launch& job, const LaunchRequest& request, const KernelState& state, KernelArguments& arguments) {
  job.kernel = state.kernel;
  job.arguments = arguments.pointers();
  job.grid[0] = request.grid.x, job.grid[1] = request.grid.y, job.grid[2] = request.grid.z;
  job.block[0] = request.block.x, job.block[1] = request.block.y, job.block[2] = request.block.z;
  job.threads = request.block.x * request.block.y * request.block.z;
  job.shared_bytes = request.shared_bytes;
  job.blocks = static_cast<std::uint64_t>(request.grid.x) * request.grid.y * request.grid.z;
  std::ranges::copy(cluster_of(request, state), job.cluster);
}

template <class Run>
void run_on_device(Run run) {
  install_fault_handler();
  const OpenMemory open;
  Memory::instance().kernels_start(is_any_registered);
  run();
  Memory::instance().kernels_end();
}

cudaError_t launch(const LaunchRequest& request, LaunchKind kind) {
  const KernelState* const state = find_kernel(request.function);
  if (!state) return no_such_kernel;
  if (const auto error = check(request, *state)) return error;
  Launch job;
  KernelArguments arguments(*state->kernel, request.arguments);
  describe(job, request, *state, arguments);
  GridBarrier grid_barrier(job.blocks);
  if (kind == LaunchKind::cooperative) job.grid_barrier = &grid_barrier;
  run_on_device([&] { run_launch(job); });
  return cudaSuccess;
}

/// The parameters of a kernel, each at an address that any type may have.
class KeptArguments {
 public:
  KeptArguments(const judge_emulated::Kernel& kernel, void** arguments) {
    constexpr std::size_t alignment = 128;  // of a CUtensorMap
    for (unsigned i = 0; i < kernel.parameter_count; ++i) {
      const std::size_t bytes = round_up(kernel.parameter_bytes[i], alignment);
      m_values.emplace_back(static_cast<char*>(std::aligned_alloc(alignment, bytes)), &std::free);
      std::memcpy(m_values.back().get(), arguments[i], kernel.parameter_bytes[i]);
      m_pointers.push_back(m_values.back().get());
    }
  }
  void** pointers() { return m_pointers.data(); }

 private:
  std::vector<std::unique_ptr<char, void (*)(void*)>> m_values;
  std::vector<void*> m_pointers;
};

/// A launch that waits in its stream, and the dependent one right behind it.
struct WaitingLaunch {
  LaunchRequest request;
  LaunchKind kind = LaunchKind::plain;
  std::shared_ptr<KeptArguments> arguments;
  std::shared_ptr<WaitingLaunch> dependent;
  bool is_done = false;
};

struct LastLaunches {
  struct One {
    TaskPtr task;
    std::shared_ptr<WaitingLaunch> launch;
  };
  std::mutex mutex;
  std::map<cudaStream_t, One> by_stream;
};

LastLaunches& last_launches() {
  static auto* all = new LastLaunches;
  return *all;
}

/// So many blocks of the first that a multiprocessor has leave room there for one of the second. Each block has a host thread, and each thread a
/// stack.
bool can_run_together(const Launch& primary, const Launch& dependent) {
  constexpr std::uint64_t most_blocks = 128, most_threads = 32'768;
  const auto is_one = [](const Launch& job) { return job.cluster[0] * job.cluster[1] * job.cluster[2] == 1; };
  const auto shared = [](const Launch& job) {
    return job.shared_bytes + static_shared_bytes(job.kernel->function) + chip::reserved_shared_bytes_per_block;
  };
  const std::uint64_t each = (primary.blocks + chip::multiprocessors_of_an_h200 - 1) / chip::multiprocessors_of_an_h200;
  return is_one(primary) && is_one(dependent) && primary.blocks <= most_blocks && dependent.blocks <= most_blocks &&
         primary.blocks * primary.threads + dependent.blocks * dependent.threads <= most_threads &&
         each * primary.threads + dependent.threads <= chip::max_threads_per_multiprocessor &&
         each * shared(primary) + shared(dependent) <= chip::shared_bytes_per_multiprocessor;
}

/// False: they cannot run at the same time.
bool launch_together(const WaitingLaunch& first, const WaitingLaunch& second) {
  const KernelState *const one = find_kernel(first.request.function), *const other = find_kernel(second.request.function);
  if (!one || !other || check(first.request, *one) || check(second.request, *other)) return false;
  if (first.kind == LaunchKind::cooperative || second.kind == LaunchKind::cooperative) return false;
  Launch primary, dependent;
  KernelArguments of_primary(*one->kernel, first.request.arguments), of_dependent(*other->kernel, second.request.arguments);
  describe(primary, first.request, *one, of_primary);
  describe(dependent, second.request, *other, of_dependent);
  if (!can_run_together(primary, dependent)) return false;
  run_on_device([&] { run_with_dependent(primary, dependent); });
  return true;
}

cudaError_t run_waiting(WaitingLaunch& waiting) {
  std::unique_lock lock(last_launches().mutex);
  const auto dependent = waiting.dependent;
  lock.unlock();
  if (waiting.is_done) return cudaSuccess;
  waiting.is_done = true;
  if (dependent && launch_together(waiting, *dependent)) {
    dependent->is_done = true;
    return cudaSuccess;
  }
  return launch(waiting.request, waiting.kind);
}

/// A kernel that launches kernels is dynamic parallelism.
void refuse_inside_a_kernel() {
  if (!BlockRunner::running()) return;
  JudgeEmulatedFault fault = fault_here(Fault::Kind::unsupported);
  std::snprintf(fault.note, sizeof fault.note, "%s",
                "a kernel launched a kernel: dynamic parallelism is not supported by the emulated runtime");
  report_fatal(fault);
}

// One warp is done before the next call reaches the device.
Duration duration_of(const LaunchRequest& request) {
  const dim3 &grid = request.grid, &block = request.block;
  const std::uint64_t blocks = std::uint64_t{grid.x} * grid.y * grid.z, threads = std::uint64_t{block.x} * block.y * block.z;
  return blocks * threads <= chip::warp_threads ? Duration::short_time : Duration::long_time;
}

// What a launch needs before it may wait: find_kernel() gives null where the kernel does not exist.
cudaError_t check_launch(const LaunchRequest& request, LaunchKind kind, const KernelState* state) {
  if (!state) return no_such_kernel;
  if (const auto error = count_call(state->kernel->name)) return error;
  if (const auto error = check(request, *state)) return error;
  return kind == LaunchKind::cooperative ? check_residency(request) : cudaSuccess;
}

bool is_empty(const LaunchRequest& request) {
  const dim3 &grid = request.grid, &block = request.block;
  return !grid.x || !grid.y || !grid.z || !block.x || !block.y || !block.z;
}

// A dependent launch joins the one before it if nothing else has to be done before it.
cudaError_t give_to_begin_early(cudaStream_t stream, const LaunchRequest& request, LaunchKind kind) {
  const KernelState* const state = find_kernel(request.function);
  if (const auto error = check_launch(request, kind, state)) return error;
  if (const auto error = check_stream(stream)) return error;
  const auto waiting = std::make_shared<WaitingLaunch>(
      WaitingLaunch{request, kind, std::make_shared<KeptArguments>(*state->kernel, request.arguments)});
  waiting->request.arguments = waiting->arguments->pointers();
  TaskPtr task;
  const auto error = give_work(
      stream, duration_of(request), {.what = state->kernel->name, .is_kernel = true},
      [waiting] { return run_waiting(*waiting); }, &task);
  const std::lock_guard lock(last_launches().mutex);
  auto& last = last_launches().by_stream[stream];
  if (request.may_begin_early && last.launch && task->before_me.size() == 1 && task->before_me.front() == last.task)
    last.launch->dependent = waiting;
  last = {task, waiting};
  return error;
}

cudaError_t launch_on(cudaStream_t stream, const LaunchRequest& request, LaunchKind kind) {
  refuse_inside_a_kernel();
  const auto result = std::exchange(is_in_brackets, false) ? LaunchResult::is_not_seen : LaunchResult::is_returned;
  if (is_dry_call.load(std::memory_order_relaxed)) {
    const KernelState* const state = find_kernel(request.function);
    // Of an empty grid: there may be nothing to do.
    if (!state || check_stream(stream) || is_captured(stream) || is_empty(request)) dry_call_is_over();
    return finish_launch(launch_dry(state->kernel->name, check_launch(request, kind, state), result));
  }
  if (launches_begin_early && !is_captured(stream)) return finish(give_to_begin_early(stream, request, kind));
  if (active_captures.load(std::memory_order_relaxed) == 0 && may_run_at_once(stream)) {
    const auto error = check_launch(request, kind, find_kernel(request.function));
    return finish(error ? error : launch(request, kind));
  }
  GraphWork work;
  if (const auto error = repeatable_launch(request, kind, work)) return finish(error);
  const char* const name = find_kernel(request.function)->kernel->name;
  return enqueue({stream, cudaGraphNodeTypeKernel, name, duration_of(request)}, nullptr, std::move(work));
}

}  // namespace

cudaError_t repeatable_launch(const LaunchRequest& request, LaunchKind kind, GraphWork& work) {
  const KernelState* const state = find_kernel(request.function);
  if (const auto error = check_launch(request, kind, state)) return error;
  work = [=, kept = std::make_shared<KeptArguments>(*state->kernel, request.arguments)] {
    return launch({request.function, request.grid, request.block, kept->pointers(), request.shared_bytes, request.cluster},
                  kind);
  };
  return cudaSuccess;
}

}  // namespace judge::emulated

using namespace judge::emulated;

extern "C" {

void judgeEmulatedPushConfiguration(const unsigned grid[3], const unsigned block[3], std::size_t shared_bytes, void* stream) {
  configurations.push_back({{grid[0], grid[1], grid[2]}, {block[0], block[1], block[2]}, shared_bytes, stream});
}

void judgeEmulatedPopConfiguration(unsigned grid[3], unsigned block[3], std::size_t* shared_bytes, void** stream) {
  is_in_brackets = true;
  Configuration top{};  // of a kernel that is called like a function: an empty grid, which cudaLaunchKernel refuses
  if (!configurations.empty()) {
    top = configurations.back();
    configurations.pop_back();
  }
  std::copy_n(top.grid, 3, grid);
  std::copy_n(top.block, 3, block);
  *shared_bytes = top.shared_bytes;
  *stream = top.stream;
}

cudaError_t cudaLaunchKernel(const void* function, dim3 grid, dim3 block, void** arguments, size_t shared_bytes,
                             cudaStream_t stream) {
  return launch_on(stream, {function, grid, block, arguments, shared_bytes}, LaunchKind::plain);
}

cudaError_t cudaLaunchCooperativeKernel(const void* function, dim3 grid, dim3 block, void** arguments, size_t shared_bytes,
                                        cudaStream_t stream) {
  return launch_on(stream, {function, grid, block, arguments, shared_bytes}, LaunchKind::cooperative);
}

cudaError_t cudaLaunchKernelExC(const cudaLaunchConfig_t* config, const void* function, void** arguments) {
  if (!config) return finish(cudaErrorInvalidValue);
  bool is_cooperative = false;
  bool may_begin_early = false;
  dim3 cluster(0, 0, 0);
  for (unsigned i = 0; i < config->numAttrs; ++i) {
    const cudaLaunchAttribute& attribute = config->attrs[i];
    if (attribute.id == cudaLaunchAttributeCooperative) is_cooperative = attribute.val.cooperative != 0;
    if (attribute.id == cudaLaunchAttributeProgrammaticStreamSerialization)
      may_begin_early = attribute.val.programmaticStreamSerializationAllowed != 0;
    const auto& size = attribute.val.clusterDim;
    if (attribute.id == cudaLaunchAttributeClusterDimension) cluster = {size.x, size.y, size.z};
  }
  return launch_on(config->stream,
                   {function, config->gridDim, config->blockDim, arguments, config->dynamicSmemBytes, cluster, may_begin_early},
                   is_cooperative ? LaunchKind::cooperative : LaunchKind::plain);
}
}
