// exam: problem=histogramming verdict=accepted sample=no size=all-but-full
// The leader of the active lanes that have one value adds their number to a count of its warp: no atomic is needed.
#include <cuda_runtime.h>

__global__ void h(const int* x, int* g, int n, int nb) {
  extern __shared__ int s[];
  int w = threadIdx.x / 32; int* mine = s + w * nb;
  for (int b = threadIdx.x; b < nb * 8; b += blockDim.x) s[b] = 0;
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    int v = x[i]; unsigned m = __match_any_sync(__activemask(), v);
    if (__ffs(m) - 1 == (threadIdx.x & 31)) mine[v] += __popc(m);
    __syncwarp(__activemask());
  }
  __syncthreads();
  for (int b = threadIdx.x; b < nb; b += blockDim.x) { int c = 0; for (int k = 0; k < 8; ++k) c += s[k * nb + b]; if (c) atomicAdd(g + b, c); }
}
extern "C" void solve(const int* input, int* histogram, int N, int num_bins) { h<<<64, 256, num_bins * 8 * sizeof(int)>>>(input, histogram, N, num_bins); }
