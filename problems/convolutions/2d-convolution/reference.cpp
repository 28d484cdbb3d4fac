#include <judge/reference.h>

#include <vector>

namespace {

// One row of the output at a time, each tap across all of it.
template <class Sum>
void convolve(const float* input, const float* kernel, float* output, int input_rows, int input_cols, int kernel_rows,
              int kernel_cols) {
  const int rows = input_rows - kernel_rows + 1, cols = input_cols - kernel_cols + 1;
#pragma omp parallel for
  for (int y = 0; y < rows; ++y) {
    std::vector<Sum> sums(static_cast<std::size_t>(cols));
    for (int r = 0; r < kernel_rows; ++r)
      for (int s = 0; s < kernel_cols; ++s) {
        const Sum weight = kernel[r * kernel_cols + s];
        const float* from = input + static_cast<std::int64_t>(y + r) * input_cols + s;
        for (int x = 0; x < cols; ++x) sums[x] += weight * from[x];
      }
    float* to = output + static_cast<std::int64_t>(y) * cols;
    for (int x = 0; x < cols; ++x) to[x] = static_cast<float>(sums[x]);
  }
}

}  // namespace

extern "C" void reference(const float* input, const float* kernel, float* output, int input_rows, int input_cols,
                          int kernel_rows, int kernel_cols) {
  convolve<double>(input, kernel, output, input_rows, input_cols, kernel_rows, kernel_cols);
}

extern "C" void reference_f32(const float* input, const float* kernel, float* output, int input_rows, int input_cols,
                              int kernel_rows, int kernel_cols) {
  convolve<float>(input, kernel, output, input_rows, input_cols, kernel_rows, kernel_cols);
}

// A single tap, which moves the input.
extern "C" void generate(const char*, std::uint64_t seed, float*, float* kernel, float*, int, int, int kernel_rows,
                         int kernel_cols) {
  for (int i = 0; i < kernel_rows * kernel_cols; ++i) kernel[i] = 0;
  kernel[JudgeRandom(seed).integer(0, 0, kernel_rows * kernel_cols)] = 1;
}
