// Kinds of memory and ways to copy: constant, __device__ variables, pitch, pinned, managed, asynchronous, 2D and 3D.
#include <cuda_runtime.h>

#include <cstring>

#include "check.h"

__constant__ float taps[9];
__constant__ int scale = 3;
__device__ int counter = 5;
__device__ float table[4][8];
__device__ float* pointer_to_array;
struct Settings {
  int a;
  float b[2];
};
__constant__ Settings settings;
__managed__ int shared_with_host = 1;

__global__ void convolve(const float* in, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float sum = 0;
  for (int k = 0; k < 9; k++)
    if (i + k - 4 >= 0 && i + k - 4 < n) sum += in[i + k - 4] * taps[k];
  out[i] = sum * scale;
  atomicAdd(&counter, 1);
}

__global__ void fill_table() {
  table[threadIdx.y][threadIdx.x] = threadIdx.y * 10 + threadIdx.x + settings.a + settings.b[1];
}
__global__ void through_pointer(int n) {
  if (threadIdx.x < n) pointer_to_array[threadIdx.x] *= 2;
}
__global__ void increment(int* p, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) p[i]++;
}
__global__ void pitched(char* p, size_t pitch, int rows, int cols) {
  for (int r = threadIdx.y; r < rows; r += blockDim.y)
    for (int c = threadIdx.x; c < cols; c += blockDim.x) reinterpret_cast<float*>(p + r * pitch)[c] = r * 100 + c;
}

static void symbols() {
  const int n = 300;
  float weights[9];
  for (int i = 0; i < 9; i++) weights[i] = i;
  CHECK_EQUAL(cudaMemcpyToSymbol(taps, weights, sizeof weights), cudaSuccess);
  DeviceArray<float> in(std::vector<float>(n, 1.0f)), out(n);
  convolve<<<2, 256>>>(in, out, n);
  CHECK_EQUAL(out.get()[100], 108.0f);
  CHECK_EQUAL(out.get()[0], 3.0f * (4 + 5 + 6 + 7 + 8));
  int count = 0;
  CHECK_EQUAL(cudaMemcpyFromSymbol(&count, counter, sizeof count), cudaSuccess);
  CHECK_EQUAL(count, 305);
  const int five = 5;
  CHECK_EQUAL(cudaMemcpyToSymbol(scale, &five, sizeof five, 0, cudaMemcpyHostToDevice), cudaSuccess);
  CHECK_EQUAL(cudaMemcpyToSymbol(taps, weights, sizeof(float) * 2, sizeof(float) * 8), cudaErrorInvalidValue);
  cudaGetLastError();
  const Settings s{7, {0.5f, 0.25f}};
  cudaMemcpyToSymbol(settings, &s, sizeof s);
  fill_table<<<1, dim3(8, 4)>>>();
  float row[8];
  cudaMemcpyFromSymbol(row, table, sizeof row, sizeof(float) * 16);
  CHECK_EQUAL(row[3], 23 + 7 + 0.25f);
  void* address = nullptr;
  size_t size = 0;
  CHECK_EQUAL(cudaGetSymbolAddress(&address, table), cudaSuccess);
  CHECK_EQUAL(cudaGetSymbolSize(&size, table), cudaSuccess);
  CHECK_EQUAL(size, sizeof(float) * 32);
  CHECK_EQUAL(cudaMemset(address, 0, size), cudaSuccess);
  cudaMemcpy(row, address, sizeof row, cudaMemcpyDeviceToHost);
  CHECK_EQUAL(row[7], 0.0f);
  float* array = in;
  cudaMemcpyToSymbol(pointer_to_array, &array, sizeof array);
  through_pointer<<<1, 32>>>(10);
  CHECK_EQUAL(in.get()[9], 2.0f);
  CHECK_EQUAL(in.get()[10], 1.0f);
}

