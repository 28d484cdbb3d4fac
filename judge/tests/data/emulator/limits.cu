// What CUDA refuses, and with which code; how errors are remembered.
#include <cuda_runtime.h>

#include <cstring>

#include "check.h"

__global__ void touch(int* out) {
  if (out && threadIdx.x == 0 && blockIdx.x == 0) *out = 1;
}

__global__ void __launch_bounds__(128) bounded(int* out) {
  if (threadIdx.x == 0) *out = blockDim.x;
}

__global__ void uses_dynamic(int* out, int words) {
  extern __shared__ int s[];
  for (int i = threadIdx.x; i < words; i += blockDim.x) s[i] = i;
  __syncthreads();
  if (threadIdx.x == 0) {
    int sum = 0;
    for (int i = 0; i < words; i++) sum += s[i] == i;
    *out = sum;
  }
}

// CUDA 13 no longer tells configurations from other values.
constexpr int bad_configuration = CUDART_VERSION >= 13000 ? cudaErrorInvalidValue : cudaErrorInvalidConfiguration;

constexpr int no_kernel = CUDART_VERSION >= 13000 ? cudaErrorInvalidResourceHandle : cudaErrorInvalidDeviceFunction;

static void refuses(dim3 grid, dim3 block, size_t shared, int expected) {
  touch<<<grid, block, shared>>>(nullptr);
  CHECK_EQUAL(cudaPeekAtLastError(), expected);
  CHECK_EQUAL(cudaGetLastError(), expected);
  CHECK_EQUAL(cudaGetLastError(), cudaSuccess);
  CHECK_EQUAL(cudaDeviceSynchronize(), cudaSuccess);
}

static void configurations() {
  refuses(1, 1025, 0, bad_configuration);
  refuses(1, 2000, 0, bad_configuration);
  refuses(1, dim3(32, 33), 0, bad_configuration);
  refuses(1, dim3(1, 1, 65), 0, bad_configuration);
  refuses(0, 32, 0, bad_configuration);
  refuses(1, 0, 0, bad_configuration);
  refuses(dim3(1, 65536), 32, 0, bad_configuration);
  refuses(dim3(1, 1, 65536), 32, 0, bad_configuration);
  refuses(1, 32, 49153, cudaErrorInvalidValue);
  refuses(1, 32, 1 << 20, cudaErrorInvalidValue);
  refuses(dim3(1, 65535), 32, 0, cudaSuccess);
  refuses(1, 1024, 49152, cudaSuccess);
}

static void shared_opt_in() {
  DeviceArray<int> out(1);
  const int words = 50000;
  uses_dynamic<<<1, 64, words * sizeof(int)>>>(out, words);
  CHECK_EQUAL(cudaGetLastError(), cudaErrorInvalidValue);
  CHECK_EQUAL(cudaFuncSetAttribute(uses_dynamic, cudaFuncAttributeMaxDynamicSharedMemorySize, words * 4), cudaSuccess);
  uses_dynamic<<<1, 64, words * sizeof(int)>>>(out, words);
  CHECK_EQUAL(cudaGetLastError(), cudaSuccess);
  CHECK_EQUAL(out.get()[0], words);
  CHECK_EQUAL(cudaFuncSetAttribute(uses_dynamic, cudaFuncAttributeMaxDynamicSharedMemorySize, 232449),
              cudaErrorInvalidValue);
  CHECK_EQUAL(cudaGetLastError(), cudaErrorInvalidValue);
  CHECK_EQUAL(cudaFuncSetAttribute(uses_dynamic, cudaFuncAttributeMaxDynamicSharedMemorySize, 232448), cudaSuccess);
}

__global__ void uses_static(int* out) {
  __shared__ int s[10000];
  s[threadIdx.x] = threadIdx.x;
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x ^ 1];
}

static void static_and_dynamic() {
  DeviceArray<int> out(32);
  uses_static<<<1, 32, 9152>>>(out);
  CHECK_EQUAL(cudaGetLastError(), cudaSuccess);
  CHECK_EQUAL(out.get()[4], 5);
  uses_static<<<1, 32, 9153>>>(out);
  CHECK_EQUAL(cudaGetLastError(), cudaErrorInvalidValue);
  cudaFuncAttributes attributes;
  CHECK_EQUAL(cudaFuncGetAttributes(&attributes, uses_static), cudaSuccess);
  CHECK_EQUAL(attributes.sharedSizeBytes, 40000);
  CHECK_EQUAL(attributes.maxDynamicSharedSizeBytes, 9152);
  CHECK_EQUAL(cudaFuncSetAttribute(uses_static, cudaFuncAttributeMaxDynamicSharedMemorySize, 192449),
              cudaErrorInvalidValue);
  CHECK_EQUAL(cudaFuncSetAttribute(uses_static, cudaFuncAttributeMaxDynamicSharedMemorySize, 192448), cudaSuccess);
  cudaGetLastError();
  int blocks = -1;
  CHECK_EQUAL(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, touch, 256, 100000), cudaSuccess);
  CHECK_EQUAL(blocks, 0);
  CHECK_EQUAL(cudaDeviceSetLimit(static_cast<cudaLimit>(99), 1), cudaErrorInvalidValue);
  cudaGetLastError();
}

