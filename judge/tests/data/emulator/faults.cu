// Each function does one thing wrong; emulator_fault_test.cpp knows the lines by their comments.
#include <cooperative_groups.h>
#include <cuda_runtime.h>

#include <sys/mman.h>

#include <cassert>
#include <cstdio>
#include <cstdlib>
#include <cstring>

__global__ void write_at(float* p, int i) {
  if (threadIdx.x == 3 && blockIdx.x == 1) p[i * (int(threadIdx.x) - 2)] = 1.0f;  // LINE write_at
}

__global__ void read_at(const float* p, int i, float* out) {
  out[threadIdx.x] = p[i + static_cast<int>(threadIdx.x)];  // LINE read_at
}

__global__ void unguarded(const float* in, float* out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = 2.0f * in[i];  // LINE unguarded
}

__global__ void wild(float* p) { p[threadIdx.x] = 1.0f; }

__global__ void half_waits(int* out) {
  if (threadIdx.x < 16)
    __syncthreads();
  else
    __syncthreads();
  out[threadIdx.x] = 1;
}

__global__ void half_waits_for_the_grid() {
  if (threadIdx.x < 16)
    cooperative_groups::this_grid().sync();  // LINE first barrier
  else
    __syncthreads();  // LINE second barrier
}

__global__ void never_together(int* out) {
  if (threadIdx.x < 16)
    out[0] = __shfl_sync(0xffffffffu, 1, 0);  // LINE shuffle
  else
    __syncthreads();  // LINE barrier
}

__global__ void divide(int* out, int by) {
  out[threadIdx.x] = int(threadIdx.x) / by; 
}

__global__ void trap() {
  if (threadIdx.x == 5) __trap();  // LINE trap
}

struct alignas(32) Eight { float v[8]; };
__global__ void copy_eight(const Eight* in, Eight* out) { *out = *in; }

__global__ void syncs_grid() { cooperative_groups::this_grid().sync(); }  // LINE grid barrier

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

__global__ void shared_overflow(float* out, int i) {
  __shared__ float before[64], tile[64], after[64];
  tile[i + threadIdx.x] = before[threadIdx.x] + after[threadIdx.x];  // LINE shared
  out[threadIdx.x] = tile[threadIdx.x];
}

__global__ void read_behind_shared(float* out, int i) {
  __shared__ float tile[64];
  tile[threadIdx.x] = 1;
  __syncthreads();
  const volatile float* const read = tile;
  out[threadIdx.x] = read[i + threadIdx.x];  // LINE read behind shared
}

__global__ void write_into_a_row(float* out, int row) {
  __shared__ float tile[4][8];
  tile[threadIdx.x / 8][threadIdx.x % 8] = 1;
  __syncthreads();
  if (threadIdx.x == 0) tile[row][5] = 7;
  __syncthreads();
  out[threadIdx.x] = tile[threadIdx.x / 8][threadIdx.x % 8];
}

__global__ void write_into_the_next_array(float* out, int i) {
  __shared__ float first[32], second[32];
  first[threadIdx.x] = second[threadIdx.x] = -1;
  __syncthreads();
  if (threadIdx.x == 0) first[i] = 7;  // LINE into the next
  __syncthreads();
  out[threadIdx.x] = second[threadIdx.x];
}

__global__ void dynamic_behind_static(float* out, int i) {
  __shared__ float tile[32];
  extern __shared__ float dynamic[];
  tile[threadIdx.x] = 3;
  dynamic[threadIdx.x] = 4;
  __syncthreads();
  if (threadIdx.x == 0) tile[i] = 5;
  __syncthreads();
  out[threadIdx.x] = dynamic[threadIdx.x];
}

__global__ void store(float* p, int i, float value) { p[i] = value; }  // LINE store

__global__ void load(const volatile float* p, int i, float* out) { *out = p[i]; }  // LINE load

__global__ void dynamic_overflow(float* out) {
  extern __shared__ float dynamic[];
  dynamic[threadIdx.x] = 1;  // LINE dynamic
  out[threadIdx.x] = dynamic[threadIdx.x];
}

__global__ void big_local(float* out, int n) {
  float local[100000];
  for (int i = 0; i < n; i++) local[i] = i;
  out[threadIdx.x] = local[n - 1 - threadIdx.x];
}

__global__ void after_a_barrier(float* out, int n) {
  __syncthreads();
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i != 77) out[i] = i;
  __syncthreads();
  if (i == 77) out[i + n] = i;  // LINE after barrier
}

