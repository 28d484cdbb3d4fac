// exam: problem=histogramming verdict=wrong-answer size=full sample=no
// Each thread counts in bytes of its own, which are too small where many elements are in one bin.
// exam: says "more of one value than threads' bytes hold"
#include <cuda_runtime.h>

__global__ void h(const int* x, int* g, int n, int nb) {
  extern __shared__ unsigned char c[];   // nb x 32 threads
  for (int b = 0; b < nb; ++b) c[b * 32 + threadIdx.x] = 0;
  for (int i = blockIdx.x * 32 + threadIdx.x; i < n; i += gridDim.x * 32) c[x[i] * 32 + threadIdx.x]++;
  for (int b = 0; b < nb; ++b) if (c[b * 32 + threadIdx.x]) atomicAdd(g + b, c[b * 32 + threadIdx.x]);
}
extern "C" void solve(const int* input, int* histogram, int N, int num_bins) { h<<<1024, 32, num_bins * 32>>>(input, histogram, N, num_bins); }
