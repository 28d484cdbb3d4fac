// exam: problem=vector-addition verdict=accepted finding=none
#include <cuda_pipeline.h>
#include <cuda_runtime.h>

__global__ void add(const float* A, const float* B, float* C, int N) {
  __shared__ float a[256];
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < N) __pipeline_memcpy_async(&a[threadIdx.x], A + i, sizeof(float));
  __pipeline_commit();
  __pipeline_wait_prior(0);
  __syncthreads();
  if (i < N) C[i] = a[threadIdx.x] + B[i];
}

extern "C" void solve(const float* A, const float* B, float* C, int N) { add<<<(N + 255) / 256, 256>>>(A, B, C, N); }
