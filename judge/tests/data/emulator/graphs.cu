// CUDA graphs: captured from streams, made node by node, launched again, changed; and what a capture forbids.
#include <cuda_runtime.h>

#include <cstring>

#include "check.h"

__global__ void add(int* a, int value) {
  a[threadIdx.x] += value;
}
__global__ void sum_of(const int* a, const int* b, int* out) {
  out[threadIdx.x] = a[threadIdx.x] + b[threadIdx.x];
}
struct Pair { char tag; long long value; };
__global__ void add_pair(int* a, Pair pair, char more) {
  a[threadIdx.x] += static_cast<int>(pair.value) + pair.tag + more;
}

constexpr int threads = 64;
constexpr std::size_t bytes = threads * sizeof(int);

class Stream {
 public:
  explicit Stream(unsigned flags = cudaStreamNonBlocking) {
    CHECK(cudaStreamCreateWithFlags(&m_stream, flags) == cudaSuccess);
  }
  Stream(const Stream&) = delete;
  ~Stream() { cudaStreamDestroy(m_stream); }
  operator cudaStream_t() const { return m_stream; }

 private:
  cudaStream_t m_stream = nullptr;
};

static cudaGraphExec_t instantiated(cudaGraph_t graph) {
  cudaGraphExec_t executable = nullptr;
  CHECK(cudaGraphInstantiate(&executable, graph, 0) == cudaSuccess);
  return executable;
}

static void launch_times(cudaGraphExec_t executable, int times) {
  Stream stream;
  for (int i = 0; i < times; i++) CHECK(cudaGraphLaunch(executable, stream) == cudaSuccess);
  CHECK(cudaStreamSynchronize(stream) == cudaSuccess);
}

static void captures_a_stream() {
  Stream stream;
  DeviceArray<int> a(threads);
  std::vector<int> host(threads);
  cudaStreamCaptureStatus status;
  CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal) == cudaSuccess);
  CHECK(cudaStreamIsCapturing(stream, &status) == cudaSuccess && status == cudaStreamCaptureStatusActive);
  CHECK(cudaMemsetAsync(a, 0, bytes, stream) == cudaSuccess);
  for (int i = 0; i < 3; i++) add<<<1, threads, 0, stream>>>(a, 5 + i);   // the value is that of now
  add_pair<<<1, threads, 0, stream>>>(a, {'\1', 1000}, '\2');
  CHECK(cudaGetLastError() == cudaSuccess);
  CHECK(cudaMemcpyAsync(host.data(), a, bytes, cudaMemcpyDeviceToHost, stream) == cudaSuccess);
  cudaGraph_t graph = nullptr;
  CHECK(cudaStreamEndCapture(stream, &graph) == cudaSuccess);
  CHECK(cudaStreamIsCapturing(stream, &status) == cudaSuccess && status == cudaStreamCaptureStatusNone);
  CHECK_EQUAL(host[7], 0);
  CHECK_EQUAL(a.get()[7], 0);
  std::size_t nodes = 0;
  CHECK(cudaGraphGetNodes(graph, nullptr, &nodes) == cudaSuccess);
  CHECK_EQUAL(nodes, 6);
  const cudaGraphExec_t executable = instantiated(graph);
  CHECK(cudaGraphDestroy(graph) == cudaSuccess);
  launch_times(executable, 3);
  for (int i = 0; i < threads; i++) CHECK_EQUAL(host[i], 18 + 1003);
  CHECK(cudaGraphExecDestroy(executable) == cudaSuccess);
}

