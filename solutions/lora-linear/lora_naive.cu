// Two kernels, one thread for each element: first t = x A^T, then both sums of the output.
// Costs: two loads from the caches for each multiply-add, and the threads of a warp read different rows of W.
// judge: rung 1

#include <cuda_runtime.h>

__global__ void project(const float* x, const float* A, float* t, int batch, int d_in, int rank) {
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    int i = blockIdx.y;
    if (r >= rank) return;
    float sum = 0.0f;
    for (int k = 0; k < d_in; k++) sum += x[i * d_in + k] * A[r * d_in + k];
    t[i * rank + r] = sum;
}

__global__ void combine(const float* x, const float* W, const float* t, const float* B, float* output, int batch, int d_in,
                        int d_out, int rank, float lora_scale) {
    int j = blockIdx.x * blockDim.x + threadIdx.x;
    int i = blockIdx.y * blockDim.y + threadIdx.y;
    if (i >= batch || j >= d_out) return;
    float base = 0.0f, low = 0.0f;
    for (int k = 0; k < d_in; k++) base += x[i * d_in + k] * W[j * d_in + k];
    for (int r = 0; r < rank; r++) low += t[i * rank + r] * B[j * rank + r];
    output[i * d_out + j] = base + lora_scale * low;
}

extern "C" void solve(const float* x, const float* W, const float* A, const float* B, float* output, int batch, int d_in,
                      int d_out, int rank, float lora_scale) {
    float* t;
    cudaMalloc(&t, sizeof(float) * batch * rank);
    project<<<dim3((rank + 31) / 32, batch), 32>>>(x, A, t, batch, d_in, rank);
    dim3 block(16, 16);
    dim3 grid((d_out + 15) / 16, (batch + 15) / 16);
    combine<<<grid, block>>>(x, W, t, B, output, batch, d_in, d_out, rank, lora_scale);
    cudaFree(t);
}
