// exam: problem=reduction verdict=accepted sample=no
// One thread of each block adds the block's sum to the output with compare-and-swap, again until nobody came between.
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
  
  if (threadIdx.x == 0) { int* o = (int*)output;
    int old = *o, seen;
    do {
      seen = old;
      old = atomicCAS(o, seen, __float_as_int(__int_as_float(seen) + part[0]));
    } while (old != seen); }
}
extern "C" void solve(const float* input, float* output, int N) {
  sum<<<256, 256>>>(input, output, N);
  cudaDeviceSynchronize();
}
