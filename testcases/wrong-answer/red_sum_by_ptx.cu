// exam: problem=reduction verdict=wrong-answer
// One thread of each block adds the block's sum to the output, in PTX.
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
  if (threadIdx.x == 0) {
    float v;
    asm volatile("ld.global.f32 %0, [%1];" : "=f"(v) : "l"(output));
    v += part[0];
    asm volatile("st.global.f32 [%0], %1;" ::"l"(output), "f"(v));
  }
}

extern "C" void solve(const float* input, float* output, int N) {
  sum<<<256, 256>>>(input, output, N);
  cudaDeviceSynchronize();
}
