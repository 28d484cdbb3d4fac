// exam: problem=lora-linear verdict=wrong-answer
// A warp computes one row of x A^T, a lane for each rank; ranks above 32 have no lane.
#include <cuda_runtime.h>

__global__ void linear(const float* x, const float* W, const float* A, const float* B, float* out, int d_in, int d_out,
                       int rank, float scale) {
    __shared__ float t[32];
    int lane = threadIdx.x, i = blockIdx.x, ranks = min(rank, 32);
    float sum = 0;
    for (int k = 0; k < d_in && lane < ranks; k++) sum += x[i * d_in + k] * A[lane * d_in + k];
    t[lane] = sum;
    __syncthreads();
    for (int j = lane; j < d_out; j += 32) {
        float base = 0, low = 0;
        for (int k = 0; k < d_in; k++) base += x[i * d_in + k] * W[j * d_in + k];
        for (int r = 0; r < ranks; r++) low += t[r] * B[j * rank + r];
        out[i * d_out + j] = base + scale * low;
    }
}

extern "C" void solve(const float* x, const float* W, const float* A, const float* B, float* output, int batch, int d_in,
                      int d_out, int rank, float lora_scale) {
    linear<<<batch, 32>>>(x, W, A, B, output, d_in, d_out, rank, lora_scale);
}
