// exam: problem=softmax-attention verdict=wrong-answer
// A block for each query, a thread for each key: keys beyond the 256th are left out.
#include <cuda_runtime.h>

__global__ void attention(const float* Q, const float* K, const float* V, float* output, int N, int d) {
    __shared__ float scores[256];
    int i = blockIdx.x, j = threadIdx.x, n = min(N, 256);
    float s = 0.0f;
    for (int c = 0; c < d && j < n; c++) s += Q[i * d + c] * K[j * d + c];
    scores[j] = s / sqrtf(d);
    __syncthreads();
    float largest = scores[0], total = 0.0f;
    for (int k = 1; k < n; k++) largest = fmaxf(largest, scores[k]);
    for (int k = 0; k < n; k++) total += expf(scores[k] - largest);
    for (int c = j; c < d; c += 256) {
        float sum = 0.0f;
        for (int k = 0; k < n; k++) sum += expf(scores[k] - largest) / total * V[k * d + c];
        output[i * d + c] = sum;
    }
}

extern "C" void solve(const float* Q, const float* K, const float* V, float* output, int M, int N, int d) {
    attention<<<M, 256>>>(Q, K, V, output, N, d);
}
