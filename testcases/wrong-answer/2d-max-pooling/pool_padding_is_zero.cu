// exam: problem=2d-max-pooling verdict=wrong-answer
// What lies outside of the image counts as zero.
#include <cuda_runtime.h>

__global__ void pool(const float* in, float* out, int H, int W, int h, int w, int total, int k, int stride, int pad) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= total) return;
    int x = i % w, y = i / w % h, plane = i / (w * h);
    float largest = -INFINITY;
    for (int r = 0; r < k; r++)
        for (int s = 0; s < k; s++) {
            int row = y * stride - pad + r, col = x * stride - pad + s;
            bool inside = row >= 0 && row < H && col >= 0 && col < W;
            largest = fmaxf(largest, inside ? in[(plane * H + row) * W + col] : 0);
        }
    out[i] = largest;
}

extern "C" void solve(const float* input, float* output, int N, int C, int H, int W, int kernel_size, int stride,
                      int padding) {
    int h = (H + 2 * padding - kernel_size) / stride + 1, w = (W + 2 * padding - kernel_size) / stride + 1;
    int total = N * C * h * w;
    pool<<<(total + 255) / 256, 256>>>(input, output, H, W, h, w, total, kernel_size, stride, padding);
}
