#include <judge/reference.h>

extern "C" void reference(const float* input, float* output, int N, int C, int H, int W, int kernel_size, int stride,
                          int padding) {
  const int rows = (H + 2 * padding - kernel_size) / stride + 1, cols = (W + 2 * padding - kernel_size) / stride + 1;
#pragma omp parallel for
  for (std::int64_t plane = 0; plane < std::int64_t(N) * C; ++plane) {
    const float* from = input + plane * H * W;
    float* to = output + plane * rows * cols;
    for (int y = 0; y < rows; ++y)
      for (int x = 0; x < cols; ++x) {
        const int top = y * stride - padding, left = x * stride - padding;
        float largest = -INFINITY;
        for (int r = std::max(top, 0); r < std::min(top + kernel_size, H); ++r)
          for (int s = std::max(left, 0); s < std::min(left + kernel_size, W); ++s)
            largest = std::max(largest, from[r * W + s]);
        to[y * cols + x] = largest;
      }
  }
}
