// exam: problem=swiglu-mlp-block verdict=runtime-error
// A block for each row in the grid's second dimension, which ends at 65,535.

#include <cuda_runtime.h>

__global__ void hidden_layer(const float* x, const float* W_gate, const float* W_up, float* hidden, int M, int d_model,
                             int d_ffn) {
    int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
    if (row >= M || col >= d_ffn) return;
    float gate = 0, up = 0;
    for (int k = 0; k < d_model; k++) {
        gate += x[row * d_model + k] * W_gate[(size_t)k * d_ffn + col];
        up += x[row * d_model + k] * W_up[(size_t)k * d_ffn + col];
    }
    hidden[(size_t)row * d_ffn + col] = gate / (1 + expf(-gate)) * up;
}

__global__ void output_layer(const float* hidden, const float* W_down, float* output, int M, int d_model, int d_ffn) {
    int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
    if (row >= M || col >= d_model) return;
    float sum = 0;
    for (int k = 0; k < d_ffn; k++) sum += hidden[(size_t)row * d_ffn + k] * W_down[(size_t)k * d_model + col];
    output[row * d_model + col] = sum;
}

extern "C" void solve(const float* x, const float* W_gate, const float* W_up, const float* W_down, float* output, int M,
                      int d_model, int d_ffn) {
    float* hidden;
    cudaMalloc(&hidden, sizeof(float) * M * d_ffn);
    dim3 block(32, 1);
    hidden_layer<<<dim3((d_ffn + 31) / 32, M), block>>>(x, W_gate, W_up, hidden, M, d_model, d_ffn);
    output_layer<<<dim3((d_model + 31) / 32, M), block>>>(hidden, W_down, output, M, d_model, d_ffn);
    cudaFree(hidden);
}
