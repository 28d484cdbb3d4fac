// One thread for each element of y: it unpacks a byte, two weights, at a time.
// Costs: three loads and some ten instructions for two multiply-adds; no tensor cores.
// judge: rung 1

#include <cuda_fp16.h>

#include <cstdint>

__global__ void multiply(const __half* x, const uint8_t* w_q, const __half* scales, __half* y, int M, int N, int K,
                         int group_size) {
    int n = blockIdx.x * blockDim.x + threadIdx.x;
    int m = blockIdx.y * blockDim.y + threadIdx.y;
    if (m >= M || n >= N) return;
    float sum = 0.0f;
    for (int k = 0; k < K; k += 2) {
        int pair = w_q[(size_t)n * (K / 2) + k / 2];
        float scale = __half2float(scales[(size_t)n * (K / group_size) + k / group_size]);
        sum += __half2float(x[(size_t)m * K + k]) * ((pair >> 4) - 8) * scale;
        sum += __half2float(x[(size_t)m * K + k + 1]) * ((pair & 15) - 8) * scale;
    }
    y[(size_t)m * N + n] = __float2half(sum);
}

extern "C" void solve(const __half* x, const uint8_t* w_q, const __half* scales, __half* y, int M, int N, int K,
                      int group_size) {
    dim3 block(16, 16);
    dim3 grid((N + 15) / 16, (M + 15) / 16);
    multiply<<<grid, block>>>(x, w_q, scales, y, M, N, K, group_size);
}
