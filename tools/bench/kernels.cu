// What tools/bench-emulator times: kernels as players write them, with launches as players choose them.
#include <cuda_runtime.h>

__global__ void vector_add_kernel(const float* a, const float* b, float* c, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) c[i] = a[i] + b[i];
}

__global__ void vector_add_float4_kernel(const float* a, const float* b, float* c, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n / 4) {
    float4 x = reinterpret_cast<const float4*>(a)[i];
    float4 y = reinterpret_cast<const float4*>(b)[i];
    reinterpret_cast<float4*>(c)[i] = make_float4(x.x + y.x, x.y + y.y, x.z + y.z, x.w + y.w);
  }
}

__global__ void transpose_kernel(const float* in, float* out, int rows, int columns) {
  int column = blockIdx.x * blockDim.x + threadIdx.x;
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row < rows && column < columns) out[column * rows + row] = in[row * columns + column];
}

constexpr int tile_size = 32, tile_rows = 8;

__global__ void transpose_tiled_kernel(const float* in, float* out, int rows, int columns) {
  __shared__ float tile[tile_size][tile_size + 1];
  int x = blockIdx.x * tile_size + threadIdx.x;
  int y = blockIdx.y * tile_size + threadIdx.y;
  for (int j = 0; j < tile_size; j += tile_rows)
    if (x < columns && y + j < rows) tile[threadIdx.y + j][threadIdx.x] = in[(y + j) * columns + x];
  __syncthreads();
  x = blockIdx.y * tile_size + threadIdx.x;
  y = blockIdx.x * tile_size + threadIdx.y;
  for (int j = 0; j < tile_size; j += tile_rows)
    if (x < rows && y + j < columns) out[(y + j) * rows + x] = tile[threadIdx.x][threadIdx.y + j];
}

__global__ void gemm_kernel(const float* a, const float* b, float* c, int m, int n, int k) {
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  int column = blockIdx.x * blockDim.x + threadIdx.x;
  if (row < m && column < n) {
    float sum = 0.0f;
    for (int i = 0; i < k; ++i) sum += a[row * k + i] * b[i * n + column];
    c[row * n + column] = sum;
  }
}

#define BLOCK 16

__global__ void gemm_tiled_kernel(const float* a, const float* b, float* c, int m, int n, int k) {
  __shared__ float a_tile[BLOCK][BLOCK], b_tile[BLOCK][BLOCK];
  int tx = threadIdx.x, ty = threadIdx.y;
  int row = blockIdx.y * BLOCK + ty;
  int column = blockIdx.x * BLOCK + tx;
  float sum = 0.0f;
  for (int t = 0; t < (k + BLOCK - 1) / BLOCK; ++t) {
    a_tile[ty][tx] = (row < m && t * BLOCK + tx < k) ? a[row * k + t * BLOCK + tx] : 0.0f;
    b_tile[ty][tx] = (column < n && t * BLOCK + ty < k) ? b[(t * BLOCK + ty) * n + column] : 0.0f;
    __syncthreads();
#pragma unroll
    for (int i = 0; i < BLOCK; ++i) sum += a_tile[ty][i] * b_tile[i][tx];
    __syncthreads();
  }
  if (row < m && column < n) c[row * n + column] = sum;
}

__global__ void reduce_tree_kernel(const float* in, float* out, int n) {
  extern __shared__ float partial[];
  int tid = threadIdx.x;
  int i = blockIdx.x * blockDim.x * 2 + threadIdx.x;
  float value = i < n ? in[i] : 0.0f;
  if (i + blockDim.x < n) value += in[i + blockDim.x];
  partial[tid] = value;
  __syncthreads();
  for (int s = blockDim.x / 2; s > 0; s >>= 1) {
    if (tid < s) partial[tid] += partial[tid + s];
    __syncthreads();
  }
  if (tid == 0) atomicAdd(out, partial[0]);
}

__global__ void reduce_shuffle_kernel(const float* in, float* out, int n) {
  __shared__ float warp_sums[32];
  int lane = threadIdx.x % 32;
  int warp = threadIdx.x / 32;
  float value = 0.0f;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) value += in[i];
  for (int offset = 16; offset > 0; offset >>= 1) value += __shfl_down_sync(0xffffffff, value, offset);
  if (lane == 0) warp_sums[warp] = value;
  __syncthreads();
  if (warp == 0) {
    value = lane < blockDim.x / 32 ? warp_sums[lane] : 0.0f;
    for (int offset = 16; offset > 0; offset >>= 1) value += __shfl_down_sync(0xffffffff, value, offset);
    if (lane == 0) atomicAdd(out, value);
  }
}

static int blocks_for(int n, int size) { return (n + size - 1) / size; }

extern "C" {

void vector_add(const float* a, const float* b, float* c, int n, int, int) {
  vector_add_kernel<<<blocks_for(n, 256), 256>>>(a, b, c, n);
}

void vector_add_float4(const float* a, const float* b, float* c, int n, int, int) {
  vector_add_float4_kernel<<<blocks_for(n / 4, 256), 256>>>(a, b, c, n);
}

void transpose(const float* a, const float*, float* c, int rows, int columns, int) {
  transpose_kernel<<<dim3(blocks_for(columns, 16), blocks_for(rows, 16)), dim3(16, 16)>>>(a, c, rows, columns);
}

void transpose_tiled(const float* a, const float*, float* c, int rows, int columns, int) {
  const dim3 grid(blocks_for(columns, tile_size), blocks_for(rows, tile_size));
  transpose_tiled_kernel<<<grid, dim3(tile_size, tile_rows)>>>(a, c, rows, columns);
}

void gemm(const float* a, const float* b, float* c, int m, int n, int k) {
  gemm_kernel<<<dim3(blocks_for(n, 16), blocks_for(m, 16)), dim3(16, 16)>>>(a, b, c, m, n, k);
}

void gemm_tiled(const float* a, const float* b, float* c, int m, int n, int k) {
  gemm_tiled_kernel<<<dim3(blocks_for(n, BLOCK), blocks_for(m, BLOCK)), dim3(BLOCK, BLOCK)>>>(a, b, c, m, n, k);
}

void reduce_tree(const float* a, const float*, float* c, int n, int, int) {
  cudaMemset(c, 0, sizeof(float));
  reduce_tree_kernel<<<blocks_for(n, 512), 256, 256 * sizeof(float)>>>(a, c, n);
}

// Four rounds of every thread: enough blocks for the shuffles to be seen.
void reduce_shuffle(const float* a, const float*, float* c, int n, int, int) {
  cudaMemset(c, 0, sizeof(float));
  reduce_shuffle_kernel<<<blocks_for(n, 4 * 256), 256>>>(a, c, n);
}
}
