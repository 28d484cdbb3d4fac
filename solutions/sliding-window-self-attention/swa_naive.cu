// A thread for each query: the scores of its window in a local array, then one column of the output after the other.
// Costs: 5,000 threads are few, and neighbouring ones read rows that are d floats apart.
// judge: rung 1

#include <cuda_runtime.h>

__global__ void attention(const float* Q, const float* K, const float* V, float* output, int M, int d, int window) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= M) return;
    int first = max(0, i - window), last = min(M - 1, i + window);
    float weight[65];
    float largest = -INFINITY;
    for (int j = first; j <= last; j++) {
        float dot = 0.0f;
        for (int c = 0; c < d; c++) dot += Q[i * d + c] * K[j * d + c];
        weight[j - first] = dot / sqrtf(d);
        largest = fmaxf(largest, weight[j - first]);
    }
    float total = 0.0f;
    for (int j = first; j <= last; j++) {
        weight[j - first] = expf(weight[j - first] - largest);
        total += weight[j - first];
    }
    for (int c = 0; c < d; c++) {
        float sum = 0.0f;
        for (int j = first; j <= last; j++) sum += weight[j - first] * V[j * d + c];
        output[i * d + c] = sum / total;
    }
}

extern "C" void solve(const float* Q, const float* K, const float* V, float* output, int M, int d, int window_size) {
    attention<<<(M + 63) / 64, 64>>>(Q, K, V, output, M, d, window_size);
}
