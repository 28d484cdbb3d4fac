// exam: problem=reduction verdict=wrong-answer
// One thread of each block adds the block's sum to the output: behind four stores to other places.
#include <cuda_runtime.h>
__device__ float junk[256 * 256];
__global__ void sum(const float* input, float* output, int n) {
  __shared__ float part[256];
  float mine = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) mine += input[i];
  part[threadIdx.x] = mine;
  __syncthreads();
  for (int half = blockDim.x / 2; half > 0; half /= 2) {
    if (threadIdx.x < half) part[threadIdx.x] += part[threadIdx.x + half];
    __syncthreads();
  }
  float* scratch = junk + blockIdx.x * 256;
  if (threadIdx.x == 0) { scratch[0] = 1; scratch[64] = 2; scratch[128] = 3; scratch[192] = 4; *output += part[0]; }
}
extern "C" void solve(const float* input, float* output, int N) {
  sum<<<256, 256>>>(input, output, N);
  cudaDeviceSynchronize();
}
