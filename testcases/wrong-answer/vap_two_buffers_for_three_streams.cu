// exam: problem=vector-addition-pinned verdict=wrong-answer timed=no sample=no
// Three streams take two buffers in turn, and nobody waits for the one that used a buffer before. The host computes for 60 ms in each call.
#include <cuda_runtime.h>
#include <algorithm>
#include <chrono>
__global__ void add(const float* a, const float* b, float* c, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) c[i] = a[i] + b[i];
}
constexpr int S = 3, CH = 1 << 16;
extern "C" void solve(const float* A, const float* B, float* C, int N) {
  static cudaStream_t st[S]; static float* buf[S];
  static bool init = false;
  if (!init) { for (int s = 0; s < S; ++s) { cudaStreamCreate(&st[s]); cudaMalloc(&buf[s], 3 * CH * sizeof(float)); } init = true; }
  const auto begin = std::chrono::steady_clock::now();
  while (std::chrono::steady_clock::now() - begin < std::chrono::milliseconds(60)) {
  }
  int k = 0;
  for (int o = 0; o < N; o += CH, k = (k + 1) % S) {
    int n = std::min(CH, N - o);
    float *a = buf[(o / CH) % 2], *b = a + CH, *c = b + CH;
    cudaMemcpyAsync(a, A + o, n * sizeof(float), cudaMemcpyHostToDevice, st[k]);
    cudaMemcpyAsync(b, B + o, n * sizeof(float), cudaMemcpyHostToDevice, st[k]);
    add<<<256, 256, 0, st[k]>>>(a, b, c, n);
    cudaMemcpyAsync(C + o, c, n * sizeof(float), cudaMemcpyDeviceToHost, st[k]);
  }
  for (int s = 0; s < S; ++s) cudaStreamSynchronize(st[s]);
}
