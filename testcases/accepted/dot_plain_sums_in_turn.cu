// exam: problem=dot-product verdict=accepted
// Plain additions to shared places, and right: one thread a block, its own element of an array, a lock around the last.
#include <cuda_runtime.h>

__device__ int lock;

__global__ void dot(const float* a, const float* b, float* sums, double* total, int n) {
  __shared__ double of_warps[16];
  __shared__ double of_block;
  double mine = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) mine += (double)a[i] * b[i];
  for (int offset = 16; offset > 0; offset /= 2) mine += __shfl_down_sync(0xffffffffu, mine, offset);
  if (threadIdx.x % 32 == 0) of_warps[threadIdx.x / 32] = mine;
  if (threadIdx.x == 0) of_block = 0;
  __syncthreads();
  if (threadIdx.x == 0) {
    for (int warp = 0; warp < blockDim.x / 32; ++warp) of_block += of_warps[warp];
    sums[blockIdx.x] = 0;
    sums[blockIdx.x] += (float)of_block;
    while (atomicCAS(&lock, 0, 1) != 0) {
    }
    __threadfence();
    *(volatile double*)total = *(volatile double*)total + of_block;
    __threadfence();
    atomicExch(&lock, 0);
  }
}

__global__ void finish(const double* total, float* result) { *result = (float)*total; }

extern "C" void solve(const float* A, const float* B, float* result, int N) {
  float* sums;
  double* total;
  cudaMalloc(&sums, 64 * sizeof(float));
  cudaMalloc(&total, sizeof(double));
  cudaMemset(total, 0, sizeof(double));
  dot<<<64, 512>>>(A, B, sums, total, N);
  finish<<<1, 1>>>(total, result);
  cudaDeviceSynchronize();
  cudaFree(sums);
  cudaFree(total);
}
