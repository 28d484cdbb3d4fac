#include "judge/emulator/runtime/stream_work.hpp"

#include "judge/emulator/runtime/device_work.hpp"
#include "judge/emulator/runtime/watcher.hpp"
#include "judge_emulated/runtime_api.h"

namespace judge::emulated {

namespace {

Device& device() {
  static auto* the_device = new Device;  // never destroyed: a thread of it may be at work when the process ends
  return *the_device;
}

}  // namespace

std::shared_ptr<StreamState> new_stream_state(StreamKind kind) { return device().add_stream(kind); }
void forget_stream_state(const std::shared_ptr<StreamState>& state) { device().forget_stream(state); }
std::shared_ptr<StreamState> legacy_stream_state() { return device().legacy(); }

cudaError_t give_work(cudaStream_t stream, Duration duration, TaskName name, std::function<cudaError_t()> work, TaskPtr* task,
                      const TaskPtr& also_after) {
  Task fresh{.work = std::move(work), .duration = duration, .name = name};
  return device().give(*state_of(stream), std::move(fresh), task, also_after);
}

cudaError_t give_graph(cudaStream_t stream, std::vector<NodeWork> nodes, TaskPtr& end) {
  return device().give_graph(*state_of(stream), std::move(nodes), end);
}

bool may_run_at_once(cudaStream_t stream) {
  if (watcher || host_reaches_memory.load(std::memory_order_relaxed)) return false;
  return (stream == nullptr || stream == cudaStreamLegacy) && device().is_idle_but_for_short_work();
}

void wait_for(const TaskPtr& task) { device().wait_for(task); }
void wait_for_stream(cudaStream_t stream) { device().wait_for_stream(*state_of(stream)); }
void wait_for_all() { device().wait_for_all(); }

void release_when_idle(std::function<void()> release) {
  if (watcher) return release();
  device().release_when_idle(std::move(release));
}

StreamClock host_clock() { return device().host_clock(); }
std::string describe_stream(std::uint32_t number) { return device().name_of(number); }

}  // namespace judge::emulated

extern "C" void judgeEmulatedHasManagedVariables() { judge::emulated::host_reaches_memory = true; }
extern "C" void judgeEmulatedWrote(const void* first, std::size_t bytes, long long count, long long stride) {
  using judge::emulated::watcher;
  for (long long i = 0; watcher && i < count; ++i) watcher->host_wrote(static_cast<const char*>(first) + i * stride, bytes);
}
extern "C" void judgeEmulatedFinishStream(void* stream) { judge::emulated::wait_for_stream(static_cast<cudaStream_t>(stream)); }
