// exam: problem=histogramming verdict=wrong-answer
// exam: emulated says "right only if threads run one after the other"
// Each block counts in shared memory, but by ++: two threads with one bin lose a count.
#include <cuda_runtime.h>

__global__ void count(const int* values, int* histogram, int n, int bins) {
  extern __shared__ int counts[];
  for (int bin = threadIdx.x; bin < bins; bin += blockDim.x) counts[bin] = 0;
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) counts[values[i]]++;
  __syncthreads();
  for (int bin = threadIdx.x; bin < bins; bin += blockDim.x)
    if (counts[bin]) atomicAdd(&histogram[bin], counts[bin]);
}

extern "C" void solve(const int* input, int* histogram, int N, int num_bins) {
  const int blocks = N < 131072 ? (N + 255) / 256 : 512;
  count<<<blocks, 256, num_bins * sizeof(int)>>>(input, histogram, N, num_bins);
  cudaDeviceSynchronize();
}
