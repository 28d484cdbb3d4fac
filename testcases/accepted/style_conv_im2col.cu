// exam: problem=conv2d-nchw verdict=accepted
// im2col into memory from cudaMallocAsync, image by image, then a tiled product; three kernels and a helper per image.
#include <cuda_runtime.h>

struct Shape { int c, h, w, f; __host__ __device__ int oh() const { return h - 2; } __host__ __device__ int ow() const { return w - 2; }
  __host__ __device__ long pixels() const { return (long)oh() * ow(); } };

__global__ void im2col(const float* image, float* columns, const Shape s)
{
  const long total = 9L * s.c * s.pixels();
  for (long i = blockIdx.x * (long)blockDim.x + threadIdx.x; i < total; i += (long)gridDim.x * blockDim.x)
  {
    long p = i % s.pixels(); int k = i / s.pixels();
    int x = p % s.ow(), y = p / s.ow(), dx = k % 3, dy = k / 3 % 3, c = k / 9;
    columns[i] = image[((long)c * s.h + y + dy) * s.w + x + dx];
  }
}

__global__ void times(const float* a, const float* b, float* c, int m, int k, long n)
{
  __shared__ float sa[16][16], sb[16][16];
  long j = blockIdx.x * 16L + threadIdx.x;
  int i = blockIdx.y * 16 + threadIdx.y;
  float v = 0;
  for (int t = 0; t < k; t += 16)
  {
    sa[threadIdx.y][threadIdx.x] = i < m && t + threadIdx.x < k ? a[i * k + t + threadIdx.x] : 0;
    sb[threadIdx.y][threadIdx.x] = j < n && t + threadIdx.y < k ? b[(t + threadIdx.y) * n + j] : 0;
    __syncthreads();
    for (int e = 0; e < 16; e++) v += sa[threadIdx.y][e] * sb[e][threadIdx.x];
    __syncthreads();
  }
  if (i < m && j < n) c[i * n + j] = v;
}

extern "C" void solve(const float* input, const float* weights, float* output, int N, int C, int H, int W, int F)
{
  const Shape s = {C, H, W, F};
  const auto image = (long)C * H * W;
  float* columns;
  cudaMallocAsync((void**)&columns, sizeof(float) * 9 * C * s.pixels(), cudaStreamPerThread);
  cudaStreamSynchronize(cudaStreamPerThread);
  for (int n = 0; n < N; n++)
  {
    im2col<<<512, 256>>>(input + n * image, columns, s);
    times<<<dim3((s.pixels() + 15) / 16, (F + 15) / 16), dim3(16, 16)>>>(weights, columns, output + n * F * s.pixels(), F, 9 * C, s.pixels());
  }
  cudaStreamSynchronize(0);
  cudaFreeAsync(columns, cudaStreamPerThread);
}
