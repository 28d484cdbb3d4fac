// exam: problem=vector-addition verdict=wrong-answer finding=race
// Each thread waits for its own copy, and nobody for the neighbour's.
#include <cuda_pipeline.h>
#include <cuda_runtime.h>

__global__ void add(const float* A, const float* B, float* C, int N) {
  __shared__ float a[256];
  const int first = blockIdx.x * blockDim.x, i = first + threadIdx.x, other = threadIdx.x ^ 64;
  if (first + other < N) __pipeline_memcpy_async(&a[other], A + first + other, sizeof(float));
  __pipeline_commit();
  __pipeline_wait_prior(0);
  if (i < N) C[i] = a[threadIdx.x] + B[i];  // exam: here
}

extern "C" void solve(const float* A, const float* B, float* C, int N) { add<<<(N + 255) / 256, 256>>>(A, B, C, N); }
