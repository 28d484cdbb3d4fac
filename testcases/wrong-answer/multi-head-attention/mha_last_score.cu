// exam: problem=multi-head-attention verdict=wrong-answer
// The last score of a row is subtracted, not the largest: exp() overflows where another is larger by 100.
#include <cuda_runtime.h>

__device__ float score(const float* q, const float* k, int d) {
    float s = 0.0f;
    for (int c = 0; c < d; c++) s += q[c] * k[c];
    return s / sqrtf(d);
}

__global__ void attention(const float* Q, const float* K, const float* V, float* output, int N, int width, int d) {
    int i = blockIdx.x * blockDim.x + threadIdx.x, head = blockIdx.y * d;
    if (i >= N) return;
    const float* q = Q + (size_t)i * width + head;
    float* out = output + (size_t)i * width + head;
    float last = score(q, K + (size_t)(N - 1) * width + head, d), total = 0.0f;
    for (int c = 0; c < d; c++) out[c] = 0.0f;
    for (int j = 0; j < N; j++) {
        float weight = expf(score(q, K + (size_t)j * width + head, d) - last);
        total += weight;
        for (int c = 0; c < d; c++) out[c] += weight * V[(size_t)j * width + head + c];
    }
    for (int c = 0; c < d; c++) out[c] /= total;
}

extern "C" void solve(const float* Q, const float* K, const float* V, float* output, int N, int d_model, int h) {
    attention<<<dim3((N + 31) / 32, h), 32>>>(Q, K, V, output, N, d_model, d_model / h);
}
