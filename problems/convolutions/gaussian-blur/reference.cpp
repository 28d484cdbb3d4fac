#include <judge/reference.h>

#include <cstring>
#include <vector>

namespace {

template <class Sum>
void blur(const float* input, const float* kernel, float* output, int rows, int cols, int kernel_rows,
          int kernel_cols) {
#pragma omp parallel for
  for (int y = 0; y < rows; ++y) {
    std::vector<Sum> sums(static_cast<std::size_t>(cols));
    for (int r = 0; r < kernel_rows; ++r) {
      const int row = y + r - kernel_rows / 2;
      if (row < 0 || row >= rows) continue;
      for (int s = 0; s < kernel_cols; ++s) {
        const int shift = s - kernel_cols / 2;
        const Sum weight = kernel[r * kernel_cols + s];
        const float* from = input + static_cast<std::int64_t>(row) * cols;
        for (int x = std::max(0, -shift); x < std::min(cols, cols - shift); ++x) sums[x] += weight * from[x + shift];
      }
    }
    for (int x = 0; x < cols; ++x) output[static_cast<std::int64_t>(y) * cols + x] = static_cast<float>(sums[x]);
  }
}

}  // namespace

extern "C" void reference(const float* input, const float* kernel, float* output, int input_rows, int input_cols,
                          int kernel_rows, int kernel_cols) {
  blur<double>(input, kernel, output, input_rows, input_cols, kernel_rows, kernel_cols);
}

extern "C" void reference_f32(const float* input, const float* kernel, float* output, int input_rows, int input_cols,
                              int kernel_rows, int kernel_cols) {
  blur<float>(input, kernel, output, input_rows, input_cols, kernel_rows, kernel_cols);
}

// A bell of some width whose weights have the sum 1; in cases named "one tap" a single 1 in a corner of the filter.
extern "C" void generate(const char* case_name, std::uint64_t seed, float*, float* kernel, float*, int, int,
                         int kernel_rows, int kernel_cols) {
  const JudgeRandom random(seed);
  const int count = kernel_rows * kernel_cols;
  if (std::strncmp(case_name, "one tap", 7) == 0) {
    for (int i = 0; i < count; ++i) kernel[i] = 0;
    kernel[random.integer(0, 0, 2) == 0 ? kernel_cols - 1 : count - kernel_cols] = 1;
    return;
  }
  const double width_y = random.uniform(1, 0.2, 0.5) * kernel_rows, width_x = random.uniform(2, 0.2, 0.5) * kernel_cols;
  const auto weight = [&](int i) {
    const double y = (i / kernel_cols - kernel_rows / 2) / width_y, x = (i % kernel_cols - kernel_cols / 2) / width_x;
    return std::exp(-(y * y + x * x) / 2);
  };
  double sum = 0;
  for (int i = 0; i < count; ++i) sum += weight(i);
  for (int i = 0; i < count; ++i) kernel[i] = static_cast<float>(weight(i) / sum);
}
