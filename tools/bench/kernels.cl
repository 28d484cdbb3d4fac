// The kernels of kernels.cu in OpenCL, for PoCL. Two things differ. Warps: PoCL has no shuffles, so reduce_shuffle goes through
// local memory after the same loop. Atomic addition of floats: by compare and exchange, as OpenCL 1.2 has none.

__kernel void vector_add(__global const float* a, __global const float* b, __global float* c, int n) {
  int i = get_global_id(0);
  if (i < n) c[i] = a[i] + b[i];
}

__kernel void vector_add_float4(__global const float4* a, __global const float4* b, __global float4* c, int n) {
  int i = get_global_id(0);
  if (i < n / 4) c[i] = a[i] + b[i];
}

__kernel void transpose(__global const float* in, __global float* out, int rows, int columns) {
  int column = get_global_id(0), row = get_global_id(1);
  if (row < rows && column < columns) out[column * rows + row] = in[row * columns + column];
}

#define TILE 32
#define TILE_ROWS 8

__kernel void transpose_tiled(__global const float* in, __global float* out, int rows, int columns) {
  __local float tile[TILE][TILE + 1];
  int tx = get_local_id(0), ty = get_local_id(1);
  int x = get_group_id(0) * TILE + tx, y = get_group_id(1) * TILE + ty;
  for (int j = 0; j < TILE; j += TILE_ROWS)
    if (x < columns && y + j < rows) tile[ty + j][tx] = in[(y + j) * columns + x];
  barrier(CLK_LOCAL_MEM_FENCE);
  x = get_group_id(1) * TILE + tx;
  y = get_group_id(0) * TILE + ty;
  for (int j = 0; j < TILE; j += TILE_ROWS)
    if (x < rows && y + j < columns) out[(y + j) * rows + x] = tile[tx][ty + j];
}

__kernel void gemm(__global const float* a, __global const float* b, __global float* c, int m, int n, int k) {
  int row = get_global_id(1), column = get_global_id(0);
  if (row < m && column < n) {
    float sum = 0.0f;
    for (int i = 0; i < k; ++i) sum += a[row * k + i] * b[i * n + column];
    c[row * n + column] = sum;
  }
}

#define BLOCK 16

__kernel void gemm_tiled(__global const float* a, __global const float* b, __global float* c, int m, int n, int k) {
  __local float a_tile[BLOCK][BLOCK], b_tile[BLOCK][BLOCK];
  int tx = get_local_id(0), ty = get_local_id(1);
  int row = get_group_id(1) * BLOCK + ty, column = get_group_id(0) * BLOCK + tx;
  float sum = 0.0f;
  for (int t = 0; t < (k + BLOCK - 1) / BLOCK; ++t) {
    a_tile[ty][tx] = (row < m && t * BLOCK + tx < k) ? a[row * k + t * BLOCK + tx] : 0.0f;
    b_tile[ty][tx] = (column < n && t * BLOCK + ty < k) ? b[(t * BLOCK + ty) * n + column] : 0.0f;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int i = 0; i < BLOCK; ++i) sum += a_tile[ty][i] * b_tile[i][tx];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (row < m && column < n) c[row * n + column] = sum;
}

void add_atomically(volatile __global float* sum, float value) {
  volatile __global uint* const bits = (volatile __global uint*)sum;
  uint seen = *bits, expected;
  do {
    expected = seen;
    seen = atomic_cmpxchg(bits, expected, as_uint(as_float(expected) + value));
  } while (seen != expected);
}

__kernel void reduce_tree(__global const float* in, __global float* out, int n, __local float* partial) {
  int tid = get_local_id(0), size = get_local_size(0);
  int i = get_group_id(0) * size * 2 + tid;
  float value = i < n ? in[i] : 0.0f;
  if (i + size < n) value += in[i + size];
  partial[tid] = value;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int s = size / 2; s > 0; s >>= 1) {
    if (tid < s) partial[tid] += partial[tid + s];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (tid == 0) add_atomically(out, partial[0]);
}

__kernel void reduce_shuffle(__global const float* in, __global float* out, int n, __local float* partial) {
  int tid = get_local_id(0), size = get_local_size(0);
  float value = 0.0f;
  for (int i = get_global_id(0); i < n; i += get_global_size(0)) value += in[i];
  partial[tid] = value;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int s = size / 2; s > 0; s >>= 1) {
    if (tid < s) partial[tid] += partial[tid + s];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (tid == 0) add_atomically(out, partial[0]);
}