static void bounds() {
  DeviceArray<int> out(1);
  bounded<<<1, 128>>>(out);
  CHECK_EQUAL(cudaGetLastError(), cudaSuccess);
  CHECK_EQUAL(out.get()[0], 128);
  bounded<<<1, 129>>>(out);
  CHECK_EQUAL(cudaGetLastError(), cudaErrorInvalidValue);
  cudaFuncAttributes attributes;
  CHECK_EQUAL(cudaFuncGetAttributes(&attributes, bounded), cudaSuccess);
  CHECK_EQUAL(attributes.maxThreadsPerBlock, 128);
}

static void host_function() {}

static void remembered_errors() {
  CHECK_EQUAL(cudaMemcpy(nullptr, nullptr, 4, cudaMemcpyHostToDevice), cudaErrorInvalidValue);
  DeviceArray<int> out(1);
  touch<<<1, 1>>>(out);                                   // a success leaves the last error alone
  CHECK_EQUAL(cudaPeekAtLastError(), cudaErrorInvalidValue);
  CHECK_EQUAL(cudaGetLastError(), cudaErrorInvalidValue);
  CHECK_EQUAL(cudaGetLastError(), cudaSuccess);
  void* p = nullptr;
  CHECK_EQUAL(cudaMalloc(&p, size_t(1) << 60), cudaErrorMemoryAllocation);
  CHECK_EQUAL(cudaGetLastError(), cudaErrorMemoryAllocation);
  CHECK_EQUAL(cudaFree(nullptr), cudaSuccess);
  CHECK_EQUAL(cudaFree(&p), cudaErrorInvalidValue);
  CHECK_EQUAL(cudaSetDevice(77), cudaErrorInvalidDevice);
  cudaGetLastError();
  void* none[] = {nullptr};
  CHECK_EQUAL(cudaLaunchKernel((const void*)host_function, dim3(1), dim3(1), none, 0, 0),
              no_kernel);
  CHECK_EQUAL(cudaGetLastError(), no_kernel);
  CHECK(cudaMalloc(&p, 0) == cudaSuccess);
  CHECK(p == nullptr);
}

static void names() {
  CHECK(!strcmp(cudaGetErrorName(cudaErrorIllegalAddress), "cudaErrorIllegalAddress"));
  CHECK(!strcmp(cudaGetErrorString(cudaErrorIllegalAddress), "an illegal memory access was encountered"));
  CHECK(!strcmp(cudaGetErrorString(cudaErrorInvalidConfiguration), "invalid configuration argument"));
  CHECK(!strcmp(cudaGetErrorString(static_cast<cudaError_t>(5000)), "unrecognized error code"));
}

__global__ void allocates(int* out, size_t bytes) {
  char* first = static_cast<char*>(malloc(bytes));
  char* second = static_cast<char*>(malloc(bytes));
  out[0] = first != nullptr;
  out[1] = second != nullptr;
  if (first) first[bytes - 1] = 1;
  free(first);
  free(second);
}

/// malloc() in kernels takes no more than the device's heap has.
static void device_heap() {
  size_t limit = 0;
  CHECK(cudaDeviceGetLimit(&limit, cudaLimitMallocHeapSize) == cudaSuccess);
  CHECK_EQUAL(limit, 8 << 20);
  DeviceArray<int> out(2);
  const auto count = [&](size_t bytes) {
    allocates<<<1, 1>>>(out, bytes);
    return out.get()[0] + out.get()[1];
  };
  CHECK_EQUAL(count(1 << 20), 2);
  CHECK(count(5 << 20) < 2);
  CHECK_EQUAL(count(64 << 20), 0);
  CHECK_EQUAL(count(1 << 20), 2);
}

__global__ void makes(int** memory) { *memory = static_cast<int*>(malloc(256 * sizeof(int))); }
__global__ void fills(int* memory) { memory[threadIdx.x] = threadIdx.x; }
__global__ void reads(const int* memory, int* out) { out[threadIdx.x] = memory[threadIdx.x]; }
__global__ void gives_back(int* memory) { free(memory); }

/// What one kernel allocated, the next ones use.
static void device_heap_lives_on() {
  DeviceArray<int*> memory(1);
  DeviceArray<int> out(256);
  makes<<<1, 1>>>(memory);
  int* const pointer = memory.get()[0];
  fills<<<1, 256>>>(pointer);
  reads<<<1, 256>>>(pointer, out);
  CHECK_EQUAL(out.get()[255], 255);
  gives_back<<<1, 1>>>(pointer);
  CHECK_EQUAL(cudaDeviceSynchronize(), cudaSuccess);
}

__global__ void prints(int* out) { out[0] = threadIdx.x == 0 ? printf("%s %d\n", "two arguments", 2) : 0; }

__global__ void with_names_of_indices(int* out, dim3 gridDim, int blockDim) {
  __shared__ int sum;
  if (threadIdx.x == 0) sum = gridDim.x;
  __syncthreads();
  out[threadIdx.x] = sum + blockDim;
}

static void odd_kernels() {
  DeviceArray<int> out(32);
  prints<<<1, 1>>>(out);
  CHECK_EQUAL(out.get()[0], 2);
  with_names_of_indices<<<1, 32>>>(out, dim3(5), 100);
  CHECK_EQUAL(out.get()[31], 105);
}

extern "C" int run() {
  device_heap();
  device_heap_lives_on();
  odd_kernels();
  configurations();
  shared_opt_in();
  static_and_dynamic();
  bounds();
  remembered_errors();
  names();
  return failures;
}
