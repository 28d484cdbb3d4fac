// Work on several streams. Each function gives 0 where the order is what CUDA promises; those called `unordered...` give
// the number of elements that a forgotten dependency leaves wrong, which must not be 0. `right_by_luck...` forget one as well, and
// give 0 as long as no stream runs ahead of what the host waits for.
#include <cuda_runtime.h>

#include <cstring>
#include <ctime>
#include <memory>
#include <random>
#include <vector>

#include "check.h"

namespace {

constexpr int n = 1 << 12;

__global__ void fill(int* p, int value) { p[blockIdx.x * blockDim.x + threadIdx.x] = value; }
__global__ void copy(const int* from, int* to) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  to[i] = from[i];
}
__global__ void increment(int* p) { ++p[blockIdx.x * blockDim.x + threadIdx.x]; }

void launch_fill(int* p, int value, cudaStream_t s) { fill<<<n / 256, 256, 0, s>>>(p, value); }
void launch_copy(const int* from, int* to, cudaStream_t s) { copy<<<n / 256, 256, 0, s>>>(from, to); }

struct Streams {
  cudaStream_t a, b, blocking;
  cudaEvent_t event;
  DeviceArray<int> x{n}, y{n};
  Streams() {
    cudaStreamCreateWithFlags(&a, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&b, cudaStreamNonBlocking);
    cudaStreamCreate(&blocking);
    cudaEventCreateWithFlags(&event, cudaEventDisableTiming);
  }
  ~Streams() {
    cudaDeviceSynchronize();
    for (cudaStream_t s : {a, b, blocking}) cudaStreamDestroy(s);
    cudaEventDestroy(event);
  }
};

int count_others(const std::vector<int>& values, int value) {
  int count = 0;
  for (const int one : values) count += one != value;
  return count > 90 ? 90 : count;   // as an exit status
}

int y_is_not(Streams& s, int value) {
  cudaDeviceSynchronize();
  return count_others(s.y.get(), value);
}

__global__ void mix(const int* from, int* to, int value) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  to[i] = (to[i] * 3 + from[i] + value) % 1'000'003;
}

/// Operations on arrays in random streams. Each waits for those that it comes after, by an event, on the host, or not at all where CUDA
/// keeps the order by itself.
class RandomProgram {
 public:
  explicit RandomProgram(unsigned seed) : m_random(seed) {
    m_streams = {{nullptr, true}, {cudaStreamPerThread, true}};
    for (int k = 0; k < 4; ++k) {
      m_streams.push_back({nullptr, k % 2 == 0});
      cudaStreamCreateWithFlags(&m_streams.back().stream, k % 2 == 0 ? cudaStreamDefault : cudaStreamNonBlocking);
    }
    for (int k = 0; k < arrays; ++k) {
      m_arrays.push_back(std::make_unique<DeviceArray<int>>(n));
      m_wanted.emplace_back(n, 0);
    }
  }
  ~RandomProgram() {
    cudaDeviceSynchronize();
    for (std::size_t k = 2; k < m_streams.size(); ++k) cudaStreamDestroy(m_streams[k].stream);
    for (const cudaEvent_t event : m_events) cudaEventDestroy(event);
  }

  int wrong_arrays() {
    for (int k = 0; k < 60; ++k) add_operation();
    cudaDeviceSynchronize();
    int wrong = 0;
    for (int k = 0; k < arrays; ++k) wrong += m_arrays[k]->get() != m_wanted[k];
    return wrong;
  }

 private:
  static constexpr int arrays = 5;
  struct Stream {
    cudaStream_t stream;
    bool is_blocking;
  };
  struct Use {
    int stream;
    cudaEvent_t behind;
  };

  int draw(std::size_t count) { return static_cast<int>(m_random() % count); }

  bool are_in_order(int a, int b) const {
    return a == b || (a == 0 && m_streams[b].is_blocking) || (b == 0 && m_streams[a].is_blocking);
  }

  void wait_for(const std::vector<Use>& uses, int stream) {
    for (const Use& use : uses) {
      if (are_in_order(use.stream, stream)) continue;
      switch (draw(8)) {
        case 0: cudaEventSynchronize(use.behind); break;
        case 1: cudaStreamSynchronize(m_streams[use.stream].stream); break;
        case 2:
          while (cudaEventQuery(use.behind) == cudaErrorNotReady) {}
          break;
        default: cudaStreamWaitEvent(m_streams[stream].stream, use.behind, 0);
      }
    }
  }

