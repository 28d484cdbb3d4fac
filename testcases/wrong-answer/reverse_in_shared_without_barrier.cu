// exam: problem=reverse-array verdict=wrong-answer only=emulated size=small timed=no
// exam: says "race in shared memory"
// Each thread overwrites what one of another warp still has to read: that takes a GPU no longer than a read of shared memory.
#include <cuda_runtime.h>
#define B 256
__global__ void rev(const float* in, float* out, int n) {
  __shared__ float s[B];
  int t = threadIdx.x, i = blockIdx.x * B + t;
  s[t] = i < n ? in[i] : 0.0f;
  __syncthreads();
  s[t] = s[B - 1 - t];
  __syncthreads();
  int last = min(blockIdx.x * B + B, n) - 1, first = blockIdx.x * B, m = last - first + 1;
  if (t < m) out[n - 1 - last + t] = s[B - m + t];
}
__global__ void copy(const float* a, float* b, int n) { int i = blockIdx.x * 256 + threadIdx.x; if (i < n) b[i] = a[i]; }
extern "C" void solve(float* input, int N) {
  float* t; cudaMalloc(&t, N * sizeof(float)); rev<<<(N + B - 1) / B, B>>>(input, t, N); copy<<<(N + 255) / 256, 256>>>(t, input, N); cudaDeviceSynchronize(); cudaFree(t);
}
