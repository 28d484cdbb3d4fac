// Rows of 256 and more: a block for each, 16 elements in the registers of each thread, so four steps at a time cost no exchange; in
// between the row goes through shared memory once for four steps more, its places shifted by one in 32 to keep banks apart. Shorter rows: a
// thread for each element, exchanges by shuffles and, for rows of 64 and 128, by shared memory. To expect: the time in which 8 B N bytes move.
// judge: rung 2
#include <cuda_runtime.h>

#define EACH 16   // elements a thread

// The four steps of EACH = 16 values that differ in four bits of their places.
__device__ __forceinline__ void four_steps(float (&v)[EACH], int bits) {
#pragma unroll
  for (int bit = 0; bit < 4; ++bit) {
    if (bit >= bits) break;
#pragma unroll
    for (int i = 0; i < EACH; ++i) {
      if (i >> bit & 1) continue;
      const float a = v[i], b = v[i | 1 << bit];
      v[i] = a + b;
      v[i | 1 << bit] = a - b;
    }
  }
}

#define PLACE(i) ((i) + (i) / 32)

// Thread t holds the elements whose places have t's bits but for the four from `first` on.
__device__ __forceinline__ int place_of(int t, int first, int i) {
  const int low = t & ((1 << first) - 1);
  return (t >> first << (first + 4)) | i << first | low;
}

__global__ void long_rows(const float* __restrict__ input, float* __restrict__ output, int log_n, float scale) {
  extern __shared__ float row[];
  const int t = threadIdx.x;
  const size_t begin = (size_t)blockIdx.x << log_n;
  float v[EACH];
  // The highest four bits first: neighbouring threads read neighbouring elements.
  int first = log_n - 4;
#pragma unroll
  for (int i = 0; i < EACH; ++i) v[i] = input[begin + place_of(t, first, i)] * scale;
  four_steps(v, 4);
  for (int left = first; left > 0;) {
#pragma unroll
    for (int i = 0; i < EACH; ++i) row[PLACE(place_of(t, first, i))] = v[i];
    __syncthreads();
    const int bits = min(left, 4);
    left -= bits;
    first = left;
#pragma unroll
    for (int i = 0; i < EACH; ++i) v[i] = row[PLACE(place_of(t, first, i))];
    four_steps(v, bits);
    __syncthreads();
  }
#pragma unroll
  for (int i = 0; i < EACH; ++i) row[PLACE(place_of(t, first, i))] = v[i];
  __syncthreads();
  for (int i = t; i < 1 << log_n; i += blockDim.x) output[begin + i] = row[PLACE(i)];
}

__global__ void short_rows(const float* __restrict__ input, float* __restrict__ output, int count, int n, float scale) {
  __shared__ float exchange[256];
  const int i = blockIdx.x * 256 + threadIdx.x;
  float value = i < count ? input[i] * scale : 0;
  for (int half = 1; half < min(n, 32); half *= 2) {
    const float other = __shfl_xor_sync(0xffffffff, value, half);
    value = i & half ? other - value : value + other;
  }
  for (int half = 32; half < n; half *= 2) {
    exchange[threadIdx.x] = value;
    __syncthreads();
    const float other = exchange[threadIdx.x ^ half];
    value = i & half ? other - value : value + other;
    __syncthreads();
  }
  if (i < count) output[i] = value;
}

extern "C" void solve(const float* input, float* output, int B, int N) {
  const float scale = 1 / sqrtf((float)N);
  if (N < 256) {
    short_rows<<<(B * N + 255) / 256, 256>>>(input, output, B * N, N, scale);
    return;
  }
  int log_n = 0;
  while (1 << log_n < N) ++log_n;
  const int bytes = (N + N / 32) * sizeof(float);
  if (bytes > 48 << 10) cudaFuncSetAttribute(long_rows, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes);
  long_rows<<<B, N / EACH, bytes>>>(input, output, log_n, scale);
}
