// What the kernels of kernels.cu compute, as loops that a C++ programmer would write first: one thread, -O3.

static void add(const float* a, const float* b, float* __restrict__ c, int n) {
  for (int i = 0; i < n; ++i) c[i] = a[i] + b[i];
}

static void transpose_rows(const float* in, float* __restrict__ out, int rows, int columns) {
  for (int row = 0; row < rows; ++row)
    for (int column = 0; column < columns; ++column) out[column * rows + row] = in[row * columns + column];
}

/// 32 x 32 at a time, as the tiled kernel does.
static void transpose_tiles(const float* in, float* __restrict__ out, int rows, int columns) {
  constexpr int tile = 32;
  for (int top = 0; top < rows; top += tile)
    for (int left = 0; left < columns; left += tile)
      for (int row = top; row < top + tile && row < rows; ++row)
        for (int column = left; column < left + tile && column < columns; ++column)
          out[column * rows + row] = in[row * columns + column];
}

static void multiply(const float* a, const float* b, float* __restrict__ c, int m, int n, int k) {
  for (int row = 0; row < m; ++row)
    for (int column = 0; column < n; ++column) {
      float sum = 0.0f;
      for (int i = 0; i < k; ++i) sum += a[row * k + i] * b[i * n + column];
      c[row * n + column] = sum;
    }
}

/// The middle loop innermost, so that it goes along rows: the better order.
static void multiply_by_rows(const float* a, const float* b, float* __restrict__ c, int m, int n, int k) {
  for (int row = 0; row < m; ++row) {
    for (int column = 0; column < n; ++column) c[row * n + column] = 0.0f;
    for (int i = 0; i < k; ++i)
      for (int column = 0; column < n; ++column) c[row * n + column] += a[row * k + i] * b[i * n + column];
  }
}

/// Sixteen sums side by side: one sum could not be vectorised, as floats do not add up in any order.
static float sum(const float* in, int n) {
  constexpr int lanes = 16;
  float sums[lanes] = {};
  int i = 0;
  for (; i + lanes <= n; i += lanes)
    for (int lane = 0; lane < lanes; ++lane) sums[lane] += in[i + lane];
  for (; i < n; ++i) sums[i % lanes] += in[i];
  float total = 0.0f;
  for (const float part : sums) total += part;
  return total;
}

extern "C" {

void vector_add(const float* a, const float* b, float* c, int n, int, int) { add(a, b, c, n); }
void vector_add_float4(const float* a, const float* b, float* c, int n, int, int) { add(a, b, c, n); }
void transpose(const float* a, const float*, float* c, int rows, int columns, int) {
  transpose_rows(a, c, rows, columns);
}
void transpose_tiled(const float* a, const float*, float* c, int rows, int columns, int) {
  transpose_tiles(a, c, rows, columns);
}
void gemm(const float* a, const float* b, float* c, int m, int n, int k) { multiply(a, b, c, m, n, k); }
void gemm_tiled(const float* a, const float* b, float* c, int m, int n, int k) { multiply_by_rows(a, b, c, m, n, k); }
void reduce_tree(const float* a, const float*, float* c, int n, int, int) { *c = sum(a, n); }
void reduce_shuffle(const float* a, const float*, float* c, int n, int, int) { *c = sum(a, n); }
}
