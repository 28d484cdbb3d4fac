// exam: problem=histogramming verdict=wrong-answer,accepted finding=division-by-zero
// exam: emulated verdict=wrong-answer
// exam: emulated says "has all bits set"
// With fewer than eight bins the width of a group is zero. A GPU goes on with all bits set, but where nvcc has divided by the same width first.
#include <cuda_runtime.h>

__global__ void count(const int* input, int* histogram, int N, int width) {
  const int bin = blockIdx.x * blockDim.x + threadIdx.x;
  int found = 0;
  for (int i = 0; i < N; ++i) found += input[i] == bin;
  histogram[bin] = found * width / width;  // exam: here
}

extern "C" void solve(const int* input, int* histogram, int N, int num_bins) {
  count<<<num_bins, 1>>>(input, histogram, N, num_bins / 8);
}
