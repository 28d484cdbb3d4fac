#include <judge/reference.h>

#include <vector>

namespace {

struct Extents {
  int depth, rows, cols;
};

// One row of the output at a time, each tap across all of it.
template <class Sum>
void convolve(const float* input, const float* kernel, float* output, Extents in, Extents k) {
  const Extents out = {in.depth - k.depth + 1, in.rows - k.rows + 1, in.cols - k.cols + 1};
#pragma omp parallel for
  for (int line = 0; line < out.depth * out.rows; ++line) {
    const int z = line / out.rows, y = line % out.rows;
    std::vector<Sum> sums(static_cast<std::size_t>(out.cols));
    for (int d = 0; d < k.depth; ++d)
      for (int r = 0; r < k.rows; ++r)
        for (int s = 0; s < k.cols; ++s) {
          const Sum weight = kernel[(d * k.rows + r) * k.cols + s];
          const float* from = input + (static_cast<std::int64_t>(z + d) * in.rows + y + r) * in.cols + s;
          for (int x = 0; x < out.cols; ++x) sums[x] += weight * from[x];
        }
    float* to = output + static_cast<std::int64_t>(line) * out.cols;
    for (int x = 0; x < out.cols; ++x) to[x] = static_cast<float>(sums[x]);
  }
}

}  // namespace

extern "C" void reference(const float* input, const float* kernel, float* output, int input_depth, int input_rows,
                          int input_cols, int kernel_depth, int kernel_rows, int kernel_cols) {
  convolve<double>(input, kernel, output, {input_depth, input_rows, input_cols},
                   {kernel_depth, kernel_rows, kernel_cols});
}

extern "C" void reference_f32(const float* input, const float* kernel, float* output, int input_depth, int input_rows,
                              int input_cols, int kernel_depth, int kernel_rows, int kernel_cols) {
  convolve<float>(input, kernel, output, {input_depth, input_rows, input_cols},
                  {kernel_depth, kernel_rows, kernel_cols});
}

// A single tap, which moves the input.
extern "C" void generate(const char*, std::uint64_t seed, float*, float* kernel, float*, int, int, int,
                         int kernel_depth, int kernel_rows, int kernel_cols) {
  const int count = kernel_depth * kernel_rows * kernel_cols;
  for (int i = 0; i < count; ++i) kernel[i] = 0;
  kernel[JudgeRandom(seed).integer(0, 0, count)] = 1;
}
