// exam: problem=conv2d-nchw verdict=compile-error
// 128 KiB of __constant__ memory: there are 64.
#include <cuda_runtime.h>

template <class T, int N>
struct Table { T values[N]; };

__constant__ Table<float, 32 * 1024> table;

__global__ void convolve(const float* in, float* out, int C, int H, int W, int F) {
    const int ow = W - 2, oh = H - 2;
    const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y, f = blockIdx.z % F, n = blockIdx.z / F;
    if (x >= ow) return;
    float sum = 0;
    for (int c = 0; c < C; c++)
        for (int t = 0; t < 9; t++) sum += in[((n * C + c) * H + y + t / 3) * W + x + t % 3] * table.values[(f * C + c) * 9 + t];
    out[((n * F + f) * oh + y) * ow + x] = sum;
}

extern "C" void solve(const float* input, const float* weights, float* output, int N, int C, int H, int W, int F) {
    cudaMemcpyToSymbol(table, weights, sizeof(float) * F * C * 9, 0, cudaMemcpyDeviceToDevice);
    convolve<<<dim3((W + 125) / 128, H - 2, N * F), 128>>>(input, output, C, H, W, F);
}
