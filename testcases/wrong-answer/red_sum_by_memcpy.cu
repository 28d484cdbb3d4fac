// exam: problem=reduction verdict=wrong-answer sample=no
// One thread of each block adds the block's sum to the output: memcpy() reads and writes it.
#include <cuda_runtime.h>
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
  
  if (threadIdx.x == 0) { float t; memcpy(&t, output, 4); t += part[0]; memcpy(output, &t, sizeof t); }
}
extern "C" void solve(const float* input, float* output, int N) {
  sum<<<256, 256>>>(input, output, N);
  cudaDeviceSynchronize();
}
