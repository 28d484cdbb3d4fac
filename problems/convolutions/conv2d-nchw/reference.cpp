#include <judge/reference.h>

#include <vector>

namespace {

// One output row of one filter at a time, each tap across the whole row.
template <class Sum>
void convolve(const float* input, const float* weights, float* output, int N, int C, int H, int W, int F) {
  const int rows = H - 2, cols = W - 2;
#pragma omp parallel for collapse(2)
  for (int plane = 0; plane < N * F; ++plane)
    for (int y = 0; y < rows; ++y) {
      const int n = plane / F, f = plane % F;
      std::vector<Sum> sums(static_cast<std::size_t>(cols));
      for (int c = 0; c < C; ++c)
        for (int tap = 0; tap < 9; ++tap) {
          const float* row = input + ((static_cast<std::int64_t>(n) * C + c) * H + y + tap / 3) * W + tap % 3;
          const Sum weight = weights[(f * C + c) * 9 + tap];
          for (int x = 0; x < cols; ++x) sums[x] += weight * row[x];
        }
      float* to = output + (static_cast<std::int64_t>(plane) * rows + y) * cols;
      for (int x = 0; x < cols; ++x) to[x] = static_cast<float>(sums[x]);
    }
}

}  // namespace

extern "C" void reference(const float* input, const float* weights, float* output, int N, int C, int H, int W, int F) {
  convolve<double>(input, weights, output, N, C, H, W, F);
}

extern "C" void reference_f32(const float* input, const float* weights, float* output, int N, int C, int H, int W,
                              int F) {
  convolve<float>(input, weights, output, N, C, H, W, F);
}
