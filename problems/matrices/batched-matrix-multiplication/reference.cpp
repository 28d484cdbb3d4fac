#include <judge/product.h>
#include <judge/reference.h>

extern "C" void reference(const float* A, const float* B, float* C, int BATCH, int M, int N, int K) {
  for (std::int64_t b = 0; b < BATCH; ++b) product::exact(A + b * M * K, B + b * K * N, C + b * M * N, M, N, K);
}

extern "C" void reference_f32(const float* A, const float* B, float* C, int BATCH, int M, int N, int K) {
  for (std::int64_t b = 0; b < BATCH; ++b) product::in_float(A + b * M * K, B + b * K * N, C + b * M * N, M, N, K);
}