// As the judge's player calls it, before the code under test.
extern "C" int judgeEmulatedSetWindow(void* pointer, std::size_t bytes, int read_only, const char* name);

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
int forgotten_guard_of_many() {
  unguarded<<<4000, 256>>>(buffer(4000 * 256), buffer(4000 * 256 - 4));
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
int barriers_in_two_lines() {
  int* out = reinterpret_cast<int*>(buffer(32));
  half_waits<<<1, 32>>>(out);
  int last = 0;
  cudaMemcpy(&last, out + 31, sizeof last, cudaMemcpyDeviceToHost);
  return last == 1 ? 0 : 1;
}
int divergent_barriers() {
  return cudaLaunchCooperativeKernel((void*)half_waits_for_the_grid, dim3(1), dim3(32), nullptr, 0, nullptr);
}
int deadlock() {
  never_together<<<1, 32>>>(reinterpret_cast<int*>(buffer(32)));
  return 0;
}
int division() {
  divide<<<1, 32>>>(reinterpret_cast<int*>(buffer(32)), 0);
  return 0;
}
int grid_barrier_in_a_plain_launch() {
  syncs_grid<<<2, 32>>>();
  return 0;
}
int eights_in_own_memory() {
  copy_eight<<<1, 1>>>(reinterpret_cast<Eight*>(buffer(100)), reinterpret_cast<Eight*>(buffer(100)));
  return 0;
}
int eights_beside_the_begin() {
  copy_eight<<<1, 1>>>(reinterpret_cast<Eight*>(buffer(100) + 2), reinterpret_cast<Eight*>(buffer(100)));
  return 0;
}
int eights_in_an_argument() {
  float* argument = buffer(1000);
  judgeEmulatedSetWindow(argument + 900, 400, 0, "A");
  copy_eight<<<1, 1>>>(reinterpret_cast<Eight*>(argument + 900), reinterpret_cast<Eight*>(argument + 900 + 8));
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
int write_to_input() {
  float* slab = buffer(5000);
  judgeEmulatedSetWindow(slab + 4000, 4000, 1, "in");
  unguarded<<<1, 256>>>(slab + 4000, slab + 4000);
  return 0;
}
int read_before_window() {
  float* slab = buffer(50000);
  judgeEmulatedSetWindow(slab + 40000, 40000, 0, "in");
  float* out = buffer(32);
  read_at<<<1, 32>>>(slab + 40000, -2000, out);
  float first = 0;
  cudaMemcpy(&first, out, 4, cudaMemcpyDeviceToHost);
  judgeEmulatedSetWindow(slab, 200000, 0, "in");
  float kept = -1;
  cudaMemcpy(&kept, slab + 38000, 4, cudaMemcpyDeviceToHost);
  return first != first && kept == 0 ? 0 : 1;
}
int write_before_window() {
  float* slab = buffer(50000);
  judgeEmulatedSetWindow(slab + 40000, 40000, 0, "in");
  write_at<<<2, 32>>>(slab + 40000, -2000);
  return 0;
}
int shared_array() {
  shared_overflow<<<1, 32>>>(buffer(32), 40);
  return 0;
}
int dynamic_shared() {
  dynamic_overflow<<<1, 64, 63 * sizeof(float)>>>(buffer(64));
  return 0;
}
int large_frame_fits() {
  float* out = buffer(64);
  big_local<<<1, 64>>>(out, 100000);
  float last = 0;
  cudaMemcpy(&last, out + 63, 4, cudaMemcpyDeviceToHost);
  return last == 99936 ? 0 : 1;
}
int beyond_a_barrier() {
  after_a_barrier<<<4, 64>>>(buffer(256), 256);
  return 0;
}
int use_after_free() {
  float* p = buffer(1000);
  cudaFree(p);
  write_at<<<2, 32>>>(p, 0);
  return 0;
}
int read_past_shared() {
  float* out = buffer(32);
  read_behind_shared<<<1, 32>>>(out, 40);
  float values[32];
  cudaMemcpy(values, out, sizeof values, cudaMemcpyDeviceToHost);
  return values[0] == 1 ? 0 : 1;
}
int shared_neighbour() {
  float* out = buffer(32);
  write_into_the_next_array<<<1, 32>>>(out, 35);
  float values[32];
  cudaMemcpy(values, out, sizeof values, cudaMemcpyDeviceToHost);
  return values[3] == 7 && values[4] == -1 ? 0 : 1;
}
int dynamic_neighbour() {
  float* out = buffer(32);
  dynamic_behind_static<<<1, 32, 128>>>(out, 33);
  float values[32];
  cudaMemcpy(values, out, sizeof values, cudaMemcpyDeviceToHost);
  return values[1] == 5 && values[2] == 4 ? 0 : 1;
}
int far_behind_shared() {
  write_into_the_next_array<<<1, 32>>>(buffer(32), 5000);
  return 0;
}
int far_from_shared() {
  write_into_the_next_array<<<1, 32>>>(buffer(32), 20000000);
  return 0;
}
int far_before_shared() {
  write_into_a_row<<<1, 32>>>(buffer(32), -3000000);
  return 0;
}
int own_neighbour() {
  float *first = buffer(128), *second = buffer(128);
  cudaMemset(second, 0, 512);
  store<<<1, 1>>>(first, 129, 7);
  float values[2];
  cudaMemcpy(values, second, sizeof values, cudaMemcpyDeviceToHost);
  return values[0] == 0 && values[1] == 7 ? 0 : 1;
}
int own_read_past_end() {
  float* out = buffer(1);
  load<<<1, 1>>>(buffer(1000), 1003, out);
  return cudaDeviceSynchronize();
}
int own_read_past_two_megabytes() {
  float *out = buffer(1), *large = buffer(1 << 19);
  load<<<1, 1>>>(large, 1 << 19, out);
  return cudaDeviceSynchronize();
}
int own_use_after_free() {
  float *out = buffer(2000), *freed = buffer(2000);   // pages of its own
  cudaFree(freed);
  load<<<1, 1>>>(freed, 500, out);
  return cudaDeviceSynchronize();
}
int host_reads_device() {
  volatile float* p = buffer(100);
  return p[3] > 1e30f;  // LINE host read
}
static float* ones(int n) {
  float* const device = buffer(n);
  float* const host = (float*)malloc(n * sizeof(float));
  for (int i = 0; i < n; ++i) host[i] = 1;
  cudaMemcpy(device, host, n * sizeof(float), cudaMemcpyHostToDevice);
  free(host);
  return device;
}
static char* page_of(void* p) { return (char*)((size_t)p / 4096 * 4096); }
int host_opens_pages() {
  volatile float* p = ones(100);
  mprotect(page_of((void*)p), 4096, PROT_READ | PROT_WRITE);
  return p[3] != 0;
}
int host_finds_decoys() {
  float* p = ones(100);
  volatile float* seen = p;
  const bool is_zero = seen[3] == 0;
  seen[4] = 2;
  float values[100];
  cudaMemcpy(values, p, sizeof values, cudaMemcpyDeviceToHost);
  return !is_zero || values[3] != 1 || values[4] != 1;
}
int host_uses_what_it_copied() {
  float value = 0;
  float* p = ones(100);
  float* q = buffer(1);
  load<<<1, 1>>>(p, 3, q);
  cudaMemcpy(&value, q, sizeof value, cudaMemcpyDeviceToHost);
  cudaFree(p);
  cudaFree(q);
  return value != 1;
}
int host_splits_its_pages() {  // which have to come back all the same
  float* p = ones(1 << 20);
  char* const page = page_of(p);
  madvise(page + (1 << 20), 1 << 20, MADV_SEQUENTIAL);
  float value = 0;
  for (int i = 0; i < 1 << 20; i += 65536) {
    cudaMemcpy(&value, p + i, sizeof value, cudaMemcpyDeviceToHost);
    if (value != 1) return 1;
  }
  return 0;
}
int host_copies_device() {
  float values[100];
  memcpy(values, buffer(100), sizeof values);  // LINE host memcpy
  return values[3] > 1e30f;
}
int kernel_reads_vector() {
  static float values[4] = {1, 2, 3, 4};
  float* on_heap = static_cast<float*>(malloc(1 << 20));
  on_heap[5] = values[1];
  load<<<1, 1>>>(on_heap, 5, buffer(1));
  return 0;
}
int kernel_writes_local_variable() {
  float result = 0;
  store<<<1, 1>>>(&result, 0, 7);
  return result == 7;
}
int host_crash() {
  *reinterpret_cast<volatile int*>(16) = 1;
  return 0;
}
}
