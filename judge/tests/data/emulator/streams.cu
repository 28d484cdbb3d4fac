// Streams, events and what is asked of the device.
#include <cuda_runtime.h>

#include <cstring>

#include "check.h"

__global__ void add(int* p, int value) { atomicAdd(p, value); }

static void CUDART_CB set_flag(void* data) { *static_cast<int*>(data) = 1; }
static void CUDART_CB stream_callback(cudaStream_t, cudaError_t status, void* data) {
  *static_cast<int*>(data) = status == cudaSuccess ? 2 : -1;
}

static void events() {
  cudaEvent_t start, stop, untimed;
  CHECK_EQUAL(cudaEventCreate(&start), cudaSuccess);
  CHECK_EQUAL(cudaEventCreate(&stop), cudaSuccess);
  CHECK_EQUAL(cudaEventCreateWithFlags(&untimed, cudaEventDisableTiming), cudaSuccess);
  DeviceArray<int> sum(1);
  float ms = -1;
  CHECK_EQUAL(cudaEventElapsedTime(&ms, start, stop), cudaErrorInvalidResourceHandle);
  cudaGetLastError();
  CHECK_EQUAL(cudaEventRecord(start), cudaSuccess);
  for (int i = 0; i < 10; i++) add<<<16, 64>>>(sum, 1);
  CHECK_EQUAL(cudaEventRecord(stop), cudaSuccess);
  CHECK_EQUAL(cudaEventSynchronize(stop), cudaSuccess);
  CHECK_EQUAL(cudaEventQuery(stop), cudaSuccess);
  CHECK_EQUAL(cudaEventElapsedTime(&ms, start, stop), cudaSuccess);
  CHECK(ms > 0 && ms < 10000);
  CHECK_EQUAL(sum.get()[0], 10240);
  cudaEventRecord(untimed);
  CHECK_EQUAL(cudaEventElapsedTime(&ms, start, untimed), cudaErrorInvalidResourceHandle);
  cudaGetLastError();
  for (cudaEvent_t e : {start, stop, untimed}) CHECK_EQUAL(cudaEventDestroy(e), cudaSuccess);
}

static void streams() {
  cudaStream_t streams[3];
  cudaStreamCreate(&streams[0]);
  cudaStreamCreateWithFlags(&streams[1], cudaStreamNonBlocking);
  int least = 1, greatest = 1;
  CHECK_EQUAL(cudaDeviceGetStreamPriorityRange(&least, &greatest), cudaSuccess);
  CHECK(least == 0 && greatest < 0);
  cudaStreamCreateWithPriority(&streams[2], cudaStreamNonBlocking, greatest);
  DeviceArray<int> sum(1);
  cudaEvent_t event;
  cudaEventCreateWithFlags(&event, cudaEventDisableTiming);
  for (cudaStream_t s : streams) {
    add<<<1, 32, 0, s>>>(sum, 1);
    cudaEventRecord(event, s);
    CHECK_EQUAL(cudaStreamWaitEvent(streams[0], event, 0), cudaSuccess);
  }
  int flag = 0, callback = 0;
  CHECK_EQUAL(cudaLaunchHostFunc(streams[0], set_flag, &flag), cudaSuccess);
  CHECK_EQUAL(cudaStreamAddCallback(streams[0], stream_callback, &callback, 0), cudaSuccess);
  CHECK_EQUAL(cudaStreamSynchronize(streams[0]), cudaSuccess);
  CHECK_EQUAL(flag, 1);
  CHECK_EQUAL(callback, 2);
  CHECK_EQUAL(cudaStreamQuery(streams[1]), cudaSuccess);
  CHECK_EQUAL(sum.get()[0], 96);
  unsigned flags = 9;
  int priority = 9;
  CHECK_EQUAL(cudaStreamGetFlags(streams[1], &flags), cudaSuccess);
  CHECK_EQUAL(flags, cudaStreamNonBlocking);
  CHECK_EQUAL(cudaStreamGetPriority(streams[2], &priority), cudaSuccess);
  CHECK_EQUAL(priority, greatest);
  for (cudaStream_t s : streams) CHECK_EQUAL(cudaStreamDestroy(s), cudaSuccess);
  cudaEventDestroy(event);
}

/// A handle that nobody filled.
static void no_stream() {
  static char nothing[4096];
  const auto stream = reinterpret_cast<cudaStream_t>(nothing);
  DeviceArray<int> sum(2);
  add<<<1, 1, 0, stream>>>(sum, 1);
  CHECK_EQUAL(cudaGetLastError(), cudaErrorInvalidResourceHandle);
  CHECK_EQUAL(cudaMemsetAsync(sum, 1, sizeof(int), stream), cudaErrorInvalidResourceHandle);
  CHECK_EQUAL(cudaMemcpyAsync(sum, sum + 1, sizeof(int), cudaMemcpyDeviceToDevice, stream), cudaErrorInvalidResourceHandle);
  void* memory = nullptr;
  CHECK_EQUAL(cudaMallocAsync(&memory, 16, stream), cudaErrorInvalidResourceHandle);
  CHECK_EQUAL(cudaStreamSynchronize(stream), cudaErrorInvalidResourceHandle);
  cudaGetLastError();
  CHECK_EQUAL(sum.get()[0], 0);
}

