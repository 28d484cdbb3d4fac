#include <judge/reference.h>

namespace {

template <class Sum>
void sweep(const float* input, float* output, int rows, int cols) {
#pragma omp parallel for
  for (int y = 0; y < rows; ++y) {
    const float* row = input + static_cast<std::int64_t>(y) * cols;
    float* to = output + static_cast<std::int64_t>(y) * cols;
    for (int x = 0; x < cols; ++x) to[x] = row[x];
    if (y == 0 || y == rows - 1) continue;
    for (int x = 1; x + 1 < cols; ++x)
      to[x] = static_cast<float>((Sum(row[x - cols]) + row[x + cols] + row[x - 1] + row[x + 1]) / 4);
  }
}

}  // namespace

extern "C" void reference(const float* input, float* output, int rows, int cols) {
  sweep<double>(input, output, rows, cols);
}

extern "C" void reference_f32(const float* input, float* output, int rows, int cols) {
  sweep<float>(input, output, rows, cols);
}
