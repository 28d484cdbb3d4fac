// exam: problem=reduction verdict=wrong-answer sample=no
// One thread of each block adds the block's sum to the output: it reads it by one name and writes it by another one.
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
  
  if (threadIdx.x == 0) { const float* in = output; float* out = output; out[0] = in[0] + part[0]; }
}
extern "C" void solve(const float* input, float* output, int N) {
  sum<<<256, 256>>>(input, output, N);
  cudaDeviceSynchronize();
}
