// exam: problem=2d-max-pooling verdict=wrong-answer
// Begins with -FLT_MAX, which a window of minus infinities does not hold.

#include <cfloat>
#include <cuda_runtime.h>

__global__ void pool(const float* input, float* output, int H, int W, int h, int w, int total, int kernel_size,
                     int stride, int padding) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= total) return;
    int x = i % w, y = i / w % h, plane = i / (w * h);
    float largest = -FLT_MAX;
    for (int r = 0; r < kernel_size; r++) {
        int row = y * stride - padding + r;
        if (row < 0 || row >= H) continue;
        for (int s = 0; s < kernel_size; s++) {
            int col = x * stride - padding + s;
            if (col >= 0 && col < W) largest = fmaxf(largest, input[((size_t)plane * H + row) * W + col]);
        }
    }
    output[i] = largest;
}

extern "C" void solve(const float* input, float* output, int N, int C, int H, int W, int kernel_size, int stride,
                      int padding) {
    int h = (H + 2 * padding - kernel_size) / stride + 1;
    int w = (W + 2 * padding - kernel_size) / stride + 1;
    int total = N * C * h * w;
    pool<<<(total + 255) / 256, 256>>>(input, output, H, W, h, w, total, kernel_size, stride, padding);
}
