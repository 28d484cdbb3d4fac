// exam: problem=llama-transformer-block verdict=wrong-answer
// Later tokens are not masked.
#include <cuda_runtime.h>

__global__ void norm(const float* x, const float* gain, float* y, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float squares = 0.0f;
    for (int c = 0; c < 512; c++) squares += x[i * 512 + c] * x[i * 512 + c];
    float inverse = 1.0f / sqrtf(squares / 512 + 1e-5f);
    for (int c = 0; c < 512; c++) y[i * 512 + c] = x[i * 512 + c] * inverse * gain[c];
}

// y = x w^T (+ residual)
__global__ void linear(const float* x, const float* w, const float* residual, float* y, int in, int out) {
    int c = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y;
    float sum = 0.0f;
    for (int k = 0; k < in; k++) sum += x[i * in + k] * w[c * in + k];
    y[i * out + c] = residual ? sum + residual[i * out + c] : sum;
}

__global__ void rotate(float* x, const float* cos, const float* sin, int columns) {
    int i = blockIdx.x, c = threadIdx.x;
    float* a = x + i * columns + blockIdx.y * 64 + c;
    float u = a[0], v = a[32];
    a[0] = u * cos[i * 32 + c] - v * sin[i * 32 + c];
    a[32] = v * cos[i * 32 + c] + u * sin[i * 32 + c];
}

// A block for a query of a head, a thread for each column: all take the same scores.
__global__ void attention(const float* q, const float* k, const float* v, float* y) {
    int i = blockIdx.x, h = blockIdx.y, c = threadIdx.x, kv = h / 4 * 64;
    float largest = -1e30f, total = 0.0f, sum = 0.0f;
    for (int j = 0; j < gridDim.x; j++) {
        float score = 0.0f;
        for (int l = 0; l < 64; l++) score += q[i * 512 + h * 64 + l] * k[j * 128 + kv + l];
        score /= 8.0f;
        float larger = fmaxf(largest, score), shrink = expf(largest - larger), weight = expf(score - larger);
        largest = larger;
        total = total * shrink + weight;
        sum = sum * shrink + weight * v[j * 128 + kv + c];
    }
    y[i * 512 + h * 64 + c] = sum / total;
}

__global__ void silu_times(float* gate, const float* up, int n) {
    int e = blockIdx.x * blockDim.x + threadIdx.x;
    if (e < n) gate[e] = gate[e] / (1.0f + expf(-gate[e])) * up[e];
}

extern "C" void solve(const float* x, float* output, const float* weights, const float* cos, const float* sin, int seq_len) {
    int n = seq_len;
    const float *w_q = weights + 512, *w_k = w_q + 512 * 512, *w_v = w_k + 128 * 512, *w_out = w_v + 128 * 512;
    const float *gain2 = w_out + 512 * 512, *w_gate = gain2 + 512, *w_up = w_gate + 1408 * 512, *w_down = w_up + 1408 * 512;
    float* memory;
    cudaMalloc(&memory, (size_t)n * (512 * 4 + 128 * 2 + 1408 * 2) * sizeof(float));
    float *y = memory, *q = y + n * 512, *k = q + n * 512, *v = k + n * 128, *mixed = v + n * 128, *h = mixed + n * 512;
    float *gate = h + n * 512, *up = gate + n * 1408;
    norm<<<(n + 31) / 32, 32>>>(x, weights, y, n);
    linear<<<dim3(4, n), 128>>>(y, w_q, nullptr, q, 512, 512);
    linear<<<dim3(1, n), 128>>>(y, w_k, nullptr, k, 512, 128);
    linear<<<dim3(1, n), 128>>>(y, w_v, nullptr, v, 512, 128);
    rotate<<<dim3(n, 8), 32>>>(q, cos, sin, 512);
    rotate<<<dim3(n, 2), 32>>>(k, cos, sin, 128);
    attention<<<dim3(n, 8), 64>>>(q, k, v, mixed);
    linear<<<dim3(4, n), 128>>>(mixed, w_out, x, h, 512, 512);
    norm<<<(n + 31) / 32, 32>>>(h, gain2, y, n);
    linear<<<dim3(11, n), 128>>>(y, w_gate, nullptr, gate, 512, 1408);
    linear<<<dim3(11, n), 128>>>(y, w_up, nullptr, up, 512, 1408);
    silu_times<<<(n * 1408 + 255) / 256, 256>>>(gate, up, n * 1408);
    linear<<<dim3(4, n), 128>>>(gate, w_down, h, output, 1408, 512);
    cudaFree(memory);
}
