// exam: problem=attention-with-linear-biases verdict=wrong-answer
// Keys are rounded to half; large queries make their errors large.
#include <cuda_fp16.h>
#include <cuda_runtime.h>

__global__ void attention(const float* Q, const float* K, const float* V, float* output, int M, int N, int d, float alpha) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= M) return;
    float largest = -1e30f, total = 0.0f;
    for (int pass = 0; pass < 3; pass++)
        for (int j = 0; j < N; j++) {
            float s = 0.0f;
            for (int c = 0; c < d; c++) s += Q[i * d + c] * __half2float(__float2half(K[j * d + c]));
            s = s / sqrtf(d) + alpha * (i - j);
            if (pass == 0) largest = fmaxf(largest, s);
            if (pass == 1) total += expf(s - largest);
            if (pass == 2)
                for (int c = 0; c < d; c++) output[i * d + c] = (j ? output[i * d + c] : 0.0f) + expf(s - largest) / total * V[j * d + c];
        }
}

extern "C" void solve(const float* Q, const float* K, const float* V, float* output, int M, int N, int d, float alpha) {
    attention<<<(M + 31) / 32, 32>>>(Q, K, V, output, M, N, d, alpha);
}
