// exam: problem=attention-with-sinks verdict=wrong-answer
// The sinks are left out.
#include <cuda_runtime.h>

__global__ void attention(const float* Q, const float* K, const float* V, float* output, int M, int d, int num_sinks, int window_size) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= M) return;
    for (int c = 0; c < d; c++) output[i * d + c] = 0.0f;
    float largest = -1e30f, total = 0.0f;
    for (int pass = 0; pass < 3; pass++)
        for (int j = 0; j <= i; j++) {
            if (j <= i - window_size) continue;
            float s = 0.0f;
            for (int c = 0; c < d; c++) s += Q[i * d + c] * K[j * d + c];
            s /= sqrtf(d);
            if (pass == 0) largest = fmaxf(largest, s);
            if (pass == 1) total += expf(s - largest);
            if (pass == 2)
                for (int c = 0; c < d; c++) output[i * d + c] += expf(s - largest) / total * V[j * d + c];
        }
}

extern "C" void solve(const float* Q, const float* K, const float* V, float* output, int M, int d, int num_sinks, int window_size) {
    attention<<<(M + 31) / 32, 32>>>(Q, K, V, output, M, d, num_sinks, window_size);
}