__global__ void count_cycles(long long* out) {
  const long long begin = clock64();
  const clock_t first = clock();
  while (clock64() - begin < 1000000) {}
  out[0] = static_cast<int>(clock() - first);
}

static void clocks() {
  DeviceArray<long long> cycles(1);
  count_cycles<<<1, 1>>>(cycles);
  CHECK(cycles.get()[0] > 900000);
}

static void device() {
  int count = 0, device = -1, value = 0;
  CHECK_EQUAL(cudaGetDeviceCount(&count), cudaSuccess);
  CHECK(count >= 1);
  CHECK_EQUAL(cudaGetDevice(&device), cudaSuccess);
  CHECK_EQUAL(device, 0);
  CHECK_EQUAL(cudaSetDevice(0), cudaSuccess);
  cudaDeviceProp p;
  CHECK_EQUAL(cudaGetDeviceProperties(&p, 0), cudaSuccess);
  CHECK(std::strlen(p.name) > 0);
  CHECK_EQUAL(p.warpSize, 32);
  CHECK_EQUAL(p.maxThreadsPerBlock, 1024);
  CHECK_EQUAL(p.major, 9);
  CHECK_EQUAL(p.sharedMemPerBlock, 49152);
  CHECK_EQUAL(p.sharedMemPerBlockOptin, 232448);
  CHECK_EQUAL(p.maxGridSize[1], 65535);
  CHECK_EQUAL(p.maxThreadsDim[2], 64);
  CHECK(p.multiProcessorCount > 0 && p.totalGlobalMem > 0);
  CHECK_EQUAL(cudaDeviceGetAttribute(&value, cudaDevAttrMaxSharedMemoryPerBlockOptin, 0), cudaSuccess);
  CHECK_EQUAL(value, 232448);
  CHECK_EQUAL(cudaDeviceGetAttribute(&value, cudaDevAttrMultiProcessorCount, 0), cudaSuccess);
  CHECK_EQUAL(value, p.multiProcessorCount);
  int blocks = 0, grid = 0, block = 0;
  CHECK_EQUAL(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, add, 256, 0), cudaSuccess);
  CHECK_EQUAL(blocks, 8);
  CHECK_EQUAL(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, add, 1024, 0), cudaSuccess);
  CHECK_EQUAL(blocks, 2);
  CHECK_EQUAL(cudaOccupancyMaxPotentialBlockSize(&grid, &block, add, 0, 0), cudaSuccess);
  CHECK(block >= 64 && block <= 1024 && grid >= p.multiProcessorCount);
  size_t limit = 0;
  CHECK_EQUAL(cudaDeviceSetLimit(cudaLimitPrintfFifoSize, 1 << 20), cudaSuccess);
  CHECK_EQUAL(cudaDeviceGetLimit(&limit, cudaLimitPrintfFifoSize), cudaSuccess);
  CHECK(limit >= 1 << 20);
  int runtime = 0;
  CHECK_EQUAL(cudaRuntimeGetVersion(&runtime), cudaSuccess);
  CHECK(runtime >= 12000);
  CHECK_EQUAL(cudaFuncSetCacheConfig(add, cudaFuncCachePreferL1), cudaSuccess);
}

static void attributes() {
  cudaStream_t stream, other;
  CHECK(cudaStreamCreate(&stream) == cudaSuccess && cudaStreamCreate(&other) == cudaSuccess);
  cudaStreamAttrValue value = {}, got = {};
  value.accessPolicyWindow.num_bytes = 4096;
  value.accessPolicyWindow.hitRatio = 0.5f;
  value.accessPolicyWindow.hitProp = cudaAccessPropertyPersisting;
  value.accessPolicyWindow.missProp = cudaAccessPropertyStreaming;
  CHECK_EQUAL(cudaStreamSetAttribute(stream, cudaStreamAttributeAccessPolicyWindow, &value), cudaSuccess);
  CHECK_EQUAL(cudaStreamCopyAttributes(other, stream), cudaSuccess);
  CHECK_EQUAL(cudaStreamGetAttribute(other, cudaStreamAttributeAccessPolicyWindow, &got), cudaSuccess);
  CHECK_EQUAL(got.accessPolicyWindow.num_bytes, 4096);
  CHECK(cudaStreamDestroy(stream) == cudaSuccess && cudaStreamDestroy(other) == cudaSuccess);
  cudaMemPool_t pool;
  CHECK_EQUAL(cudaDeviceGetDefaultMemPool(&pool, 0), cudaSuccess);
  cudaMemAccessDesc access = {{cudaMemLocationTypeDevice, 0}, cudaMemAccessFlagsProtReadWrite};
  CHECK_EQUAL(cudaMemPoolSetAccess(pool, &access, 1), cudaSuccess);
  cudaMemAccessFlags flags = cudaMemAccessFlagsProtNone;
  CHECK_EQUAL(cudaMemPoolGetAccess(&flags, pool, &access.location), cudaSuccess);
  CHECK_EQUAL(flags, cudaMemAccessFlagsProtReadWrite);
}

extern "C" int run() {
  events();
  streams();
  no_stream();
  clocks();
  device();
  attributes();
  return failures;
}