  Use new_use(int stream) {
    m_events.emplace_back();
    cudaEventCreateWithFlags(&m_events.back(), cudaEventDisableTiming);
    cudaEventRecord(m_events.back(), m_streams[stream].stream);
    return {stream, m_events.back()};
  }

  void add_operation() {
    const int stream = draw(m_streams.size()), to = draw(arrays), from = (to + 1 + draw(arrays - 1)) % arrays, value = draw(1000);
    const cudaStream_t s = m_streams[stream].stream;
    wait_for(m_written[from], stream);
    wait_for(m_written[to], stream);
    wait_for(m_read[to], stream);
    const std::vector<int>& source = m_wanted[from];
    if (draw(4) == 0) {
      cudaMemcpyAsync(m_arrays[to]->data(), m_arrays[from]->data(), n * sizeof(int), cudaMemcpyDeviceToDevice, s);
      m_wanted[to] = source;
    } else {
      mix<<<n / 256, 256, 0, s>>>(m_arrays[from]->data(), m_arrays[to]->data(), value);
      for (int i = 0; i < n; ++i) m_wanted[to][i] = (m_wanted[to][i] * 3 + source[i] + value) % 1'000'003;
    }
    const Use use = new_use(stream);
    m_written[to] = {use};
    m_read[to].clear();
    m_read[from].push_back(use);
    if (draw(10) == 0) cudaStreamSynchronize(m_streams[draw(m_streams.size())].stream);
  }

  std::mt19937 m_random;
  std::vector<Stream> m_streams;
  std::vector<cudaEvent_t> m_events;
  std::vector<std::unique_ptr<DeviceArray<int>>> m_arrays;
  std::vector<std::vector<int>> m_wanted;
  std::vector<Use> m_written[arrays], m_read[arrays];
};

}  // namespace

