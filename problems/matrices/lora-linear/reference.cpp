#include <judge/product.h>
#include <judge/reference.h>

#include <vector>

namespace {

// rows x cols to cols x rows.
std::vector<float> transposed(const float* matrix, int rows, int cols) {
  std::vector<float> turned(static_cast<std::size_t>(rows) * cols);
  constexpr int block = 64;
#pragma omp parallel for if (turned.size() > 100000)
  for (int begin = 0; begin < cols; begin += block)
    for (int i = 0; i < rows; ++i)
      for (int j = begin; j < std::min(begin + block, cols); ++j)
        turned[static_cast<std::size_t>(j) * rows + i] = matrix[static_cast<std::int64_t>(i) * cols + j];
  return turned;
}

}  // namespace

// The low-rank path is small: plain loops in double. The product with W is rounded to float in between, which is 1e-7 of it.
extern "C" void reference(const float* x, const float* W, const float* A, const float* B, float* output, int batch,
                          int d_in, int d_out, int rank, float lora_scale) {
  product::exact(x, transposed(W, d_out, d_in).data(), output, batch, d_out, d_in);
#pragma omp parallel for if (double(batch) * d_out * rank > 1e5)
  for (int i = 0; i < batch; ++i) {
    std::vector<double> low(static_cast<std::size_t>(rank));
    for (int r = 0; r < rank; ++r)
      for (int k = 0; k < d_in; ++k)
        low[r] += double(x[static_cast<std::int64_t>(i) * d_in + k]) * A[static_cast<std::int64_t>(r) * d_in + k];
    for (int j = 0; j < d_out; ++j) {
      double sum = 0;
      for (int r = 0; r < rank; ++r) sum += low[r] * B[static_cast<std::int64_t>(j) * rank + r];
      float& to = output[static_cast<std::int64_t>(i) * d_out + j];
      to = static_cast<float>(to + double(lora_scale) * sum);
    }
  }
}

extern "C" void reference_f32(const float* x, const float* W, const float* A, const float* B, float* output, int batch,
                              int d_in, int d_out, int rank, float lora_scale) {
  std::vector<float> low(static_cast<std::size_t>(batch) * rank), added(static_cast<std::size_t>(batch) * d_out);
  product::in_float(x, transposed(A, rank, d_in).data(), low.data(), batch, rank, d_in);
  product::in_float(low.data(), transposed(B, d_out, rank).data(), added.data(), batch, d_out, rank);
  product::in_float(x, transposed(W, d_out, d_in).data(), output, batch, d_out, d_in);
  for (std::size_t i = 0; i < added.size(); ++i) output[i] += lora_scale * added[i];
}