static void host_memory() {
  int* pinned = nullptr;
  CHECK_EQUAL(cudaMallocHost(&pinned, 100 * sizeof(int)), cudaSuccess);
  for (int i = 0; i < 100; i++) pinned[i] = i;
  int* on_device = nullptr;
  CHECK_EQUAL(cudaHostGetDevicePointer(&on_device, pinned, 0), cudaSuccess);
  increment<<<1, 128>>>(on_device, 100);
  cudaDeviceSynchronize();
  CHECK_EQUAL(pinned[99], 100);
  CHECK_EQUAL(cudaFreeHost(pinned), cudaSuccess);
  int* managed = nullptr;
  CHECK_EQUAL(cudaMallocManaged(&managed, 100 * sizeof(int)), cudaSuccess);
  managed[50] = 1;
  increment<<<1, 128>>>(managed, 100);
  cudaDeviceSynchronize();
  CHECK_EQUAL(managed[50], 2);
  cudaPointerAttributes attributes;
  CHECK_EQUAL(cudaPointerGetAttributes(&attributes, managed), cudaSuccess);
  CHECK_EQUAL(attributes.type, cudaMemoryTypeManaged);
  cudaFree(managed);
  std::vector<int> plain(1000);
  CHECK_EQUAL(cudaHostRegister(plain.data(), plain.size() * sizeof(int), cudaHostRegisterDefault), cudaSuccess);
  CHECK_EQUAL(cudaHostUnregister(plain.data()), cudaSuccess);
  increment<<<1, 1>>>(&shared_with_host, 1);
  cudaDeviceSynchronize();
  CHECK_EQUAL(shared_with_host, 2);
}

// Each of them in the default stream, unless another one is given.
static void default_streams() {
  char *from = nullptr, *to = nullptr;
  size_t pitch = 0;
  CHECK_EQUAL(cudaMallocPitch(&from, &pitch, 8, 4), cudaSuccess);
  CHECK_EQUAL(cudaMallocPitch(&to, &pitch, 8, 4), cudaSuccess);
  CHECK_EQUAL(cudaMemset2DAsync(from, pitch, 3, 8, 4), cudaSuccess);
  CHECK_EQUAL(cudaMemset3DAsync(make_cudaPitchedPtr(from, pitch, 8, 4), 5, make_cudaExtent(8, 1, 1)), cudaSuccess);
  CHECK_EQUAL(cudaMemcpyPeerAsync(to, 0, from, 0, pitch), cudaSuccess);
  cudaMemcpy3DParms copy = {};
  copy.srcPtr = make_cudaPitchedPtr(from + pitch, pitch, 8, 4);
  copy.dstPtr = make_cudaPitchedPtr(to + pitch, pitch, 8, 4);
  copy.extent = make_cudaExtent(8, 2, 1);
  copy.kind = cudaMemcpyDeviceToDevice;
  CHECK_EQUAL(cudaMemcpy3DAsync(&copy), cudaSuccess);
  cudaEvent_t event;
  cudaEventCreate(&event);
  CHECK_EQUAL(cudaEventRecordWithFlags(event), cudaSuccess);
  CHECK_EQUAL(cudaEventSynchronize(event), cudaSuccess);
  char got[2] = {};
  cudaMemcpy2D(got, 1, to, pitch, 1, 2, cudaMemcpyDeviceToHost);
  CHECK(got[0] == 5 && got[1] == 3);
  cudaEventDestroy(event);
  cudaFree(from);
  cudaFree(to);
}

