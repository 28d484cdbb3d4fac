// exam: problem=histogramming verdict=wrong-answer
// The leader of the active lanes that have one value adds their number to a count of the block without an atomic.
#include <cuda_runtime.h>

__global__ void hist(const int* in, int* out, int n, int bins) {
  __shared__ int s[1024];
  for (int b = threadIdx.x; b < bins; b += blockDim.x) s[b] = 0;
  __syncthreads();
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    int v = in[i];
    unsigned same = __match_any_sync(__activemask(), v);
    int leader = __ffs(same) - 1;
    if ((threadIdx.x & 31) == leader)
      s[v] += __popc(same);
  }
  __syncthreads();
  for (int b = threadIdx.x; b < bins; b += blockDim.x)
    if (s[b]) atomicAdd(&out[b], s[b]);
}
extern "C" void solve(const int* input, int* histogram, int N, int num_bins) { hist<<<(N + 1023) / 1024, 1024>>>(input, histogram, N, num_bins); }
