#include <judge/reference.h>

extern "C" void reference(const float* X, const float* S, float* Y, int M, int N, int TILE_SIZE) {
  const std::int64_t tiles = (N + TILE_SIZE - 1) / TILE_SIZE;
#pragma omp parallel for
  for (int row = 0; row < M; ++row) {
    const float* scales = S + row / TILE_SIZE * tiles;
    const std::int64_t begin = static_cast<std::int64_t>(row) * N;
    for (int col = 0; col < N; ++col)
      Y[begin + col] = static_cast<float>(static_cast<double>(X[begin + col]) * scales[col / TILE_SIZE]);
  }
}

extern "C" void reference_f32(const float* X, const float* S, float* Y, int M, int N, int TILE_SIZE) {
  const std::int64_t tiles = (N + TILE_SIZE - 1) / TILE_SIZE;
  for (int row = 0; row < M; ++row)
    for (int col = 0; col < N; ++col) {
      const std::int64_t i = static_cast<std::int64_t>(row) * N + col;
      Y[i] = X[i] * S[row / TILE_SIZE * tiles + col / TILE_SIZE];
    }
}