static void forks_and_joins() {
  Stream stream, other;
  DeviceArray<int> a(threads), b(threads), out(threads);
  cudaEvent_t forked, joined;
  CHECK(cudaEventCreateWithFlags(&forked, cudaEventDisableTiming) == cudaSuccess);
  CHECK(cudaEventCreate(&joined) == cudaSuccess);
  CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal) == cudaSuccess);
  add<<<1, threads, 0, stream>>>(a, 1);
  CHECK(cudaEventRecord(forked, stream) == cudaSuccess);
  CHECK(cudaStreamWaitEvent(other, forked, 0) == cudaSuccess);
  add<<<1, threads, 0, other>>>(b, 10);
  add<<<1, threads, 0, stream>>>(a, 2);
  CHECK(cudaEventRecord(joined, other) == cudaSuccess);
  CHECK(cudaStreamWaitEvent(stream, joined, 0) == cudaSuccess);
  sum_of<<<1, threads, 0, stream>>>(a, b, out);
  cudaGraph_t graph = nullptr;
  CHECK_EQUAL(cudaStreamEndCapture(stream, &graph), cudaSuccess);
  const cudaGraphExec_t executable = instantiated(graph);
  launch_times(executable, 2);
  CHECK_EQUAL(out.get()[5], 2 * 13);
  CHECK(cudaGraphExecDestroy(executable) == cudaSuccess && cudaGraphDestroy(graph) == cudaSuccess);

  CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal) == cudaSuccess);
  CHECK(cudaEventRecord(forked, stream) == cudaSuccess);
  CHECK(cudaStreamWaitEvent(other, forked, 0) == cudaSuccess);
  add<<<1, threads, 0, other>>>(b, 10);
  CHECK_EQUAL(cudaStreamEndCapture(stream, &graph), cudaErrorStreamCaptureUnjoined);
  CHECK_EQUAL(cudaGetLastError(), cudaErrorStreamCaptureUnjoined);
  CHECK(graph == nullptr);
  CHECK(cudaEventDestroy(forked) == cudaSuccess && cudaEventDestroy(joined) == cudaSuccess);
}

/// As on an H200: asking about an event of a capture ends the capture.
static void asks_about_a_captured_event() {
  Stream stream;
  DeviceArray<int> a(threads);
  cudaEvent_t event, later;
  CHECK(cudaEventCreate(&event) == cudaSuccess && cudaEventCreate(&later) == cudaSuccess);
  CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal) == cudaSuccess);
  add<<<1, threads, 0, stream>>>(a, 1);
  CHECK(cudaEventRecord(event, stream) == cudaSuccess);
  CHECK_EQUAL(cudaEventQuery(event), cudaErrorCapturedEvent);
  CHECK_EQUAL(cudaGetLastError(), cudaErrorCapturedEvent);
  CHECK_EQUAL(cudaEventRecord(later, stream), cudaErrorStreamCaptureInvalidated);
  cudaGraph_t graph = nullptr;
  CHECK_EQUAL(cudaStreamEndCapture(stream, &graph), cudaErrorStreamCaptureInvalidated);
  CHECK(graph == nullptr);
  cudaGetLastError();
  CHECK(cudaEventDestroy(event) == cudaSuccess && cudaEventDestroy(later) == cudaSuccess);
}

static void count_up(void* counter) { ++*static_cast<int*>(counter); }

static cudaKernelNodeParams launch_of(void* kernel, void** arguments) {
  cudaKernelNodeParams parameters = {};
  parameters.func = kernel;
  parameters.gridDim = dim3(1);
  parameters.blockDim = dim3(threads);
  parameters.kernelParams = arguments;
  return parameters;
}

