// Each function does one thing wrong; emulator_fault_test.cpp knows the lines by their comments.
#include <cuda_runtime.h>

#include <cassert>
#include <cstdio>

__global__ void write_at(float* p, int i) {
  if (threadIdx.x == 3 && blockIdx.x == 1) p[i * (int(threadIdx.x) - 2)] = 1.0f;  // LINE write_at
}

__global__ void read_at(const float* p, int i, float* out) {
  out[threadIdx.x] = p[i + threadIdx.x];  // LINE read_at
}

__global__ void unguarded(const float* in, float* out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = 2.0f * in[i];  // LINE unguarded
}

__global__ void wild(float* p) { p[threadIdx.x] = 1.0f; }

__global__ void half_waits(int* out) {
  if (threadIdx.x < 16)
    __syncthreads();  // LINE first barrier
  else
    __syncthreads();  // LINE second barrier
  out[threadIdx.x] = 1;
}

__global__ void never_together(int* out) {
  if (threadIdx.x < 16)
    out[0] = __shfl_sync(0xffffffffu, 1, 0);  // LINE shuffle
  else
    __syncthreads();  // LINE barrier
}

__global__ void divide(int* out, int by) {
  out[threadIdx.x] = int(threadIdx.x) / by;  // LINE division
}

__global__ void trap() {
  if (threadIdx.x == 5) __trap();  // LINE trap
}

__device__ int recurse(int n, volatile int* sink) {
  volatile int local[256];
  local[n % 256] = n;
  *sink = n;
  return n == 0 ? 0 : recurse(n - 1, sink) + local[n % 256];
}

__global__ void deep(int* out) { out[threadIdx.x] = recurse(1000000, out); }

__global__ void load4(const float* in, float* out) {
  float4 v = *reinterpret_cast<const float4*>(in + threadIdx.x * 4 + 1);  // LINE misaligned
  out[threadIdx.x] = v.x + v.y + v.z + v.w;
}

__global__ void load2(const float* in, float* out) {
  out[threadIdx.x] = ((const float2*)(in + 1))[threadIdx.x].y;  // LINE misaligned pair
}

__global__ void load4_by_name(const float* in, float* out) {
  const float4* in4 = reinterpret_cast<const float4*>(in + 1);
  float4 v = in4[threadIdx.x];
  out[threadIdx.x] = v.x + v.y + v.z + v.w;
}

__global__ void check_positive(const int* in) {
  assert(in[threadIdx.x] > -5);  // LINE assert
}

static float* buffer(int n) {
  float* p = nullptr;
  cudaMalloc(&p, n * sizeof(float));
  return p;
}

extern "C" {
int write_past_end() {
  write_at<<<2, 32>>>(buffer(1000), 1000);
  return 0;
}
int write_before() {
  write_at<<<2, 32>>>(buffer(1024), -1);
  return 0;
}
int read_past_end() {
  float* out = buffer(32);
  read_at<<<1, 32>>>(buffer(1000), 1005, out);
  float first = 0;
  cudaMemcpy(&first, out, 4, cudaMemcpyDeviceToHost);
  return first != first ? 0 : 1;  // the read got NaN, and the call went on
}
int forgotten_guard() {
  unguarded<<<4, 256>>>(buffer(1024), buffer(1000));
  return 0;
}
int wild_write() {
  wild<<<1, 32>>>(reinterpret_cast<float*>(0x1234560000));
  return 0;
}
int null_write() {
  wild<<<1, 32>>>(nullptr);
  return 0;
}
int divergent_barriers() {
  half_waits<<<1, 32>>>(reinterpret_cast<int*>(buffer(32)));
  return 0;
}
int deadlock() {
  never_together<<<1, 32>>>(reinterpret_cast<int*>(buffer(32)));
  return 0;
}
int division() {
  divide<<<1, 32>>>(reinterpret_cast<int*>(buffer(32)), 0);
  return 0;
}
int trapped() {
  trap<<<1, 32>>>();
  return 0;
}
int misaligned() {
  load4<<<1, 32>>>(buffer(256), buffer(32));
  return 0;
}
int misaligned_pair() {
  load2<<<1, 32>>>(buffer(256), buffer(32));
  return 0;
}
int misaligned_name() {
  load4_by_name<<<1, 32>>>(buffer(256), buffer(32));
  return 0;
}
int assertion() {
  int values[32] = {0};
  values[17] = -5;
  int* p = reinterpret_cast<int*>(buffer(32));
  cudaMemcpy(p, values, sizeof values, cudaMemcpyHostToDevice);
  check_positive<<<1, 32>>>(p);
  return 0;
}
int stack_overflow() {
  deep<<<1, 32>>>(reinterpret_cast<int*>(buffer(32)));
  return 0;
}
int host_crash() {
  *reinterpret_cast<volatile int*>(16) = 1;
  return 0;
}
}
