// exam: problem=multi-head-cross-attention verdict=wrong-answer cases=extra
// The running largest score begins at 0: exp() underflows where all are very low.
#include <cuda_runtime.h>

__global__ void attention(const float* Q, const float* K, const float* V, float* output, int M, int N, int H, int D) {
    int i = blockIdx.x * blockDim.x + threadIdx.x, h = blockIdx.y;
    if (i >= M) return;
    int at = (i * H + h) * D;
    float largest = 0.0f, total = 0.0f;
    for (int pass = 0; pass < 3; pass++)
        for (int j = 0; j < N; j++) {
            int key = (j * H + h) * D;
            float s = 0.0f;
            for (int c = 0; c < D; c++) s += Q[at + c] * K[key + c];
            s /= sqrtf(D);
            if (pass == 0) largest = fmaxf(largest, s);
            if (pass == 1) total += expf(s - largest);
            if (pass == 2)
                for (int c = 0; c < D; c++) output[at + c] = (j ? output[at + c] : 0.0f) + expf(s - largest) / total * V[key + c];
        }
}

extern "C" void solve(const float* Q, const float* K, const float* V, float* output, int M, int N, int H, int D) {
    attention<<<dim3((M + 31) / 32, H), 32>>>(Q, K, V, output, M, N, H, D);
}
