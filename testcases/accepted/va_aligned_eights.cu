// exam: problem=vector-addition verdict=accepted
// Structs of eight floats, aligned to 32 bytes: cudaMalloc() aligns to 256, whatever the size. So are the attempt's own buffers.
#include <cuda_runtime.h>

struct alignas(32) Eight {
  float v[8];
};

__global__ void add(const Eight* a, const Eight* b, Eight* sum, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n / 8) {
    const Eight x = a[i], y = b[i];
    Eight s;
    for (int k = 0; k < 8; ++k) s.v[k] = x.v[k] + y.v[k];
    sum[i] = s;
  }
  if (i < n % 8) {
    const int at = n / 8 * 8 + i;
    reinterpret_cast<float*>(sum)[at] = reinterpret_cast<const float*>(a)[at] + reinterpret_cast<const float*>(b)[at];
  }
}

extern "C" void solve(const float* A, const float* B, float* C, int N) {
  float* own = nullptr;
  cudaMalloc(&own, N * sizeof(float));
  cudaMemcpy(own, A, N * sizeof(float), cudaMemcpyDeviceToDevice);
  const int threads = 256, blocks = (N / 8 + 8 + threads - 1) / threads;
  add<<<blocks, threads>>>(reinterpret_cast<const Eight*>(own), reinterpret_cast<const Eight*>(B), reinterpret_cast<Eight*>(C), N);
  cudaDeviceSynchronize();
  cudaFree(own);
}