static void made_by_node() {
  DeviceArray<int> a(threads), b(threads);
  std::vector<int> host(threads);
  int calls = 0, value = 7;
  cudaGraph_t graph, child;
  CHECK(cudaGraphCreate(&graph, 0) == cudaSuccess && cudaGraphCreate(&child, 0) == cudaSuccess);
  cudaGraphNode_t fill, first, copy, back, call, nested, in_child;
  cudaMemsetParams words = {};
  words.dst = a.data(), words.value = 3, words.elementSize = 4, words.width = threads, words.height = 1;
  CHECK(cudaGraphAddMemsetNode(&fill, graph, nullptr, 0, &words) == cudaSuccess);
  int* pointer = a.data();
  void* arguments[] = {&pointer, &value};
  cudaKernelNodeParams launch = launch_of(reinterpret_cast<void*>(add), arguments);
  CHECK(cudaGraphAddKernelNode(&first, graph, &fill, 1, &launch) == cudaSuccess);
  CHECK(cudaGraphAddKernelNode(&in_child, child, nullptr, 0, &launch) == cudaSuccess);
  CHECK(cudaGraphAddChildGraphNode(&nested, graph, &first, 1, child) == cudaSuccess);
  CHECK(cudaGraphAddMemcpyNode1D(&copy, graph, &nested, 1, b, a, bytes, cudaMemcpyDeviceToDevice) == cudaSuccess);
  CHECK(cudaGraphAddMemcpyNode1D(&back, graph, &copy, 1, host.data(), b, bytes, cudaMemcpyDeviceToHost) == cudaSuccess);
  cudaHostNodeParams host_call = {};
  host_call.fn = count_up, host_call.userData = &calls;
  CHECK(cudaGraphAddHostNode(&call, graph, &back, 1, &host_call) == cudaSuccess);
  cudaGraphNodeType type;
  CHECK(cudaGraphNodeGetType(first, &type) == cudaSuccess && type == cudaGraphNodeTypeKernel);
  value = 1000;                                                            // copied before
  const cudaGraphExec_t executable = instantiated(graph);
  launch_times(executable, 2);
  CHECK_EQUAL(host[9], 3 + 7 + 7);
  CHECK_EQUAL(calls, 2);

  value = 20;
  CHECK(cudaGraphExecKernelNodeSetParams(executable, first, &launch) == cudaSuccess);
  launch_times(executable, 1);
  CHECK_EQUAL(host[9], 3 + 20 + 7);
  value = 40;
  CHECK(cudaGraphKernelNodeSetParams(first, &launch) == cudaSuccess);
  cudaGraphExecUpdateResultInfo info;
  CHECK(cudaGraphExecUpdate(executable, graph, &info) == cudaSuccess && info.result == cudaGraphExecUpdateSuccess);
  launch_times(executable, 1);
  CHECK_EQUAL(host[9], 3 + 40 + 7);
  CHECK(cudaGraphExecDestroy(executable) == cudaSuccess && cudaGraphDestroy(graph) == cudaSuccess);
  CHECK(cudaGraphDestroy(child) == cudaSuccess);
}

static void allocates_by_node() {
  DeviceArray<int> a(std::vector<int>(threads, 4)), b(threads);
  cudaGraph_t graph = nullptr;
  CHECK(cudaGraphCreate(&graph, 0) == cudaSuccess);
  cudaMemAllocNodeParams wanted = {};
  wanted.poolProps.allocType = cudaMemAllocationTypePinned;
  wanted.poolProps.location.type = cudaMemLocationTypeDevice;
  wanted.bytesize = bytes;
  cudaGraphNode_t made, in, out, freed;
  CHECK(cudaGraphAddMemAllocNode(&made, graph, nullptr, 0, &wanted) == cudaSuccess && wanted.dptr);
  CHECK(cudaGraphAddMemcpyNode1D(&in, graph, &made, 1, wanted.dptr, a, bytes, cudaMemcpyDeviceToDevice) == cudaSuccess);
  CHECK(cudaGraphAddMemcpyNode1D(&out, graph, &in, 1, b, wanted.dptr, 4, cudaMemcpyDeviceToDevice) == cudaSuccess);
  CHECK(cudaGraphAddMemFreeNode(&freed, graph, &out, 1, wanted.dptr) == cudaSuccess);
  const cudaGraphExec_t executable = instantiated(graph);
  launch_times(executable, 1);
  CHECK_EQUAL(b.get()[0], 4);
  CHECK_EQUAL(b.get()[1], 0);
  CHECK(cudaGraphExecMemcpyNodeSetParams1D(executable, out, b, wanted.dptr, bytes, cudaMemcpyDeviceToDevice) == cudaSuccess);
  launch_times(executable, 1);
  CHECK_EQUAL(b.get()[threads - 1], 4);
  CHECK_EQUAL(cudaGraphExecMemcpyNodeSetParams1D(executable, made, b, a, bytes, cudaMemcpyDeviceToDevice),
              cudaErrorInvalidValue);
  CHECK_EQUAL(cudaGetLastError(), cudaErrorInvalidValue);
  CHECK(cudaGraphExecDestroy(executable) == cudaSuccess && cudaGraphDestroy(graph) == cudaSuccess);
}

