// One thread for each output pixel of each filter, neighbouring lanes on neighbouring columns.
// Costs: two loads for each multiply-add. All lanes of a warp want the same weight, and pixels that other filters'
// threads have read already: the caches carry it all.
// Expect: a tenth of what the chip multiplies, or less.
// judge: rung 1

#include <cuda_runtime.h>

constexpr int block_cols = 64, block_rows = 4;

__global__ void convolve(const float* input, const float* weights, float* output, int C, int H, int W, int F) {
    int x = blockIdx.x * block_cols + threadIdx.x, y = blockIdx.y * block_rows + threadIdx.y;
    int n = blockIdx.z / F, f = blockIdx.z % F;
    if (x >= W - 2 || y >= H - 2) return;
    float sum = 0.0f;
    for (int c = 0; c < C; c++)
        for (int r = 0; r < 3; r++)
            for (int s = 0; s < 3; s++)
                sum += input[((n * C + c) * H + y + r) * W + x + s] * weights[(f * C + c) * 9 + r * 3 + s];
    output[((n * F + f) * (H - 2) + y) * (W - 2) + x] = sum;
}

extern "C" void solve(const float* input, const float* weights, float* output, int N, int C, int H, int W, int F) {
    dim3 block(block_cols, block_rows);
    dim3 grid((W - 2 + block_cols - 1) / block_cols, (H - 2 + block_rows - 1) / block_rows, N * F);
    convolve<<<grid, block>>>(input, weights, output, C, H, W, F);
}