extern "C" {

int unordered_streams() {
  Streams s;
  launch_fill(s.x, 7, s.a);
  launch_copy(s.x, s.y, s.b);
  return y_is_not(s, 7);
}
int ordered_by_an_event() {
  Streams s;
  launch_fill(s.x, 7, s.a);
  cudaEventRecord(s.event, s.a);
  cudaStreamWaitEvent(s.b, s.event, 0);
  launch_copy(s.x, s.y, s.b);
  return y_is_not(s, 7);
}
int ordered_by_a_chain_of_events() {
  Streams s;
  launch_fill(s.x, 7, s.a);
  cudaEventRecord(s.event, s.a);
  cudaStreamWaitEvent(s.b, s.event, 0);
  cudaEventRecord(s.event, s.b);
  cudaStreamWaitEvent(s.blocking, s.event, 0);
  launch_copy(s.x, s.y, s.blocking);
  return y_is_not(s, 7);
}
int unordered_as_the_event_comes_too_early() {
  Streams s;
  cudaEventRecord(s.event, s.a);
  launch_fill(s.x, 7, s.a);
  cudaStreamWaitEvent(s.b, s.event, 0);
  launch_copy(s.x, s.y, s.b);
  return y_is_not(s, 7);
}
int unordered_as_the_wait_comes_too_late() {
  Streams s;
  launch_fill(s.x, 7, s.a);
  cudaEventRecord(s.event, s.a);
  launch_copy(s.x, s.y, s.b);
  cudaStreamWaitEvent(s.b, s.event, 0);
  return y_is_not(s, 7);
}
int unordered_against_the_default_stream() {
  Streams s;
  launch_fill(s.x, 7, s.a);
  launch_copy(s.x, s.y, nullptr);
  return y_is_not(s, 7);
}
int ordered_by_the_default_stream() {
  Streams s;
  launch_fill(s.x, 7, s.blocking);
  launch_copy(s.x, s.y, nullptr);
  return y_is_not(s, 7);
}
int ordered_behind_the_default_stream() {
  Streams s;
  launch_fill(s.x, 7, nullptr);
  launch_copy(s.x, s.y, s.blocking);
  return y_is_not(s, 7);
}
int ordered_through_the_default_stream() {
  Streams s;
  cudaStream_t other;
  cudaStreamCreate(&other);
  launch_fill(s.x, 7, s.blocking);
  increment<<<n / 256, 256>>>(s.y);
  launch_copy(s.x, s.y, other);
  cudaStreamDestroy(other);
  return y_is_not(s, 7);
}
int unordered_blocking_streams() {
  Streams s;
  cudaStream_t other;
  cudaStreamCreate(&other);
  launch_fill(s.x, 7, s.blocking);
  launch_copy(s.x, s.y, other);
  cudaStreamDestroy(other);
  return y_is_not(s, 7);
}
int ordered_by_the_per_thread_stream() {
  Streams s;
  launch_fill(s.x, 7, cudaStreamPerThread);
  launch_copy(s.x, s.y, cudaStreamPerThread);
  return y_is_not(s, 7);
}
int ordered_by_the_host() {
  Streams s;
  launch_fill(s.x, 7, s.a);
  cudaStreamSynchronize(s.a);
  launch_copy(s.x, s.y, s.b);
  return y_is_not(s, 7);
}
int ordered_by_waiting_for_an_event() {
  Streams s;
  launch_fill(s.x, 7, s.a);
  cudaEventRecord(s.event, s.a);
  cudaEventSynchronize(s.event);
  launch_copy(s.x, s.y, s.b);
  return y_is_not(s, 7);
}
int unordered_as_the_host_waits_for_another_stream() {
  Streams s;
  launch_fill(s.x, 7, s.a);
  cudaStreamSynchronize(s.b);
  launch_copy(s.x, s.y, s.b);
  return y_is_not(s, 7);
}
int ordered_by_freeing() {
  Streams s;
  int* scratch;
  cudaMalloc(&scratch, 4);
  launch_fill(s.x, 7, s.a);
  cudaFree(scratch);
  launch_copy(s.x, s.y, s.b);
  return y_is_not(s, 7);
}
int write_after_read_unordered() {
  Streams s;
  launch_fill(s.x, 7, nullptr);
  cudaDeviceSynchronize();
  launch_copy(s.x, s.y, s.a);
  launch_fill(s.x, 8, s.b);
  return y_is_not(s, 7);
}
int unordered_copy_to_the_host() {
  Streams s;
  int* host;
  cudaMallocHost(&host, n * sizeof(int) * 16);
  DeviceArray<int> large(n * 16);
  std::memset(host, 0, n * sizeof(int));
  fill<<<n / 16, 256>>>(large.data(), 7);
  cudaMemcpyAsync(host, large.data(), n * sizeof(int) * 16, cudaMemcpyDeviceToHost);
  const int wrong = count_others(std::vector<int>(host, host + n), 7);
  cudaFreeHost(host);
  return wrong;
}
int ordered_copy_to_the_host() {
  Streams s;
  int* host;
  cudaMallocHost(&host, n * sizeof(int));
  launch_fill(s.x, 7, s.a);
  cudaMemcpyAsync(host, s.x.data(), n * sizeof(int), cudaMemcpyDeviceToHost, s.a);
  cudaStreamSynchronize(s.a);
  const int wrong = count_others(std::vector<int>(host, host + n), 7);
  cudaFreeHost(host);
  return wrong;
}
int unordered_small_copy_to_the_host() {
  Streams s;
  int* host;
  cudaMallocHost(&host, sizeof(int));
  *host = 0;
  launch_fill(s.x, 7, nullptr);
  cudaMemcpyAsync(host, s.x.data(), sizeof(int), cudaMemcpyDeviceToHost);
  const int got = *host;
  cudaFreeHost(host);
  return got != 7;
}
int copies_of_pageable_memory_take_their_values_along() {
  Streams s;
  std::vector<int> small(n, 7), large(n * 16, 7);
  DeviceArray<int> target(n * 16);
  cudaMemcpyAsync(s.y.data(), small.data(), n * sizeof(int), cudaMemcpyHostToDevice, s.a);
  small.assign(n, 8);
  cudaMemcpyAsync(target.data(), large.data(), large.size() * sizeof(int), cudaMemcpyHostToDevice, s.a);
  large.assign(n * 16, 8);
  launch_copy(target.data(), s.x, s.a);
  cudaDeviceSynchronize();
  return count_others(s.x.get(), 7) + count_others(s.y.get(), 7);
}
int copies_to_pageable_memory_are_done() {
  Streams s;
  std::vector<int> host(n, 0);
  launch_fill(s.x, 7, s.a);
  cudaMemcpyAsync(host.data(), s.x.data(), n * sizeof(int), cudaMemcpyDeviceToHost, s.a);
  return count_others(host, 7);
}
int host_functions_come_in_order() {
  Streams s;
  static int* host;
  cudaMallocHost(&host, n * sizeof(int));
  launch_fill(s.x, 7, s.a);
  cudaMemcpyAsync(host, s.x.data(), n * sizeof(int), cudaMemcpyDeviceToHost, s.a);
  const auto add_one = [](void*) {
    for (int i = 0; i < n; ++i) ++host[i];
  };
  cudaLaunchHostFunc(s.a, add_one, nullptr);
  cudaMemcpyAsync(s.y.data(), host, n * sizeof(int), cudaMemcpyHostToDevice, s.a);
  const int wrong = y_is_not(s, 8);
  cudaFreeHost(host);
  return wrong;
}
int arguments_are_those_of_the_call() {
  Streams s;
  int value = 7;
  launch_fill(s.y, value, s.a);
  value = 8;
  return y_is_not(s, 7);
}
int a_small_fill_is_over_before_the_next_call() {
  Streams s;
  launch_fill(s.y, 6, nullptr);
  cudaDeviceSynchronize();
  cudaMemsetAsync(s.y.data(), 0, 4, s.a);
  increment<<<n / 256, 256, 0, s.b>>>(s.y);
  cudaDeviceSynchronize();
  const std::vector<int> values = s.y.get();
  return values[0] != 1 || values[1] != 7;
}
int graphs_keep_to_their_edges() {
  Streams s;
  cudaGraph_t graph;
  cudaGraphExec_t executable;
  cudaEvent_t forked, joined;
  cudaEventCreate(&forked);
  cudaEventCreate(&joined);
  cudaStreamBeginCapture(s.a, cudaStreamCaptureModeGlobal);
  launch_fill(s.x, 6, s.a);
  cudaEventRecord(forked, s.a);
  cudaStreamWaitEvent(s.b, forked, 0);
  increment<<<n / 256, 256, 0, s.b>>>(s.x);
  cudaEventRecord(joined, s.b);
  cudaStreamWaitEvent(s.a, joined, 0);
  launch_copy(s.x, s.y, s.a);
  cudaStreamEndCapture(s.a, &graph);
  cudaGraphInstantiate(&executable, graph, 0);
  cudaGraphLaunch(executable, s.a);
  cudaGraphLaunch(executable, s.b);   // the second comes after the first, whatever its stream
  const int wrong = y_is_not(s, 7);
  cudaGraphExecDestroy(executable);
  cudaGraphDestroy(graph);
  return wrong;
}
int freed_memory_stays_until_work_is_done() {
  Streams s;
  int* scratch;
  cudaMallocAsync(&scratch, n * sizeof(int), s.a);
  launch_fill(scratch, 7, s.a);
  launch_copy(scratch, s.y, s.a);
  cudaFreeAsync(scratch, s.b);
  return y_is_not(s, 7);
}
int many_launches_are_done_in_order() {
  Streams s;
  launch_fill(s.y, 0, s.a);
  for (int k = 0; k < 5000; ++k) increment<<<n / 256, 256, 0, s.a>>>(s.y);
  return y_is_not(s, 5000);
}
int work_goes_on_by_itself() {
  Streams s;
  volatile int* flag;
  cudaMallocHost(const_cast<int**>(&flag), 256 * sizeof(int));
  flag[0] = 0;
  fill<<<1, 256, 0, s.a>>>(const_cast<int*>(flag), 7);
  while (flag[0] == 0) {}
  cudaFreeHost(const_cast<int*>(flag));
  return 0;
}
int a_destroyed_stream_takes_no_work() {
  Streams s;
  cudaStream_t gone;
  cudaStreamCreate(&gone);
  launch_fill(s.y, 1, s.a);
  cudaStreamSynchronize(s.a);
  cudaStreamDestroy(gone);
  launch_fill(s.y, 2, gone);
  if (cudaGetLastError() != cudaErrorInvalidResourceHandle) return 91;
  if (cudaMemsetAsync(s.y, 0, 4, gone) != cudaErrorInvalidResourceHandle) return 92;
  cudaGetLastError();
  return y_is_not(s, 1);
}
// What it finds there must not depend on how fast it is. On a GPU the kernel would be over.
int ordered_behind_host_code_that_computes() {
  int* m;
  cudaMallocManaged(&m, n * sizeof(int));
  for (int i = 0; i < n; ++i) m[i] = 1;
  launch_fill(m, 7, nullptr);
  volatile float sum = 0;
  for (const std::clock_t begin = std::clock(); std::clock() - begin < CLOCKS_PER_SEC / 3;) sum = sum + 1;
  int others = 0;
  for (int i = 0; i < n; ++i) others += m[i] != 1;
  cudaDeviceSynchronize();
  for (int i = 0; i < n; ++i) others += m[i] != 7;
  cudaFree(m);
  return others > 90 ? 90 : others;
}
int ordered_before_host_code_that_polls() {
  int* m;
  cudaHostAlloc(&m, n * sizeof(int), cudaHostAllocMapped);
  for (int round = 1; round <= 3; ++round) {
    launch_fill(m, round, nullptr);
    while (*(volatile int*)&m[n - 1] != round) {
    }
    launch_fill(m, -round, nullptr);
    cudaDeviceSynchronize();
  }
  const bool is_wrong = m[0] != -3;
  cudaFreeHost(m);
  return is_wrong;
}
int ordered_at_random() {
  static unsigned seed = 0;
  int wrong = 0;
  for (int k = 0; k < 20; ++k) wrong += RandomProgram(++seed).wrong_arrays();
  return wrong;
}
int right_by_luck_as_the_first_stream_is_waited_for() {
  Streams s;
  launch_fill(s.x, 7, s.a);
  launch_copy(s.x, s.y, s.b);
  cudaStreamSynchronize(s.a);
  return y_is_not(s, 7);
}
int right_by_luck_as_an_early_event_is_asked_for() {
  Streams s;
  cudaEventRecord(s.event, s.a);
  launch_fill(s.x, 7, s.a);
  cudaStreamWaitEvent(s.b, s.event, 0);
  launch_copy(s.x, s.y, s.b);
  while (cudaStreamQuery(s.a) == cudaErrorNotReady) {}
  return y_is_not(s, 7);
}
int right_by_luck_as_the_second_stream_has_work_before() {
  Streams s;
  launch_fill(s.y, 6, s.b);
  launch_fill(s.x, 7, s.a);
  launch_copy(s.x, s.y, s.b);
  return y_is_not(s, 7);
}
int right_by_luck_though_a_third_stream_is_waited_for() {
  Streams s;
  launch_fill(s.y, 6, s.blocking);
  launch_fill(s.x, 7, s.a);
  cudaStreamSynchronize(s.blocking);
  launch_copy(s.x, s.y, s.b);
  cudaStreamSynchronize(s.a);
  return y_is_not(s, 7);
}
int right_by_luck_as_the_default_stream_is_waited_for() {
  Streams s;
  launch_fill(s.x, 7, nullptr);
  launch_copy(s.x, s.y, s.a);
  cudaStreamSynchronize(nullptr);
  return y_is_not(s, 7);
}
int right_by_luck_as_nothing_comes_between_write_and_read() {
  Streams s;
  launch_fill(s.x, 7, s.a);
  launch_copy(s.x, s.y, s.a);
  launch_fill(s.x, 8, s.b);
  return y_is_not(s, 7);
}
int right_by_luck_as_the_graph_is_waited_for() {
  Streams s;
  cudaGraph_t graph;
  cudaGraphExec_t executable;
  cudaStreamBeginCapture(s.a, cudaStreamCaptureModeGlobal);
  launch_fill(s.x, 6, s.a);
  increment<<<n / 256, 256, 0, s.a>>>(s.x);
  cudaStreamEndCapture(s.a, &graph);
  cudaGraphInstantiate(&executable, graph, 0);
  cudaGraphLaunch(executable, s.a);
  launch_copy(s.x, s.y, s.b);
  cudaStreamSynchronize(s.a);
  const int wrong = y_is_not(s, 7);
  cudaGraphExecDestroy(executable);
  cudaGraphDestroy(graph);
  return wrong;
}
}
