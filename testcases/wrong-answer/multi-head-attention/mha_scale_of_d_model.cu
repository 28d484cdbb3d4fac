// exam: problem=multi-head-attention verdict=wrong-answer
// The scores are divided by sqrt(d_model): right for one head only.
#include <cuda_runtime.h>

__global__ void attention(const float* Q, const float* K, const float* V, float* output, int N, int d_model, int h) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int d = d_model / h, first = blockIdx.y * d;
    if (i >= N) return;
    float largest = -1e30f, total = 0.0f;
    for (int pass = 0; pass < 3; pass++)
        for (int j = 0; j < N; j++) {
            float s = 0.0f;
            for (int c = first; c < first + d; c++) s += Q[i * d_model + c] * K[j * d_model + c];
            s /= sqrtf(d_model);
            if (pass == 0) largest = fmaxf(largest, s);
            if (pass == 1) total += expf(s - largest);
            if (pass == 2)
                for (int c = first; c < first + d; c++)
                    output[i * d_model + c] = (j ? output[i * d_model + c] : 0.0f) + expf(s - largest) / total * V[j * d_model + c];
        }
}

extern "C" void solve(const float* Q, const float* K, const float* V, float* output, int N, int d_model, int h) {
    attention<<<dim3((N + 63) / 64, h), 64>>>(Q, K, V, output, N, d_model, h);
}
