// exam: problem=multi-head-cross-attention verdict=wrong-answer cases=extra
// Takes off the first score instead of the largest one.

#include <cuda_runtime.h>

__global__ void attention(const float* Q, const float* K, const float* V, float* output, int M, int N, int H, int D) {
    int row = blockIdx.x * 4 + threadIdx.x / 32;  // query * H + head
    int lane = threadIdx.x % 32;
    if (row >= M * H) return;
    int head = row % H;
    float scale = 1.0f / sqrtf((float)D);
    float query[8], sum[8];
    for (int t = 0; t < 8; t++) {
        int c = lane + 32 * t;
        query[t] = c < D ? Q[(size_t)row * D + c] * scale : 0.0f;
        sum[t] = 0.0f;
    }
    float largest = -INFINITY, total = 0.0f;
    for (int j = 0; j < N; j++) {
        const float* k = K + ((size_t)j * H + head) * D;
        const float* v = V + ((size_t)j * H + head) * D;
        float score = 0.0f;
        for (int t = 0; t < 8; t++)
            if (lane + 32 * t < D) score += query[t] * k[lane + 32 * t];
        for (int step = 16; step > 0; step /= 2) score += __shfl_xor_sync(0xffffffff, score, step);
        float larger = (largest == -INFINITY ? score : largest);
        float shrink = expf(largest - larger), weight = expf(score - larger);
        largest = larger;
        total = total * shrink + weight;
        for (int t = 0; t < 8; t++)
            if (lane + 32 * t < D) sum[t] = sum[t] * shrink + weight * v[lane + 32 * t];
    }
    for (int t = 0; t < 8; t++)
        if (lane + 32 * t < D) output[(size_t)row * D + lane + 32 * t] = sum[t] / total;
}

extern "C" void solve(const float* Q, const float* K, const float* V, float* output, int M, int N, int H, int D) {
    attention<<<(M * H + 3) / 4, 128>>>(Q, K, V, output, M, N, H, D);
}
