// exam: problem=nvfp4-matrix-multiplication verdict=wrong-answer
// Small scales are taken to have a leading one.
#include <cuda_fp16.h>
#include <cstdint>

__device__ float from_fp4(int bits) {
  int e = bits >> 1 & 3, m = bits & 1;
  float magnitude = e == 0 ? 0.5f * m : (1 + 0.5f * m) * (1 << (e - 1));
  return bits & 8 ? -magnitude : magnitude;
}

__device__ float from_fp8(int bits) {
  int e = bits >> 3 & 15, m = bits & 7;
  return (1 + m / 8.0f) * exp2f(e - 7);
}

__global__ void multiply(const uint8_t* x_q, const uint8_t* x_scales, const uint8_t* w_q, const uint8_t* w_scales, float alpha,
                         __half* y, int M, int N, int K) {
  int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y;
  if (j >= N) return;
  float sum = 0;
  for (int k = 0; k < K; k += 16) {
    float part = 0;
    for (int l = k; l < k + 16; l += 2) {
      int x = x_q[(size_t)i * (K / 2) + l / 2], w = w_q[(size_t)j * (K / 2) + l / 2];
      part += from_fp4(x & 15) * from_fp4(w & 15) + from_fp4(x >> 4) * from_fp4(w >> 4);
    }
    sum += part * from_fp8(x_scales[(size_t)i * (K / 16) + k / 16]) * from_fp8(w_scales[(size_t)j * (K / 16) + k / 16]);
  }
  y[(size_t)i * N + j] = __float2half(alpha * sum);
}

extern "C" void solve(const uint8_t* x_q, const uint8_t* x_scales, const uint8_t* w_q, const uint8_t* w_scales, float alpha,
                      __half* y, int M, int N, int K) {
  multiply<<<dim3((N + 63) / 64, M), 64>>>(x_q, x_scales, w_q, w_scales, alpha, y, M, N, K);
}