/// The call fails with the code, and the capture is lost.
template <class Call>
static void forbids(int expected, Call call, unsigned stream_flags = cudaStreamNonBlocking) {
  Stream stream(stream_flags);
  cudaGraph_t graph = nullptr;
  CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal) == cudaSuccess);
  CHECK_EQUAL(call(stream), expected);
  cudaStreamCaptureStatus status;
  CHECK(cudaStreamIsCapturing(stream, &status) == cudaSuccess);
  CHECK_EQUAL(status, cudaStreamCaptureStatusInvalidated);
  CHECK_EQUAL(cudaStreamEndCapture(stream, &graph), cudaErrorStreamCaptureInvalidated);
  CHECK(graph == nullptr);
  CHECK_EQUAL(cudaGetLastError(), cudaErrorStreamCaptureInvalidated);
}

static void refuses() {
  DeviceArray<int> a(threads);
  int* const pointer = a.data();
  forbids(cudaErrorStreamCaptureUnsupported, [](cudaStream_t stream) { return cudaStreamSynchronize(stream); });
  forbids(cudaErrorStreamCaptureUnsupported, [](cudaStream_t stream) { return cudaStreamQuery(stream); });
  forbids(cudaErrorStreamCaptureUnsupported, [](cudaStream_t) { return cudaDeviceSynchronize(); });
  forbids(cudaErrorStreamCaptureUnsupported, [](cudaStream_t) {
    void* memory = nullptr;
    return cudaMalloc(&memory, 256);
  });
  forbids(
      cudaErrorStreamCaptureImplicit, [=](cudaStream_t) { return cudaMemsetAsync(pointer, 0, 16, cudaStreamLegacy); },
      cudaStreamDefault);
  forbids(cudaErrorStreamCaptureImplicit,
          [=](cudaStream_t) {
            add<<<1, 1>>>(pointer, 1);
            return cudaGetLastError();
          },
          cudaStreamDefault);
  Stream stream;
  cudaGraph_t graph = nullptr;
  CHECK_EQUAL(cudaStreamBeginCapture(cudaStreamLegacy, cudaStreamCaptureModeGlobal), cudaErrorStreamCaptureUnsupported);
  CHECK_EQUAL(cudaGetLastError(), cudaErrorStreamCaptureUnsupported);
  CHECK_EQUAL(cudaStreamEndCapture(stream, &graph), cudaErrorIllegalState);
  CHECK_EQUAL(cudaGetLastError(), cudaErrorIllegalState);
  CHECK(!strcmp(cudaGetErrorString(cudaErrorStreamCaptureUnsupported),
                "operation not permitted when stream is capturing"));
  // Other work goes on while a non-blocking stream is captured in relaxed mode.
  CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeRelaxed) == cudaSuccess);
  CHECK_EQUAL(cudaMemset(pointer, 0, bytes), cudaSuccess);
  add<<<1, threads, 0, stream>>>(pointer, 4);
  CHECK(cudaStreamEndCapture(stream, &graph) == cudaSuccess);
  const cudaGraphExec_t executable = instantiated(graph);
  launch_times(executable, 1);
  CHECK_EQUAL(a.get()[0], 4);
  CHECK(cudaGraphExecDestroy(executable) == cudaSuccess && cudaGraphDestroy(graph) == cudaSuccess);
}

static void allocates() {
  Stream stream;
  std::vector<int> host(threads);
  int* memory = nullptr;
  CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal) == cudaSuccess);
  CHECK(cudaMallocAsync(&memory, bytes, stream) == cudaSuccess);
  CHECK(cudaMemsetAsync(memory, 0, bytes, stream) == cudaSuccess);
  add<<<1, threads, 0, stream>>>(memory, 6);
  CHECK(cudaMemcpyAsync(host.data(), memory, bytes, cudaMemcpyDeviceToHost, stream) == cudaSuccess);
  CHECK(cudaFreeAsync(memory, stream) == cudaSuccess);
  cudaGraph_t graph = nullptr;
  CHECK(cudaStreamEndCapture(stream, &graph) == cudaSuccess);
  const cudaGraphExec_t executable = instantiated(graph);
  launch_times(executable, 2);
  CHECK_EQUAL(host[63], 6);
  CHECK(cudaGraphExecDestroy(executable) == cudaSuccess && cudaGraphDestroy(graph) == cudaSuccess);
}

extern "C" int run() {
  captures_a_stream();
  forks_and_joins();
  asks_about_a_captured_event();
  made_by_node();
  allocates_by_node();
  refuses();
  allocates();
  CHECK_EQUAL(cudaGetLastError(), cudaSuccess);
  return failures;
}