static void two_and_three_dimensions() {
  char* p = nullptr;
  size_t pitch = 0;
  const int rows = 7, cols = 33;
  CHECK_EQUAL(cudaMallocPitch(&p, &pitch, cols * sizeof(float), rows), cudaSuccess);
  CHECK(pitch >= cols * sizeof(float) && pitch % 256 == 0);
  pitched<<<1, dim3(32, 4)>>>(p, pitch, rows, cols);
  std::vector<float> host(rows * cols);
  CHECK_EQUAL(
      cudaMemcpy2D(host.data(), cols * sizeof(float), p, pitch, cols * sizeof(float), rows, cudaMemcpyDeviceToHost),
      cudaSuccess);
  CHECK_EQUAL(host[6 * cols + 32], 632.0f);
  CHECK_EQUAL(cudaMemset2D(p, pitch, 0, 4, rows), cudaSuccess);
  cudaMemcpy2DAsync(host.data(), cols * sizeof(float), p, pitch, cols * sizeof(float), rows, cudaMemcpyDeviceToHost);
  cudaDeviceSynchronize();
  CHECK_EQUAL(host[3 * cols], 0.0f);
  CHECK_EQUAL(host[3 * cols + 1], 301.0f);
  CHECK_EQUAL(cudaMemcpy2D(host.data(), 4, p, pitch, 8, 1, cudaMemcpyDeviceToHost), cudaErrorInvalidValue);
  cudaGetLastError();
  cudaFree(p);
  cudaPitchedPtr box;
  const cudaExtent extent = make_cudaExtent(8 * sizeof(float), 4, 3);
  CHECK_EQUAL(cudaMalloc3D(&box, extent), cudaSuccess);
  std::vector<float> from(96), to(96);
  for (int i = 0; i < 96; i++) from[i] = i;
  cudaMemcpy3DParms copy = {};
  copy.srcPtr = make_cudaPitchedPtr(from.data(), 8 * sizeof(float), 8, 4);
  copy.dstPtr = box;
  copy.extent = extent;
  copy.kind = cudaMemcpyHostToDevice;
  CHECK_EQUAL(cudaMemcpy3D(&copy), cudaSuccess);
  std::swap(copy.srcPtr, copy.dstPtr);
  copy.dstPtr.ptr = to.data();
  copy.kind = cudaMemcpyDeviceToHost;
  CHECK_EQUAL(cudaMemcpy3D(&copy), cudaSuccess);
  CHECK(from == to);
  cudaFree(box.ptr);
}

static void asynchronous() {
  cudaStream_t stream;
  CHECK_EQUAL(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking), cudaSuccess);
  int* p = nullptr;
  CHECK_EQUAL(cudaMallocAsync(&p, 1000 * sizeof(int), stream), cudaSuccess);
  CHECK_EQUAL(cudaMemsetAsync(p, 0, 1000 * sizeof(int), stream), cudaSuccess);
  increment<<<4, 256, 0, stream>>>(p, 1000);
  std::vector<int> host(1000);
  CHECK_EQUAL(cudaMemcpyAsync(host.data(), p, 1000 * sizeof(int), cudaMemcpyDeviceToHost, stream), cudaSuccess);
  CHECK_EQUAL(cudaFreeAsync(p, stream), cudaSuccess);
  CHECK_EQUAL(cudaStreamSynchronize(stream), cudaSuccess);
  CHECK_EQUAL(host[999], 1);
  CHECK_EQUAL(cudaStreamDestroy(stream), cudaSuccess);
  size_t free = 0, total = 0;
  CHECK_EQUAL(cudaMemGetInfo(&free, &total), cudaSuccess);
  CHECK(free > 0 && free <= total);
  DeviceArray<int> a(10), b(10);
  CHECK_EQUAL(cudaMemset(a, 1, 40), cudaSuccess);
  CHECK_EQUAL(cudaMemcpy(b, a, 40, cudaMemcpyDeviceToDevice), cudaSuccess);
  CHECK_EQUAL(b.get()[9], 0x01010101);
  CHECK_EQUAL(cudaMemcpy(b, a, 40, cudaMemcpyDefault), cudaSuccess);
}

extern "C" int run() {
  symbols();
  host_memory();
  two_and_three_dimensions();
  default_streams();
  asynchronous();
  return failures;
}
