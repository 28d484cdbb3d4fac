// exam: problem=batch-normalization verdict=wrong-answer
// Normalises the rows: the wrong axis.
#include <cuda_runtime.h>

__global__ void rows(const float* in, const float* gamma, const float* beta, float* out, int N, int C, float eps) {
    int n = blockIdx.x;
    __shared__ float mean, scale;
    if (threadIdx.x == 0) {
        float m = 0, v = 0;
        for (int c = 0; c < C; c++) m += in[n * C + c] / C;
        for (int c = 0; c < C; c++) v += (in[n * C + c] - m) * (in[n * C + c] - m) / C;
        mean = m;
        scale = rsqrtf(v + eps);
    }
    __syncthreads();
    for (int c = threadIdx.x; c < C; c += blockDim.x) out[n * C + c] = (in[n * C + c] - mean) * scale * gamma[c] + beta[c];
}

extern "C" void solve(const float* input, const float* gamma, const float* beta, float* output, int N, int C, float eps) {
    rows<<<N, 64>>>(input, gamma, beta, output, N, C, eps);
}
