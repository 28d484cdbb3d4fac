// exam: problem=gpt-2-transformer-block verdict=wrong-answer cases=extra
// gelu with erf() instead of the approximation with tanh().

#include <cuda_runtime.h>

#define W 768

__global__ void norm(const float* x, const float* gain, const float* shift, float* y, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float mean = 0.0f, variance = 0.0f;
    for (int c = 0; c < W; c++) mean += x[i * W + c];
    mean /= W;
    for (int c = 0; c < W; c++) variance += (x[i * W + c] - mean) * (x[i * W + c] - mean);
    float inverse = 1.0f / sqrtf(variance / W + 1e-5f);
    for (int c = 0; c < W; c++) y[i * W + c] = (x[i * W + c] - mean) * inverse * gain[c] + shift[c];
}

// y = x w + bias, then gelu, then + residual, if wanted
__global__ void linear(const float* x, const float* w, const float* bias, const float* residual, float* y, int in, int out, bool gelu) {
    int c = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y;
    if (c >= out) return;
    float sum = bias[c];
    for (int k = 0; k < in; k++) sum += x[i * in + k] * w[(size_t)k * out + c];
    if (gelu) sum = 0.5f * sum * (1.0f + erff(sum * 0.70710678f));
    if (residual) sum += residual[i * out + c];
    y[(size_t)i * out + c] = sum;
}

__global__ void scores(const float* qkv, float* s, int n) {
    int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y, h = blockIdx.z;
    if (j >= n) return;
    float dot = 0.0f;
    for (int c = 0; c < 64; c++) dot += qkv[i * 3 * W + h * 64 + c] * qkv[j * 3 * W + W + h * 64 + c];
    s[((size_t)h * n + i) * n + j] = dot / 8.0f;
}

__global__ void mix(const float* qkv, const float* s, float* y, int n) {
    int c = threadIdx.x, i = blockIdx.x, h = blockIdx.y;
    const float* row = s + ((size_t)h * n + i) * n;
    float largest = row[0], total = 0.0f, sum = 0.0f;
    for (int j = 1; j < n; j++) largest = fmaxf(largest, row[j]);
    for (int j = 0; j < n; j++) {
        float weight = expf(row[j] - largest);
        total += weight;
        sum += weight * qkv[j * 3 * W + 2 * W + h * 64 + c];
    }
    y[i * W + h * 64 + c] = sum / total;
}

extern "C" void solve(const float* x, float* output, const float* weights, int seq_len) {
    int n = seq_len;
    const float* w_qkv = weights + 2 * W;
    const float* w_proj = w_qkv + W * 3 * W + 3 * W;
    const float* norm2 = w_proj + W * W + W;
    const float* w_up = norm2 + 2 * W;
    const float* w_down = w_up + W * 4 * W + 4 * W;
    float *y, *qkv, *s, *h, *hidden;
    cudaMalloc(&y, n * W * sizeof(float));
    cudaMalloc(&qkv, n * 3 * W * sizeof(float));
    cudaMalloc(&s, (size_t)12 * n * n * sizeof(float));
    cudaMalloc(&h, n * W * sizeof(float));
    cudaMalloc(&hidden, n * 4 * W * sizeof(float));
    norm<<<(n + 31) / 32, 32>>>(x, weights, weights + W, y, n);
    linear<<<dim3(3 * W / 128, n), 128>>>(y, w_qkv, w_qkv + W * 3 * W, nullptr, qkv, W, 3 * W, false);
    scores<<<dim3((n + 127) / 128, n, 12), 128>>>(qkv, s, n);
    mix<<<dim3(n, 12), 64>>>(qkv, s, y, n);
    linear<<<dim3(W / 128, n), 128>>>(y, w_proj, w_proj + W * W, x, h, W, W, false);
    norm<<<(n + 31) / 32, 32>>>(h, norm2, norm2 + W, y, n);
    linear<<<dim3(4 * W / 128, n), 128>>>(y, w_up, w_up + W * 4 * W, nullptr, hidden, W, 4 * W, true);
    linear<<<dim3(W / 128, n), 128>>>(hidden, w_down, w_down + 4 * W * W, h, output, 4 * W, W, false);
    cudaFree(y);
    cudaFree(qkv);
    cudaFree(s);
    cudaFree(h);
    cudaFree(hidden);
}
