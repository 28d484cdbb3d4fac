// exam: problem=histogramming verdict=wrong-answer sample=no
// Plain increments of bins that __ldg() reads.
#include <cuda_runtime.h>

__global__ void h(const int* x, int* g, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) { g[__ldg(x + i)]++; }
}
extern "C" void solve(const int* input, int* histogram, int N, int num_bins) { h<<<64, 256>>>(input, histogram, N); }
