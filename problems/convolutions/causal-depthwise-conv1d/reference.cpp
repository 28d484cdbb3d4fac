#include <judge/reference.h>

#include <vector>

namespace {

template <class Sum>
void convolve(const float* x, const float* weight, const float* bias, float* output, int B, int L, int D, int K) {
#pragma omp parallel for
  for (int position = 0; position < B * L; ++position) {
    const float* here = x + static_cast<std::int64_t>(position) * D;
    float* to = output + static_cast<std::int64_t>(position) * D;
    const int taps = std::min(K, position % L + 1);
    for (int d = 0; d < D; ++d) {
      Sum sum = bias[d];
      for (int k = 0; k < taps; ++k) sum += Sum(weight[d * K + k]) * here[d - static_cast<std::int64_t>(k) * D];
      to[d] = static_cast<float>(sum);
    }
  }
}

}  // namespace

extern "C" void reference(const float* x, const float* weight, const float* bias, float* output, int B, int L, int D,
                          int K) {
  convolve<double>(x, weight, bias, output, B, L, D, K);
}

extern "C" void reference_f32(const float* x, const float* weight, const float* bias, float* output, int B, int L,
                              int D, int K) {
  convolve<float>(x, weight, bias, output, B, L, D, K);
}
