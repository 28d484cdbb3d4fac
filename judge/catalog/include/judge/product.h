#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

// C = A * B in double precision, rounded once at the end; A is m x k, B is k x n, C is m x n, all row by row. In panels
// of B and tiles of C that stay in a core's caches and registers: the reference of a large case takes a second, not
// minutes.
namespace product {

using Vector = double __attribute__((vector_size(64)));
constexpr int lanes = 8;
#ifdef __AVX512F__
constexpr int vectors = 2, rows = 6;
#else
constexpr int vectors = 1, rows = 4;
#endif
constexpr int width = vectors * lanes;
constexpr int depth = 256;    // of k at a time
constexpr int height = 96;    // rows of A at a time, a multiple of `rows`

struct alignas(64) Row {
  double values[width];
};

// panels[p * k + i] holds B[i][p * width ...], zeros beyond the last column.
inline std::vector<Row> panels_of(const float* b, int k, int n) {
  const std::int64_t count = (n + width - 1) / width;
  std::vector<Row> panels(static_cast<std::size_t>(count) * k);
#pragma omp parallel for if (double(k) * n > 1e4)
  for (std::int64_t p = 0; p < count; ++p)
    for (int i = 0; i < k; ++i) {
      Row& row = panels[static_cast<std::size_t>(p * k + i)];
      for (int j = 0; j < width; ++j) {
        const std::int64_t column = p * width + j;
        row.values[j] = column < n ? b[static_cast<std::int64_t>(i) * n + column] : 0.0;
      }
    }
  return panels;
}

// sums[r][...] += a[i][r] * b[i][...] for all i below k.
inline void multiply(const double* a, const Row* b, int k, double (*sums)[width]) {
  Vector c[rows][vectors];
  for (int r = 0; r < rows; ++r) __builtin_memcpy(c[r], sums[r], sizeof c[r]);
  for (int i = 0; i < k; ++i, a += rows) {
    Vector row[vectors];
    __builtin_memcpy(row, b[i].values, sizeof row);
#pragma GCC unroll 8
    for (int r = 0; r < rows; ++r)
#pragma GCC unroll 8
      for (int v = 0; v < vectors; ++v) c[r][v] += a[r] * row[v];
  }
  for (int r = 0; r < rows; ++r) __builtin_memcpy(sums[r], c[r], sizeof c[r]);
}

// Rows `top` to `top + height` of C.
inline void multiply_rows(const float* a, const std::vector<Row>& panels, float* c, int top, int m, int n, int k) {
  const int here = std::min(height, m - top), panel_count = (n + width - 1) / width;
  std::vector<double> sums(static_cast<std::size_t>(height) * panel_count * width), packed(height * depth);
  const auto tile = [&](int r, int p) {
    return reinterpret_cast<double(*)[width]>(&sums[(static_cast<std::size_t>(r) * panel_count + p * rows) * width]);
  };
  for (int begin = 0; begin < k; begin += depth) {
    const int deep = std::min(depth, k - begin);
    for (int r = 0; r < height; ++r)
      for (int i = 0; i < deep; ++i)
        packed[r / rows * rows * depth + i * rows + r % rows] =
            r < here ? a[static_cast<std::int64_t>(top + r) * k + begin + i] : 0.0;
    for (int p = 0; p < panel_count; ++p)
      for (int r = 0; r < here; r += rows)
        multiply(&packed[r * depth], &panels[static_cast<std::size_t>(p) * k + begin], deep, tile(r, p));
  }
  for (int r = 0; r < here; ++r)
    for (int j = 0; j < n; ++j)
      c[static_cast<std::int64_t>(top + r) * n + j] =
          static_cast<float>(tile(r / rows * rows, j / width)[r % rows][j % width]);
}

inline void exact(const float* a, const float* b, float* c, int m, int n, int k) {
  const auto panels = panels_of(b, k, n);
#pragma omp parallel for schedule(dynamic) if (double(m) * n * k > 1e6)
  for (int top = 0; top < m; top += height) multiply_rows(a, panels, c, top, m, n, k);
}

// One running sum in float for each element, in order: the least accurate of the honest ways.
inline void in_float(const float* a, const float* b, float* c, int m, int n, int k) {
#pragma omp parallel for if (double(k) * n > 1e4)
  for (int i = 0; i < m; ++i) {
    float* row = c + static_cast<std::int64_t>(i) * n;
    std::fill(row, row + n, 0.0f);
    for (int l = 0; l < k; ++l) {
      const float factor = a[static_cast<std::int64_t>(i) * k + l];
      for (int j = 0; j < n; ++j) row[j] += factor * b[static_cast<std::int64_t>(l) * n + j];
    }
  }
}

}  // namespace product
